/**
 * Answers a query: OpenSearch counts the matches and facets, and finds the best hits, which the core then ranks as it ranks its
 * own. Behind these, hits are in the order of OpenSearch, by the same scores without what titles and learning add.
 */
import { type Hit, type IndexAnswer, type IndexQuery, queryNames } from '../../domain/query/index-query.ts';
import { answerIndexQuery } from '../fulltext-index/answer-index-query.ts';
import { type FoundItem, mergeItems, namedSource, readGroup, search, toSearched, wholeSource } from './candidates.ts';
import { type FacetAggregates, isFilteredAlike, toFacetAggregations, toFacetAnswer } from './facet-clauses.ts';
import { type Clause, joinClauses, toFilterClause } from './filter-clauses.ts';
import { browsed, toMatching, toRequired } from './final-query.ts';
import { nameEnd } from './index-layout.ts';
import { readText, type TextReading } from './read-text.ts';
import type { AskedSearch } from './search-parts.ts';
import { toSortClauses } from './sort-clauses.ts';

/** So many hits are ranked by the core; titles decide among the first 128 of the embedded index. */
export const rankedMax = 128;
/** Up to about this many groups, their number is exact. */
const exactGroupsMax = 40_000;

export interface FoundHits {
	readonly answer: IndexAnswer;
	/** Every item that the core was asked about. */
	readonly items: readonly FoundItem[];
}

/** @param isExplained whether the core must know all hits from the first to the last one of the page */
export async function findHits(asked: AskedSearch, isExplained = false): Promise<FoundHits> {
	const { query } = asked;
	const reading = query.text.trim() === '' ? undefined : await readText(asked);
	const found = await fetchHits(asked, reading, isExplained);
	const isRanked = reading !== undefined && isByScore(query);
	const items = mergeItems([
		...(reading?.items ?? []),
		...found.items.filter(({ _source }) => _source.text !== undefined),
	]);
	if (!isRanked && !isExplained && !(reading !== undefined && query.hasHighlights === true)) {
		return { answer: toAnswer(asked, { reading, found, hits: found.items.map((item) => toHit(item, query)) }), items };
	}
	const searched = toSearched(asked.opened, items);
	const size = Math.max(rankedMax, query.from + query.size);
	const request = { ...asked.toAsked(searched), query: { ...query, facets: [], from: 0, size } };
	const ranked = await asked.run(searched, (pace) => answerIndexQuery(searched, request, pace));
	const hits = isRanked ? mergeRanks(asked, found, ranked.hits) : found.items.map((item) => toHit(item, query));
	const answer = toAnswer(asked, { reading, found, hits });
	const { highlightTexts } = ranked;
	return { answer: highlightTexts === undefined ? answer : { ...answer, highlightTexts }, items };
}

function isByScore({ sort: [first] }: IndexQuery): boolean {
	return first === undefined || first.kind === 'score';
}

interface FetchedHits {
	/** From `from` on. */
	readonly items: readonly FoundItem[];
	readonly from: number;
	readonly count: number;
	readonly strictCount: number;
	readonly facets: IndexAnswer['facets'];
}

async function fetchHits(
	asked: AskedSearch,
	reading: TextReading | undefined,
	isExplained: boolean,
): Promise<FetchedHits> {
	const { query, context, connection, opened } = asked;
	const filtered: IndexQuery = { ...query, filters: reading?.prepared.request.filters ?? query.filters };
	const matching = reading === undefined ? browsed : toMatching(reading.prepared, reading.gathered);
	const { always, afterwards } = toFiltering(asked, filtered, reading);
	const isFromStart = isExplained || (reading !== undefined && isByScore(query) && query.from < rankedMax);
	const window = isExplained || isByScore(query) ? rankedMax : 0;
	const from = isFromStart ? 0 : query.from;
	const body = {
		query: { bool: { must: [matching.clause], filter: always } },
		...(afterwards.length > 0 && { post_filter: joinClauses(afterwards, 'and') }),
		...{ from, size: isFromStart ? Math.max(window, query.from + query.size) : query.size },
		...{ track_total_hits: true, track_scores: true, sort: toSortClauses(query, context) },
		_source: isFromStart ? wholeSource : namedSource,
		...(query.isGrouped && { collapse: { field: 'group' } }),
		aggs: { ...toFacetAggregations(filtered, context), ...toCounts(query, afterwards, matching.strict) },
	};
	const { hits, aggregations = {} } = await search(connection, opened, body);
	const facets = query.facets.map((facet, at) =>
		toFacetAnswer(facet, (aggregations[`facet${at}`] ?? {}) as FacetAggregates, { query: filtered, context }),
	);
	const all = aggregations.all as CountAnswer | undefined;
	const count = readCount(query, { ...all, doc_count: hits.total?.value ?? 0 });
	const strict = aggregations.strict as CountAnswer | undefined;
	return {
		items: hits.hits,
		from,
		count,
		strictCount: strict === undefined ? count : readCount(query, strict),
		facets,
	};
}

