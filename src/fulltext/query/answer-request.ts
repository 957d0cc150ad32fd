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
import { emptyQuery, type IndexQuery } from '../../domain/query/index-query.ts';
import { type Pace, runSteps, type Steps, unhurried } from '../../lib/steps.ts';
import type { AnalyzedQuery } from '../analysis/analyzed-query.ts';
import type { Attempt } from './attempt.ts';
import { applyAutoFilters } from './auto-filters.ts';
import { addCompounds } from './compound-forms.ts';
import { type FilterPlan, toFilterPlan } from './filter-matches.ts';
import { type Gathered, gatherMatches } from './gather-matches.ts';
import type { IndexView } from './index-view.ts';
import { findIdentified } from './rank-tiers.ts';
import { type ScratchMemory, withScratch } from './scratch.ts';
import type { SearchAnswer } from './search-answer.ts';
import { createReadings, isCombination, type Readings, type SearchedWords } from './searched-words.ts';
import { segmentWords } from './word-segmentation.ts';

const matchAnd: Attempt = { queryName: 'match_and', needsAll: true, misspelt: 'none', countMin: 1 };
const matchOr: Attempt = { queryName: 'match_or', needsAll: false, misspelt: 'none', countMin: 1 };
const fuzzyAll: Attempt = { queryName: 'fuzzy', needsAll: true, misspelt: 'all', countMin: 1 };
const fuzzyAny: Attempt = { queryName: 'fuzzy', needsAll: false, misspelt: 'all', countMin: 1 };

/** Products that answer a query of common words. */
const combinationMin = 4;
const fuzzyRare: Attempt = { ...fuzzyAll, misspelt: 'rare', countMin: combinationMin };

/** Answers a request. Cost: O(postings of the words), and O(matches) for each filter, facet and sort rule. */
export function answerRequest(view: IndexView, request: IndexQuery): SearchAnswer {
	return runSteps(answerSteps(view, request, unhurried));
}

/**
 * Answers a request in steps. The view is what it was when the first was taken; other searches may run between two of
 * them, as each has memory of its own.
 */
export function answerSteps(view: IndexView, request: IndexQuery, pace: Pace): Steps<SearchAnswer> {
	return withScratch((memory) => answerSegmented({ view, memory, pace }, request));
}

/** What all attempts of a search share. */
interface Searching {
	readonly view: IndexView;
	readonly memory: ScratchMemory;
	readonly pace: Pace;
}

/** Words that were written together by mistake are one more kind of typing error. */
function* answerSegmented(searching: Searching, request: IndexQuery): Steps<SearchAnswer> {
	const asked = yield* toAsked(searching, request);
	const isExact = request.queryName === 'match_and' || request.queryName === 'match_or';
	const text =
		isExact || !(yield* hasUnknownWord(asked))
			? undefined
			: yield* segmentWords(searching, request.text, (text) => isFound(searching, text));
	if (text === undefined) return yield* runAttempts(asked);
	const segmented = yield* toAsked(searching, { ...request, text });
	return { ...(yield* runAttempts(segmented)), queryName: 'fuzzy' };
}

function* isFound(searching: Searching, text: string): Steps<boolean> {
	const asked = yield* toAsked(searching, { ...emptyQuery, text, queryName: 'match_and', size: 0 });
	return (yield* runAttempts(asked)).count > 0;
}

/** A request and what its words were found to be. */
interface Asked extends Searching {
	readonly request: IndexQuery;
	readonly plan: FilterPlan;
	readonly query: AnalyzedQuery;
	readonly readings: Readings;
	/** By segment, the documents that the text is an identifier of. */
	readonly identified: readonly (readonly number[])[];
	readonly matchesAll: boolean;
	readonly more: { readonly autoFilters: readonly TermsFilter[]; readonly isTruncated: boolean };
}

