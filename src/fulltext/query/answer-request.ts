/**
 * How does an index answer? One attempt after the other, each over all segments, until one finds something:
 *
 *     attempt              words needed   typos in
 *     match_and            all            –
 *     match_or             any            –             skipped at first when a word is in no item: it may be misspelt
 *     fuzzy                all            rare words    only then: the others are what they were typed as
 *     fuzzy                all            all words
 *     match_or             any            –
 *     fuzzy                any            all words
 *
 * Fewer than four products with all the words are passed over where each word alone is common, see `isCombination`:
 * `match_or` has them in front, and more behind them. So they are where only the rare words may be misspelt. Whether an
 * attempt finds something is a matter of the words alone: filters narrow its matches down, they never turn a search into
 * another one.
 *
 *     for each segment:   match → drop the dead → tiers → filters ─┬→ facets
 *                                                                   └→ best candidates ──► all segments: hits
 */

import type { TermsFilter } from '../../domain/query/filter.ts';
import { emptyQuery, type IndexQuery, type QueryName } from '../../domain/query/index-query.ts';
import type { AnalyzedQuery } from '../analysis/analyzed-query.ts';
import type { Attempt } from './attempt.ts';
import { applyAutoFilters } from './auto-filters.ts';
import { addCompounds } from './compound-forms.ts';
import { type Gathered, gatherMatches } from './gather-matches.ts';
import type { IndexView } from './index-view.ts';
import { discardScratch } from './scratch.ts';
import type { SearchAnswer } from './search-answer.ts';
import { createReadings, isCombination, resolveInAll, type SearchedWords } from './searched-words.ts';
import { takeApart } from './take-apart.ts';

const matchAnd: Attempt = { queryName: 'match_and', needsAll: true, misspelt: 'none', countMin: 1 };
const matchOr: Attempt = { queryName: 'match_or', needsAll: false, misspelt: 'none', countMin: 1 };
const fuzzyAll: Attempt = { queryName: 'fuzzy', needsAll: true, misspelt: 'all', countMin: 1 };
const fuzzyAny: Attempt = { queryName: 'fuzzy', needsAll: false, misspelt: 'all', countMin: 1 };

/** Products that answer a query of common words. */
const combinationMin = 4;
const fuzzyRare: Attempt = { ...fuzzyAll, misspelt: 'rare', countMin: combinationMin };

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
	const readings = createReadings(view, query, run.words);
	let last: { readonly words: SearchedWords; readonly needsAll: boolean; readonly gathered: Gathered } | undefined;
	for (const [index, attempt] of attempts.entries()) {
		const words = readings.read(attempt.misspelt);
		const { needsAll } = attempt;
		// Typos may add nothing to the words of the attempt before.
		const known = last?.words === words && last.needsAll === needsAll ? last.gathered : undefined;
		const gathered = known ?? gatherMatches({ view, request, words, attempt, matchesAll });
		last = { words, needsAll, gathered };
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
		const countMin = isCombination(query, words) ? combinationMin : 1;
		return [{ ...matchAnd, countMin }, matchOr, fuzzyAll, fuzzyAny];
	}
	return query.words.length > 1 ? [matchAnd, fuzzyRare, fuzzyAll, matchOr, fuzzyAny] : [matchAnd, fuzzyAll];
}
