import assert from 'node:assert/strict';
import { nextCapacity } from './click-log.ts';
import { readSnapshot, SnapshotError, writeSnapshot } from './snapshot-bytes.ts';
import { createTopItems } from './top-items.ts';

/**
 * What is popular now?
 *
 * One exponentially decayed count per item: an event of weight w that happened Δ ago counts w · 2^(−Δ / halfLife). With
 * a half-life of a day this is *trending*, with one of months it is *bestsellers*; the same code serves both.
 *
 * The decay is never applied to the whole table. Each item stores its count as of its own last event and the time of
 * that event. That is sufficient, whatever the order in which other items were counted; reading applies the remaining
 * decay. All counts shrink by the same factor per millisecond, so the order of two items never changes between events.
 *
 * So each item also has a rank, log₂(count) + time ÷ halfLife, that does not change until its next event. A ranking
 * compares ranks and computes the counts only of items that may be among the best.
 *
 * Memory: 24 bytes an item. Counting is O(1), a ranking O(items): a millisecond for a million.
 */
export interface DecayedCounts {
	/** Counts an event of `weight` (> 0) at `atMs`. An event older than the item's last one is decayed accordingly. */
	add(item: number, weight: number, atMs: number): void;
	/** The decayed count at `atMs`; 0 for items never counted. */
	countAt(item: number, atMs: number): number;
	/**
	 * The `count` items with the highest counts, best first, scored as of `atMs`; equal counts by lower item number.
	 * `isAllowed` is called during the search. Items whose count decayed to nothing (underflow) are left out.
	 */
	top(request: TopRequest): { readonly item: number; readonly score: number }[];
	/** Removes items whose numbers will be reassigned: `isForgotten[item]` is 1. O(items). */
	forget(isForgotten: Uint8Array): void;
	toBytes(): Uint8Array;
	byteCount(): number;
}

interface TopRequest {
	readonly count: number;
	readonly atMs: number;
	readonly isAllowed?: (item: number) => boolean;
}

export interface DecayedCountsOptions {
	/** > 0; `Infinity` for plain counts. */
	readonly halfLifeMs: number;
	/** Items are whole numbers in [0, itemsMax). */
	readonly itemsMax: number;
}

const snapshotKind = 'decayed-counts';
const snapshotVersion = 1;
const rankTolerance = 1e-6;

export function createDecayedCounts(options: DecayedCountsOptions): DecayedCounts {
	return openDecayedCounts(options, new Float64Array(0), new Float64Array(0));
}

/** Restores counts from `toBytes`. @throws SnapshotError when they are damaged, of another kind or of other options */
export function restoreDecayedCounts(options: DecayedCountsOptions, bytes: Uint8Array): DecayedCounts {
	const { numbers, arrays } = readSnapshot(bytes, {
		kind: snapshotKind,
		version: snapshotVersion,
		numberCount: 2,
		arrays: { counts: Float64Array, times: Float64Array },
	});
	if (numbers.join() !== toNumbers(options).join()) throw new SnapshotError('the counts were made with other options');
	return openDecayedCounts(options, arrays.counts, arrays.times);
}

/** A snapshot header cannot hold infinity, so 0 stands for it. */
function toNumbers({ halfLifeMs, itemsMax }: DecayedCountsOptions): number[] {
	return [Number.isFinite(halfLifeMs) ? halfLifeMs : 0, itemsMax];
}

function openDecayedCounts(
	options: DecayedCountsOptions,
	counted: Float64Array<ArrayBuffer>,
	timed: Float64Array<ArrayBuffer>,
): DecayedCounts {
	const { halfLifeMs, itemsMax } = options;
	assert(halfLifeMs > 0, 'a half-life must be positive');
	// The count as of the item's last event, and the time of that event in ms: [items seen so far, rounded up].
	let counts = counted;
	let times = timed;
	let ranks = counted.map((count, item) => rankOf(count, timed[item] ?? 0));

	function rankOf(count: number, atMs: number): number {
		return count === 0 ? Number.NEGATIVE_INFINITY : Math.log2(count) + atMs / halfLifeMs;
	}

	function decayed(count: number, elapsedMs: number): number {
		return elapsedMs === 0 ? count : count * 2 ** (-elapsedMs / halfLifeMs);
	}

	function makeRoom(item: number): void {
		if (item < counts.length) return;
		const capacity = nextCapacity(counts.length, item + 1, itemsMax);
		const [largerCounts, largerTimes] = [new Float64Array(capacity), new Float64Array(capacity)];
		const largerRanks = new Float64Array(capacity).fill(Number.NEGATIVE_INFINITY);
		largerCounts.set(counts);
		largerTimes.set(times);
		largerRanks.set(ranks);
		[counts, times, ranks] = [largerCounts, largerTimes, largerRanks];
	}

	function countAt(item: number, atMs: number): number {
		const count = counts[item] ?? 0;
		return count === 0 ? 0 : decayed(count, atMs - (times[item] ?? 0));
	}

	return {
		countAt,
		add(item, weight, atMs) {
			assert(Number.isInteger(item) && item >= 0 && item < itemsMax, `item ${item} is out of range`);
			assert(weight > 0 && Number.isFinite(weight) && Number.isFinite(atMs));
			makeRoom(item);
			const last = counts[item] === 0 ? atMs : (times[item] ?? atMs);
			const now = Math.max(last, atMs);
			counts[item] = decayed(counts[item] ?? 0, now - last) + decayed(weight, now - atMs);
			times[item] = now;
			ranks[item] = rankOf(counts[item] ?? 0, now);
		},
		top({ count, atMs, isAllowed }) {
			const best = createTopItems(count);
			let rankMin = -Number.MAX_VALUE;
			for (let item = 0; item < ranks.length; item += 1) {
				if ((ranks[item] ?? rankMin) < rankMin) continue;
				const entry = { item, score: countAt(item, atMs), tieBreak: 0 };
				if (!(entry.score > 0 && best.wouldKeep(entry) && (isAllowed?.(item) ?? true))) continue;
				best.offer(entry);
				// Allows for rounding errors of ranks; the scores themselves decide.
				if (best.scoreMin() > 0) rankMin = rankOf(best.scoreMin(), atMs) - rankTolerance;
			}
			return best.ranked().map(({ item, score }) => ({ item, score }));
		},
		forget(isForgotten) {
			for (let item = 0; item < counts.length; item += 1) {
				if (isForgotten[item] !== 1) continue;
				counts[item] = 0;
				times[item] = 0;
				ranks[item] = Number.NEGATIVE_INFINITY;
			}
		},
		toBytes: () =>
			writeSnapshot({
				kind: snapshotKind,
				version: snapshotVersion,
				numbers: toNumbers(options),
				arrays: { counts, times },
			}),
		byteCount: () => counts.byteLength + times.byteLength + ranks.byteLength,
	};
}
