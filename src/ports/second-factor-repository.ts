/** What a user has to show beside a password or a link: codes of a device, and codes for the day on which it is lost. */
export interface StoredSecondFactor {
	readonly userCode: string;
	/** The secret that the device has, as `SecretBox.seal` made it. */
	readonly sealed: string;
	/** Until then signing in does not ask for it: nobody has shown that a device has the secret. */
	readonly isActive: boolean;
}

/** Second factors of users, one at most for each. All of it goes with its user. */
export interface SecondFactorRepository {
	find(userCode: string): Promise<StoredSecondFactor | undefined>;
	/** The codes of the users of an account who have one that is active, in no particular order. */
	listActive(accountId: string): Promise<readonly string[]>;
	/** Stores a secret that is not active yet, in the place of another such. `active`: the user has one that is. */
	put(factor: Pick<StoredSecondFactor, 'userCode' | 'sealed'>): Promise<'updated' | 'missing' | 'active'>;
	/**
	 * Activates a secret that `put` stored, and ends the user's sessions except `keptSessionId`. `missing`: it is active
	 * already, or no longer the user's.
	 */
	activate(activation: SecondFactorActivation, keptSessionId: string): Promise<'updated' | 'missing'>;
	/** Whether no code of this step or a later one was used before. Of all that ask at once, one is told so. */
	useStep(userCode: string, step: number): Promise<boolean>;
	/** Removes a recovery code. @returns whether it was there: to one of all that ask at once. */
	useRecoveryCode(userCode: string, digest: string): Promise<boolean>;
	/** Also what is not active, and the recovery codes. */
	remove(userCode: string): Promise<'removed' | 'missing'>;
}

export interface SecondFactorActivation extends Pick<StoredSecondFactor, 'userCode' | 'sealed'> {
	/** The step (`OneTimeCodes`) of the code that was shown. */
	readonly step: number;
	/** SHA-256 of each recovery code, 64 hex digits. */
	readonly recoveryDigests: readonly string[];
}
