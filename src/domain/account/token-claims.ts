/** The rules for the claims of a management JWT (INTERFACE, "Authentication"). Times are Unix seconds. */
export const tokenLifeSecondsMax = 7 * 24 * 3600;
export const tokenClockToleranceSeconds = 60;

/** @returns what is wrong with the claims, or undefined when they are acceptable at `nowSeconds`. */
export function findClaimProblem(claims: Readonly<Record<string, unknown>>, nowSeconds: number): string | undefined {
	const { iat, exp, name, nbf } = claims;
	if (typeof iat !== 'number' || !Number.isFinite(iat)) return 'iat is required';
	if (typeof exp !== 'number' || !Number.isFinite(exp)) return 'exp is required';
	if (typeof name !== 'string' || name === '') return 'name is required';
	if (exp < iat) return 'exp is before iat';
	if (exp - iat > tokenLifeSecondsMax) return 'exp must be within one week of iat';
	if (iat > nowSeconds + tokenClockToleranceSeconds) return 'iat is in the future';
	// The claim is optional, but it is enforced where it is present (RFC 7519, 4.1.5).
	if (nbf !== undefined && typeof nbf !== 'number') return 'nbf must be a number';
	if (nbf !== undefined && nbf > nowSeconds + tokenClockToleranceSeconds) return 'nbf is in the future';
	if (exp < nowSeconds - tokenClockToleranceSeconds) return 'the token has expired';
	return undefined;
}
