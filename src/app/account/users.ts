/** The users of an account. The owner is created with the account; all users added later are members. */
import { type ListedUser, type Principal, type User, usersPerAccountMax } from '../../domain/account/account.ts';
import { findEmailFaults, findNameFaults } from '../../domain/account/display-name.ts';
import { noRights, type Rights } from '../../domain/account/rights.ts';
import { toOwned } from '../../domain/account/to-owned.ts';
import { failFaults } from '../../lib/fail-faults.ts';
import { fail, failField, type Result, succeed } from '../../lib/failure.ts';
import type { AccountRepository } from '../../ports/account-repository.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Randomness } from '../../ports/randomness.ts';
import type { SecondFactorRepository } from '../../ports/second-factor-repository.ts';

interface Profile {
	readonly name: string;
	readonly email: string | null;
	/** Areas that are not named keep what they have; `none` at first. */
	readonly rights?: Partial<Rights>;
}

export interface Users {
	list(principal: Principal): Promise<readonly ListedUser[]>;
	/** The user, `not_found` if it does not exist, or `forbidden` if it belongs to another account. */
	find(principal: Principal, code: string): Promise<Result<ListedUser>>;
	create(principal: Principal, profile: Profile): Promise<Result<ListedUser>>;
	update(principal: Principal, code: string, change: Partial<Profile>): Promise<Result<ListedUser>>;
	/** Also removes the user's keys. The owner cannot be removed (`forbidden`). */
	remove(principal: Principal, code: string): Promise<Result<null>>;
}

interface Dependencies {
	readonly accounts: AccountRepository;
	readonly secondFactors: Pick<SecondFactorRepository, 'find' | 'listActive'>;
	readonly randomness: Randomness;
	readonly clock: Clock;
}

export function createUsers({ accounts, secondFactors, randomness, clock }: Dependencies): Users {
	async function find(principal: Principal, code: string): Promise<Result<ListedUser>> {
		const user = toOwned(await accounts.findUser(code), principal);
		if (!user.ok) return user;
		return succeed({ ...user.value, hasSecondFactor: (await secondFactors.find(code))?.isActive === true });
	}

	return {
		async list({ accountId }) {
			const [users, active] = await Promise.all([accounts.listUsers(accountId), secondFactors.listActive(accountId)]);
			const codes = new Set(active);
			return users.map((user) => ({ ...user, hasSecondFactor: codes.has(user.code) }));
		},
		find,

		async create({ accountId }, { name, email, rights }) {
			const faults = [...findNameFaults('name', name), ...findEmailFaults('email', email)];
			if (faults.length > 0) return failFaults(faults);
			const createdAtMs = clock.nowMs();
			const user: User = {
				...{ code: randomness.hex(8), accountId, name, email, role: 'member', createdAtMs },
				rights: { ...noRights, ...rights },
			};
			const outcome = await accounts.createUser(user);
			if (outcome === 'missing') return fail('not_found');
			if (outcome === 'full') {
				return fail('invalid', { message: `An account has at most ${usersPerAccountMax} users` });
			}
			return succeed({ ...user, hasSecondFactor: false });
		},

		async update(principal, code, change) {
			const found = await find(principal, code);
			if (!found.ok) return found;
			const faults = [...findNameFaults('name', change.name), ...findEmailFaults('email', change.email)];
			if (faults.length > 0) return failFaults(faults);
			const { rights, ...profile } = change;
			if (rights !== undefined && found.value.role === 'owner')
				return failField('rights', 'of the owner cannot be changed');
			const changed = rights === undefined ? profile : { ...profile, rights: { ...found.value.rights, ...rights } };
			return (await accounts.updateUser(code, changed)) === 'updated' ? find(principal, code) : fail('not_found');
		},

		async remove(principal, code) {
			const found = await find(principal, code);
			if (!found.ok) return found;
			const outcome = await accounts.removeUser(code);
			if (outcome === 'owner') {
				return fail('forbidden', { message: 'The owner stays as long as the account does' });
			}
			return outcome === 'deleted' ? succeed(null) : fail('not_found');
		},
	};
}
