/**
 * Accounts, as the operator of the server sees them.
 *
 * Creating an account also creates its owner and the owner's first key. If the server stops between the two, the account
 * exists without a key. `createOwnerKey` then creates one, as it also does for an owner who lost the key.
 */
import type { Account, User } from '../../domain/account/account.ts';
import { findEmailFaults, findNameFaults } from '../../domain/account/display-name.ts';
import { allRights } from '../../domain/account/rights.ts';
import { failFaults } from '../../lib/fail-faults.ts';
import { type Fault, fail, type Result, succeed } from '../../lib/failure.ts';
import { type IssuedKey, issueKey, type KeyIssuing } from './issue-key.ts';

interface NewAccount {
	readonly name: string;
	readonly owner: { readonly name: string; readonly email: string | null };
}

interface CreatedAccount {
	readonly account: Account;
	readonly owner: User;
	readonly issued: IssuedKey;
}

export interface Accounts {
	create(request: NewAccount): Promise<Result<CreatedAccount>>;
	/** In order of creation. */
	list(): Promise<readonly Account[]>;
	find(id: string): Promise<Result<Account>>;
	rename(id: string, name: string): Promise<Result<Account>>;
	/** Also deletes everything in the account. */
	remove(id: string): Promise<Result<null>>;
	createOwnerKey(accountId: string, name: string): Promise<Result<IssuedKey>>;
}

export function createAccounts(dependencies: KeyIssuing): Accounts {
	const { accounts, randomness, clock } = dependencies;

	async function find(id: string): Promise<Result<Account>> {
		const account = await accounts.findAccount(id);
		return account ? succeed(account) : fail('not_found');
	}

	return {
		async create({ name, owner: { name: ownerName, email } }) {
			const faults: Fault[] = [
				...findNameFaults('name', name),
				...findNameFaults('owner.name', ownerName),
				...findEmailFaults('owner.email', email),
			];
			if (faults.length > 0) return failFaults(faults);
			const createdAtMs = clock.nowMs();
			const account: Account = { id: randomness.hex(16), name, createdAtMs };
			const owner: User = {
				code: randomness.hex(8),
				accountId: account.id,
				name: ownerName,
				email,
				role: 'owner',
				rights: allRights,
				createdAtMs,
			};
			await accounts.createAccount(account, owner);
			const issued = await issueKey(dependencies, owner.code, 'First key');
			return issued.ok ? succeed({ account, owner, issued: issued.value }) : issued;
		},

		list: () => accounts.listAccounts(),
		find,

		async rename(id, name) {
			const faults = findNameFaults('name', name);
			if (faults.length > 0) return failFaults(faults);
			return (await accounts.renameAccount(id, name)) === 'updated' ? find(id) : fail('not_found');
		},

		async remove(id) {
			return (await accounts.removeAccount(id)) === 'deleted' ? succeed(null) : fail('not_found');
		},

		async createOwnerKey(accountId, name) {
			const faults = findNameFaults('name', name);
			if (faults.length > 0) return failFaults(faults);
			const owner = (await accounts.listUsers(accountId)).find((user) => user.role === 'owner');
			return owner ? issueKey(dependencies, owner.code, name) : fail('not_found');
		},
	};
}
