/**
 * Which values have the most matches in a field with very many values? Joining counts over segments would take memory
 * for every value. Instead the top values of each segment are candidates, and only these are counted in all segments.
 *
 *     exact       the counts of the values shown, including the chosen ones, and the sum of all others
 *     estimated   which values are shown: one that is frequent everywhere and on top nowhere may be missing
 *     at least    the number of values: that of the segment with the most
 *
 * The same request has the same answer as long as nothing is written.
 */
import type { TermsFacet } from '../../domain/query/facet-kind.ts';
import { facetExactValuesMax } from '../../domain/query/query-limits.ts';
import { entriesPerCheck, type Steps } from '../../lib/steps.ts';
import type { KeywordColumn } from '../index/segment/columns.ts';
import { countStrings, decodeString, findString } from '../index/segment/sorted-strings.ts';
import type { SearchKernels } from '../kernels/search-kernels.ts';
import {
	countKeywords,
	countNumbers,
	type FacetPart,
	type FacetSource,
	type FacetTools,
	type TermsRequest,
	toExactNumber,
} from './count-values.ts';
import { keepMatching, keepMatchingNumbers } from './keep-matching.ts';
import { compareNumberTexts } from './number-order.ts';
import { sortBuckets } from './sort-buckets.ts';
import { compareValues, createTopValues, takeCounts } from './top-values.ts';

/** Candidates of each segment, as a multiple of the values shown. */
const candidatesFactor = 4;

/** As `countTerms`, estimated. Cost: two passes over the matches and over the values of each segment. */
export function* estimateTerms(source: FacetSource, wanted: TermsRequest, tools: FacetTools): Steps<TermsFacet> {
	const { fieldName, size, chosen } = wanted;
	const found = yield* findCandidates(source, wanted, tools);
	const values = [...new Set([...found.candidates, ...chosen])];
	const counts = yield* countValues(source, { fieldName, values }, tools);
	const buckets = sortBuckets(
		values.flatMap((value) => {
			const count = counts.get(value) ?? 0;
			return count === 0 ? [] : [{ value, count }];
		}),
	).slice(0, size);
	const shownCount = buckets.reduce((sum, { count }) => sum + count, 0);
	return {
		kind: 'terms',
		fieldName,
		buckets,
		selected: chosen.map((value) => ({ value, count: counts.get(value) ?? 0 })),
		otherCount: found.total - shownCount,
		valueCount: found.valueCountMin,
		isApproximate: true,
	};
}

interface Found {
	readonly candidates: Set<string>;
	/** The number of values of all matches together. */
	total: number;
	valueCountMin: number;
}

function* findCandidates(
	source: FacetSource,
	{ fieldName, size, isMatch }: TermsRequest,
	tools: FacetTools,
): Steps<Found> {
	const { numbers } = tools.memory;
	const found: Found = { candidates: new Set(), total: 0, valueCountMin: 0 };
	numbers.clear();
	for (const [index, segment] of source.segments.entries()) {
		const keywords = segment.keywordColumn(fieldName);
		const column = keywords === undefined ? segment.numberColumn(fieldName) : undefined;
		if (keywords !== undefined)
			yield* leadInColumn(keywords, yield* source.read(index), {
				kernels: tools.memory.findKernels(segment),
				tools,
				size,
				isMatch,
				found,
			});
		else if (column !== undefined) {
			const counting = { numbers, sizeMax: facetExactValuesMax, pace: tools.pace };
			found.total += yield* countNumbers(column, yield* source.read(index), counting);
		}
	}
	if (isMatch !== undefined) yield* keepMatchingNumbers(numbers, isMatch, tools.pace);
	const tops = createTopValues(size * candidatesFactor, (left, right) =>
		compareNumberTexts(numbers.valueAt(left), numbers.valueAt(right)),
	);
	let numberCount = 0;
	for (let entry = 0; entry < numbers.size; entry++) {
		const count = numbers.countAt(entry);
		if (count === 0) continue;
		found.total += count;
		numberCount += 1;
		tops.offer(count, entry);
		if (entry % entriesPerCheck === 0 && tools.pace.isDue()) yield;
	}
	found.valueCountMin = Math.max(found.valueCountMin, numberCount);
	for (let at = 0; at < tops.length; at++) {
		found.candidates.add(String(numbers.valueAt(tops.valueAt(at))));
	}
	return found;
}

interface Leading extends Pick<TermsRequest, 'isMatch'> {
	readonly kernels: SearchKernels;
	readonly tools: FacetTools;
	readonly size: number;
	readonly found: Found;
}

/** Adds the top values of one segment. */
function* leadInColumn(
	column: KeywordColumn,
	part: FacetPart,
	{ kernels, tools, size, isMatch, found }: Leading,
): Steps<void> {
	const { memory, pace } = tools;
	const end = countStrings(column.dictionary) + 1;
	const counts = memory.openCounts(end);
	yield* countKeywords(column, part, { counts, map: undefined, kernels, pace });
	if (isMatch !== undefined) {
		const toValue = (ordinal: number) => decodeString(column.dictionary, ordinal - 1);
		yield* keepMatching({ counts, end, toValue, isMatch, pace });
	}
	const tops = createTopValues(size * candidatesFactor, compareValues);
	let valueCount = 0;
	for (let from = 1; from < end; from += entriesPerCheck) {
		const taken = takeCounts(counts, { from, to: Math.min(end, from + entriesPerCheck) }, tops);
		found.total += taken.total;
		valueCount += taken.valueCount;
		if (pace.isDue()) yield;
	}
	found.valueCountMin = Math.max(found.valueCountMin, valueCount);
	for (let at = 0; at < tops.length; at++) {
		found.candidates.add(decodeString(column.dictionary, tops.valueAt(at) - 1));
	}
}

/** Counts values in all segments. */
function* countValues(
	source: FacetSource,
	{ fieldName, values }: { readonly fieldName: string; readonly values: readonly string[] },
	{ memory, pace }: FacetTools,
): Steps<Map<string, number>> {
	const { numbers } = memory;
	const totals = new Map<string, number>();
	numbers.clear();
	for (const value of values) {
		const number = toExactNumber(value);
		if (number !== undefined) numbers.addKnown(number, 0, Number.POSITIVE_INFINITY);
	}
	for (const [index, segment] of source.segments.entries()) {
		const keywords = segment.keywordColumn(fieldName);
		const column = keywords === undefined ? segment.numberColumn(fieldName) : undefined;
		if (column !== undefined) yield* countNumbers(column, yield* source.read(index), { numbers, sizeMax: 0, pace });
		if (keywords === undefined) continue;
		const counts = memory.openCounts(countStrings(keywords.dictionary) + 1);
		const kernels = memory.findKernels(segment);
		yield* countKeywords(keywords, yield* source.read(index), { counts, map: undefined, kernels, pace });
		for (const value of values) {
			const ordinal = findString(keywords.dictionary, value) + 1;
			if (ordinal > 0) totals.set(value, (totals.get(value) ?? 0) + (counts[ordinal] as number));
		}
		counts.fill(0);
	}
	for (const value of values) {
		const number = toExactNumber(value);
		if (number !== undefined) totals.set(value, (totals.get(value) ?? 0) + numbers.countOf(number));
	}
	return totals;
}
