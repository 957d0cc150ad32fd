import type { UserRole } from '../../domain/account/account.ts';
import type { SignInRepository } from '../../ports/sign-in-repository.ts';
import { defineQuery, type QueryBuilder } from './query.ts';
import { readRights } from './rights-column.ts';
import { findLink, type SignInWrites } from './sign-in-writes.ts';
import type { SqlReader } from './sql-connection.ts';

type SignInReads = Omit<SignInRepository, keyof SignInWrites>;

const selectPasswords = (db: QueryBuilder, args: { emailKey: string; countMax: number }) =>
	db
		.selectFrom('app_user')
		.innerJoin('user_password', 'user_password.user_code', 'app_user.code')
		.select(['user_password.user_code', 'user_password.hash'])
		.where('app_user.email_key', '=', args.emailKey)
		.orderBy('app_user.serial')
		.limit(args.countMax);

const findPasswords = defineQuery((db, args: { emailKey: string; countMax: number }) => selectPasswords(db, args));
const findPasswordsOfAccount = defineQuery((db, args: { emailKey: string; countMax: number; accountId: string }) =>
	selectPasswords(db, args).where('app_user.account_id', '=', args.accountId),
);
const selectUsers = (db: QueryBuilder, args: { emailKey: string; countMax: number }) =>
	db
		.selectFrom('app_user')
		.select('code')
		.where('email_key', '=', args.emailKey)
		.orderBy('serial')
		.limit(args.countMax);

const findUsers = defineQuery((db, args: { emailKey: string; countMax: number }) => selectUsers(db, args));
const findUsersOfAccount = defineQuery((db, args: { emailKey: string; countMax: number; accountId: string }) =>
	selectUsers(db, args).where('account_id', '=', args.accountId),
);
const findPassword = defineQuery((db, args: { userCode: string }) =>
	db.selectFrom('user_password').select(['user_code', 'hash']).where('user_code', '=', args.userCode),
);
const findSession = defineQuery((db, args: { id: string }) =>
	db
		.selectFrom('dashboard_session')
		.innerJoin('app_user', 'app_user.code', 'dashboard_session.user_code')
		.leftJoin('api_key', 'api_key.id', 'dashboard_session.key_id')
		.selectAll('dashboard_session')
		.select(['app_user.account_id', 'app_user.role', 'app_user.rights'])
		.where('dashboard_session.id', '=', args.id)
		.where('api_key.revoked_at_ms', 'is', null),
);

export function createSignInReads(connection: SqlReader): SignInReads {
	return {
		async findPasswords({ accountId, ...request }) {
			const rows =
				accountId === null
					? await connection.all(findPasswords, request)
					: await connection.all(findPasswordsOfAccount, { ...request, accountId });
			return rows.map(toPassword);
		},
		async findUsersByEmail({ accountId, ...request }) {
			const rows =
				accountId === null
					? await connection.all(findUsers, request)
					: await connection.all(findUsersOfAccount, { ...request, accountId });
			return rows.map(({ code }) => code);
		},
		async findPassword(userCode) {
			const row = await connection.first(findPassword, { userCode });
			return row && toPassword(row);
		},
		findLink: async (digest, nowMs) => (await connection.first(findLink, { digest, nowMs }))?.user_code,
		async findSession(id) {
			const row = await connection.first(findSession, { id });
			if (row === undefined) return undefined;
			const session = {
				id: row.id,
				userCode: row.user_code,
				keyId: row.key_id,
				method: row.method,
				createdAtMs: row.created_at_ms,
				expiresAtMs: row.expires_at_ms,
			};
			const role = row.role as UserRole;
			return { session, accountId: row.account_id, role, rights: readRights(row.rights, role) };
		},
	};
}

function toPassword({ user_code: userCode, hash }: { user_code: string; hash: string }) {
	return { userCode, hash };
}
