/**
 * Forgetting, a step at a time. Each step does the first of these that has something to do:
 *
 *     1. scrolls that expired (their rows are what holds back 2 and 6)
 *     2. rows of retired generations, the oldest generation first, then the generation
 *     3. tombstones of live generations that every follower has passed
 *     4. copies that finished a day ago
 *     5. events of stores that were removed
 *     6. old versions of items that no scroll has still to show
 *     7. space in the file that nothing uses
 *
 * Old versions are looked through from the first to the last, as any of them may have been the last thing that a scroll
 * needed, and so are events, which have no index by store. Where such a pass is, is kept in memory alone: after a restart
 * it begins again.
 *
 * Tombstones of temporary generations stay: a copy that starts later must still find what was deleted by hand.
 */
import type { ItemRepository } from '../../ports/item-repository.ts';
import type { SqlConnection } from './sql-connection.ts';
import {
	deleteEventsOfRemovedStores,
	deleteExpiredScrolls,
	deleteFinishedTasks,
	deleteFollowers,
	deleteGeneration,
	deleteHistory,
	deleteItems,
	deleteLateScrolls,
	deleteRemovedStore,
	deleteTombstones,
	deleteUnshownHistory,
	findEventChunkEnd,
	findHistory,
	findHistoryChunkEnd,
	findItemChunkEnd,
	findRemovedStores,
	findRetired,
	findTombstoneChunkEnd,
	findTombstones,
	type HistoryPlace,
} from './sweep-queries.ts';

const finishedTaskKeptMs = 24 * 3600 * 1000;
/** Twice what a scroll has left after each of its pages. */
const scrollLifeMsMax = 10 * 60 * 1000;

const passStart: HistoryPlace = { generationId: 0, seq: 0 };

export function createSweep(connection: SqlConnection): ItemRepository['sweepNext'] {
	/** The last old version that the pass has looked at and left. */
	let lookedAt = passStart;
	/** The pass over the log of events, while there is one. */
	let walk: { readonly storeIds: readonly string[]; readonly afterSerial: number } | undefined;

	async function sweepRetired(rowsMax: number): Promise<boolean> {
		const generation = await connection.first(findRetired, {});
		if (generation === undefined) return false;
		const { id: generationId } = generation;
		const chunk = { generationId, offset: rowsMax - 1 };
		const end = await connection.first(findItemChunkEnd, chunk);
		await connection.run(deleteItems, { generationId, end: end?.seq ?? Number.MAX_SAFE_INTEGER });
		if (end !== undefined) return true;
		const historyEnd = await connection.first(findHistoryChunkEnd, { ...chunk, start: 0 });
		await connection.run(deleteHistory, { generationId, end: historyEnd?.seq ?? Number.MAX_SAFE_INTEGER });
		if (historyEnd !== undefined) return true;
		await connection.run(deleteFollowers, { generationId });
		await connection.run(deleteGeneration, { generationId });
		return true;
	}

	/** @returns false at the end of a pass; the next step starts another. */
	async function sweepHistory(rowsMax: number): Promise<boolean> {
		const found = await connection.first(findHistory, lookedAt);
		if (found === undefined) {
			lookedAt = passStart;
			return false;
		}
		const { generation_id: generationId, seq: start } = found;
		const chunkEnd = await connection.first(findHistoryChunkEnd, { generationId, start, offset: rowsMax - 1 });
		const end = chunkEnd?.seq ?? Number.MAX_SAFE_INTEGER;
		const deletedCount = await connection.run(deleteUnshownHistory, { generationId, start, end });
		// A chunk that something was deleted from is looked at again: the transaction may still be rolled back.
		if (deletedCount === 0) lookedAt = { generationId, seq: end };
		return true;
	}

	async function sweepTombstones(rowsMax: number): Promise<boolean> {
		let found = await connection.first(findTombstones, { afterId: 0 });
		while (found !== undefined) {
			const { generation_id: generationId, seq, state, slowestSeq } = found;
			const passed = slowestSeq ?? Number.MAX_SAFE_INTEGER;
			if (state === 'live' && seq <= passed) {
				const end = await connection.first(findTombstoneChunkEnd, { generationId, offset: rowsMax - 1 });
				await connection.run(deleteTombstones, { generationId, end: Math.min(passed, end?.seq ?? passed) });
				return true;
			}
			found = await connection.first(findTombstones, { afterId: generationId });
		}
		return false;
	}

	/**
	 * One pass over the log forgets the events of all stores that were removed before it began. An event that was still
	 * queued when its store was removed may be written behind it, and goes when its time has come.
	 */
	async function sweepEvents(rowsMax: number): Promise<boolean> {
		const { storeIds, afterSerial } = walk ?? { storeIds: await listRemovedStores(rowsMax), afterSerial: 0 };
		if (storeIds.length === 0) return false;
		const chunkEnd = await connection.first(findEventChunkEnd, { afterSerial, offset: rowsMax - 1 });
		const end = chunkEnd?.serial ?? Number.MAX_SAFE_INTEGER;
		const deletedCount = await connection.run(deleteEventsOfRemovedStores, { afterSerial, end });
		if (chunkEnd === undefined) {
			for (const id of storeIds) await connection.run(deleteRemovedStore, { id });
			walk = undefined;
		} else {
			// A chunk that something was deleted from is looked at again: the transaction may still be rolled back.
			walk = { storeIds, afterSerial: deletedCount === 0 ? end : afterSerial };
		}
		return true;
	}

	async function listRemovedStores(rowsMax: number): Promise<readonly string[]> {
		return (await connection.all(findRemovedStores, { rowsMax })).map(({ id }) => id);
	}

	return async (itemCountMax, nowMs) => {
		const isSwept =
			(await connection.run(deleteExpiredScrolls, { nowMs, rowsMax: itemCountMax })) > 0 ||
			(await connection.run(deleteLateScrolls, { laterMs: nowMs + scrollLifeMsMax, rowsMax: itemCountMax })) > 0 ||
			(await sweepRetired(itemCountMax)) ||
			(await sweepTombstones(itemCountMax)) ||
			(await connection.run(deleteFinishedTasks, { finishedBeforeMs: nowMs - finishedTaskKeptMs })) > 0 ||
			(await sweepEvents(itemCountMax)) ||
			(await sweepHistory(itemCountMax)) ||
			(await connection.returnSpace());
		return isSwept ? 'swept' : 'idle';
	};
}
