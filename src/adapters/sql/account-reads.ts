import type { Account, ApiKey, User, UserRole } from '../../domain/account/account.ts';
import type { AccountRepository, StoredKey } from '../../ports/account-repository.ts';
import type { AccountTable, KeyTable, UserTable } from './account-schema.ts';
import type { AccountWrites } from './account-writes.ts';
import { defineQuery } from './query.ts';
import { readRights } from './rights-column.ts';
import type { SqlReader } from './sql-connection.ts';

type AccountReads = Omit<AccountRepository, keyof AccountWrites>;

const findAccount = defineQuery((db, args: { id: string }) =>
	db.selectFrom('account').selectAll().where('id', '=', args.id),
);
const listAccounts = defineQuery((db) => db.selectFrom('account').selectAll().orderBy('serial'));
const findUser = defineQuery((db, args: { code: string }) =>
	db.selectFrom('app_user').selectAll().where('code', '=', args.code),
);
const listUsers = defineQuery((db, args: { accountId: string }) =>
	db.selectFrom('app_user').selectAll().where('account_id', '=', args.accountId).orderBy('serial'),
);
const findKeyByDigest = defineQuery((db, args: { digest: string }) =>
	db
		.selectFrom('api_key')
		.innerJoin('app_user', 'app_user.code', 'api_key.user_code')
		.selectAll('api_key')
		.select(['app_user.account_id', 'app_user.role'])
		.where('api_key.digest', '=', args.digest),
);
const listActiveKeys = defineQuery((db, args: { userCode: string }) =>
	db
		.selectFrom('api_key')
		.selectAll()
		.where('user_code', '=', args.userCode)
		.where('revoked_at_ms', 'is', null)
		.orderBy('serial'),
);
const listKeys = defineQuery((db, args: { accountId: string }) =>
	db
		.selectFrom('api_key')
		.innerJoin('app_user', 'app_user.code', 'api_key.user_code')
		.selectAll('api_key')
		.where('app_user.account_id', '=', args.accountId)
		.orderBy('api_key.serial'),
);

export function createAccountReads(connection: SqlReader): AccountReads {
	return {
		async findAccount(id) {
			const row = await connection.first(findAccount, { id });
			return row && toAccount(row);
		},
		async listAccounts() {
			return (await connection.all(listAccounts, {})).map(toAccount);
		},
		async findUser(code) {
			const row = await connection.first(findUser, { code });
			return row && toUser(row);
		},
		async listUsers(accountId) {
			return (await connection.all(listUsers, { accountId })).map(toUser);
		},
		async findKeyByDigest(digest) {
			const row = await connection.first(findKeyByDigest, { digest });
			return row && { key: toStoredKey(row), accountId: row.account_id, role: row.role as UserRole };
		},
		async listActiveKeys(userCode) {
			return (await connection.all(listActiveKeys, { userCode })).map(toStoredKey);
		},
		async listKeys(accountId) {
			return (await connection.all(listKeys, { accountId })).map(toKey);
		},
	};
}

function toAccount(row: Omit<AccountTable, 'serial'>): Account {
	return { id: row.id, name: row.name, createdAtMs: row.created_at_ms };
}

function toUser(row: Omit<UserTable, 'serial'>): User {
	return {
		code: row.code,
		accountId: row.account_id,
		name: row.name,
		email: row.email,
		role: row.role as UserRole,
		rights: readRights(row.rights, row.role as UserRole),
		createdAtMs: row.created_at_ms,
	};
}

function toKey(row: Omit<KeyTable, 'serial'>): ApiKey {
	return {
		id: row.id,
		userCode: row.user_code,
		name: row.name,
		createdAtMs: row.created_at_ms,
		revokedAtMs: row.revoked_at_ms,
	};
}

function toStoredKey(row: Omit<KeyTable, 'serial'>): StoredKey {
	return { ...toKey(row), digest: row.digest, sealed: row.sealed };
}
