/**
 * When are builds of statistics begun? With the first event of a search engine, and again when what was counted is not true
 * any more: after an erasure, on command, and when purchases are attributed within another time.
 */
import { comparePositions, type Position, startPosition } from '../../domain/log/position.ts';
import { attributionHoursDefault } from '../../domain/store/store.ts';
import { defineQuery, type QueryBuilder } from './query.ts';
import type { Transaction } from './unit-of-work.ts';

const lockWatermark = defineQuery((db) =>
	db.selectFrom('statistics_watermark').select('position').where('id', '=', 1).forUpdate(),
);

const insertWatermark = defineQuery((db) =>
	db
		.insertInto('statistics_watermark')
		.values({ id: 1, position: startPosition })
		.onConflict((conflict) => conflict.column('id').doNothing()),
);

type NewBuild = { readonly hashid: string; readonly erasedUpTo: Position };
type BuildRow = NewBuild & { readonly attributionHours: number };

const insertLive = defineQuery((db, args: BuildRow) => insertBuild(db, args, 'live'));
const insertBuilding = defineQuery((db, args: BuildRow) => insertBuild(db, args, 'building'));

function insertBuild(db: QueryBuilder, { hashid, erasedUpTo, attributionHours }: BuildRow, state: 'live' | 'building') {
	return db
		.insertInto('statistics_build')
		.values({
			...{ hashid, state, position: startPosition, erased_up_to: erasedUpTo },
			...{ is_outdated: 0, name_count: 0, part_count: 0, newest_day: -1 },
			attribution_hours: attributionHours,
		})
		.onConflict((conflict) => conflict.doNothing());
}

const findAttribution = defineQuery((db, args: { hashid: string }) =>
	db
		.selectFrom('search_engine')
		.innerJoin('store', 'store.id', 'search_engine.store_id')
		.select('store.attribution_hours')
		.where('search_engine.hashid', '=', args.hashid),
);

const findBuilds = defineQuery((db, args: { hashid: string }) =>
	db
		.selectFrom('statistics_build')
		.select(['id', 'state', 'position', 'erased_up_to', 'attribution_hours'])
		.where('hashid', '=', args.hashid)
		.where('state', 'in', ['live', 'building'])
		.forUpdate(),
);

const setOutdated = defineQuery((db, args: { id: number }) =>
	db.updateTable('statistics_build').set({ is_outdated: 1 }).where('id', '=', args.id),
);

/** All that counts or begins builds waits for the watermark. */
export async function lockPosition(tx: Transaction): Promise<Position> {
	const row = await tx.first(lockWatermark, {});
	if (row !== undefined) return row.position;
	await tx.run(insertWatermark, {});
	return (await tx.first(lockWatermark, {}))?.position ?? startPosition;
}

/** The setting of the search engine's store; the default without one. */
async function readAttributionHours(tx: Transaction, hashid: string): Promise<number> {
	return (await tx.first(findAttribution, { hashid }))?.attribution_hours ?? attributionHoursDefault;
}

/** An empty build, unless there is one in this state. The watermark is locked. */
export async function openBuild(tx: Transaction, state: 'live' | 'building', build: NewBuild): Promise<void> {
	const attributionHours = await readAttributionHours(tx, build.hashid);
	await tx.run(state === 'live' ? insertLive : insertBuilding, { ...build, attributionHours });
}

/** @param erasure null: because somebody wants it. */
export async function beginRebuild(
	tx: Transaction,
	hashid: string,
	erasure: { readonly erasedAt: Position; readonly logEnd: Position } | null,
): Promise<boolean> {
	const rows = await tx.all(findBuilds, { hashid });
	const building = rows.find(({ state }) => state === 'building');
	if (rows.length === 0) return false;
	if (building === undefined) {
		await openBuild(tx, 'building', { hashid, erasedUpTo: erasure?.logEnd ?? startPosition });
		return true;
	}
	const isNews = erasure === null || comparePositions(erasure.erasedAt, building.erased_up_to) > 0;
	const hasBegun = building.position !== startPosition && isNews;
	// What counts may have read already by which hours, even if it has written nothing.
	if (hasBegun || building.attribution_hours !== (await readAttributionHours(tx, hashid))) {
		await tx.run(setOutdated, { id: building.id });
	}
	return true;
}

/** Makes the builds of these search engines again that count by other hours than those that are set now. */
export async function rebuildWhereAttributionChanged(tx: Transaction, hashids: readonly string[]): Promise<void> {
	await lockPosition(tx);
	for (const hashid of hashids) {
		const rows = await tx.all(findBuilds, { hashid });
		const latest = rows.find(({ state }) => state === 'building') ?? rows[0];
		if (latest === undefined || latest.attribution_hours === (await readAttributionHours(tx, hashid))) continue;
		await beginRebuild(tx, hashid, null);
	}
}
