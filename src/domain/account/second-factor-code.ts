/**
 * Codes of a second factor, as people type them:
 *
 *     123 456                      of a device: six digits, for a minute and a half
 *     c0ffe-e2547-29296-a45a3      a recovery code: 20 hex digits, until it is used
 */

/** Enough to lose some; each is used once. */
export const recoveryCodeCount = 10;
/** 80 bits cannot be guessed, not even by who has the digests. */
export const recoveryCodeBytes = 10;

export interface SecondFactorCode {
	readonly kind: 'device' | 'recovery';
	/** Six digits, or 20 lower-case hex digits. */
	readonly digits: string;
}

/** Whatever is between the digits and their case does not matter. @returns undefined for what is no code. */
export function parseSecondFactorCode(text: string): SecondFactorCode | undefined {
	const digits = text.replaceAll(/[\s-]/g, '').toLowerCase();
	if (/^[0-9]{6}$/.test(digits)) return { kind: 'device', digits };
	return /^[0-9a-f]{20}$/.test(digits) ? { kind: 'recovery', digits } : undefined;
}

/** A recovery code of 20 hex digits in groups that people can copy. */
export function toShownRecoveryCode(digits: string): string {
	return digits.replaceAll(/.{5}(?=.)/g, '$&-');
}
