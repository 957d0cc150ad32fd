/**
 * Compares what followers have read with what the store has, for a store that may lose its last writes (`store-history.ts`).
 * A follower reads the incarnation before it reads a log, so that what it notes is never newer than what it has.
 */
import { comparePositions, type Position } from '../../domain/log/position.ts';
import type { CommonPast, StoreHistory } from '../../ports/store-history.ts';

export interface StorePast {
	/** The incarnation that the store is in. */
	readIncarnation(): Promise<string>;
	/** What the store still has of an incarnation, now that it is in another one, or in a later one. Read once. */
	compare(since: string, now: string): Promise<CommonPast>;
}

/** Of a store that has one past only. */
const everything: CommonPast = { incarnation: '', eventsEnd: undefined, hasItems: () => true };

/** Without a history the store has one incarnation, whose name is empty. */
export function createStorePast(history: StoreHistory | undefined): StorePast {
	if (history === undefined) {
		return { readIncarnation: async () => everything.incarnation, compare: async () => everything };
	}
	const compared = new Map<string, CommonPast>();
	return {
		readIncarnation: history.readIncarnation,
		async compare(since, now) {
			const known = compared.get(since);
			if (known?.incarnation === now) return known;
			const past = await history.findCommonPast(since);
			// Of few incarnations there is anything on the disk.
			compared.set(since, past);
			return past;
		},
	};
}

/** Whether events up to a position, as they were read, are those of the store. */
export function hasEvents({ eventsEnd }: CommonPast, upTo: Position): boolean {
	return eventsEnd === undefined || comparePositions(upTo, eventsEnd) <= 0;
}
