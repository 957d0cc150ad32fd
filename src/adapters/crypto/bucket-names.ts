import { hash, hkdfSync } from 'node:crypto';

/** 22 characters are 132 bits. */
const nameLength = 22;

/**
 * Names of the buckets of rate limits, by SHA-256 of a secret and the key: the keys have addresses of clients and of people
 * in them, which are nobody else's business, and installations with other server keys have other names. What is cut off
 * cannot be extended, so this needs no HMAC, which takes twenty times as long.
 */
export function createBucketNames(serverKey: Uint8Array): (limiter: string, key: string) => string {
	const secret = Buffer.from(hkdfSync('sha256', serverKey, '', 'vitrine rate limits', 32)).toString('hex');
	return (limiter, key) => hash('sha256', `${secret}${limiter}\n${key}`, 'base64url').slice(0, nameLength);
}
