/**
 * Facets as aggregations, and their answers. A column of texts is shared by several fields, so only the values that begin with
 * the name of the field are counted. A facet ignores the filters on its own field, as the core's do.
 */
import type { FacetAnswer, FacetBucket, NumberStats, TermsFacet } from '../../domain/query/facet-kind.ts';
import type { TermsFilter } from '../../domain/query/filter.ts';
import type { FacetRequest, IndexQuery } from '../../domain/query/index-query.ts';
import { foldValue, isBelow, toNode } from '../../fulltext/analysis/fold-value.ts';
import { createValueMatcher } from '../../fulltext/facets/match-value.ts';
import { compareByBytes } from '../../fulltext/index/segment/sorted-strings.ts';
import { type Clause, escapePattern, type FilterContext, joinClauses, toFilterClause } from './filter-clauses.ts';
import { toHierarchyAggregations, toHierarchyFacet } from './hierarchy-facet.ts';
import { nameEnd, toTextsColumn, toUse } from './index-layout.ts';
import { readFieldValues, type TermsAggregate } from './terms-aggregate.ts';

/** The most values of a facet that are counted exactly; with more, the least frequent ones are summed up. */
const valuesMax = 10_000;
/** Enough for most facets, and cheap. */
const valuesUsual = 1_000;
/** The most spellings of a chosen value that are listed. */
const chosenMax = 200;

interface StatsAnswer {
	readonly count: number;
	readonly min: number | null;
	readonly max: number | null;
	readonly sum: number;
}

/** The filters that a facet applies: those on its own field are left out, unless it or the query says otherwise. */
function listCounted({ fieldName, isFiltered }: FacetRequest, { filters, filterExecution }: IndexQuery) {
	if (isFiltered === true || (filterExecution === 'or' && filters.length > 1)) return filters;
	return filters.filter((filter) => filter.fieldName !== fieldName);
}

/** Whether the filters of the query can be part of it, because every facet applies all of them. */
export function isFilteredAlike(query: IndexQuery): boolean {
	return query.facets.every((facet) => listCounted(facet, query).length === query.filters.length);
}

/** By `facet` and its number in the query. */
export function toFacetAggregations(query: IndexQuery, context: FilterContext): Record<string, Clause> {
	const isWhole = isFilteredAlike(query);
	return Object.fromEntries(
		query.facets.map((facet, at) => {
			const filters = isWhole ? [] : listCounted(facet, query).map((filter) => toFilterClause(filter, context));
			const filter = joinClauses(filters, query.filterExecution);
			return [`facet${at}`, { filter, aggs: toAggregations(facet, query) }];
		}),
	);
}

function toAggregations(facet: FacetRequest, query: IndexQuery): Record<string, Clause> {
	const { kind, fieldName, size, hasStats, matching } = facet;
	if (kind === 'range') return { stats: toStats(fieldName) };
	if (kind === 'hierarchy') return { ...toHierarchyAggregations(fieldName), numbers: toNumberTerms(fieldName) };
	const chosen = listChosen(facet, query);
	const column = toTextsColumn(fieldName);
	const include = `${escapePattern(fieldName + nameEnd)}.*`;
	const values = { field: column, include, size: matching === undefined ? Math.max(valuesUsual, size) : valuesMax };
	const order = [{ _count: 'desc' }, { _key: 'asc' }];
	return {
		texts: { terms: { ...values, order } },
		numbers: toNumberTerms(fieldName),
		...(chosen.length > 0 && { all: { terms: { ...values, size: valuesMax, order } } }),
		...(hasStats === true && { stats: toStats(fieldName) }),
	};
}

function toStats(fieldName: string): Clause {
	const stats = { stats: { field: 'numbers.value' } };
	return toNumbersOf(fieldName, stats);
}

function toNumbersOf(fieldName: string, found: Clause): Clause {
	const filter = { term: { 'numbers.field': fieldName } };
	return { nested: { path: 'numbers' }, aggs: { own: { filter, aggs: { found } } } };
}

/** Only items without a text in the field count by their numbers. */
function toNumberTerms(fieldName: string): Clause {
	const filter = { bool: { must_not: [{ term: { uses: toUse(fieldName, 'keyword') } }] } };
	const terms = { terms: { field: 'numbers.value', size: valuesUsual } };
	return { filter, aggs: { plain: toNumbersOf(fieldName, terms) } };
}

interface OwnAnswer<Found> {
	readonly own: { readonly found: Found };
}

export interface FacetAggregates {
	readonly texts?: TermsAggregate;
	readonly all?: TermsAggregate;
	readonly nodes?: TermsAggregate;
	readonly numbers?: { readonly plain: OwnAnswer<TermsAggregate> };
	readonly stats?: OwnAnswer<StatsAnswer>;
}

