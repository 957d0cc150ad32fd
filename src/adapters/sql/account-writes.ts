import { type Account, activeKeysPerUserMax, type User, usersPerAccountMax } from '../../domain/account/account.ts';
import { toEmailKey } from '../../domain/account/display-name.ts';
import type { AccountRepository, StoredKey } from '../../ports/account-repository.ts';
import { retireGenerationsOfAccount } from './generation-queries.ts';
import {
	holdAccount,
	holdUser,
	lockAccount,
	lockSearchEnginesOfAccount,
	lockStoresOfAccount,
	lockUser,
} from './locks.ts';
import { defineQuery } from './query.ts';
import { toRightsColumn } from './rights-column.ts';
import { defineUnit, type Writer } from './unit-of-work.ts';

export type AccountWrites = Pick<
	AccountRepository,
	| 'createAccount'
	| 'renameAccount'
	| 'removeAccount'
	| 'createUser'
	| 'updateUser'
	| 'removeUser'
	| 'createKey'
	| 'revokeKey'
>;

const insertAccount = defineQuery((db, args: { id: string; name: string; createdAtMs: number }) =>
	db.insertInto('account').values({ id: args.id, name: args.name, created_at_ms: args.createdAtMs }),
);
const setAccountName = defineQuery((db, args: { id: string; name: string }) =>
	db.updateTable('account').set({ name: args.name }).where('id', '=', args.id),
);
const deleteAccount = defineQuery((db, args: { id: string }) => db.deleteFrom('account').where('id', '=', args.id));
const noteRemovedStores = defineQuery((db, args: { accountId: string }) =>
	db
		.insertInto('removed_store')
		.columns(['id'])
		.expression(({ selectFrom }) => selectFrom('store').select('id').where('account_id', '=', args.accountId)),
);
const countUsers = defineQuery((db, args: { accountId: string }) =>
	db
		.selectFrom('app_user')
		.select(({ fn }) => fn.countAll<number>().as('userCount'))
		.where('account_id', '=', args.accountId),
);
const insertUser = defineQuery(
	(
		db,
		args: {
			code: string;
			accountId: string;
			name: string;
			email: string | null;
			emailKey: string | null;
			role: string;
			rights: string;
			createdAtMs: number;
		},
	) =>
		db.insertInto('app_user').values({
			code: args.code,
			account_id: args.accountId,
			name: args.name,
			email: args.email,
			email_key: args.emailKey,
			role: args.role,
			rights: args.rights,
			created_at_ms: args.createdAtMs,
		}),
);
const setUser = defineQuery(
	(db, args: { code: string; name: string; email: string | null; emailKey: string | null; rights: string }) =>
		db
			.updateTable('app_user')
			.set({ name: args.name, email: args.email, email_key: args.emailKey, rights: args.rights })
			.where('code', '=', args.code),
);
const deleteUser = defineQuery((db, args: { code: string }) => db.deleteFrom('app_user').where('code', '=', args.code));
const countActiveKeys = defineQuery((db, args: { userCode: string }) =>
	db
		.selectFrom('api_key')
		.select(({ fn }) => fn.countAll<number>().as('keyCount'))
		.where('user_code', '=', args.userCode)
		.where('revoked_at_ms', 'is', null),
);
const insertKey = defineQuery(
	(
		db,
		args: {
			id: string;
			userCode: string;
			name: string;
			createdAtMs: number;
			revokedAtMs: number | null;
			digest: string;
			sealed: string;
		},
	) =>
		db.insertInto('api_key').values({
			id: args.id,
			user_code: args.userCode,
			name: args.name,
			created_at_ms: args.createdAtMs,
			revoked_at_ms: args.revokedAtMs,
			digest: args.digest,
			sealed: args.sealed,
		}),
);
const setKeyRevoked = defineQuery((db, args: { accountId: string; id: string; revokedAtMs: number }) =>
	db
		.updateTable('api_key')
		.set(({ fn, ref, val }) => ({ revoked_at_ms: fn.coalesce(ref('revoked_at_ms'), val(args.revokedAtMs)) }))
		.where('id', '=', args.id)
		.where('user_code', 'in', (eb) =>
			eb.selectFrom('app_user').select('code').where('account_id', '=', args.accountId),
		),
);

