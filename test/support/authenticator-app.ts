/** What an authenticator app does with a secret, by RFC 4226 and RFC 6238 alone. */
import { createHmac } from 'node:crypto';

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** @param secret in base32. */
export function showCode(secret: string, atMs: number): string {
	const bits = [...secret].map((letter) => letters.indexOf(letter).toString(2).padStart(5, '0')).join('');
	const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
	const step = Buffer.alloc(8);
	step.writeBigUInt64BE(BigInt(Math.floor(atMs / 30_000)));
	const hash = createHmac('sha1', key).update(step).digest();
	const number = hash.readUInt32BE((hash.at(-1) ?? 0) & 15) & 0x7fffffff;
	return String(number % 1_000_000).padStart(6, '0');
}
