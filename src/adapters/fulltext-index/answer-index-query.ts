/**
 * The words of the port in the words of the core, and back. Indices of one search are one view: their segments stand one
 * after the other, so scores compare and facets count over all of them.
 */

import type { FacetAnswer, FacetRequest, IndexAnswer, IndexQuery } from '../../domain/query/index-query.ts';
import type { Analyzer } from '../../fulltext/analysis/analyzer.ts';
import { answerRequest } from '../../fulltext/query/answer-request.ts';
import { toInStockSegment } from '../../fulltext/query/in-stock-segment.ts';
import type { FacetAnswer as CoreFacet, SearchAnswer } from '../../fulltext/query/search-answer.ts';
import type { ReadableIndex } from './index-reader.ts';
import { withSynonyms } from './query-analyzers.ts';

export interface SearchedIndex {
	readonly indexName: string;
	readonly index: ReadableIndex;
}

/** Buckets asked of the core for a field that is filtered: all, as the chosen ones are to be among them. */
const allBuckets = 2 ** 31 - 1;

/** Answers a query over these indices. Cost: as `answerRequest`. */
export function answerIndexQuery(
	searched: readonly SearchedIndex[],
	analyzer: Analyzer,
	query: IndexQuery,
): IndexAnswer {
	const segments = searched.flatMap(({ index, indexName }) =>
		query.inStockIndexNames?.includes(indexName) ? index.segments.map(toInStockSegment) : index.segments,
	);
	const nameOf = searched.flatMap(({ index, indexName }) => index.segments.map(() => indexName));
	const view = {
		segments,
		analyzer: withSynonyms(analyzer, query.synonyms),
		isOutOfStockLast: query.isOutOfStockLast === true,
	};
	const facets = query.facets.map((facet) => (isChosenFrom(facet, query) ? { ...facet, size: allBuckets } : facet));
	const answer = answerRequest(view, { ...query, facets });
	return {
		queryName: answer.queryName,
		count: answer.count,
		hits: answer.hits.map(({ segmentIndex, id, score, groupId }) => ({
			indexName: nameOf[segmentIndex] as string,
			id,
			score,
			groupId,
		})),
		facets: answer.facets.map((facet, place) => toFacet(facet, query.facets[place] as FacetRequest, { query, answer })),
		autoFilters: answer.autoFilters,
	};
}

/** Whether values of the facet's field may be chosen by the query, by its filters or by its words. */
function isChosenFrom({ kind, fieldName }: FacetRequest, { filters, autoFilterFields }: IndexQuery): boolean {
	if (kind !== 'terms') return false;
	return autoFilterFields.includes(fieldName) || filters.some((filter) => filter.fieldName === fieldName);
}

function toFacet(
	facet: CoreFacet,
	{ fieldName, size }: FacetRequest,
	{ query, answer }: { readonly query: IndexQuery; readonly answer: SearchAnswer },
): FacetAnswer {
	if (facet.kind === 'range') return facet;
	const filters = [...query.filters, ...answer.autoFilters];
	const chosen = filters.flatMap((filter) =>
		filter.kind === 'terms' && filter.fieldName === fieldName ? filter.values : [],
	);
	const buckets = facet.buckets.slice(0, size);
	const beyondCount = facet.buckets.slice(size).reduce((sum, { count }) => sum + count, 0);
	const counts = new Map(chosen.length === 0 ? [] : facet.buckets.map(({ value, count }) => [value, count]));
	return {
		...facet,
		buckets,
		selected: chosen.map((value) => ({ value, count: counts.get(value) ?? 0 })),
		otherCount: facet.otherCount + beyondCount,
	};
}