function* toAsked(searching: Searching, request: IndexQuery): Steps<Asked> {
	const { view, pace } = searching;
	const analyzed = view.analyzer.analyzeQuery(request.text);
	const filtered = yield* applyAutoFilters(view, analyzed, { fieldNames: request.autoFilterFields, pace });
	const { query: unfiltered, autoFilters } = filtered;
	const query = addCompounds(view, unfiltered);
	if (pace.isDue()) yield;
	// A text without any word in it, "***", finds nothing; one of which all words became filters finds what they filter.
	const asksForAll = request.text.trim() === '' || autoFilters.length > 0;
	const matchesAll = query.words.length === 0 && asksForAll;
	// All spellings of the value are in an auto filter: it stands for nothing else.
	const asked = { ...request, filters: [...request.filters, ...autoFilters.map(toExact)] };
	return {
		...searching,
		request: asked,
		plan: yield* toFilterPlan(asked, view, pace),
		query,
		readings: yield* createReadings(view, query, pace),
		identified: matchesAll ? [] : findIdentified(view, request.text),
		matchesAll,
		more: { autoFilters, isTruncated: analyzed.isTruncated },
	};
}

function toExact(filter: TermsFilter): TermsFilter {
	return { ...filter, isExact: true };
}

/** Whether a word has no meaning: as it is, as the beginning of one, as a part of a phrase, or with a typing error. */
function* hasUnknownWord({ query, readings }: Asked): Steps<boolean> {
	const isUnknownIn = ({ matchCounts }: SearchedWords) =>
		query.words.some(
			({ isOptional, isTypoTolerant }, index) => !isOptional && isTypoTolerant && matchCounts[index] === 0,
		);
	return isUnknownIn(readings.asTyped) && isUnknownIn(yield* readings.read('rare'));
}

function* runAttempts(asked: Asked): Steps<SearchAnswer> {
	const { readings, identified, more } = asked;
	const attempts = toAttempts(asked);
	const isIdentifier = identified.some((documents) => documents.length > 0);
	let last: { readonly words: SearchedWords; readonly needsAll: boolean; readonly gathered: Gathered } | undefined;
	for (const [index, attempt] of attempts.entries()) {
		const isLast = index === attempts.length - 1;
		const words = yield* readings.read(attempt.misspelt);
		const { needsAll } = attempt;
		if (!isLast && !isIdentifier && needsAll && !hasAllInOne(words)) continue;
		// Typos may add nothing to the words of the attempt before.
		const known = last?.words === words && last.needsAll === needsAll ? last.gathered : undefined;
		const gathered = known ?? (yield* gatherMatches({ ...asked, words, attempt }));
		last = { words, needsAll, gathered };
		if (gathered.wordMatchCount >= attempt.countMin || isLast) {
			return { queryName: attempt.queryName, ...(yield* gathered.finish()), ...more };
		}
	}
	throw new Error('there is always one attempt at least');
}

/** Whether any segment has all the words that are needed, be it in different documents. */
function hasAllInOne({ bySegment }: SearchedWords): boolean {
	return bySegment.some((words) => words.every(({ isOptional, postingCount }) => isOptional || postingCount > 0));
}

function toAttempts({ request: { queryName }, query, readings }: Asked): Attempt[] {
	if (query.words.length === 0 || queryName === 'match_and') return [matchAnd];
	if (queryName === 'match_or') return [matchOr];
	if (queryName === 'fuzzy') return [fuzzyAll, fuzzyAny];
	const words = readings.asTyped;
	const areAllKnown = query.words.every(
		(word, index) => word.isOptional || words.bySegment.some((ofSegment) => (ofSegment[index]?.postingCount ?? 0) > 0),
	);
	if (areAllKnown && query.words.length > 1) {
		const countMin = isCombination(query, words) ? combinationMin : 1;
		return [{ ...matchAnd, countMin }, matchOr, fuzzyAll, fuzzyAny];
	}
	return query.words.length > 1 ? [matchAnd, fuzzyRare, fuzzyAll, matchOr, fuzzyAny] : [matchAnd, fuzzyAll];
}
