/**
 * Counts anew what was asked of search engines of which events were erased: of a query it is known how many asked it and
 * not who did, so that nobody can be taken out of a count.
 *
 *     erasure ─► begin ─► read the engine's log from its beginning, piece by piece ─► done: the new counts
 *                              another erasure meanwhile ─► done, and once more from the beginning
 *
 * The counts of before go on being shown until the new ones are there: each recount ends, however often somebody is erased.
 */
import { comparePositions, type Position, startPosition } from '../../domain/log/position.ts';
import { createPastQueries, type PastQueries } from '../../fulltext/suggest/past-queries.ts';
import type { LoggedQuery, QueryLog } from './query-log.ts';

export interface QueryRecounts {
	/** Has an engine counted anew, unless what is being counted has not seen what was erased up to this position. */
	begin(hashid: string, erasedAt: Position): Promise<void>;
	/** Engines that are being counted. */
	hashids(): readonly string[];
	has(hashid: string): boolean;
	/** Reads on for one of the engines. @returns its counts when they have all events up to the position. */
	runSlice(upTo: Position): Promise<{ readonly hashid: string; readonly queries: PastQueries } | undefined>;
	/** The engine is gone. */
	forget(hashid: string): void;
}

interface Recount {
	readonly queries: PastQueries;
	position: Position;
	/** What was erased up to then was not in the log any more when the recount began. */
	readonly erasedUpTo: Position;
	isOutdated: boolean;
}

export interface QueryRecountsOptions {
	readonly log: QueryLog;
	readonly count: (queries: PastQueries, event: LoggedQuery) => void;
	/** Of one turn. */
	readonly eventCountMax: number;
}

export function createQueryRecounts({ log: { log }, count, eventCountMax }: QueryRecountsOptions): QueryRecounts {
	const running = new Map<string, Recount>();

	async function start(hashid: string): Promise<void> {
		const erasedUpTo = await log({ hashid }).readEnd();
		// Behind those that wait already.
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
