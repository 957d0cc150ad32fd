/**
 * The words of the port in the words of the core, and back. Indices of one search are one view: their segments stand one
 * after the other, so scores compare and facets count over all of them.
 */

import type { IndexAnswer, IndexQuery } from '../../domain/query/index-query.ts';
import type { AnalyzedQuery } from '../../fulltext/analysis/analyzed-query.ts';
import type { Analyzer } from '../../fulltext/analysis/analyzer.ts';
import { answerRequest } from '../../fulltext/query/answer-request.ts';
import { toInStockSegment } from '../../fulltext/query/in-stock-segment.ts';
import type { ReadableIndex } from './index-reader.ts';

export interface SearchedIndex {
	readonly indexName: string;
	readonly index: ReadableIndex;
}

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
		analyzer,
		isOutOfStockLast: query.isOutOfStockLast === true,
	};
	const answer = answerRequest(view, query);
	return {
		queryName: answer.queryName,
		count: answer.count,
		hits: answer.hits.map(({ segmentIndex, id, score, groupId }) => ({
			indexName: nameOf[segmentIndex] as string,
			id,
			score,
			groupId,
		})),
		facets: answer.facets,
		autoFilters: answer.autoFilters,
	};
}

/** Fields whose values complete what is being typed. */
const suggestedFields = ['brand', 'categories', 'category', 'product_type'];
const valuesPerFieldMax = 1_000;

/** Values of brands and categories, of items that match, that go on where the text ends; the most frequent first. */
export function suggestValues(
	searched: readonly SearchedIndex[],
	analyzer: Analyzer,
	{ text, countMax }: { readonly text: string; readonly countMax: number },
): string[] {
	const typed = analyzer.analyzeQuery(text);
	if (typed.words.length === 0) return [];
	const segments = searched.flatMap(({ index }) => index.segments);
	const { facets } = answerRequest(
		{ segments, analyzer, isOutOfStockLast: false },
		{
			text,
			queryName: undefined,
			filters: [],
			excludes: [],
			filterExecution: 'and',
			facets: suggestedFields.map((fieldName) => ({ kind: 'terms', fieldName, size: valuesPerFieldMax })),
			sort: [],
			from: 0,
			size: 0,
			isGrouped: false,
			autoFilterFields: [],
		},
	);
	const buckets = facets.flatMap((facet) => (facet.kind === 'terms' ? facet.buckets : []));
	const ordered = buckets
		.filter(({ value }) => isCompletion(analyzer.analyzeQuery(value), typed))
		.sort((a, b) => b.count - a.count);
	return [...new Set(ordered.map(({ value }) => value))].slice(0, countMax);
}

/** Every word typed is a word of the value; the last one may be the beginning of one. */
function isCompletion(value: AnalyzedQuery, typed: AnalyzedQuery): boolean {
	return typed.words.every((word, place) =>
		value.words.some(({ text }) =>
			place === typed.words.length - 1 ? text.startsWith(word.text) : text === word.text,
		),
	);
}
