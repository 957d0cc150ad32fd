/**
 * Forgetting, a step at a time. Each step does the first of these that has something to do:
 *
 *     1. scrolls that expired (their rows are what holds back 2 and 3)
 *     2. rows of retired generations, the oldest generation first, then the generation
 *     3. old versions of items in generations that no scroll is open on
 *     4. tombstones of live generations that every follower has passed
 *     5. copies that finished a day ago
 *     6. space in the file that nothing uses
 *
 * Tombstones of temporary generations stay: a copy that starts later must still find what was deleted by hand.
 */
import type { ItemRepository } from '../../ports/item-repository.ts';
import type { SqlConnection } from './sql-connection.ts';
import {
	deleteExpiredScrolls,
	deleteFinishedTasks,
	deleteFollowers,
	deleteGeneration,
	deleteHistory,
	deleteItems,
	deleteTombstones,
	findHistory,
	findHistoryChunkEnd,
	findItemChunkEnd,
	findRetired,
	findTombstoneChunkEnd,
	findTombstones,
} from './sweep-queries.ts';

const finishedTaskKeptMs = 24 * 3600 * 1000;

export function createSweep(connection: SqlConnection): ItemRepository['sweepNext'] {
	async function sweepRetired(rowsMax: number): Promise<boolean> {
		const generation = await connection.first(findRetired, {});
		if (generation === undefined) return false;
		const { id: generationId } = generation;
		const chunk = { generationId, offset: rowsMax - 1 };
		const end = await connection.first(findItemChunkEnd, chunk);
		await connection.run(deleteItems, { generationId, end: end?.seq ?? Number.MAX_SAFE_INTEGER });
		if (end !== undefined) return true;
		const historyEnd = await connection.first(findHistoryChunkEnd, chunk);
		await connection.run(deleteHistory, { generationId, end: historyEnd?.seq ?? Number.MAX_SAFE_INTEGER });
		if (historyEnd !== undefined) return true;
		await connection.run(deleteFollowers, { generationId });
		await connection.run(deleteGeneration, { generationId });
		return true;
	}

	/** Jumps from generation to generation, so that the versions which must stay cost one step for all of them. */
	async function sweepHistory(rowsMax: number): Promise<boolean> {
		let found = await connection.first(findHistory, { afterId: 0 });
		while (found !== undefined && found.scrollId !== null) {
			found = await connection.first(findHistory, { afterId: found.generation_id });
		}
		if (found === undefined) return false;
		const { generation_id: generationId } = found;
		const end = await connection.first(findHistoryChunkEnd, { generationId, offset: rowsMax - 1 });
		await connection.run(deleteHistory, { generationId, end: end?.seq ?? Number.MAX_SAFE_INTEGER });
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

	return async (itemCountMax, nowMs) => {
		const isSwept =
			(await connection.run(deleteExpiredScrolls, { nowMs })) > 0 ||
			(await sweepRetired(itemCountMax)) ||
			(await sweepHistory(itemCountMax)) ||
			(await sweepTombstones(itemCountMax)) ||
			(await connection.run(deleteFinishedTasks, { finishedBeforeMs: nowMs - finishedTaskKeptMs })) > 0 ||
			(await connection.returnSpace());
		return isSwept ? 'swept' : 'idle';
	};
}
