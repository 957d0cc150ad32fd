/** Encrypts secrets that must be readable again, under a server key that lives outside the database. */
export interface SecretBox {
	seal(secret: string): string;
	/** @throws {Error} when `sealed` was made under another server key or was altered. */
	open(sealed: string): string;
}
