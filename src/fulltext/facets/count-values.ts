/** Counts the values of matches in one column: keywords by ordinal, numbers in a table. */
import { entriesPerCheck, type Pace, type Steps } from '../../lib/steps.ts';
import type { KeywordColumn, NumberColumn } from '../index/segment/columns.ts';
import type { Segment } from '../index/segment/segment.ts';
import { countStrings } from '../index/segment/sorted-strings.ts';
import type { SearchKernels } from '../kernels/search-kernels.ts';
import { type MatchedDocuments, walkColumn } from '../query/column-walk.ts';
import type { FacetMemory } from './facet-memory.ts';
import { type FacetColumn, isWorthKeeping, type KnownCounts, toValueCounts, type ValueCounts } from './known-counts.ts';
import type { NumberTable } from './number-table.ts';

/** The matches that one facet counts, by segment. */
export interface FacetSource {
	readonly segments: readonly Segment[];
	/**
	 * The matches of a segment, valid until the next call.
	 * @param column what `countKeywords` will count, or `countRange` measure: where that is known, the matches need not be listed
	 */
	read(segmentIndex: number, column?: FacetColumn): Steps<FacetPart>;
}

/**
 * Matches of a segment: the listed documents, or, when `isWhole`, all documents except the listed ones, which are
 * deleted. Where nothing but what is known is read of them, they are not listed, and there are only as many as `count` says.
 */
export interface FacetPart extends MatchedDocuments {
	readonly isWhole: boolean;
	/** One bit for each document, 1 = live; undefined when all are live. */
	readonly live: Uint32Array | undefined;
	/** What was counted of these matches before; undefined where nothing is kept. */
	readonly known: KnownCounts | undefined;
}

/** What counting a facet needs. */
export interface FacetTools {
	readonly memory: FacetMemory;
	readonly pace: Pace;
}

export interface TermsRequest {
	readonly fieldName: string;
	readonly size: number;
	/** Values whose counts are part of the answer in any case. */
	readonly chosen: readonly string[];
	/** Which values may be listed; undefined for all. */
	readonly isMatch?: ((value: string) => boolean) | undefined;
}

export interface KeywordCounting {
	/** By ordinal, or by mapped ordinal; entry 0 has no meaning, and is 0 afterwards. */
	readonly counts: Uint32Array;
	readonly map: Uint32Array | undefined;
	readonly kernels: SearchKernels;
	readonly pace: Pace;
}

/**
 * Adds the values of matches to the counts. @returns about how many entries were visited, so that they may be visited
 * again to reset the counts; ∞ where none were. Cost: O(matches · values of each), O(values) where the counts of the
 * matches are known, or O(values + deleted documents) for a whole segment.
 */
export function* countKeywords(column: KeywordColumn, part: FacetPart, counting: KeywordCounting): Steps<number> {
	const { known } = part;
	if (part.isWhole || known === undefined || !isWorthKeeping(column, part.count)) {
		yield* visitKeywords(column, part, counting);
		return part.isWhole ? Number.POSITIVE_INFINITY : estimateEntries(column, part);
	}
	addKnown(known.findValues(column) ?? (yield* countOnce(column, part, counting)), counting);
	return Number.POSITIVE_INFINITY;
}

function* countOnce(
	column: KeywordColumn,
	part: FacetPart,
	{ kernels, pace }: Pick<KeywordCounting, 'kernels' | 'pace'>,
): Steps<ValueCounts> {
	const counts = new Uint32Array(countStrings(column.dictionary) + 1);
	yield* visitKeywords(column, part, { counts, map: undefined, kernels, pace });
	const values = toValueCounts(counts);
	part.known?.keepValues(column, values);
	return values;
}

function addKnown(values: ValueCounts, { counts, map }: KeywordCounting): void {
	for (let at = 0; at < values.length; at += 2) {
		const ordinal = values[at] as number;
		const target = map === undefined ? ordinal : (map[ordinal] as number);
		counts[target] = (counts[target] as number) + (values[at + 1] as number);
	}
}

function* visitKeywords(column: KeywordColumn, part: FacetPart, counting: KeywordCounting): Steps<void> {
	const { counts, map, kernels, pace } = counting;
	const { ordinals, offsets, rows } = column;
	if (part.isWhole) addLists(column, counting);
	if (map !== undefined || part.isWhole || rows !== undefined) {
		const step = part.isWhole ? -1 : 1;
		const visit = (_: number, from: number, to: number) => {
			for (let at = from; at < to; at++) {
				const ordinal = ordinals[at] as number;
				const target = map === undefined ? ordinal : (map[ordinal] as number);
				counts[target] = (counts[target] as number) + step;
			}
		};
		yield* walkColumn(column, part, { pace, visit });
	} else {
		for (let from = 0; from < part.count; from += entriesPerCheck) {
			const slice = part.documents.subarray(from, Math.min(part.count, from + entriesPerCheck));
			if (offsets === undefined) kernels.countDense(slice, slice.length, { ordinals, counts });
			else kernels.countMany(slice, slice.length, { ordinals, counts, offsets });
			if (pace.isDue()) yield;
		}
	}
	counts[0] = 0;
}

/** Adds all documents of every value: the lists of documents by value have that length. */
function addLists({ listOffsets }: KeywordColumn, { map, counts }: KeywordCounting): void {
	for (let ordinal = 1; ordinal < listOffsets.length; ordinal++) {
		const to = map === undefined ? ordinal : (map[ordinal] as number);
		counts[to] = (counts[to] as number) + (listOffsets[ordinal] as number) - (listOffsets[ordinal - 1] as number);
	}
}

export interface NumberCounting {
	readonly numbers: NumberTable;
	/** The most numbers in the table; numbers that are new to a full table are left out. */
	readonly sizeMax: number;
	readonly pace: Pace;
}

/** Adds the numbers of matches to the table. @returns how many did not fit. Cost: O(matches · values of each). */
export function* countNumbers(column: NumberColumn, part: FacetPart, counting: NumberCounting): Steps<number> {
	const { numbers, sizeMax, pace } = counting;
	let leftOutCount = 0;
	const add = (from: number, to: number) => {
		for (let at = from; at < to; at++) {
			const value = column.numbers[at] as number;
			if (!Number.isNaN(value) && !numbers.addKnown(value, 1, sizeMax)) leftOutCount += 1;
		}
	};
	if (!part.isWhole) {
		yield* walkColumn(column, part, { pace, visit: (_, from, to) => add(from, to) });
		return leftOutCount;
	}
	for (let from = 0; from < column.numbers.length; from += entriesPerCheck) {
		add(from, Math.min(column.numbers.length, from + entriesPerCheck));
		if (pace.isDue()) yield;
	}
	const takeOff = (_: number, from: number, to: number) => {
		for (let at = from; at < to; at++) {
			const value = column.numbers[at] as number;
			if (!Number.isNaN(value) && !numbers.addKnown(value, -1, 0)) leftOutCount -= 1;
		}
	};
	yield* walkColumn(column, part, { pace, visit: takeOff });
	return leftOutCount;
}

/** About how many entries matches have in a column. */
function estimateEntries({ ordinals, offsets, rows }: KeywordColumn, { count }: MatchedDocuments): number {
	const rowCount = rows?.length ?? (offsets === undefined ? ordinals.length : offsets.length - 1);
	return Math.ceil((count * ordinals.length) / Math.max(1, rowCount));
}

/** The number whose text is the value; undefined when there is none. */
export function toExactNumber(value: string): number | undefined {
	const number = Number(value);
	return value === String(number) && !Number.isNaN(number) ? number : undefined;
}
