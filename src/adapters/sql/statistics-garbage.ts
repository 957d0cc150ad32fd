/**
 * Deleting statistics: of builds that were replaced, and of days whose events are deleted.
 *
 * Rows of old days go with their events, but texts and sessions are shared by all days: which of them nothing needs any more
 * only the log tells. So a build of which days were deleted is made again a month later, from what is still in the log.
 */
import { defineQuery } from './query.ts';
import { beginRebuild, lockPosition } from './statistics-rebuilds.ts';
import type { Transaction } from './unit-of-work.ts';

/** A report that was begun with a build may read it for so long. */
const retiredKeptMs = 60_000;
/** Parts have up to some hundred kilobytes. */
const partsMax = 20;
/** A busy search engine is counted again once a month, out of sight. */
const textsKeptDays = 30;

const findRetired = defineQuery((db, args: { beforeMs: number }) =>
	db
		.selectFrom('statistics_build')
		.select('id')
		.where('retired_at_ms', 'is not', null)
		.where('retired_at_ms', '<', args.beforeMs)
		.orderBy('retired_at_ms')
		.limit(1),
);

type ChunkArguments = { readonly buildId: number; readonly rowsMax: number };

const deletePartsOf = defineQuery((db, args: ChunkArguments) =>
	db
		.deleteFrom('statistics_part')
		.where('build_id', '=', args.buildId)
		.where('number', 'in', ({ selectFrom }) =>
			selectFrom('statistics_part').select('number').where('build_id', '=', args.buildId).limit(args.rowsMax),
		),
);

const deleteSessionsOf = defineQuery((db, args: ChunkArguments) =>
	db
		.deleteFrom('statistics_session')
		.where('build_id', '=', args.buildId)
		.where('session_key', 'in', ({ selectFrom }) =>
			selectFrom('statistics_session').select('session_key').where('build_id', '=', args.buildId).limit(args.rowsMax),
		),
);

const deleteNamesOf = defineQuery((db, args: ChunkArguments) =>
	db
		.deleteFrom('statistics_name')
		.where('build_id', '=', args.buildId)
		.where('id', 'in', ({ selectFrom }) =>
			selectFrom('statistics_name').select('id').where('build_id', '=', args.buildId).limit(args.rowsMax),
		),
);

const deleteBuild = defineQuery((db, args: { buildId: number }) =>
	db.deleteFrom('statistics_build').where('id', '=', args.buildId),
);

const findOldPart = defineQuery((db, args: { beforeDay: number }) =>
	db.selectFrom('statistics_part').select('day').where('day', '<', args.beforeDay).limit(1),
);

/** Of days that all events of were deleted of: the oldest first. */
const deleteOldParts = defineQuery((db, args: { beforeDay: number; rowsMax: number }) =>
	db
		.deleteFrom('statistics_part')
		.where(({ eb, refTuple, selectFrom }) =>
			eb(
				refTuple('build_id', 'fact_table', 'day', 'number'),
				'in',
				selectFrom('statistics_part')
					.select(['build_id', 'fact_table', 'day', 'number'])
					.where('day', '<', args.beforeDay)
					.orderBy('day')
					.limit(args.rowsMax)
					.$asTuple('build_id', 'fact_table', 'day', 'number'),
			),
		),
);

const noteForgotten = defineQuery((db, args: { beforeDay: number }) =>
	db
		.updateTable('statistics_build')
		.set({ forgotten_day: args.beforeDay })
		.where('forgotten_day', 'is', null)
		.where('id', 'in', ({ selectFrom }) =>
			selectFrom('statistics_part').select('build_id').where('day', '<', args.beforeDay),
		),
);

const findForgetful = defineQuery((db, args: { upToDay: number }) =>
	db
		.selectFrom('statistics_build')
		.select(['id', 'hashid'])
		.where('state', '=', 'live')
		.where('forgotten_day', '<=', args.upToDay)
		.limit(1),
);

/** Another month, if the new build takes that long. */
const setForgottenDay = defineQuery((db, args: { id: number; day: number }) =>
	db.updateTable('statistics_build').set({ forgotten_day: args.day }).where('id', '=', args.id),
);

/** One step for days whose events are deleted. @returns whether there was something to do. */
export async function forgetDays(
	tx: Transaction,
	days: { readonly beforeDay: number; readonly rowsMax: number },
): Promise<boolean> {
	const { beforeDay } = days;
	const old = await tx.first(findOldPart, days);
	const forgetful = await tx.first(findForgetful, { upToDay: beforeDay - textsKeptDays });
	if (old === undefined && forgetful === undefined) return false;
	await lockPosition(tx);
	if (forgetful !== undefined) {
		await tx.run(setForgottenDay, { id: forgetful.id, day: beforeDay });
		await beginRebuild(tx, forgetful.hashid, null);
	}
	await tx.run(noteForgotten, days);
	await tx.run(deleteOldParts, days);
	return true;
}

/** One step of the deletion of builds that were replaced. @returns whether there was something to delete. */
export async function collectBuilds(
	tx: Transaction,
	{ rowsMax, nowMs }: { readonly rowsMax: number; readonly nowMs: number },
): Promise<boolean> {
	const build = await tx.first(findRetired, { beforeMs: nowMs - retiredKeptMs });
	if (build === undefined) return false;
	const of = { buildId: build.id, rowsMax };
	const isLeft =
		(await tx.run(deletePartsOf, { ...of, rowsMax: partsMax })) > 0 ||
		(await tx.run(deleteSessionsOf, of)) > 0 ||
		(await tx.run(deleteNamesOf, of)) > 0;
	if (!isLeft) await tx.run(deleteBuild, of);
	return true;
}
