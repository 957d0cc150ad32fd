/** All that is sealed with the server key, to be sealed with another one. */
export interface SealedSecretRepository {
	/** Some of those whose text begins so; at most `countMax` of each kind. */
	list(beginning: string, countMax: number): Promise<readonly SealedSecret[]>;
	/** Leaves out those that are not what was read any more. One transaction. */
	replace(changes: readonly SecretChange[]): Promise<void>;
}

export interface SealedSecret {
	/** An API key by its id, or a second factor by the code of its user. */
	readonly kind: 'api_key' | 'second_factor';
	readonly id: string;
	/** As `SecretBox.seal` made it. */
	readonly sealed: string;
}

export interface SecretChange {
	readonly secret: SealedSecret;
	readonly sealed: string;
}
