import type { FacetAnswer, FacetKind, RangeFacet } from '../../src/domain/query/facet-kind.ts';
import type { TermsFilter } from '../../src/domain/query/filter.ts';
import type { FacetRequest, IndexQuery } from '../../src/domain/query/index-query.ts';
import { countPlainLevels } from '../support/plain-levels.ts';
import { listChosenValues } from '../support/plain-value.ts';
import { listExisting, passesFilters } from './scan-filters.ts';
import type { ScannedItem } from './scanned-item.ts';

/** @param items those of `all` that match the words, whatever the filters; `all` are the items that are searched */
export function answerFacet(facet: FacetRequest, items: readonly ScannedItem[], { query, all }: Counted): FacetAnswer {
	const counted = items.filter((item) => passesFilters(item, toFilteringOthers(facet, query), all));
	return counters[facet.kind](facet, counted, { query, all });
}

interface Counted {
	readonly query: IndexQuery;
	readonly all: readonly ScannedItem[];
}

type Counter = (facet: FacetRequest, items: readonly ScannedItem[], counted: Counted) => FacetAnswer;

const counters: Readonly<Record<FacetKind, Counter>> = {
	terms: countTerms,
	range: countRange,
	hierarchy({ fieldName, size }, items, { query, all }) {
		const own = query.filters.filter((filter) => filter.kind === 'terms' && filter.fieldName === fieldName);
		const values = items.map((item) => item.texts.get(fieldName) ?? []);
		const existing = listExisting(fieldName, all);
		return countPlainLevels(values, { fieldName, size, existing, filters: own as TermsFilter[] });
	},
};

/** The query without the filter of the facet's own field; a filter that holds as one of several cannot be left out. */
function toFilteringOthers({ fieldName, isFiltered }: FacetRequest, query: IndexQuery): IndexQuery {
	if (isFiltered === true || (query.filterExecution === 'or' && query.filters.length > 1)) return query;
	return { ...query, filters: query.filters.filter((filter) => filter.fieldName !== fieldName) };
}

function countRange({ fieldName }: FacetRequest, items: readonly ScannedItem[]): FacetAnswer {
	return sumNumbers(fieldName, items);
}

function sumNumbers(fieldName: string, items: readonly ScannedItem[]): RangeFacet {
	const numbers = items.flatMap((item) => item.numbers.get(fieldName) ?? []);
	const count = numbers.length;
	const min = count === 0 ? 0 : Math.min(...numbers);
	const max = count === 0 ? 0 : Math.max(...numbers);
	return { kind: 'range', fieldName, count, min, max, sum: numbers.reduce((sum, number) => sum + number, 0) };
}

function countTerms(
	{ fieldName, size, hasStats }: FacetRequest,
	items: readonly ScannedItem[],
	{ query, all: searched }: Counted,
): FacetAnswer {
	const counts = new Map<string, number>();
	for (const item of items) {
		const values = item.texts.get(fieldName) ?? (item.numbers.get(fieldName) ?? []).map(String);
		for (const value of new Set(values)) counts.set(value, (counts.get(value) ?? 0) + 1);
	}
	const all = [...counts].map(([value, count]) => ({ value, count }));
	all.sort((a, b) => b.count - a.count || Buffer.compare(Buffer.from(a.value), Buffer.from(b.value)));
	const existing = listExisting(fieldName, searched);
	const chosen = query.filters.flatMap((filter) =>
		filter.kind === 'terms' && filter.fieldName === fieldName ? listChosenValues(filter, existing, counts) : [],
	);
	const { kind: _, fieldName: __, ...stats } = sumNumbers(fieldName, items);
	return {
		kind: 'terms',
		fieldName,
		buckets: all.slice(0, size),
		selected: [...new Map(chosen.map((bucket) => [bucket.value, bucket])).values()],
		otherCount: all.slice(size).reduce((sum, { count }) => sum + count, 0),
		valueCount: all.length,
		...(hasStats === true && stats.count > 0 && { stats }),
	};
}
