import { activeKeysPerUserMax, usersPerAccountMax } from '../../domain/account/account.ts';
import type { AccountRepository } from '../../ports/account-repository.ts';
import { retireGenerationsOfAccount } from './generation-queries.ts';
import { defineQuery } from './query.ts';
import type { SqlConnection } from './sql-connection.ts';

export const accountWriteNames = [
	'createAccount',
	'renameAccount',
	'removeAccount',
	'createUser',
	'updateUser',
	'removeUser',
	'createKey',
	'revokeKey',
] as const;

export type AccountWrites = Pick<AccountRepository, (typeof accountWriteNames)[number]>;

const insertAccount = defineQuery((db, args: { id: string; name: string; createdAtMs: number }) =>
	db.insertInto('account').values({ id: args.id, name: args.name, created_at_ms: args.createdAtMs }),
);
const renameAccount = defineQuery((db, args: { id: string; name: string }) =>
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
		.selectFrom('account')
		.leftJoin('app_user', 'app_user.account_id', 'account.id')
		.select(({ fn }) => fn.count<number>('app_user.code').as('userCount'))
		.where('account.id', '=', args.accountId)
		.groupBy('account.id'),
);
const insertUser = defineQuery(
	(
		db,
		args: { code: string; accountId: string; name: string; email: string | null; role: string; createdAtMs: number },
	) =>
		db.insertInto('app_user').values({
			code: args.code,
			account_id: args.accountId,
			name: args.name,
			email: args.email,
			role: args.role,
			created_at_ms: args.createdAtMs,
		}),
);
const findUser = defineQuery((db, args: { code: string }) =>
	db.selectFrom('app_user').select(['name', 'email', 'role']).where('code', '=', args.code),
);
const updateUser = defineQuery((db, args: { code: string; name: string; email: string | null }) =>
	db.updateTable('app_user').set({ name: args.name, email: args.email }).where('code', '=', args.code),
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
const revokeKey = defineQuery((db, args: { accountId: string; id: string; revokedAtMs: number }) =>
	db
		.updateTable('api_key')
		.set(({ fn, ref, val }) => ({ revoked_at_ms: fn.coalesce(ref('revoked_at_ms'), val(args.revokedAtMs)) }))
		.where('id', '=', args.id)
		.where('user_code', 'in', (eb) =>
			eb.selectFrom('app_user').select('code').where('account_id', '=', args.accountId),
		),
);

export function createAccountWrites(connection: SqlConnection): AccountWrites {
	return {
		async createAccount(account, owner) {
			await connection.run(insertAccount, { ...account });
			await connection.run(insertUser, { ...owner });
			return 'created';
		},
		async renameAccount(id, name) {
			return (await connection.run(renameAccount, { id, name })) > 0 ? 'updated' : 'missing';
		},
		async removeAccount(id) {
			await connection.run(retireGenerationsOfAccount, { accountId: id });
			await connection.run(noteRemovedStores, { accountId: id });
			return (await connection.run(deleteAccount, { id })) > 0 ? 'deleted' : 'missing';
		},
		async createUser(user) {
			const row = await connection.first(countUsers, { accountId: user.accountId });
			if (row === undefined) return 'missing';
			if (row.userCount >= usersPerAccountMax) return 'full';
			await connection.run(insertUser, { ...user });
			return 'created';
		},
		async updateUser(code, change) {
			const row = await connection.first(findUser, { code });
			if (row === undefined) return 'missing';
			const { name = row.name, email = row.email } = change;
			await connection.run(updateUser, { code, name, email });
			return 'updated';
		},
		async removeUser(code) {
			const row = await connection.first(findUser, { code });
			if (row === undefined) return 'missing';
			if (row.role === 'owner') return 'owner';
			await connection.run(deleteUser, { code });
			return 'deleted';
		},
		async createKey(key) {
			if ((await connection.first(findUser, { code: key.userCode })) === undefined) return 'missing';
			const active = await connection.first(countActiveKeys, { userCode: key.userCode });
			if (active !== undefined && active.keyCount >= activeKeysPerUserMax) return 'full';
			await connection.run(insertKey, { ...key });
			return 'created';
		},
		async revokeKey(accountId, keyId, revokedAtMs) {
			const changed = await connection.run(revokeKey, { accountId, id: keyId, revokedAtMs });
			return changed > 0 ? 'revoked' : 'missing';
		},
	};
}
