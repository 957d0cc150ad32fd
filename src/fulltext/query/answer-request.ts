/**
 * How does an index answer? One attempt after the other, each over all segments, until one finds something:
 *
 *     attempt              words needed   typos
 *     match_and            all            no
 *     match_or             any            no      skipped at first when a word is in no item: it may be misspelt
 *     fuzzy                all            yes
 *     match_or             any            no
 *     fuzzy                any            yes
 *
 * Fewer than four products with all the words are passed over where each word alone is common, see `isCombination`:
 * `match_or` has them in front, and more behind them. Whether an attempt finds something is a matter of the words alone:
 * filters narrow its matches down, they never turn a search into another one.
 *
 *     for each segment:   match → drop the dead → tiers → filters ─┬→ facets
 *                                                                   └→ best candidates ──► all segments: hits
 */

import type { TermsFilter } from '../../domain/query/filter.ts';
import { emptyQuery, type IndexQuery, type QueryName } from '../../domain/query/index-query.ts';
import type { AnalyzedQuery } from '../analysis/analyzed-query.ts';
import { toRarity } from '../score/score-table.ts';
import type { Attempt, SearchedWords } from './attempt.ts';
import { applyAutoFilters } from './auto-filters.ts';
import { addCompounds } from './compound-forms.ts';
import { gatherMatches } from './gather-matches.ts';
import { type IndexView, toStatistics } from './index-view.ts';
import { addTypos, type ResolvedWord, resolveWords } from './resolve-words.ts';
import { discardScratch } from './scratch.ts';
import type { SearchAnswer } from './search-answer.ts';
import { takeApart } from './take-apart.ts';

const matchAnd: Attempt = { queryName: 'match_and', needsAll: true, hasTypos: false, countMin: 1 };
const matchOr: Attempt = { queryName: 'match_or', needsAll: false, hasTypos: false, countMin: 1 };
const fuzzyAll: Attempt = { queryName: 'fuzzy', needsAll: true, hasTypos: true, countMin: 1 };
const fuzzyAny: Attempt = { queryName: 'fuzzy', needsAll: false, hasTypos: true, countMin: 1 };

/** Products that answer a query of common words. */
const combinationMin = 4;
/** Products from which on a word is common. */
const commonWordMin = 16;

/**
 * Answers a request. Cost: O(postings of the words), and O(matches) for each filter, facet and sort rule.
 * Uses memory shared by all searches of the thread, so it must not be called from within itself.
 */
export function answerRequest(view: IndexView, request: IndexQuery): SearchAnswer {
	try {
		return answerApart(view, request);
	} catch (error) {
		// The shared memory may be left half used.
		discardScratch();
		throw error;
	}
}

/** Words that were written together by mistake are one more kind of typing error. */
function answerApart(view: IndexView, request: IndexQuery): SearchAnswer {
	const isFound = (text: string) => answer(view, { ...emptyQuery, text, queryName: 'match_and', size: 0 }).count > 0;
	const isExact = request.queryName === 'match_and' || request.queryName === 'match_or';
	const text = isExact ? undefined : takeApart(view, request.text, isFound);
	return text === undefined ? answer(view, request) : { ...answer(view, { ...request, text }), queryName: 'fuzzy' };
}

function answer(view: IndexView, request: IndexQuery): SearchAnswer {
	const analyzed = view.analyzer.analyzeQuery(request.text);
	const { query: unfiltered, autoFilters } = applyAutoFilters(view, analyzed, request.autoFilterFields);
	const query = addCompounds(view, unfiltered);
	const narrowed: IndexQuery = { ...request, filters: [...request.filters, ...autoFilters] };
	const more = { autoFilters, isTruncated: analyzed.isTruncated };
	const wordless = query.words.length === 0;
	// A text without any word in it, "***", finds nothing; one of which all words became filters finds what they filter.
	const asksForAll = request.text.trim() === '' || autoFilters.length > 0;
	const words = resolveInAll(view, query);
	const attempts = wordless ? [matchAnd] : toAttempts(request.queryName, words, query);
	return runAttempts(attempts, { view, request: narrowed, query, words, more, matchesAll: wordless && asksForAll });
}

