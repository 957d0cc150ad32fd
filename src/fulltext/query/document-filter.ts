/**
 * Does a single document pass filters? The answer is the same as that of `filter-matches.ts`, which tests all matches
 * of a search at once. Here a filter is looked up in the dictionary once, and each document costs one read of its
 * column.
 */
import { toItemKeyBytes } from '../../domain/item/dfid.ts';
import type { DistanceFilter, Filter, RangeFilter } from '../../domain/query/filter.ts';
import type { ItemCriteria, RefusalReason } from '../../domain/query/item-selection.ts';
import type { Pace, Steps } from '../../lib/steps.ts';
import { findKey } from '../index/segment/key-table.ts';
import { flagOutOfStock } from '../index/segment/layout.ts';
import type { Segment } from '../index/segment/segment.ts';
import { findEntries } from './column-walk.ts';
import { idFieldName, toInterval } from './filter-matches.ts';
import { toDistanceMeters } from './geo-distance.ts';
import type { LiveSegment } from './index-view.ts';
import type { DocumentTest } from './requirement.ts';
import { findOrdinals, type ResolvedFilter, type ResolvedTermsFilter, resolveFilter } from './value-filter.ts';

/** Rules whose filters are resolved for the segments of one answer. */
export interface ResolvedRule extends Pick<ItemCriteria, 'isInStockOnly'> {
	readonly filters: readonly ResolvedFilter[];
	readonly excludes: readonly ResolvedFilter[];
}

export function* resolveRule(
	{ filters, excludes, isInStockOnly }: Pick<ItemCriteria, 'filters' | 'excludes' | 'isInStockOnly'>,
	segments: readonly LiveSegment[],
	pace: Pace,
): Steps<ResolvedRule> {
	return {
		isInStockOnly,
		filters: yield* resolveFilters(filters, segments, pace),
		excludes: yield* resolveFilters(excludes, segments, pace),
	};
}

export function* resolveFilters(
	filters: readonly Filter[],
	segments: readonly LiveSegment[],
	pace: Pace,
): Steps<readonly ResolvedFilter[]> {
	const resolved: ResolvedFilter[] = [];
	for (const filter of filters) resolved.push(yield* resolveFilter(filter, segments, pace));
	return resolved;
}

/**
 * Returns a function that says why a live document of the segment is refused, or undefined when it is allowed. Cost of
 * a call: O(filters · values).
 */
export function createDocumentRule(
	segment: Segment,
	{ filters, excludes, isInStockOnly }: ResolvedRule,
): (document: number) => Exclude<RefusalReason, 'missing'> | undefined {
	const passing = filters.map((filter) => createDocumentTest(segment, filter));
	const excluding = excludes.map((filter) => createDocumentTest(segment, filter));
	return (document) => {
		if (isInStockOnly && ((segment.flags[document] as number) & flagOutOfStock) !== 0) return 'out_of_stock';
		for (const test of excluding) if (test(document)) return 'excluded';
		for (const test of passing) if (!test(document)) return 'filtered';
		return undefined;
	};
}

/** Returns a test of whether a document of the segment passes a filter. */
export function createDocumentTest(segment: Segment, filter: ResolvedFilter): DocumentTest {
	if (filter.kind === 'terms') return createTermsTest(segment, filter);
	return filter.kind === 'range' ? createRangeTest(segment, filter) : createDistanceTest(segment, filter);
}

function createTermsTest(segment: Segment, filter: ResolvedTermsFilter): DocumentTest {
	const { fieldName, values } = filter;
	if (fieldName === idFieldName) {
		const wanted = new Set(values.map((id) => findKey(segment.keys, segment.keySlots, toItemKeyBytes(id))));
		return (document) => wanted.has(document);
	}
	const keywords = segment.keywordColumn(fieldName);
	if (keywords !== undefined) {
		const wanted = new Set(findOrdinals(keywords, filter));
		return hasEntry(keywords, (at) => wanted.has(keywords.ordinals[at] as number));
	}
	const numbers = segment.numberColumn(fieldName);
	if (numbers === undefined) return never;
	const wanted = new Set(values.filter((value) => value.trim() !== '').map(Number));
	// NaN stands for documents without a number.
	wanted.delete(Number.NaN);
	return hasEntry(numbers, (at) => wanted.has(numbers.numbers[at] as number));
}

function createRangeTest(segment: Segment, filter: RangeFilter): DocumentTest {
	const column = segment.numberColumn(filter.fieldName);
	if (column === undefined) return never;
	const [low, high] = toInterval(filter);
	return hasEntry(column, (at) => {
		const value = column.numbers[at] as number;
		return value >= low && value <= high;
	});
}

function createDistanceTest(segment: Segment, filter: DistanceFilter): DocumentTest {
	const column = segment.pointColumn(filter.fieldName);
	if (column === undefined) return never;
	const { rows, points } = column;
	return hasEntry({ rows, offsets: undefined }, (row) => {
		const distance = toDistanceMeters(filter, points[2 * row] as number, points[2 * row + 1] as number);
		return distance <= filter.distanceMaxMeters;
	});
}

/** Returns a test of whether one of the entries of a document is wanted. */
export function hasEntry(shape: Parameters<typeof findEntries>[0], isWanted: (at: number) => boolean): DocumentTest {
	return (document) => {
		const [from, to] = findEntries(shape, document);
		for (let at = from; at < to; at++) if (isWanted(at)) return true;
		return false;
	};
}

function never(): boolean {
	return false;
}
