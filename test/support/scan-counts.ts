/** Facets for `scan-search.ts`: every match is counted. */
import type { Filter, TermsFilter } from '../../src/domain/query/filter.ts';
import { countPlainLevels } from './plain-levels.ts';
import { compareTexts } from './plain-order.ts';
import { listChosenValues } from './plain-value.ts';
import type { ScannedItem } from './scan-item.ts';
import { listExisting } from './scan-passing.ts';

interface AskedFacet {
	readonly fieldName: string;
	readonly size: number;
	readonly filters: readonly Filter[];
	/** All items that are searched. */
	readonly items: readonly ScannedItem[];
}

export function countTerms(matches: readonly ScannedItem[], { fieldName, size, filters, items }: AskedFacet) {
	const counts = new Map<string, number>();
	for (const item of matches) {
		for (const value of item.texts.get(fieldName) ?? []) counts.set(value, (counts.get(value) ?? 0) + 1);
	}
	const all = Array.from(counts, ([value, count]) => ({ value, count }));
	all.sort((a, b) => b.count - a.count || compareTexts(a.value, b.value));
	const otherCount = all.slice(size).reduce((sum, { count }) => sum + count, 0);
	const existing = listExisting(fieldName, items);
	const chosen = filters.flatMap((filter) =>
		filter.kind === 'terms' && filter.fieldName === fieldName ? listChosenValues(filter, existing, counts) : [],
	);
	const selected = [...new Map(chosen.map((bucket) => [bucket.value, bucket])).values()];
	return { kind: 'terms', fieldName, buckets: all.slice(0, size), selected, otherCount, valueCount: all.length };
}

export function countLevels(matches: readonly ScannedItem[], { fieldName, size, filters, items }: AskedFacet) {
	return countPlainLevels(
		matches.map((item) => item.texts.get(fieldName) ?? []),
		{
			...{ fieldName, size, existing: listExisting(fieldName, items) },
			filters: filters.filter((filter) => filter.kind === 'terms' && filter.fieldName === fieldName) as TermsFilter[],
		},
	);
}

export function measureRange(matches: readonly ScannedItem[], fieldName: string) {
	const values = matches.flatMap((item) => item.numbers.get(fieldName) ?? []);
	const sum = values.reduce((total, value) => total + value, 0);
	const isEmpty = values.length === 0;
	const [min, max] = isEmpty ? [0, 0] : [Math.min(...values), Math.max(...values)];
	return { kind: 'range', fieldName, count: values.length, sum, min, max };
}
