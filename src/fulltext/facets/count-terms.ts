/**
 * How many matches have each value of a field? Matches are counted segment by segment into one array of counts by
 * global ordinal. A segment that has only numbers for the field counts them by number. Only the values of the answer
 * are decoded, so the cost depends on the matches, however many values the field has:
 *
 *     few matches     their values are visited again, and their counts reset to 0
 *     many            all counts are scanned
 */
import type { FacetBucket, TermsFacet } from '../../domain/query/facet-kind.ts';
import { facetExactValuesMax } from '../../domain/query/query-limits.ts';
import { entriesPerCheck, type Steps } from '../../lib/steps.ts';
import { type GlobalOrdinals, toGlobalOrdinals } from '../index/segment/global-ordinals.ts';
import { walkColumn } from '../query/column-walk.ts';
import {
	countKeywords,
	countNumbers,
	type FacetSource,
	type FacetTools,
	type TermsRequest,
	toExactNumber,
} from './count-values.ts';
import { estimateTerms } from './estimate-terms.ts';
import { keepMatching, keepMatchingNumbers } from './keep-matching.ts';
import { compareNumberTexts } from './number-order.ts';
import { sortBuckets } from './sort-buckets.ts';
import { compareValues, createTopValues, type TopValues, takeCounts } from './top-values.ts';

/**
 * The `size` values with the most matches, and the counts of the chosen ones. They are exact where the field has at
 * most `facetExactValuesMax` values. Cost: O(matches · values of each), or O(values of the field) where that is less.
 */
export function* countTerms(source: FacetSource, wanted: TermsRequest, tools: FacetTools): Steps<TermsFacet> {
	const { pace, memory } = tools;
	const { fieldName, chosen } = wanted;
	const global = yield* toGlobalOrdinals(source.segments, fieldName, { pace, valuesMax: facetExactValuesMax });
	if (global === 'too_many') return yield* estimateTerms(source, wanted, tools);
	const counts = memory.openCounts((global?.valueCount ?? 0) + 1);
	const counting: Counting = { source, fieldName, global, counts, tools };
	memory.numbers.clear();
	const counted = yield* countSegments(counting);
	if (counted === 'too_many') {
		counts.fill(0);
		return yield* estimateTerms(source, wanted, tools);
	}
	const hasNumbers = memory.numbers.size > 0;
	if (hasNumbers && global !== undefined) yield* joinNumbers(counting);
	const selected = chosen.map((value) => ({ value, count: countValue(value, counting) }));
	if (wanted.isMatch !== undefined) yield* keepMatchingValues(counting, wanted.isMatch);
	const isSparse = !hasNumbers && counted.visitedCount * sparseFactor < (global?.valueCount ?? 0);
	const tops = yield* isSparse ? drain(counting, wanted.size) : scanCounts(counting, wanted.size);
	return { kind: 'terms', fieldName, selected, ...toBuckets(tops, counting, wanted.size) };
}

/** Visiting a value again, anywhere in memory, takes as long as scanning this many counts. */
const sparseFactor = 8;

interface Counting {
	readonly source: FacetSource;
	readonly fieldName: string;
	readonly global: GlobalOrdinals | undefined;
	/** By global ordinal. All 0 except what was counted. */
	readonly counts: Uint32Array;
	readonly tools: FacetTools;
}

/** Counts all segments. @returns about how many values the matches have. */
function* countSegments({
	source,
	fieldName,
	global,
	counts,
	tools: { memory, pace },
}: Counting): Steps<{ readonly visitedCount: number } | 'too_many'> {
	let visitedCount = 0;
	for (const [index, segment] of source.segments.entries()) {
		const keywords = segment.keywordColumn(fieldName);
		const numbers = keywords === undefined ? segment.numberColumn(fieldName) : undefined;
		if (keywords === undefined && numbers === undefined) continue;
		const part = yield* source.read(index, keywords);
		if (keywords !== undefined) {
			const kernels = memory.findKernels(segment);
			visitedCount += yield* countKeywords(keywords, part, { counts, map: global?.maps[index], kernels, pace });
		} else if (numbers !== undefined) {
			const counting = { numbers: memory.numbers, sizeMax: facetExactValuesMax, pace };
			if ((yield* countNumbers(numbers, part, counting)) > 0) return 'too_many';
		}
	}
	return { visitedCount };
}

/**
 * Adds numbers to the equal texts of other segments. Fields with both are rare, so a look-up for each number is enough.
 */
function* joinNumbers({ global, counts, tools: { memory, pace } }: Counting): Steps<void> {
	const { numbers } = memory;
	for (let entry = 0; entry < numbers.size; entry++) {
		const value = numbers.valueAt(entry);
		const count = numbers.countAt(entry);
		const ordinal = count === 0 ? 0 : (global?.ordinalOf(String(value)) ?? 0);
		if (ordinal > 0) {
			counts[ordinal] = (counts[ordinal] as number) + count;
			numbers.add(value, -count);
		}
		if (entry % numbersPerCheck === 0 && pace.isDue()) yield;
	}
}