/** Filters that everything applies, and those that some facet does not. */
function toFiltering(
	{ context, query }: AskedSearch,
	filtered: IndexQuery,
	reading: TextReading | undefined,
): { readonly always: readonly Clause[]; readonly afterwards: readonly Clause[] } {
	const required = toRequired(reading?.prepared, query, context);
	const filters = filtered.filters.map((filter) => toFilterClause(filter, context));
	const passing = filters.length === 0 ? [] : [joinClauses(filters, query.filterExecution)];
	return isFilteredAlike(filtered)
		? { always: [...required, ...passing], afterwards: [] }
		: { always: required, afterwards: passing };
}

interface CountAnswer {
	readonly doc_count: number;
	readonly groups?: { readonly value: number };
}

function readCount({ isGrouped }: IndexQuery, { doc_count, groups }: CountAnswer): number {
	return isGrouped ? (groups?.value ?? 0) : doc_count;
}

function toCounts(
	{ isGrouped }: IndexQuery,
	afterwards: readonly Clause[],
	strict: Clause | undefined,
): Record<string, Clause> {
	const groups = { aggs: { groups: { cardinality: { field: 'group', precision_threshold: exactGroupsMax } } } };
	return {
		...(isGrouped && { all: { filter: joinClauses(afterwards, 'and'), ...groups } }),
		...(strict !== undefined && {
			strict: { filter: joinClauses([strict, ...afterwards], 'and'), ...(isGrouped && groups) },
		}),
	};
}

function toHit({ _source, _score }: FoundItem, query: IndexQuery): Hit {
	const isScored =
		query.text.trim() !== '' && (query.sort.length === 0 || query.sort.some(({ kind }) => kind === 'score'));
	const { index: indexName, id } = _source;
	return { indexName, id, score: isScored ? Math.max(0, _score ?? 0) : 0, groupId: readGroup(_source) };
}

/** The first hits in the order of the core, and the others behind them. */
function mergeRanks({ query }: AskedSearch, { items, from }: FetchedHits, ranked: readonly Hit[]): readonly Hit[] {
	const toKey = (hit: Pick<Hit, 'indexName' | 'id' | 'groupId'>) =>
		query.isGrouped && hit.groupId !== undefined
			? `${hit.indexName}${nameEnd}${nameEnd}${hit.groupId}`
			: `${hit.indexName}${nameEnd}${hit.id}`;
	if (from >= rankedMax) return items.map((item) => toHit(item, query));
	const all = items.map((item) => toHit(item, query));
	const window = new Set(all.slice(0, rankedMax).map(toKey));
	const first = ranked.filter((hit) => window.has(toKey(hit)));
	const firstKeys = new Set(first.map(toKey));
	const lowest = first.at(-1)?.score ?? Number.POSITIVE_INFINITY;
	const rest = all.filter((hit) => !firstKeys.has(toKey(hit)));
	return [...first, ...rest.map((hit) => ({ ...hit, score: Math.min(hit.score, lowest) }))];
}

interface FoundParts {
	readonly reading: TextReading | undefined;
	readonly found: FetchedHits;
	readonly hits: readonly Hit[];
}

function toAnswer({ query }: AskedSearch, { reading, found, hits }: FoundParts): IndexAnswer {
	const { count, strictCount, facets, from } = found;
	const start = query.from - from;
	const read = reading?.answer;
	return {
		...{ count, strictCount, facets },
		queryName: read?.queryName ?? queryNames[0],
		hits: hits.slice(start, start + query.size),
		correctedText: count === 0 ? undefined : read?.correctedText,
		autoFilters: read?.autoFilters ?? [],
		understood: read?.understood ?? [],
		isTruncated: read?.isTruncated ?? false,
	};
}
