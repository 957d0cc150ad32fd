/** Codes that a device computes from a secret and the time, for one use each. */
export interface OneTimeCodes {
	/** @returns a new secret of 160 random bits, as 32 letters of base32. */
	createSecret(): string;
	/** What a device reads the secret from, as text or as a QR code: an address of the scheme `otpauth`. */
	toUri(secret: string, label: string): string;
	/**
	 * The step of time that a code belongs to: a whole number, the count of 30 seconds since 1970. Codes of the present
	 * step fit, and those of the one before and the one behind it, for devices whose clock is not right and people who type
	 * slowly. Undefined: the code fits none.
	 * @param code six digits.
	 * @param nowMs by the wall clock, as devices have it.
	 */
	findStep(secret: string, code: string, nowMs: number): number | undefined;
}
