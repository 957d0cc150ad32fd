/**
 * The record of changes. An entry is written after its change and before the answer. A server that is killed in between has
 * made a change without an entry, and nobody was told that the change was made.
 */
import type { Principal } from '../../domain/account/account.ts';
import { type Change, type ChangeArea, changesPerAccountMax, type NewChange } from '../../domain/account/change.ts';
import type { Session, SignInMethod } from '../../domain/account/session.ts';
import type { ChangeListRequest, ChangeRepository } from '../../ports/change-repository.ts';
import type { Clock } from '../../ports/clock.ts';

export interface Changes {
	/** Never rejects: a change that was made is answered as made. */
	record(change: Omit<NewChange, 'atMs'>): Promise<void>;
	/** Never rejects. */
	recordSignIn(session: Pick<Session, 'userCode' | 'keyId' | 'method'>): Promise<void>;
	/** Of a second factor, behind a password or a link that was right. Never rejects. */
	recordWrongCode(userCode: string): Promise<void>;
	/** Of the caller's account, the newest first. */
	list(principal: Principal, request: Omit<ChangeListRequest, 'accountId'>): Promise<readonly Change[]>;
}

interface Dependencies {
	readonly changes: Pick<ChangeRepository, 'add' | 'list'>;
	readonly clock: Pick<Clock, 'nowMs'>;
	/** Called when an entry was not written. */
	readonly onFailure: (error: unknown, operation: string) => void;
}

const signInOperations: Readonly<Record<SignInMethod, string>> = {
	password: 'signIn',
	link: 'signInWithLink',
	key: 'signInWithKey',
	oidc: 'endProviderSignIn',
};

export function createChanges({ changes, clock, onFailure }: Dependencies): Changes {
	async function record(change: Omit<NewChange, 'atMs'>): Promise<void> {
		try {
			await changes.add({ ...change, atMs: clock.nowMs() }, changesPerAccountMax);
		} catch (error) {
			onFailure(error, change.operation);
		}
	}

	function recordEvent(operation: string, { userCode, keyId }: Pick<Session, 'userCode' | 'keyId'>) {
		const area: ChangeArea = 'signIn';
		const actor = { kind: 'session', userCode, keyId } as const;
		return record({ actor, area, operation, path: '', createdId: null, sent: null, isWhole: true });
	}

	return {
		record,
		recordSignIn: (user) => recordEvent(signInOperations[user.method], user),
		recordWrongCode: (userCode) => recordEvent('wrongSecondFactor', { userCode, keyId: null }),
		list: ({ accountId }, request) => changes.list({ ...request, accountId }),
	};
}
