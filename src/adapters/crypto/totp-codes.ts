import { Secret, TOTP } from 'otpauth';
import type { OneTimeCodes } from '../../ports/one-time-codes.ts';

/** RFC 4226, section 4, recommends 160 bits. */
const secretBytes = 20;
const stepMs = 30_000;

/** The name that a device shows beside its codes. */
const issuer = 'Vitrine';

/** Codes by RFC 6238, with the parameters that every authenticator app has: SHA-1, six digits, steps of 30 seconds. */
export function createTotpCodes(): OneTimeCodes {
	return {
		createSecret: () => new Secret({ size: secretBytes }).base32,
		toUri: (secret, label) => new TOTP({ issuer, label, secret }).toString(),
		findStep(secret, code, nowMs) {
			// otpauth throws for texts of six characters that are more bytes.
			if (!/^\d{6}$/.test(code)) return undefined;
			const distance = new TOTP({ secret }).validate({ token: code, timestamp: nowMs, window: 1 });
			return distance === null ? undefined : Math.floor(nowMs / stepMs) + distance;
		},
	};
}
