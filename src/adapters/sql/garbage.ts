/**
 * Garbage collection, one step at a time. Each step does the first of these that has something to do:
 *
 *     1. scrolls that expired (their rows hold back 2 and 6)
 *     2. rows of retired generations, the oldest generation first, then the generation
 *     3. tombstones of live generations that every follower has passed
 *     4. copies that finished a day ago
 *     5. events of stores that were removed
 *     6. old versions of items that no scroll still has to show
 *     7. unused space in the file
 *
 * Old versions are scanned from first to last, because each may have been the last thing that a scroll
 * needed. So are events, which have no index by store. The cursor, which the caller keeps between two steps, says
 * where these passes are.
 *
 * Tombstones of temporary generations stay: a copy that starts later must still find what was deleted by hand.
 */
import { type Position, startPosition } from '../../domain/log/position.ts';
import type { GarbageStep } from '../../ports/item-repository.ts';
import {
	deleteEventsOfRemovedStores,
	deleteExpiredScrolls,
	deleteFinishedTasks,
	deleteFollowers,
	deleteGeneration,
	deleteHistory,
	deleteItems,
	deleteLateScrolls,
	deleteRemovedStores,
	deleteTombstones,
	deleteUnshownHistory,
	findHistory,
	findHistoryChunkEnd,
	findItemChunkEnd,
	findRemovedStores,
	findRetired,
	findSlowest,
	findTombstoneChunkEnd,
	findTombstones,
	type HistoryPosition,
	listHashidsOfRemovedStores,
} from './garbage-queries.ts';
import { lockGeneration } from './locks.ts';
import { findBatchEnd, findLast } from './log-queries.ts';
import { collectBuilds } from './statistics-garbage.ts';
import { beginRebuild } from './statistics-rebuilds.ts';
import { defineUnit, type Transaction } from './unit-of-work.ts';

const finishedTaskKeptMs = 24 * 3600 * 1000;
/** Twice the time that a scroll has after each of its pages. */
const scrollLifeMsMax = 10 * 60 * 1000;

/** The positions of the passes; initially `start`. */
interface Cursor {
	/** The last old version that was checked. */
	readonly history: HistoryPosition;
	/** The pass over the log of events, if one is under way. */
	readonly walk: { readonly storeIds: readonly string[]; readonly after: Position } | null;
}

const start: Cursor = { history: { generationId: 0, seq: 0 }, walk: null };

/** Undefined: there was nothing to do. */
type Step = Promise<Cursor | undefined>;

async function collectRetired(tx: Transaction, rowsMax: number): Promise<boolean> {
	const generation = await tx.first(findRetired, {});
	if (generation === undefined) return false;
	const { id: generationId } = generation;
	await tx.first(lockGeneration, { id: generationId });
	const chunk = { generationId, offset: rowsMax - 1 };
	const end = await tx.first(findItemChunkEnd, chunk);
	await tx.run(deleteItems, { generationId, end: end?.seq ?? Number.MAX_SAFE_INTEGER });
	if (end !== undefined) return true;
	const historyEnd = await tx.first(findHistoryChunkEnd, { ...chunk, start: 0 });
	await tx.run(deleteHistory, { generationId, end: historyEnd?.seq ?? Number.MAX_SAFE_INTEGER });
	if (historyEnd !== undefined) return true;
	await tx.run(deleteFollowers, { generationId });
	await tx.run(deleteGeneration, { generationId });
	return true;
}

/** At the end of a pass there is nothing to do; the next step starts another pass. */
async function collectHistory(tx: Transaction, rowsMax: number, cursor: Cursor): Step {
	const found = await tx.first(findHistory, cursor.history);
	if (found === undefined) return undefined;
	const { generation_id: generationId, seq } = found;
	const chunkEnd = await tx.first(findHistoryChunkEnd, { generationId, start: seq, offset: rowsMax - 1 });
	const end = chunkEnd?.seq ?? Number.MAX_SAFE_INTEGER;
	await tx.run(deleteUnshownHistory, { generationId, start: seq, end });
	return { ...cursor, history: { generationId, seq: end } };
}

