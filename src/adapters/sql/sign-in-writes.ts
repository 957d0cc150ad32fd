import { type Session, sessionsPerUserMax } from '../../domain/account/session.ts';
import type { SignInBasis, SignInRepository, StoredLink, StoredPassword } from '../../ports/sign-in-repository.ts';
import { holdUser } from './locks.ts';
import { defineQuery } from './query.ts';
import { defineUnit, type Writer } from './unit-of-work.ts';

export type SignInWrites = Pick<
	SignInRepository,
	'setPassword' | 'putLink' | 'useLink' | 'openSession' | 'endSession' | 'endSessions'
>;

const putPassword = defineQuery((db, args: { userCode: string; hash: string }) =>
	db
		.insertInto('user_password')
		.values({ user_code: args.userCode, hash: args.hash })
		.onConflict((conflict) => conflict.column('user_code').doUpdateSet({ hash: args.hash })),
);
const putLinkOfUser = defineQuery((db, args: { userCode: string; digest: string; expiresAtMs: number }) =>
	db
		.insertInto('sign_in_link')
		.values({ user_code: args.userCode, digest: args.digest, expires_at_ms: args.expiresAtMs })
		.onConflict((conflict) =>
			conflict.column('user_code').doUpdateSet({ digest: args.digest, expires_at_ms: args.expiresAtMs }),
		),
);
export const findLink = defineQuery((db, args: { digest: string; nowMs: number }) =>
	db
		.selectFrom('sign_in_link')
		.select('user_code')
		.where('digest', '=', args.digest)
		.where('expires_at_ms', '>', args.nowMs),
);
const deleteLink = defineQuery((db, args: { digest: string }) =>
	db.deleteFrom('sign_in_link').where('digest', '=', args.digest),
);
const deleteLinkOfUser = defineQuery((db, args: { userCode: string }) =>
	db.deleteFrom('sign_in_link').where('user_code', '=', args.userCode),
);
const findHash = defineQuery((db, args: { userCode: string }) =>
	db.selectFrom('user_password').select('hash').where('user_code', '=', args.userCode),
);
const findActiveFactor = defineQuery((db, args: { userCode: string }) =>
	db.selectFrom('second_factor').select('user_code').where('user_code', '=', args.userCode).where('is_active', '=', 1),
);
const insertSession = defineQuery(
	(
		db,
		args: {
			id: string;
			userCode: string;
			keyId: string | null;
			method: string;
			createdAtMs: number;
			expiresAtMs: number;
		},
	) =>
		db.insertInto('dashboard_session').values({
			id: args.id,
			user_code: args.userCode,
			key_id: args.keyId,
			method: args.method as Session['method'],
			created_at_ms: args.createdAtMs,
			expires_at_ms: args.expiresAtMs,
		}),
);
const countSessions = defineQuery((db, args: { userCode: string }) =>
	db
		.selectFrom('dashboard_session')
		.select(({ fn }) => fn.countAll<number>().as('sessionCount'))
		.where('user_code', '=', args.userCode),
);
const deleteExpiredSessions = defineQuery((db, args: { userCode: string; nowMs: number }) =>
	db.deleteFrom('dashboard_session').where('user_code', '=', args.userCode).where('expires_at_ms', '<=', args.nowMs),
);
const deleteOldestSession = defineQuery((db, args: { userCode: string }) =>
	db
		.deleteFrom('dashboard_session')
		.where('id', 'in', (eb) =>
			eb
				.selectFrom('dashboard_session')
				.select('id')
				.where('user_code', '=', args.userCode)
				.orderBy('created_at_ms')
				.limit(1),
		),
);
const deleteSession = defineQuery((db, args: { id: string }) =>
	db.deleteFrom('dashboard_session').where('id', '=', args.id),
);
/** All sessions of a user but one. */
export const deleteSessions = defineQuery((db, args: { userCode: string; keptId: string }) =>
	db.deleteFrom('dashboard_session').where('user_code', '=', args.userCode).where('id', '<>', args.keptId),
);

/** Sessions and passwords are not cached. */
const options = { invalidates: 'nothing' } as const;

const setPassword = defineUnit(
	'signIns.setPassword',
	async (tx, { userCode, hash }: StoredPassword, keptId: string) => {
		if ((await tx.first(holdUser, { code: userCode })) === undefined) return 'missing';
		await tx.run(putPassword, { userCode, hash });
		await tx.run(deleteSessions, { userCode, keptId });
		await tx.run(deleteLinkOfUser, { userCode });
		return 'updated';
	},
	options,
);

const putLink = defineUnit(
	'signIns.putLink',
	async (tx, link: StoredLink) => {
		if ((await tx.first(holdUser, { code: link.userCode })) === undefined) return 'missing';
		await tx.run(putLinkOfUser, { ...link });
		return 'updated';
	},
	options,
);

const useLink = defineUnit(
	'signIns.useLink',
	async (tx, digest: string, nowMs: number) => {
		const row = await tx.first(findLink, { digest, nowMs });
		// Of those that found it, the one that deletes it has it.
		return row !== undefined && (await tx.run(deleteLink, { digest })) > 0 ? row.user_code : undefined;
	},
	options,
);

const openSession = defineUnit(
	'signIns.openSession',
	async (tx, session: Session, { passwordHash, hasNoSecondFactor }: SignInBasis) => {
		const { userCode } = session;
		if ((await tx.first(holdUser, { code: userCode })) === undefined) return 'missing';
		if (passwordHash !== undefined && (await tx.first(findHash, { userCode }))?.hash !== passwordHash) return 'missing';
		if (hasNoSecondFactor === true && (await tx.first(findActiveFactor, { userCode })) !== undefined) return 'missing';
		await tx.run(deleteExpiredSessions, { userCode, nowMs: session.createdAtMs });
		const row = await tx.first(countSessions, { userCode });
		if (row !== undefined && row.sessionCount >= sessionsPerUserMax) await tx.run(deleteOldestSession, { userCode });
		await tx.run(insertSession, { ...session });
		return 'opened';
	},
	options,
);

const endSession = defineUnit(
	'signIns.endSession',
	async (tx, id: string) => {
		await tx.run(deleteSession, { id });
		return 'ended' as const;
	},
	options,
);

const endSessions = defineUnit(
	'signIns.endSessions',
	async (tx, userCode: string) => {
		await tx.run(deleteSessions, { userCode, keptId: '' });
		await tx.run(deleteLinkOfUser, { userCode });
		return 'ended' as const;
	},
	options,
);

export const signInUnits = [setPassword, putLink, useLink, openSession, endSession, endSessions] as const;

export function createSignInWrites({ run }: Writer): SignInWrites {
	return {
		setPassword: (password, keptSessionId) => run(setPassword, password, keptSessionId),
		putLink: (link) => run(putLink, link),
		useLink: (digest, nowMs) => run(useLink, digest, nowMs),
		openSession: (session, basis = {}) => run(openSession, session, basis),
		endSession: (id) => run(endSession, id),
		endSessions: (userCode) => run(endSessions, userCode),
	};
}
