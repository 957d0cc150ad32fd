/**
 * Rows of facts, which follow the log of events.
 *
 *     log         ░░░░░░░░░░░░░░░░░░░░│▒▒▒▒▒▒│
 *                 counted in live builds │ a step │ still to be counted
 *                                  watermark
 *
 *     live ──► retired ──► deleted by garbage collection
 *       └─ erasure ─► building ─ at the watermark ─► live, and the one before is retired
 *
 * A step writes rows, names and sessions of a batch of events and moves the watermark, or the position of the build that is
 * made again. It writes nothing when the watermark or a build is not as it was when the step was computed. So each event is
 * counted once, even if the process ends at any moment or two of them count.
 */
import { type Position, startPosition } from '../../domain/log/position.ts';
import type {
	BuildStep,
	RebuildStep,
	SessionColumns,
	StatisticsCounting,
	StatisticsStep,
} from '../../ports/statistics-repository.ts';
import { defineBatchQuery, defineRows, everyRow } from './batch-query.ts';
import { defineQuery } from './query.ts';
import { beginRebuild, lockPosition, openBuild } from './statistics-rebuilds.ts';
import { defineUnit, type Transaction, type Writer } from './unit-of-work.ts';

export type StatisticsWrites = Pick<StatisticsCounting, 'openBuilds' | 'writeStep' | 'startRebuild'>;

/** How many old sessions a step deletes; they go faster than new ones come. */
const oldSessionsMax = 1_000;
/** As long as `stored-session.ts` says, in days. */
const sessionKeptDays = 62;

const moveWatermark = defineQuery((db, args: { position: Position }) =>
	db.updateTable('statistics_watermark').set({ position: args.position }).where('id', '=', 1),
);

const listLiveHashids = defineQuery((db) =>
	db.selectFrom('statistics_build').select('hashid').where('state', '=', 'live').orderBy('hashid'),
);

const buildRows = defineRows<{ readonly id: number }>({ id: 'integer' });

const lockBuilds = defineBatchQuery(buildRows, (db) =>
	db
		.selectFrom('statistics_build')
		.select(['id', 'state', 'position', 'name_count', 'part_count'])
		.where('id', 'in', ({ selectFrom }) => selectFrom('input').select('input.id'))
		.orderBy('id')
		.forUpdate(),
);

const updateBuild = defineQuery((db, args: { id: number; nameCount: number; partCount: number; newestDay: number }) =>
	db
		.updateTable('statistics_build')
		.set({ name_count: args.nameCount, part_count: args.partCount, newest_day: args.newestDay })
		.where('id', '=', args.id),
);

const moveBuild = defineQuery((db, args: { id: number; position: Position }) =>
	db.updateTable('statistics_build').set({ position: args.position }).where('id', '=', args.id),
);

const retireLive = defineQuery((db, args: { hashid: string; nowMs: number }) =>
	db
		.updateTable('statistics_build')
		.set({ state: 'retired', retired_at_ms: args.nowMs })
		.where('hashid', '=', args.hashid)
		.where('state', '=', 'live'),
);

const makeLive = defineQuery((db, args: { id: number }) =>
	db.updateTable('statistics_build').set({ state: 'live' }).where('id', '=', args.id),
);

const findOutdated = defineQuery((db, args: { id: number }) =>
	db.selectFrom('statistics_build').select(['hashid', 'is_outdated']).where('id', '=', args.id),
);

const nameRows = defineRows<{ readonly id: number; readonly name: string }>({ id: 'integer', name: 'text' });

const insertNames = defineBatchQuery(nameRows, (db, args: { buildId: number }) =>
	db
		.insertInto('statistics_name')
		.columns(['build_id', 'id', 'name'])
		.expression(({ selectFrom, val }) =>
			selectFrom('input').select([val(args.buildId).as('build_id'), 'input.id', 'input.name']),
		),
);

const sessionRows = defineRows<{ readonly key: string; readonly last_day: number; readonly events: Uint8Array }>({
	key: 'text',
	last_day: 'integer',
	events: 'bytes',
});

const putSessions = defineBatchQuery(sessionRows, (db, args: { buildId: number }) =>
	db
		.insertInto('statistics_session')
		.columns(['build_id', 'session_key', 'last_day', 'events'])
		.expression(({ selectFrom, val }) =>
			selectFrom('input')
				.select([val(args.buildId).as('build_id'), 'input.key', 'input.last_day', 'input.events'])
				.where(everyRow),
		)
		.onConflict((conflict) =>
			conflict.columns(['build_id', 'session_key']).doUpdateSet((eb) => ({
				last_day: eb.ref('excluded.last_day'),
				events: eb.ref('excluded.events'),
			})),
		),
);

type PartRow = {
	readonly fact_table: string;
	readonly day: number;
	readonly number: number;
	readonly byte_count: number;
	readonly bytes: Uint8Array;
};

const partRows = defineRows<PartRow>({
	fact_table: 'text',
	day: 'integer',
	number: 'integer',
	byte_count: 'integer',
	bytes: 'bytes',
});

const insertParts = defineBatchQuery(partRows, (db, args: { buildId: number }) =>
	db
		.insertInto('statistics_part')
		.columns(['build_id', 'fact_table', 'day', 'number', 'byte_count', 'bytes'])
		.expression(({ selectFrom, val }) =>
			selectFrom('input').select([
				val(args.buildId).as('build_id'),
				...(['input.fact_table', 'input.day', 'input.number', 'input.byte_count', 'input.bytes'] as never[]),
			]),
		),
);

