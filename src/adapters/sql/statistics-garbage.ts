/** Deleting statistics: of builds that were replaced, and of days whose events are deleted. */
import { defineQuery } from './query.ts';
import type { Transaction } from './unit-of-work.ts';

/** A report that was begun with a build may read it for so long. */
const retiredKeptMs = 60_000;
/** Parts have up to some hundred kilobytes. */
const partsMax = 20;

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

/** Of days that all events of were deleted of: the oldest first. */
export const deleteOldParts = defineQuery((db, args: { beforeDay: number; rowsMax: number }) =>
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
