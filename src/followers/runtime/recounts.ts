/**
 * Counts the events of search engines again after an erasure. What was counted does not say of whom, so one shopper
 * cannot be subtracted.
 *
 *     erasure ─► begin ─► read the engine's log from its beginning, batch by batch ─► done: the new counts
 *                              another erasure meanwhile ─► done, and once more from the beginning
 *
 * The previous counts are used until the new ones are complete. So every recount ends, however often shoppers are erased.
 */
import { comparePositions, type Position, startPosition } from '../../domain/log/position.ts';
import type { ChangeFeed } from '../../ports/change-feed.ts';
import type { LogCriteria } from '../../ports/event-repository.ts';

export interface Recounts<Counts> {
	/** Begins a recount of an engine, unless one is under way that has not read anything erased up to this position. */
	begin(hashid: string, erasedAt: Position): Promise<void>;
	/** Begins a recount that is under way again, whatever it has read. */
	restart(hashid: string): Promise<void>;
	/** The engines that are being recounted. */
	hashids(): readonly string[];
	has(hashid: string): boolean;
	/** Reads one batch for one of the engines. @returns its counts once they include all events up to the position. */
	runSlice(upTo: Position): Promise<{ readonly hashid: string; readonly counts: Counts } | undefined>;
	/** The engine was removed. */
	forget(hashid: string): void;
}

interface Recount<Counts> {
	readonly counts: Counts;
	position: Position;
	/** Events erased up to this position were no longer in the log when the recount began. */
	readonly erasedUpTo: Position;
	isOutdated: boolean;
}

export interface RecountsOptions<Counts, Event extends { readonly position: Position }> {
	readonly log: { log(criteria: LogCriteria): ChangeFeed<Event> };
	/** Counts of nothing. */
	readonly create: () => Counts;
	readonly count: (counts: Counts, event: Event) => void;
	/** Per time slice. */
	readonly eventCountMax: number;
}

export function createRecounts<Counts, Event extends { readonly position: Position }>({
	log: { log },
	create,
	count,
	eventCountMax,
}: RecountsOptions<Counts, Event>): Recounts<Counts> {
	const running = new Map<string, Recount<Counts>>();

	async function start(hashid: string): Promise<void> {
		const erasedUpTo = await log({ hashid }).readEnd();
		// Goes to the end of the queue.
		running.delete(hashid);
		running.set(hashid, { counts: create(), position: startPosition, erasedUpTo, isOutdated: false });
	}

	return {
		async begin(hashid, erasedAt) {
			const recount = running.get(hashid);
			if (recount === undefined) await start(hashid);
			else if (comparePositions(erasedAt, recount.erasedUpTo) > 0) recount.isOutdated = true;
		},
		restart: start,
		hashids: () => [...running.keys()],
		has: (hashid) => running.has(hashid),
		async runSlice(upTo) {
			const [entry] = running;
			if (entry === undefined) return undefined;
			const [hashid, recount] = entry;
			const batch = await log({ hashid }).read(recount.position, eventCountMax);
			const counted = batch.changes.filter(({ position }) => comparePositions(position, upTo) <= 0);
			for (const event of counted) count(recount.counts, event);
			recount.position = counted.at(-1)?.position ?? recount.position;
			if (counted.length === batch.changes.length && !batch.isEnd) return undefined;
			if (recount.isOutdated) await start(hashid);
			else running.delete(hashid);
			return { hashid, counts: recount.counts };
		},
		forget: (hashid) => void running.delete(hashid),
	};
}
