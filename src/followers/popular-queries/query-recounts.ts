/**
 * Counts the queries of search engines again after an erasure. The counts say how many shoppers searched for a query but
 * not which, so one shopper cannot be subtracted.
 *
 *     erasure ─► begin ─► read the engine's log from its beginning, batch by batch ─► done: the new counts
 *                              another erasure meanwhile ─► done, and once more from the beginning
 *
 * The previous counts are shown until the new ones are complete. So every recount ends, however often shoppers are erased.
 */
import { comparePositions, type Position, startPosition } from '../../domain/log/position.ts';
import { createPastQueries, type PastQueries } from '../../fulltext/suggest/past-queries.ts';
import type { LoggedQuery, QueryLog } from './query-log.ts';

export interface QueryRecounts {
	/** Begins a recount of an engine, unless one is under way that has not read anything erased up to this position. */
	begin(hashid: string, erasedAt: Position): Promise<void>;
	/** The engines that are being recounted. */
	hashids(): readonly string[];
	has(hashid: string): boolean;
	/** Reads one batch for one of the engines. @returns its counts once they include all events up to the position. */
	runSlice(upTo: Position): Promise<{ readonly hashid: string; readonly queries: PastQueries } | undefined>;
	/** The engine was removed. */
	forget(hashid: string): void;
}

interface Recount {
	readonly queries: PastQueries;
	position: Position;
	/** Events erased up to this position were no longer in the log when the recount began. */
	readonly erasedUpTo: Position;
	isOutdated: boolean;
}

export interface QueryRecountsOptions {
	readonly log: QueryLog;
	readonly count: (queries: PastQueries, event: LoggedQuery) => void;
	/** Per time slice. */
	readonly eventCountMax: number;
}

export function createQueryRecounts({ log: { log }, count, eventCountMax }: QueryRecountsOptions): QueryRecounts {
	const running = new Map<string, Recount>();

	async function start(hashid: string): Promise<void> {
		const erasedUpTo = await log({ hashid }).readEnd();
		// Goes to the end of the queue.
		running.delete(hashid);
		running.set(hashid, { queries: createPastQueries(), position: startPosition, erasedUpTo, isOutdated: false });
	}

	return {
		async begin(hashid, erasedAt) {
			const recount = running.get(hashid);
			if (recount === undefined) await start(hashid);
			else if (comparePositions(erasedAt, recount.erasedUpTo) > 0) recount.isOutdated = true;
		},
		hashids: () => [...running.keys()],
		has: (hashid) => running.has(hashid),
		async runSlice(upTo) {
			const [entry] = running;
			if (entry === undefined) return undefined;
			const [hashid, recount] = entry;
			const batch = await log({ hashid }).read(recount.position, eventCountMax);
			const counted = batch.changes.filter(({ position }) => comparePositions(position, upTo) <= 0);
			for (const event of counted) count(recount.queries, event);
			recount.position = counted.at(-1)?.position ?? recount.position;
			if (counted.length === batch.changes.length && !batch.isEnd) return undefined;
			if (recount.isOutdated) await start(hashid);
			else running.delete(hashid);
			return { hashid, queries: recount.queries };
		},
		forget: (hashid) => void running.delete(hashid),
	};
}
