/** Hashes passwords, slowly on purpose, and only so many at once that sign-ins cannot hold up the server. */
export interface PasswordHasher {
	/** @throws {FailureError} `overloaded` when too many are waiting. */
	hash(password: string): Promise<string>;
	/**
	 * Whether `stored` is a hash of the password. Without one the answer is false, after the same time, so that a caller
	 * does not learn whether there is one.
	 * @throws {FailureError} `overloaded` when too many are waiting.
	 */
	verify(password: string, stored: string | undefined): Promise<boolean>;
}
