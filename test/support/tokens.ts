/** JSON Web Tokens as clients make them, and as attackers do. */
import { createHmac } from 'node:crypto';

export interface TokenParts {
	/** `alg: HS256` and `typ: JWT` by default; a text is used unchanged. */
	readonly header?: object | string;
	/** Signed unchanged. */
	readonly claims: object;
	/** The secret of the signature; by default the signature is empty. */
	readonly secret?: string;
	/** Of the HMAC. */
	readonly hash?: 'sha256' | 'sha512';
}

export function makeToken({ header, claims, secret, hash = 'sha256' }: TokenParts): string {
	const signed = [header ?? { alg: 'HS256', typ: 'JWT' }, claims]
		.map((part) => Buffer.from(typeof part === 'string' ? part : JSON.stringify(part)).toString('base64url'))
		.join('.');
	const signature = secret === undefined ? '' : createHmac(hash, secret).update(signed).digest('base64url');
	return `${signed}.${signature}`;
}

export const dayInSeconds = 24 * 3600;

/** Claims of a token that was issued now and lives for 15 minutes. */
export function makeClaims(name: unknown): { readonly iat: number; readonly exp: number; readonly name: unknown } {
	const iat = Math.floor(Date.now() / 1000);
	return { iat, exp: iat + 900, name };
}
