/**
 * How many matches have each value of a field? Matches are counted segment by segment into one array of counts by
 * global ordinal; a segment that has only numbers for the field counts them by number.
 */
import type { FacetBucket, TermsFacet } from '../../domain/query/index-query.ts';
import { isDense, type MatchedDocuments, walkColumn } from '../query/column-walk.ts';
import { countDense, countMany } from '../query/kernels.ts';
import type { KeywordColumn, NumberColumn } from '../segment/columns.ts';
import { type GlobalOrdinals, toGlobalOrdinals } from '../segment/global-ordinals.ts';
import type { Segment } from '../segment/segment.ts';
import { compareByBytes } from '../segment/sorted-strings.ts';

/** A field with more distinct values than this is no facet: it answers with no buckets. */
const facetValuesMax = 1_000_000;

export interface TermsCounter {
	/** Adds matches of the segment at `segmentIndex`. Cost: O(matches · values of each). */
	add(segmentIndex: number, matches: MatchedDocuments): void;
	/**
	 * Adds every document of a segment but the dead. Cost: O(distinct values + dead), as the lists of documents by value
	 * know their lengths.
	 */
	addAll(segmentIndex: number, dead: MatchedDocuments): void;
	/** The `size` values with the most matches, and the counts of the chosen ones. Cost: O(distinct values). */
	finish(size: number, chosen: readonly string[]): TermsFacet;
}

/** A counter for a field over these segments. */
export function createTermsCounter(segments: readonly Segment[], fieldName: string): TermsCounter {
	const global = toGlobalOrdinals(segments, fieldName);
	const isTooLarge = global !== undefined && global.valueCount > facetValuesMax;
	const counts = new Uint32Array(global === undefined || isTooLarge ? 1 : global.valueCount + 1);
	const numberCounts = new Map<number, number>();

	function addKeywords(column: KeywordColumn, map: Uint32Array | undefined, matches: MatchedDocuments): void {
		if (map === undefined) {
			countKeywords(column, matches, counts);
			return;
		}
		const local = new Uint32Array(map.length);
		countKeywords(column, matches, local);
		for (let ordinal = 1; ordinal < local.length; ordinal++) {
			const to = map[ordinal] as number;
			counts[to] = (counts[to] as number) + (local[ordinal] as number);
		}
	}

	return {
		add(segmentIndex, matches) {
			const segment = segments[segmentIndex] as Segment;
			const keywords = segment.keywordColumn(fieldName);
			if (keywords !== undefined && global !== undefined) {
				if (!isTooLarge) addKeywords(keywords, global.maps[segmentIndex], matches);
				return;
			}
			const numbers = segment.numberColumn(fieldName);
			if (numbers !== undefined && !isTooLarge) countNumbers(numbers, matches, numberCounts);
		},
		addAll(segmentIndex, dead) {
			const segment = segments[segmentIndex] as Segment;
			const keywords = segment.keywordColumn(fieldName);
			const numbers = segment.numberColumn(fieldName);
			if (isTooLarge) return;
			if (keywords !== undefined) {
				addLists(keywords, global?.maps[segmentIndex], counts);
				takeOff(keywords, global?.maps[segmentIndex], { counts, dead });
			} else if (numbers !== undefined) {
				for (const value of numbers.numbers) addNumber(numberCounts, value);
				takeOffNumbers(numbers, dead, numberCounts);
			}
		},
		finish(size, chosen) {
			const merged = mergeNumbers(counts, global, numberCounts);
			const selected = chosen.map((value) => ({ value, count: countValue(value, merged, global) }));
			return { kind: 'terms', fieldName, selected, ...toSums(pickLargest(merged, global, size), merged) };
		},
	};
}

function countKeywords(column: KeywordColumn, matches: MatchedDocuments, counts: Uint32Array): void {
	const { ordinals, offsets, rows } = column;
	if (isDense(column)) countDense(matches.documents, matches.count, { ordinals, counts });
	else if (rows === undefined && offsets !== undefined) {
		countMany(matches.documents, matches.count, { ordinals, counts, offsets });
	} else {
		walkColumn(column, matches, (_, from, to) => {
			for (let at = from; at < to; at++) {
				const ordinal = ordinals[at] as number;
				counts[ordinal] = (counts[ordinal] as number) + 1;
			}
		});
	}
}

function countNumbers(column: NumberColumn, matches: MatchedDocuments, counts: Map<number, number>): void {
	const { numbers } = column;
	walkColumn(column, matches, (_, from, to) => {
		for (let at = from; at < to; at++) addNumber(counts, numbers[at] as number);
	});
}

function addNumber(counts: Map<number, number>, value: number): void {
	if (!Number.isNaN(value)) counts.set(value, (counts.get(value) ?? 0) + 1);
}

