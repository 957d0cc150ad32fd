/**
 * Translates between the port and the core. The indices of one search form one view: their segments are concatenated, so
 * that scores compare and facets count over all of them.
 */

import type { IndexAnswer, IndexQuery } from '../../domain/query/index-query.ts';
import type { Analyzer } from '../../fulltext/analysis/analyzer.ts';
import { createAnswerNote, listFoundTerms } from '../../fulltext/highlight/found-terms.ts';
import { highlightTexts } from '../../fulltext/highlight/highlight-texts.ts';
import { answerSteps } from '../../fulltext/query/answer-request.ts';
import { toInStockSegment } from '../../fulltext/query/in-stock-segment.ts';
import type { IndexView } from '../../fulltext/query/index-view.ts';
import type { SearchAnswer } from '../../fulltext/query/search-answer.ts';
import type { Pace, Steps } from '../../lib/steps.ts';
import type { ToPopularity } from './cached-popularity.ts';
import type { ReadableIndex } from './index-reader.ts';
import { interleave, toDraftSeed } from './interleave.ts';

export interface SearchedIndex {
	readonly indexName: string;
	readonly index: ReadableIndex;
}

/** A query with what the adapter knows besides. */
export interface AskedQuery {
	readonly analyzer: Analyzer;
	readonly query: IndexQuery;
	readonly toPopularity: ToPopularity;
	readonly learned?: Pick<IndexView, 'factors' | 'traits' | 'exploration'> | undefined;
	/** What is known of whole indices of which only some items are searched. */
	readonly whole?: IndexView['whole'];
	/** Schedules work that follows the search. */
	readonly schedule?: <T>(begin: (pace: Pace) => Steps<T>) => T | Promise<T>;
}

/** The indices of a search as one view. */
export interface SearchedView extends IndexView {
	/** By segment. */
	readonly indexNames: readonly string[];
}

/** What a query reads of these indices. */
export function* toSearchedView(
	searched: readonly SearchedIndex[],
	{ analyzer, query, learned, toPopularity, whole }: AskedQuery,
	pace: Pace,
): Steps<SearchedView> {
	const popularity = yield* toPopularity(searched, query.popularity, pace);
	const weights = query.weights ?? [];
	return {
		segments: searched.flatMap(({ index, indexName }) =>
			query.inStockIndexNames?.includes(indexName) ? index.segments.map(toInStockSegment) : index.segments,
		),
		indexNames: searched.flatMap(({ index, indexName }) => index.segments.map(() => indexName)),
		indexOfSegments: searched.flatMap(({ index }, at) => index.segments.map(() => at)),
		analyzer,
		isOutOfStockLast: query.isOutOfStockLast === true,
		...(whole !== undefined && { whole }),
		...(weights.length > 0 && {
			weights: searched.flatMap(({ index, indexName }) => {
				const ofIndex = weights.find((one) => one.indexName === indexName)?.weights;
				return index.segments.map(() => ofIndex);
			}),
		}),
		...(popularity !== undefined && { popularity }),
		...learned,
	};
}

/** Answers a query over these indices. Cost: as `answerRequest`, or `interleave` where something was learned. */
export function* answerIndexQuery(
	searched: readonly SearchedIndex[],
	asked: AskedQuery,
	pace: Pace,
): Steps<IndexAnswer> {
	const view = yield* toSearchedView(searched, asked, pace);
	const { query } = asked;
	const seed = findDraftSeed(asked);
	if (seed === undefined) return yield* answerView({ view, asked }, query, pace);
	const plain = yield* toSearchedView(searched, { ...asked, learned: undefined }, pace);
	return yield* interleave(query, seed, (ranked, isLearned) =>
		answerView({ view: isLearned ? view : plain, asked }, ranked, pace),
	);
}

/** Whether the list of this session is interleaved, because something was learned and is compared. */
export function isInterleaved(asked: AskedQuery): boolean {
	return findDraftSeed(asked) !== undefined;
}

function findDraftSeed({ query, learned }: AskedQuery): string | undefined {
	return learned === undefined ? undefined : toDraftSeed(query);
}

interface Answering {
	readonly view: SearchedView;
	readonly asked: AskedQuery;
}

function* answerView({ view, asked }: Answering, query: IndexQuery, pace: Pace): Steps<IndexAnswer> {
	const { schedule, analyzer } = asked;
	if (query.hasHighlights !== true || schedule === undefined) {
		return toIndexAnswer(view, yield* answerSteps({ view, pace }, query));
	}
	const note = createAnswerNote();
	const answer = yield* answerSteps({ view, pace, trace: note }, query);
	const found = yield* listFoundTerms(note);
	return {
		...toIndexAnswer(view, answer),
		highlightTexts: async (texts) => schedule((own) => highlightTexts(analyzer, { found, texts, pace: own })),
	};
}

function toIndexAnswer(view: SearchedView, answer: SearchAnswer): IndexAnswer {
	return {
		queryName: answer.queryName,
		count: answer.count,
		strictCount: answer.strictCount,
		correctedText: answer.correctedText,
		hits: answer.hits.map(({ segmentIndex, id, score, groupId }) => ({
			indexName: view.indexNames[segmentIndex] as string,
			id,
			score,
			groupId,
		})),
		facets: answer.facets,
		autoFilters: answer.autoFilters,
		understood: answer.understood,
		isTruncated: answer.isTruncated,
	};
}
