/**
 * Counts anew what was asked of search engines of which events were erased: of a query it is known how many asked it and
 * not who did, so that nobody can be taken out of a count.
 *
 *     erasure ─► begin ─► read the engine's log from its beginning, piece by piece ─► done: the new counts
 *                              another erasure meanwhile ─► done, and once more from the beginning
 *
 * The counts of before go on being shown until the new ones are there: each recount ends, however often somebody is erased.
 */
import { createPastQueries, type PastQueries } from '../../fulltext/suggest/past-queries.ts';
import type { LoggedQuery, QueryLog } from './query-log.ts';

export interface QueryRecounts {
	/** Has an engine counted anew, unless what is being counted has not seen what was erased up to this serial. */
	begin(hashid: string, erasedAtSerial: number): Promise<void>;
	/** Engines that are being counted. */
	hashids(): readonly string[];
	has(hashid: string): boolean;
	/** Reads on for one of the engines. @returns its counts when they have all events up to the serial. */
	takeTurn(upToSerial: number): Promise<{ readonly hashid: string; readonly queries: PastQueries } | undefined>;
	/** The engine is gone. */
	forget(hashid: string): void;
}

interface Recount {
	readonly queries: PastQueries;
	/** Of the event that was read last. */
	serial: number;
	/** What was erased up to then was not in the log any more when the recount began. */
	readonly erasedUpToSerial: number;
	isOutdated: boolean;
}

export interface QueryRecountsOptions {
	readonly log: Pick<QueryLog, 'readLogOfEngine' | 'readLastSerial'>;
	readonly count: (queries: PastQueries, event: LoggedQuery) => void;
	/** Of one turn. */
	readonly eventCountMax: number;
}

export function createQueryRecounts({ log, count, eventCountMax }: QueryRecountsOptions): QueryRecounts {
	const running = new Map<string, Recount>();

	async function start(hashid: string): Promise<void> {
		const erasedUpToSerial = await log.readLastSerial();
		// Behind those that wait already.
		running.delete(hashid);
		running.set(hashid, { queries: createPastQueries(), serial: 0, erasedUpToSerial, isOutdated: false });
	}

	return {
		async begin(hashid, erasedAtSerial) {
			const recount = running.get(hashid);
			if (recount === undefined) await start(hashid);
			else if (erasedAtSerial > recount.erasedUpToSerial) recount.isOutdated = true;
		},
		hashids: () => [...running.keys()],
		has: (hashid) => running.has(hashid),
		async takeTurn(upToSerial) {
			const [entry] = running;
			if (entry === undefined) return undefined;
			const [hashid, recount] = entry;
			const events = await log.readLogOfEngine(hashid, recount.serial, eventCountMax);
			const counted = events.filter(({ serial }) => serial <= upToSerial);
			for (const event of counted) count(recount.queries, event);
			recount.serial = counted.at(-1)?.serial ?? recount.serial;
			if (counted.length === eventCountMax) return undefined;
			if (recount.isOutdated) await start(hashid);
			else running.delete(hashid);
			return { hashid, queries: recount.queries };
		},
		forget: (hashid) => void running.delete(hashid),
	};
}
