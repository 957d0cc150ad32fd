/**
 * What was counted of the matches of some words in a segment, for the next search with the same words. A segment never
 * changes, and neither do its live bits once they are searched, so the counts stay true: after a refresh only new and
 * changed segments are counted.
 *
 *     segment 3, words `red` or `reds`     brand   colour     price
 *     21,417 matches                       1,804   1 value    0.5 … 998.2
 *
 * Few words are searched often, and those that are in many products take the longest to count. One cache serves all
 * indexes of a thread. It refers to columns weakly, because a column holds the memory of its whole segment.
 */
import { type Cache, createCache } from '../../lib/cache.ts';
import type { KeywordColumn, NumberColumn } from '../index/segment/columns.ts';
import { countStrings } from '../index/segment/sorted-strings.ts';
import type { LiveSegment } from '../query/index-view.ts';
import { toLiveName } from '../query/live-name.ts';
import type { Extent } from './extent.ts';

/** Pairs of an ordinal and its count, which is not 0. */
export type ValueCounts = Uint32Array;

/** What is known of the matches of one search in one segment. */
export interface KnownCounts {
	findValues(column: KeywordColumn): ValueCounts | undefined;
	keepValues(column: KeywordColumn, counts: ValueCounts): void;
	findExtent(column: NumberColumn): Extent | undefined;
	keepExtent(column: NumberColumn, extent: Extent): void;
}

/** Fewer matches than this are counted in some microseconds. */
const matchesMin = 500;
/** Counts of columns with more values take more memory than they are worth. */
const valuesMax = 2 ** 15;
/** Reading the counts of this many values takes as long as counting a match. */
const valuesPerMatchMax = 2;
/** For each thread. */
const bytesMax = 16 * 2 ** 20;
const entryBytesMax = bytesMax / 32;
/** Of an object and its entries in maps. */
const objectBytes = 200;

interface Entry {
	readonly values: WeakMap<KeywordColumn, ValueCounts>;
	readonly extents: WeakMap<NumberColumn, Extent>;
	/** Of all that it keeps. */
	bytes: number;
}

const known: Cache<string, Entry> = createCache({
	weightMax: bytesMax,
	weigh: ({ bytes }, key) => objectBytes + key.length + bytes,
	entryWeightMax: entryBytesMax,
});

/**
 * What is known of the matches; undefined where keeping it would not pay.
 *
 * @param matchKey equal for equal matches in the segment
 * @param count of the matches
 */
export function openKnownCounts(
	live: Pick<LiveSegment, 'segment' | 'live'>,
	matchKey: string,
	count: number,
): KnownCounts | undefined {
	if (count < matchesMin) return undefined;
	const key = `${toLiveName(live)} ${matchKey}`;
	const entry: Entry = known.get(key) ?? { values: new WeakMap(), extents: new WeakMap(), bytes: 0 };
	const keep = (byteCount: number) => {
		entry.bytes += byteCount;
		known.set(key, entry);
	};
	return {
		findValues: (column) => entry.values.get(column),
		keepValues(column, counts) {
			entry.values.set(column, counts);
			keep(objectBytes + counts.byteLength);
		},
		findExtent: (column) => entry.extents.get(column),
		keepExtent(column, extent) {
			entry.extents.set(column, extent);
			keep(objectBytes);
		},
	};
}

/** Whether the counts of a column are worth keeping for so many matches. */
export function isWorthKeeping({ dictionary }: KeywordColumn, count: number): boolean {
	const valueCount = countStrings(dictionary);
	return valueCount <= valuesMax && valueCount <= valuesPerMatchMax * count;
}

export type FacetColumn = KeywordColumn | NumberColumn;

/** Whether counting or measuring a column for so many matches takes what is known, and no list of the matches. */
export function isCounted(known: KnownCounts | undefined, column: FacetColumn, count: number): boolean {
	if (known === undefined) return false;
	return 'dictionary' in column
		? isWorthKeeping(column, count) && known.findValues(column) !== undefined
		: known.findExtent(column) !== undefined;
}

/** The counts by ordinal that are not 0; ordinal 0 is no value. */
export function toValueCounts(counts: Uint32Array): ValueCounts {
	let length = 0;
	for (let ordinal = 1; ordinal < counts.length; ordinal++) if (counts[ordinal] !== 0) length += 2;
	const pairs = new Uint32Array(length);
	let at = 0;
	for (let ordinal = 1; ordinal < counts.length; ordinal++) {
		const count = counts[ordinal] as number;
		if (count === 0) continue;
		pairs[at] = ordinal;
		pairs[at + 1] = count;
		at += 2;
	}
	return pairs;
}