/** The values of the filters on the field of a facet, in their order. */
export function listChosen({ fieldName }: FacetRequest, { filters }: IndexQuery): readonly ChosenValue[] {
	const own = filters.filter(
		(filter): filter is TermsFilter => filter.kind === 'terms' && filter.fieldName === fieldName,
	);
	return own.flatMap(({ values, isExact }) => values.map((asked) => ({ asked, isExact: isExact === true })));
}

export interface ChosenValue {
	readonly asked: string;
	readonly isExact: boolean;
}

export function toFacetAnswer(
	facet: FacetRequest,
	counted: FacetAggregates,
	{ query, context }: { readonly query: IndexQuery; readonly context: FilterContext },
): FacetAnswer {
	const { kind, fieldName } = facet;
	if (kind === 'range') return { kind, fieldName, ...readStats(counted) };
	const chosen = listChosen(facet, query);
	if (kind === 'hierarchy') {
		const nodes = chosen.map(({ asked, isExact }) => ({
			asked,
			isFromTop: isExact || context.isFromTop(fieldName, toNode(foldValue(asked))),
		}));
		return toHierarchyFacet(
			facet,
			{ nodes: counted.nodes, texts: counted.texts, numbers: readNumbers(counted) },
			nodes,
		);
	}
	return toTermsAnswer(facet, counted, { chosen, context });
}

function readStats({ stats }: FacetAggregates): NumberStats {
	const { count = 0, min, max, sum = 0 } = stats?.own.found ?? {};
	return { count, min: min ?? 0, max: max ?? 0, sum };
}

interface Choosing {
	readonly chosen: readonly ChosenValue[];
	readonly context: FilterContext;
}

function toTermsAnswer(
	{ fieldName, size, hasStats, matching }: FacetRequest,
	counted: FacetAggregates,
	{ chosen, context }: Choosing,
): TermsFacet {
	const numbers = counted.numbers?.plain.own.found;
	const ofNumbers = readNumbers(counted);
	const ofTexts = readFieldValues(`${fieldName}${nameEnd}`, counted.texts);
	const all = mergeBuckets([...ofTexts, ...ofNumbers]);
	const matcher = matching === undefined ? undefined : createValueMatcher(matching);
	const listed = matcher === undefined ? all : all.filter(({ value }) => matcher.isMatch(value));
	listed.sort((a, b) => b.count - a.count || compareByBytes(a.value, b.value));
	const shown = listed.slice(0, size);
	const unlistedCount =
		matcher === undefined ? (counted.texts?.sum_other_doc_count ?? 0) + (numbers?.sum_other_doc_count ?? 0) : 0;
	const everyValue = mergeBuckets([...readFieldValues(`${fieldName}${nameEnd}`, counted.all), ...ofNumbers]);
	const stats = readStats(counted);
	return {
		kind: 'terms',
		fieldName,
		buckets: matcher === undefined ? shown : shown.map((one) => ({ ...one, highlights: matcher.locate(one.value) })),
		selected: pickSelected(chosen, everyValue, (node) => context.isFromTop(fieldName, node)),
		otherCount: listed.slice(size).reduce((sum, { count }) => sum + count, 0) + unlistedCount,
		valueCount: listed.length,
		...(unlistedCount > 0 && { isApproximate: true as const }),
		...(hasStats === true && stats.count > 0 && { stats }),
	};
}

function readNumbers({ numbers }: FacetAggregates): FacetBucket[] {
	const found = numbers?.plain.own.found.buckets ?? [];
	return found.map(({ key, doc_count }) => ({ value: String(Number(key)), count: doc_count }));
}

function mergeBuckets(buckets: readonly FacetBucket[]): FacetBucket[] {
	const counts = new Map<string, number>();
	for (const { value, count } of buckets) counts.set(value, (counts.get(value) ?? 0) + count);
	return [...counts].map(([value, count]) => ({ value, count }));
}

/** As `pickChosen` of the core: the spellings that matches have, or the value as it was asked for. */
function pickSelected(
	chosen: readonly ChosenValue[],
	all: readonly FacetBucket[],
	isFromTop: (node: string) => boolean,
): FacetBucket[] {
	const selected = new Map<string, FacetBucket>();
	for (const { asked, isExact } of chosen) {
		const node = toNode(foldValue(asked));
		const isAtTop = isExact || isFromTop(node);
		const found = all.filter(({ value }) => {
			if (isExact || value === asked) return value === asked;
			const folded = foldValue(value);
			return isAtTop
				? isBelow(folded, node) || folded === node
				: `>${folded}>`.includes(`>${node}>`) && folded.includes('>');
		});
		found.sort((a, b) => Number(b.value === asked) - Number(a.value === asked) || compareByBytes(a.value, b.value));
		const listed = found.slice(0, chosenMax);
		for (const bucket of listed.length === 0 ? [{ value: asked, count: 0 }] : listed)
			selected.set(bucket.value, bucket);
	}
	return [...selected.values()];
}