async function collectTombstones(tx: Transaction, rowsMax: number): Promise<boolean> {
	let found = await tx.first(findTombstones, { afterId: 0 });
	while (found !== undefined) {
		const { generation_id: generationId, seq, state, slowestSeq } = found;
		if (state === 'live' && seq <= (slowestSeq ?? Number.MAX_SAFE_INTEGER)) {
			await deletePassed(tx, generationId, rowsMax);
			return true;
		}
		found = await tx.first(findTombstones, { afterId: generationId });
	}
	return false;
}

/** Followers are read again once the generation is locked: a new one may have been added, which has passed nothing. */
async function deletePassed(tx: Transaction, generationId: number, rowsMax: number): Promise<void> {
	await tx.first(lockGeneration, { id: generationId });
	const passed = (await tx.first(findSlowest, { generationId }))?.seq ?? Number.MAX_SAFE_INTEGER;
	const end = await tx.first(findTombstoneChunkEnd, { generationId, offset: rowsMax - 1 });
	await tx.run(deleteTombstones, { generationId, end: Math.min(passed, end?.seq ?? passed) });
}

/**
 * One pass over the log deletes the events of all stores that were removed before it began. An event that was still
 * queued when its store was removed may be written after the pass; retention deletes it later.
 */
async function collectEvents(tx: Transaction, rowsMax: number, cursor: Cursor): Step {
	const { storeIds, after } = cursor.walk ?? { storeIds: await listRemovedStores(tx, rowsMax), after: startPosition };
	if (storeIds.length === 0) return undefined;
	const batchEnd = await tx.first(findBatchEnd, { after, offset: rowsMax - 1 });
	const end = batchEnd ?? (await tx.first(findLast, {}));
	if (end !== undefined) {
		const range = { after, upTo: end.position };
		const counted = await tx.all(listHashidsOfRemovedStores, range);
		await tx.run(deleteEventsOfRemovedStores, range);
		// What was counted of them goes, too: statistics are counted again from what is left.
		const hashids = new Set(counted.map(({ hashid }) => hashid));
		for (const hashid of hashids) await beginRebuild(tx, hashid, null);
	}
	if (batchEnd !== undefined) return { ...cursor, walk: { storeIds, after: batchEnd.position } };
	await tx.runBatch(
		deleteRemovedStores,
		storeIds.map((id) => ({ id })),
		{},
	);
	return { ...cursor, walk: null };
}

async function listRemovedStores(tx: Transaction, rowsMax: number): Promise<readonly string[]> {
	return (await tx.all(findRemovedStores, { rowsMax })).map(({ id }) => id);
}

interface StepOptions {
	readonly rowsMax: number;
	readonly nowMs: number;
	readonly cursor: Cursor;
}

async function collectAny(tx: Transaction, { rowsMax, nowMs, cursor }: StepOptions): Step {
	const isSwept =
		(await tx.run(deleteExpiredScrolls, { nowMs, rowsMax })) > 0 ||
		(await tx.run(deleteLateScrolls, { laterMs: nowMs + scrollLifeMsMax, rowsMax })) > 0 ||
		(await collectRetired(tx, rowsMax)) ||
		(await collectTombstones(tx, rowsMax)) ||
		(await collectBuilds(tx, { rowsMax, nowMs })) ||
		(await tx.run(deleteFinishedTasks, { finishedBeforeMs: nowMs - finishedTaskKeptMs })) > 0;
	if (isSwept) return cursor;
	const next = (await collectEvents(tx, rowsMax, cursor)) ?? (await collectHistory(tx, rowsMax, cursor));
	if (next !== undefined) return next;
	return (await tx.returnSpace()) ? start : undefined;
}

interface CollectOptions {
	readonly rowsMax: number;
	readonly nowMs: number;
	/** The cursor that the previous step returned; empty before the first. */
	readonly cursor: string;
}

export const collectGarbage = defineUnit(
	'items.collectGarbage',
	async (tx, { rowsMax, nowMs, cursor }: CollectOptions): Promise<GarbageStep> => {
		const next = await collectAny(tx, { rowsMax, nowMs, cursor: cursor === '' ? start : JSON.parse(cursor) });
		return next === undefined
			? { outcome: 'idle', cursor: '' }
			: { outcome: 'collected', cursor: JSON.stringify(next) };
	},
	{ invalidates: 'nothing' },
);
