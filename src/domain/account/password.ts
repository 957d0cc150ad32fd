/** Rules for passwords: long enough that guessing takes for ever at the rate of sign-ins, and no rules on characters. */

/** In Unicode code points, after normalisation (NIST SP 800-63B, 3.1.1). */
export const passwordLengthMin = 12;
export const passwordLengthMax = 200;

/** The form in which a password is hashed, so that keyboards that compose letters differently write the same one. */
export function normalizePassword(password: string): string {
	return password.normalize('NFKC');
}

/** @returns what is wrong with a new password of this user, or undefined. */
export function findPasswordProblem(password: string, email: string): string | undefined {
	if (!password.isWellFormed()) return 'must be well-formed text';
	const codePointCount = [...normalizePassword(password)].length;
	if (codePointCount < passwordLengthMin) return `length must be greater than or equal to ${passwordLengthMin}`;
	if (codePointCount > passwordLengthMax) return `length must be less than or equal to ${passwordLengthMax}`;
	if (new Set(password).size < 4) return 'must have at least 4 different characters';
	return password.toLowerCase() === email.toLowerCase() ? 'must not be the e-mail address' : undefined;
}
