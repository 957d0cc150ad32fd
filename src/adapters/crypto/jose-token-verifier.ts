import { createHmac, timingSafeEqual } from 'node:crypto';
import { compactVerify, decodeJwt, errors } from 'jose';
import type { TokenVerifier } from '../../ports/token-verifier.ts';

const encoder = new TextEncoder();

/**
 * Verifies tokens with jose. The algorithm is fixed here and never taken from the token: `none` and every other algorithm
 * fail. `exp` and `nbf` are ignored: the rules for claims belong to the domain, with its clock.
 */
export function createJoseTokenVerifier(): TokenVerifier {
	return {
		peek(token) {
			try {
				return decodeJwt(token);
			} catch (error) {
				return refuse(error);
			}
		},

		async verify(token, secrets) {
			const secretIndex = findSigningSecret(token, secrets);
			const secret = secrets[secretIndex];
			if (secret === undefined) return undefined;
			try {
				const { protectedHeader } = await compactVerify(token, encoder.encode(secret), { algorithms: ['HS256'] });
				// An unencoded payload (RFC 7797) is another kind of signed text, not a JWT (RFC 7519).
				return protectedHeader.b64 === false ? undefined : { claims: decodeJwt(token), secretIndex };
			} catch (error) {
				return refuse(error);
			}
		},
	};
}

/**
 * Index of the secret that gives the token's signature, or -1. jose needs 100 µs for each secret that it tries, and any
 * client can send tokens that match none. So a plain HMAC finds the secret, and only that one is verified in full.
 */
function findSigningSecret(token: string, secrets: readonly string[]): number {
	const signedEnd = token.lastIndexOf('.');
	const signature = Buffer.from(token.slice(signedEnd + 1), 'base64url');
	if (signedEnd < 0 || signature.length !== 32) return -1;
	const signed = token.slice(0, signedEnd);
	return secrets.findIndex((secret) =>
		timingSafeEqual(createHmac('sha256', secret).update(signed).digest(), signature),
	);
}

/** A bad token is an expected outcome; any other error is not. */
function refuse(error: unknown): undefined {
	if (error instanceof errors.JOSEError) return undefined;
	throw error;
}