function* keepMatchingValues(
	{ global, counts, tools: { memory, pace } }: Counting,
	isMatch: (value: string) => boolean,
): Steps<void> {
	if (global !== undefined) {
		yield* keepMatching({ counts, end: global.valueCount + 1, toValue: global.valueOf, isMatch, pace });
	}
	yield* keepMatchingNumbers(memory.numbers, isMatch, pace);
}

/** Each takes about a microsecond. */
const numbersPerCheck = 256;

/** 0 for a value that no match has. */
function countValue(value: string, { global, counts, tools: { memory } }: Counting): number {
	const ordinal = global?.ordinalOf(value) ?? 0;
	const number = toExactNumber(value);
	const ofNumber = number === undefined ? 0 : memory.numbers.countOf(number);
	return (ordinal === 0 ? 0 : (counts[ordinal] as number)) + ofNumber;
}

/** The largest counts: by ordinal of the base, by ordinal behind the base, and by entry of the number table. */
interface Tops {
	readonly base: TopValues;
	readonly extra: TopValues;
	readonly number: TopValues;
	/** The sum over all values. */
	total: number;
	valueCount: number;
}

/** For a source without values; most fields only have values of the base. */
const noTops = createTopValues(0, compareValues);

function createTops(size: number, { global, tools: { memory } }: Counting): Tops {
	const { numbers } = memory;
	const hasExtra = global !== undefined && global.valueCount > global.baseCount;
	const compareNumbers = (left: number, right: number) =>
		compareNumberTexts(numbers.valueAt(left), numbers.valueAt(right));
	return {
		base: createTopValues(size, compareValues),
		extra: hasExtra ? createTopValues(size, compareValues) : noTops,
		number: numbers.size > 0 ? createTopValues(size, compareNumbers) : noTops,
		total: 0,
		valueCount: 0,
	};
}

/** Takes the counts of the values that matches have, and resets them to 0. */
function* drain(counting: Counting, size: number): Steps<Tops> {
	const { source, fieldName, global, tools } = counting;
	const tops = createTops(size, counting);
	for (const [index, segment] of source.segments.entries()) {
		const column = segment.keywordColumn(fieldName);
		if (column === undefined) continue;
		const map = global?.maps[index];
		const part = yield* source.read(index);
		const visit = (_: number, from: number, to: number) => {
			for (let at = from; at < to; at++) {
				const ordinal = column.ordinals[at] as number;
				takeCount(map === undefined ? ordinal : (map[ordinal] as number), counting, tops);
			}
		};
		yield* walkColumn(column, part, { pace: tools.pace, visit });
	}
	return tops;
}

function takeCount(ordinal: number, { counts, global }: Counting, tops: Tops): void {
	const count = counts[ordinal] as number;
	if (count === 0) return;
	counts[ordinal] = 0;
	tops.total += count;
	tops.valueCount += 1;
	if (ordinal <= (global?.baseCount ?? 0)) tops.base.offer(count, ordinal);
	else tops.extra.offer(count, ordinal);
}

/** Takes all counts, and resets them to 0. */
function* scanCounts(counting: Counting, size: number): Steps<Tops> {
	const { global, counts, tools } = counting;
	const { numbers } = tools.memory;
	const tops = createTops(size, counting);
	const { baseCount, valueCount } = global ?? { baseCount: 0, valueCount: 0 };
	for (const [from, to, top] of [
		[1, baseCount + 1, tops.base],
		[baseCount + 1, valueCount + 1, tops.extra],
	] as const) {
		for (let at = from; at < to; at += entriesPerCheck) {
			const taken = takeCounts(counts, { from: at, to: Math.min(to, at + entriesPerCheck) }, top);
			tops.total += taken.total;
			tops.valueCount += taken.valueCount;
			if (tools.pace.isDue()) yield;
		}
	}
	for (let entry = 0; entry < numbers.size; entry++) {
		const count = numbers.countAt(entry);
		if (count === 0) continue;
		tops.total += count;
		tops.valueCount += 1;
		tops.number.offer(count, entry);
		if (entry % entriesPerCheck === 0 && tools.pace.isDue()) yield;
	}
	return tops;
}

function toBuckets(tops: Tops, { global, tools: { memory } }: Counting, size: number) {
	const buckets: FacetBucket[] = [];
	for (const top of [tops.base, tops.extra]) {
		for (let at = 0; at < top.length; at++) {
			buckets.push({ value: global?.valueOf(top.valueAt(at)) ?? '', count: top.countAt(at) });
		}
	}
	for (let at = 0; at < tops.number.length; at++) {
		const value = String(memory.numbers.valueAt(tops.number.valueAt(at)));
		buckets.push({ value, count: tops.number.countAt(at) });
	}
	const shown = sortBuckets(buckets).slice(0, size);
	const shownCount = shown.reduce((sum, { count }) => sum + count, 0);
	return { buckets: shown, otherCount: tops.total - shownCount, valueCount: tops.valueCount };
}
