/** Filters and facets of `scan-search.ts`: everything that goes by the values of items. */
import type { Filter } from '../../src/domain/query/filter.ts';
import type { IndexQuery } from '../../src/domain/query/index-query.ts';
import { toDistanceMeters } from '../../src/fulltext/query/geo-distance.ts';
import { compareByBytes } from '../../src/fulltext/segment/sorted-strings.ts';
import type { RankedItem, ScannedItem } from './scan-search.ts';

/** Whether an item passes the filters, but for those of `ownField`. */
export function passesAll(
	item: ScannedItem,
	{ filters, excludes, filterExecution }: IndexQuery,
	ownField: string | undefined,
): boolean {
	if (excludes.some((filter) => passes(item, filter))) return false;
	if (filters.length === 0) return true;
	if (filterExecution === 'or' && filters.length > 1) return filters.some((filter) => passes(item, filter));
	return filters.every((filter) => filter.fieldName === ownField || passes(item, filter));
}

function passes(item: ScannedItem, filter: Filter): boolean {
	const numbers = item.numbers.get(filter.fieldName) ?? [];
	if (filter.kind === 'terms') return filter.values.some((value) => item.texts.get(filter.fieldName)?.includes(value));
	if (filter.kind === 'range') {
		const { gte = -Infinity, gt = -Infinity, lte = Infinity, lt = Infinity } = filter;
		return numbers.some((value) => value >= gte && value > gt && value <= lte && value < lt);
	}
	const point = item.points.get(filter.fieldName);
	return point !== undefined && toDistanceMeters(filter, ...point) <= filter.distanceMaxMeters;
}

/** The facet of a field's values. */
export function countTerms(matches: readonly RankedItem[], fieldName: string, size: number) {
	const counts = new Map<string, number>();
	for (const { item } of matches) {
		for (const value of item.texts.get(fieldName) ?? []) counts.set(value, (counts.get(value) ?? 0) + 1);
	}
	const all = Array.from(counts, ([value, count]) => ({ value, count }));
	all.sort((a, b) => b.count - a.count || compareByBytes(a.value, b.value));
	const otherCount = all.slice(size).reduce((sum, { count }) => sum + count, 0);
	return { kind: 'terms', fieldName, buckets: all.slice(0, size), otherCount, valueCount: all.length };
}

/** The facet of a field's numbers. */
export function measureRange(matches: readonly RankedItem[], fieldName: string) {
	const values = matches.flatMap(({ item }) => item.numbers.get(fieldName) ?? []);
	const sum = values.reduce((total, value) => total + value, 0);
	const isEmpty = values.length === 0;
	const [min, max] = isEmpty ? [0, 0] : [Math.min(...values), Math.max(...values)];
	return { kind: 'range', fieldName, count: values.length, sum, min, max };
}