interface Run {
	readonly view: IndexView;
	readonly request: IndexQuery;
	readonly query: AnalyzedQuery;
	/** Without typos. */
	readonly words: SearchedWords;
	readonly matchesAll: boolean;
	readonly more: { readonly autoFilters: readonly TermsFilter[]; readonly isTruncated: boolean };
}

function runAttempts(attempts: readonly Attempt[], run: Run): SearchAnswer {
	const { view, request, query, more, matchesAll } = run;
	const fuzzyWords = { known: undefined as SearchedWords | undefined };
	for (const [index, attempt] of attempts.entries()) {
		if (attempt.hasTypos) fuzzyWords.known ??= addTyposInAll(view, query, run.words);
		const words = attempt.hasTypos ? (fuzzyWords.known as SearchedWords) : run.words;
		const gathered = gatherMatches({ view, request, words, attempt, matchesAll });
		const isLast = index === attempts.length - 1;
		if (gathered.wordMatchCount >= attempt.countMin || isLast) {
			return { queryName: attempt.queryName, ...gathered.finish(), ...more };
		}
	}
	throw new Error('there is always one attempt at least');
}

function toAttempts(queryName: QueryName | undefined, words: SearchedWords, query: AnalyzedQuery): Attempt[] {
	if (queryName === 'match_and') return [matchAnd];
	if (queryName === 'match_or') return [matchOr];
	if (queryName === 'fuzzy') return [fuzzyAll, fuzzyAny];
	const areAllKnown = query.words.every(
		(word, index) => word.isOptional || words.bySegment.some((ofSegment) => (ofSegment[index]?.postingCount ?? 0) > 0),
	);
	if (areAllKnown && query.words.length > 1) {
		const countMin = isCombination(query, words.matchCounts) ? combinationMin : 1;
		return [{ ...matchAnd, countMin }, matchOr, fuzzyAll, fuzzyAny];
	}
	return query.words.length > 1 ? [matchAnd, fuzzyAll, matchOr, fuzzyAny] : [matchAnd, fuzzyAll];
}

/**
 * Whether it is the combination that is rare, where it is: each word alone is common, and none has a digit, as sizes and
 * models have that were meant exactly. (`gaming mouse pad`: two, and many other mouse pads.)
 */
export function isCombination({ words }: AnalyzedQuery, matchCounts: readonly number[]): boolean {
	return words.every(
		({ text, isOptional }, index) =>
			isOptional || (!/\d/.test(text) && (matchCounts[index] as number) >= commonWordMin),
	);
}

/** Finds the words in all segments. Cost: O(segments · words · forms · log terms). */
export function resolveInAll(view: IndexView, query: AnalyzedQuery): SearchedWords {
	return toSearchedWords(
		view,
		query,
		view.segments.map(({ segment }) => resolveWords(segment, query)),
	);
}

/** The same words with what they may be misspellings of. Cost: that of the typos, by segment. */
export function addTyposInAll(view: IndexView, query: AnalyzedQuery, words: SearchedWords): SearchedWords {
	return toSearchedWords(
		view,
		query,
		view.segments.map(({ segment }, index) => addTypos(segment, query, words.bySegment[index] ?? [])),
	);
}

function toSearchedWords(
	view: IndexView,
	query: AnalyzedQuery,
	bySegment: readonly (readonly ResolvedWord[])[],
): SearchedWords {
	const { documentCount } = toStatistics(view);
	const matchCounts = query.words.map((_, index) => {
		return bySegment.reduce((sum, words) => sum + (words[index]?.matchCount ?? 0), 0);
	});
	return { bySegment, matchCounts, rarities: matchCounts.map((count) => toRarity(count, documentCount)) };
}