function addLists({ listOffsets }: KeywordColumn, map: Uint32Array | undefined, counts: Uint32Array): void {
	for (let ordinal = 1; ordinal < listOffsets.length; ordinal++) {
		const to = map === undefined ? ordinal : (map[ordinal] as number);
		counts[to] = (counts[to] as number) + (listOffsets[ordinal] as number) - (listOffsets[ordinal - 1] as number);
	}
}

/** Counts the dead documents alone, as there are few of them, and subtracts them. */
function takeOff(
	column: KeywordColumn,
	map: Uint32Array | undefined,
	{ counts, dead }: { readonly counts: Uint32Array; readonly dead: MatchedDocuments },
): void {
	if (dead.count === 0) return;
	const local = new Uint32Array(column.listOffsets.length);
	countKeywords(column, dead, local);
	for (let ordinal = 1; ordinal < local.length; ordinal++) {
		const to = map === undefined ? ordinal : (map[ordinal] as number);
		counts[to] = (counts[to] as number) - (local[ordinal] as number);
	}
}

function takeOffNumbers(column: NumberColumn, dead: MatchedDocuments, numberCounts: Map<number, number>): void {
	const local = new Map<number, number>();
	countNumbers(column, dead, local);
	for (const [value, count] of local) {
		const left = (numberCounts.get(value) ?? 0) - count;
		if (left > 0) numberCounts.set(value, left);
		else numberCounts.delete(value);
	}
}

interface Counts {
	/** By ordinal; entry 0 is of no meaning. */
	readonly byOrdinal: Uint32Array;
	/** Of values that have no ordinal, or none that is worth finding. */
	readonly byText: ReadonlyMap<string, number>;
}

function mergeNumbers(
	byOrdinal: Uint32Array,
	global: GlobalOrdinals | undefined,
	numberCounts: ReadonlyMap<number, number>,
): Counts {
	const byText = new Map<string, number>();
	for (const [value, count] of numberCounts) byText.set(String(value), count);
	if (byText.size > 0 && global !== undefined) {
		// The field is a number here and a text there: rare enough to find equal values the slow way.
		for (let ordinal = 1; ordinal < byOrdinal.length; ordinal++) {
			if (byOrdinal[ordinal] === 0) continue;
			const text = global.valueOf(ordinal);
			const count = byText.get(text);
			if (count === undefined) continue;
			byOrdinal[ordinal] = (byOrdinal[ordinal] as number) + count;
			byText.delete(text);
		}
	}
	return { byOrdinal, byText };
}

/** 0 for a value that no match has. */
function countValue(value: string, { byOrdinal, byText }: Counts, global: GlobalOrdinals | undefined): number {
	const ordinal = global?.ordinalOf(value) ?? 0;
	return (ordinal === 0 ? 0 : (byOrdinal[ordinal] ?? 0)) + (byText.get(value) ?? 0);
}

/** Decodes only what may be among the first `size`: ordinals of the base are in the order of their values already. */
function pickLargest({ byOrdinal, byText }: Counts, global: GlobalOrdinals | undefined, size: number): FacetBucket[] {
	const buckets: FacetBucket[] = Array.from(byText, ([value, count]) => ({ value, count }));
	if (global !== undefined) {
		const least = findLeastCount(byOrdinal, size);
		let tieCount = 0;
		for (let ordinal = 1; ordinal < byOrdinal.length; ordinal++) {
			const count = byOrdinal[ordinal] as number;
			if (count < least || count === 0) continue;
			if (count === least && ordinal <= global.baseCount) {
				tieCount += 1;
				if (tieCount > size) continue;
			}
			buckets.push({ value: global.valueOf(ordinal), count });
		}
	}
	buckets.sort((a, b) => b.count - a.count || compareByBytes(a.value, b.value));
	return buckets.slice(0, size);
}

/** The count of the `size`-th largest; 0 when there are fewer. A small sorted list suffices as sizes are ≤ 50. */
function findLeastCount(counts: Uint32Array, size: number): number {
	const largest: number[] = [];
	for (let ordinal = 1; ordinal < counts.length; ordinal++) {
		const count = counts[ordinal] as number;
		if (count === 0 || (largest.length === size && count <= (largest[size - 1] as number))) continue;
		let at = largest.length === size ? size - 1 : largest.length;
		while (at > 0 && (largest[at - 1] as number) < count) {
			largest[at] = largest[at - 1] as number;
			at -= 1;
		}
		largest[at] = count;
	}
	return largest.length === size ? (largest[size - 1] as number) : 0;
}

function toSums(buckets: readonly FacetBucket[], { byOrdinal, byText }: Counts) {
	let total = 0;
	let valueCount = byText.size;
	for (const count of byText.values()) total += count;
	for (let ordinal = 1; ordinal < byOrdinal.length; ordinal++) {
		total += byOrdinal[ordinal] as number;
		if (byOrdinal[ordinal] !== 0) valueCount += 1;
	}
	const shown = buckets.reduce((sum, { count }) => sum + count, 0);
	return { buckets, otherCount: total - shown, valueCount };
}
