/** Encrypts small facts that a browser keeps for the server, so that it can neither read nor change them. */
export interface ClaimBox {
	/** @returns text that is fit for a cookie. */
	seal(claims: Readonly<Record<string, string | number>>, expiresAtMs: number): Promise<string>;
	/** The claims; undefined for what was not sealed here, was altered, or has expired at `nowMs`. Never rejects. */
	open(sealed: string, nowMs: number): Promise<Readonly<Record<string, unknown>> | undefined>;
}
