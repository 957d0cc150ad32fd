import type { Change, ChangeArea, NewChange } from '../domain/account/change.ts';

/** The record of changes of all accounts; that of an account goes with it. */
export interface ChangeRepository {
	/**
	 * Notes the names of the user and the key, and removes what is beyond the newest `keptMax` of the account. `missing`
	 * when the user or the account is gone: nothing is recorded.
	 */
	add(change: NewChange, keptMax: number): Promise<'added' | 'missing'>;
	/** The newest first. */
	list(request: ChangeListRequest): Promise<readonly Change[]>;
	/** Removes about `countMax` changes from before a time, the oldest first. `nothing`: there were none. */
	forgetOld(beforeMs: number, countMax: number): Promise<'forgotten' | 'nothing'>;
}

export interface ChangeListRequest {
	readonly accountId: string;
	/** Only those with smaller numbers; null: all. */
	readonly before: number | null;
	/** ≥ 1. */
	readonly countMax: number;
	/** Only those of this user, in this area; null: all. */
	readonly userCode: string | null;
	readonly area: ChangeArea | null;
}
