import type { SecondFactorActivation, SecondFactorRepository } from '../../ports/second-factor-repository.ts';
import { holdUser } from './locks.ts';
import { defineQuery } from './query.ts';
import { deleteSessions } from './sign-in-writes.ts';
import type { SqlReader } from './sql-connection.ts';
import { defineUnit, type Writer } from './unit-of-work.ts';

type SecondFactorReads = Pick<SecondFactorRepository, 'find' | 'listActive'>;

const findFactor = defineQuery((db, args: { userCode: string }) =>
	db.selectFrom('second_factor').selectAll().where('user_code', '=', args.userCode),
);
const listActive = defineQuery((db, args: { accountId: string }) =>
	db
		.selectFrom('app_user')
		.innerJoin('second_factor', 'second_factor.user_code', 'app_user.code')
		.select('app_user.code')
		.where('app_user.account_id', '=', args.accountId)
		.where('second_factor.is_active', '=', 1),
);
const putFactor = defineQuery((db, args: { userCode: string; sealed: string }) =>
	db
		.insertInto('second_factor')
		.values({ user_code: args.userCode, sealed: args.sealed, is_active: 0, used_step: 0 })
		.onConflict((conflict) => conflict.column('user_code').doUpdateSet({ sealed: args.sealed })),
);
const activateFactor = defineQuery((db, args: { userCode: string; sealed: string; step: number }) =>
	db
		.updateTable('second_factor')
		.set({ is_active: 1, used_step: args.step })
		.where('user_code', '=', args.userCode)
		.where('sealed', '=', args.sealed)
		.where('is_active', '=', 0),
);
const insertRecoveryCode = defineQuery((db, args: { userCode: string; digest: string }) =>
	db.insertInto('recovery_code').values({ user_code: args.userCode, digest: args.digest }),
);
const moveStep = defineQuery((db, args: { userCode: string; step: number }) =>
	db
		.updateTable('second_factor')
		.set({ used_step: args.step })
		.where('user_code', '=', args.userCode)
		.where('is_active', '=', 1)
		.where('used_step', '<', args.step),
);
const deleteRecoveryCode = defineQuery((db, args: { userCode: string; digest: string }) =>
	db.deleteFrom('recovery_code').where('user_code', '=', args.userCode).where('digest', '=', args.digest),
);
const deleteFactor = defineQuery((db, args: { userCode: string }) =>
	db.deleteFrom('second_factor').where('user_code', '=', args.userCode),
);

/** Second factors are not cached. */
const options = { invalidates: 'nothing' } as const;

const put = defineUnit(
	'secondFactors.put',
	async (tx, userCode: string, sealed: string) => {
		if ((await tx.first(holdUser, { code: userCode })) === undefined) return 'missing';
		if ((await tx.first(findFactor, { userCode }))?.is_active === 1) return 'active';
		await tx.run(putFactor, { userCode, sealed });
		return 'updated';
	},
	options,
);

const activate = defineUnit(
	'secondFactors.activate',
	async (tx, { userCode, sealed, step, recoveryDigests }: SecondFactorActivation, keptId: string) => {
		if ((await tx.first(holdUser, { code: userCode })) === undefined) return 'missing';
		if ((await tx.run(activateFactor, { userCode, sealed, step })) === 0) return 'missing';
		for (const digest of recoveryDigests) await tx.run(insertRecoveryCode, { userCode, digest });
		await tx.run(deleteSessions, { userCode, keptId });
		return 'updated';
	},
	options,
);

const useStep = defineUnit(
	'secondFactors.useStep',
	async (tx, userCode: string, step: number) => (await tx.run(moveStep, { userCode, step })) > 0,
	options,
);

const useRecoveryCode = defineUnit(
	'secondFactors.useRecoveryCode',
	async (tx, userCode: string, digest: string) => (await tx.run(deleteRecoveryCode, { userCode, digest })) > 0,
	options,
);

const remove = defineUnit(
	'secondFactors.remove',
	async (tx, userCode: string) => ((await tx.run(deleteFactor, { userCode })) > 0 ? 'removed' : 'missing'),
	options,
);

export const secondFactorUnits = [put, activate, useStep, useRecoveryCode, remove] as const;

export function createSecondFactorReads(connection: SqlReader): SecondFactorReads {
	return {
		async find(userCode) {
			const row = await connection.first(findFactor, { userCode });
			return row && { userCode, sealed: row.sealed, isActive: row.is_active === 1 };
		},
		async listActive(accountId) {
			return (await connection.all(listActive, { accountId })).map(({ code }) => code);
		},
	};
}

export function createSecondFactorWrites({ run }: Writer): Omit<SecondFactorRepository, keyof SecondFactorReads> {
	return {
		put: ({ userCode, sealed }) => run(put, userCode, sealed),
		activate: (activation, keptSessionId) => run(activate, activation, keptSessionId),
		useStep: (userCode, step) => run(useStep, userCode, step),
		useRecoveryCode: (userCode, digest) => run(useRecoveryCode, userCode, digest),
		remove: (userCode) => run(remove, userCode),
	};
}