/** Sessions that no event to come can belong to. */
const deleteOldSessions = defineQuery((db, args: { buildId: number; beforeDay: number }) =>
	db
		.deleteFrom('statistics_session')
		.where('build_id', '=', args.buildId)
		.where('session_key', 'in', ({ selectFrom }) =>
			selectFrom('statistics_session')
				.select('session_key')
				.where('build_id', '=', args.buildId)
				.where('last_day', '<', args.beforeDay)
				.orderBy('last_day')
				.limit(oldSessionsMax),
		),
);

type PartKey = { readonly fact_table: string; readonly day: number; readonly number: number };

const partKeys = defineRows<PartKey>({ fact_table: 'text', day: 'integer', number: 'integer' });

const deleteParts = defineBatchQuery(partKeys, (db, args: { buildId: number }) =>
	db
		.deleteFrom('statistics_part')
		.where('build_id', '=', args.buildId)
		.where(({ eb, refTuple, selectFrom }) =>
			eb(
				refTuple('fact_table', 'day', 'number'),
				'in',
				selectFrom('input')
					.select(['input.fact_table', 'input.day', 'input.number'])
					.$asTuple('fact_table', 'day', 'number') as never,
			),
		),
);

/** Retention deleted a part that the step has merged; the transaction is rolled back. */
class StaleStepError extends Error {}

const openBuilds = defineUnit(
	'statistics.openBuilds',
	async (tx, hashids: readonly string[]) => {
		await lockPosition(tx);
		for (const hashid of hashids) await openBuild(tx, 'live', { hashid, erasedUpTo: startPosition });
	},
	{ invalidates: 'nothing' },
);

const writeStep = defineUnit(
	'statistics.writeStep',
	async (tx, step: StatisticsStep) => {
		if ((await lockPosition(tx)) !== step.after || !(await areBuildsAsBefore(tx, step))) return 'stale' as const;
		for (const build of step.builds) await writeBuild(tx, build);
		for (const { hashid, erasedAt } of step.erasures) await beginRebuild(tx, hashid, { erasedAt, logEnd: step.logEnd });
		if (step.upTo !== step.after) await tx.run(moveWatermark, { position: step.upTo });
		if (step.rebuild !== null) await moveRebuild(tx, step, step.rebuild);
		return 'written' as const;
	},
	{ invalidates: 'nothing' },
);

async function areBuildsAsBefore(tx: Transaction, { builds, rebuild }: StatisticsStep): Promise<boolean> {
	const ids = new Set(builds.map(({ before }) => before.id));
	if (rebuild !== null) ids.add(rebuild.id);
	const rows = await tx.allBatch(
		lockBuilds,
		[...ids].map((id) => ({ id })),
		{},
	);
	const byId = new Map(rows.map((row) => [row.id, row]));
	const areCountsAsBefore = builds.every(({ before: { id, nameCount, partCount } }) => {
		const row = byId.get(id);
		return row !== undefined && row.state !== 'retired' && row.name_count === nameCount && row.part_count === partCount;
	});
	return areCountsAsBefore && (rebuild === null || byId.get(rebuild.id)?.position === rebuild.after);
}

async function writeBuild(tx: Transaction, { before, newestDay, names, sessions, parts, removedParts }: BuildStep) {
	const of = { buildId: before.id };
	const removed = removedParts.map(({ table, day, number }) => ({ fact_table: table, day, number }));
	if ((await tx.runBatch(deleteParts, removed, of)) < removed.length) throw new StaleStepError('a part is gone');
	const named = names.map((name, index) => ({ id: before.nameCount + index + 1, name }));
	await tx.runBatch(insertNames, named, of);
	await tx.runBatch(putSessions, toSessionRows(sessions), of);
	await tx.run(deleteOldSessions, { ...of, beforeDay: newestDay - sessionKeptDays });
	const rows = parts.map(({ table, day, bytes }, index) => {
		return { fact_table: table, day, number: before.partCount + index + 1, byte_count: bytes.length, bytes };
	});
	await tx.runBatch(insertParts, rows, of);
	await tx.run(updateBuild, {
		id: before.id,
		nameCount: before.nameCount + names.length,
		partCount: before.partCount + parts.length,
		newestDay,
	});
}

function toSessionRows({ keys, lastDays, bytes, ends }: SessionColumns) {
	return keys.map((key, index) => {
		const events = bytes.subarray(ends[index - 1] ?? 0, ends[index]);
		return { key, last_day: lastDays[index] as number, events };
	});
}

async function moveRebuild(
	tx: Transaction,
	{ nowMs, logEnd }: StatisticsStep,
	{ id, upTo, isComplete }: RebuildStep,
): Promise<void> {
	await tx.run(moveBuild, { id, position: upTo });
	const row = isComplete ? await tx.first(findOutdated, { id }) : undefined;
	if (row === undefined) return;
	const { hashid } = row;
	await tx.run(retireLive, { hashid, nowMs });
	await tx.run(makeLive, { id });
	if (row.is_outdated === 1) await openBuild(tx, 'building', { hashid, erasedUpTo: logEnd });
}

const startRebuild = defineUnit(
	'statistics.startRebuild',
	async (tx, hashid: string | null) => {
		await lockPosition(tx);
		const hashids = hashid === null ? (await tx.all(listLiveHashids, {})).map((row) => row.hashid) : [hashid];
		let count = 0;
		for (const each of hashids) if (await beginRebuild(tx, each, null)) count += 1;
		return count;
	},
	{ invalidates: 'nothing', travel: 'scalars' },
);

export const statisticsUnits = [openBuilds, writeStep, startRebuild] as const;

export function createStatisticsWrites({ run }: Writer): StatisticsWrites {
	return {
		openBuilds: (hashids) => run(openBuilds, hashids),
		writeStep: (step) => run(writeStep, step),
		startRebuild: (hashid) => run(startRebuild, hashid),
	};
}
