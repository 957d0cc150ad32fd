import { hkdfSync } from 'node:crypto';
import { EncryptJWT, errors, jwtDecrypt } from 'jose';
import type { ClaimBox } from '../../ports/claim-box.ts';

/**
 * Claims as encrypted JSON Web Tokens (RFC 7516, `dir` with A256GCM) under a key of their own, which is derived from the
 * server key and `purpose`: what was sealed for one purpose does not open for another.
 */
export function createJoseClaimBox(serverKey: Uint8Array, purpose: string): ClaimBox {
	const key = new Uint8Array(hkdfSync('sha256', serverKey, '', `vitrine claims: ${purpose}`, 32));
	const algorithms = { keyManagementAlgorithms: ['dir'], contentEncryptionAlgorithms: ['A256GCM'] };
	return {
		seal: (claims, expiresAtMs) =>
			new EncryptJWT({ ...claims, exp: Math.floor(expiresAtMs / 1000) })
				.setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
				.encrypt(key),

		async open(sealed, nowMs) {
			try {
				// jose takes a date, and the caller says which clock it is of.
				const currentDate = new Date(nowMs);
				return (await jwtDecrypt(sealed, key, { ...algorithms, currentDate, requiredClaims: ['exp'] })).payload;
			} catch (error) {
				if (error instanceof errors.JOSEError) return undefined;
				throw error;
			}
		},
	};
}