function toRow(user: User) {
	return { ...user, emailKey: toEmailKey(user.email), rights: toRightsColumn(user.rights) };
}

const createAccount = defineUnit('accounts.createAccount', async (tx, account: Account, owner: User) => {
	await tx.run(insertAccount, { ...account });
	await tx.run(insertUser, toRow(owner));
	return 'created' as const;
});

const renameAccount = defineUnit('accounts.renameAccount', async (tx, id: string, name: string) =>
	(await tx.run(setAccountName, { id, name })) > 0 ? 'updated' : 'missing',
);

const removeAccount = defineUnit('accounts.removeAccount', async (tx, id: string) => {
	await tx.first(lockAccount, { id });
	await tx.all(lockStoresOfAccount, { accountId: id });
	await tx.all(lockSearchEnginesOfAccount, { accountId: id });
	await tx.run(retireGenerationsOfAccount, { accountId: id });
	await tx.run(noteRemovedStores, { accountId: id });
	return (await tx.run(deleteAccount, { id })) > 0 ? 'deleted' : 'missing';
});

const createUser = defineUnit('accounts.createUser', async (tx, user: User) => {
	if ((await tx.first(holdAccount, { id: user.accountId })) === undefined) return 'missing';
	const row = await tx.first(countUsers, { accountId: user.accountId });
	if (row !== undefined && row.userCount >= usersPerAccountMax) return 'full';
	await tx.run(insertUser, toRow(user));
	return 'created';
});

type UserChange = Parameters<AccountRepository['updateUser']>[1];

const updateUser = defineUnit('accounts.updateUser', async (tx, code: string, change: UserChange) => {
	const row = await tx.first(holdUser, { code });
	if (row === undefined) return 'missing';
	const { name = row.name, email = row.email } = change;
	const rights = change.rights === undefined ? row.rights : toRightsColumn(change.rights);
	await tx.run(setUser, { code, name, email, emailKey: toEmailKey(email), rights });
	return 'updated';
});

const removeUser = defineUnit('accounts.removeUser', async (tx, code: string) => {
	const row = await tx.first(lockUser, { code });
	if (row === undefined) return 'missing';
	if (row.role === 'owner') return 'owner';
	await tx.run(deleteUser, { code });
	return 'deleted';
});

const createKey = defineUnit('accounts.createKey', async (tx, key: StoredKey) => {
	if ((await tx.first(holdUser, { code: key.userCode })) === undefined) return 'missing';
	const active = await tx.first(countActiveKeys, { userCode: key.userCode });
	if (active !== undefined && active.keyCount >= activeKeysPerUserMax) return 'full';
	await tx.run(insertKey, { ...key });
	return 'created';
});

type Revocation = { readonly accountId: string; readonly id: string; readonly revokedAtMs: number };

const revokeKey = defineUnit('accounts.revokeKey', async (tx, revocation: Revocation) =>
	(await tx.run(setKeyRevoked, revocation)) > 0 ? 'revoked' : 'missing',
);

export const accountUnits = [
	createAccount,
	renameAccount,
	removeAccount,
	createUser,
	updateUser,
	removeUser,
	createKey,
	revokeKey,
] as const;

export function createAccountWrites({ run }: Writer): AccountWrites {
	return {
		createAccount: (account, owner) => run(createAccount, account, owner),
		renameAccount: (id, name) => run(renameAccount, id, name),
		removeAccount: (id) => run(removeAccount, id),
		createUser: (user) => run(createUser, user),
		updateUser: (code, change) => run(updateUser, code, change),
		removeUser: (code) => run(removeUser, code),
		createKey: (key) => run(createKey, key),
		revokeKey: (accountId, id, revokedAtMs) => run(revokeKey, { accountId, id, revokedAtMs }),
	};
}
