/** The API keys of an account: created for one of its users, listed without their secrets, revoked for good. */
import type { ApiKey, Principal } from '../../domain/account/account.ts';
import { findNameFaults } from '../../domain/account/display-name.ts';
import { toOwned } from '../../domain/account/to-owned.ts';
import { failFaults } from '../../lib/fail-faults.ts';
import { fail, type Result, succeed } from '../../lib/failure.ts';
import { type IssuedKey, issueKey, type KeyIssuing } from './issue-key.ts';

export interface Keys {
	/** In order of creation, including revoked keys. */
	list(principal: Principal): Promise<readonly ApiKey[]>;
	create(principal: Principal, userCode: string, name: string): Promise<Result<IssuedKey>>;
	/**
	 * Revokes a key at once; revoking it again is not an error. A key of another account is `not_found`, too: a key id is
	 * not a credential, and no other account has a use for it. The key of the call itself may be revoked, even if it is
	 * the last one: the operator can create a new one for the owner.
	 */
	revoke(principal: Principal, keyId: string): Promise<Result<null>>;
}

export function createKeys(dependencies: KeyIssuing): Keys {
	const { accounts, clock } = dependencies;
	return {
		list: ({ accountId }) => accounts.listKeys(accountId),

		async create(principal, userCode, name) {
			const user = toOwned(await accounts.findUser(userCode), principal);
			if (!user.ok) return user;
			const faults = findNameFaults('name', name);
			return faults.length > 0 ? failFaults(faults) : issueKey(dependencies, userCode, name);
		},

		async revoke({ accountId }, keyId) {
			const outcome = await accounts.revokeKey(accountId, keyId, clock.nowMs());
			return outcome === 'revoked' ? succeed(null) : fail('not_found');
		},
	};
}
