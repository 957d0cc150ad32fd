/**
 * How does an index answer? It makes one attempt after another, each over all segments, until one finds something:
 *
 *                                               which it is, where products have
 *     attempt     words needed   typos in         each word   some words   none of them
 *     match_and   all            –                1           1            1
 *     fuzzy       all            doubted words    2
 *     fuzzy       all            rare words                   2            2
 *     match_or    most           doubted words    3           4
 *     fuzzy       all            all words        4           3            3
 *     fuzzy       most           all words        5           5            4
 *
 * A single word is tried as typed, then with typos. Whoever names a way to match gets no other: `match_and`; `match_or` of
 * any words as typed; or `fuzzy` with typos in all words.
 *
 * Fewer than four products are not enough for the attempt that corrects rare words only. Where no way to match was named,
 * a list of few products with all the words goes on with those that have the most of them, see `fill-list.ts`. The words
 * alone decide whether an attempt found something and where the list ends. Filters narrow its matches down. What the text
 * says besides words is read before, see `understand-request.ts`.
 *
 *     for each segment:   match → drop deleted documents → tiers → filters ─┬→ facets
 *                                                                           └→ best candidates ──► all segments: hits
 */

import type { TermsFilter } from '../../domain/query/filter.ts';
import { emptyQuery, type IndexQuery } from '../../domain/query/index-query.ts';
import { runSteps, type Steps, unhurried } from '../../lib/steps.ts';
import type { AnalyzedQuery } from '../analysis/analyzed-query.ts';
import type { Compound, QueryPart } from '../understanding/part.ts';
import type { Attempt } from './attempt.ts';
import { applyAutoFilters } from './auto-filters.ts';
import { addCompounds } from './compound-forms.ts';
import { correctText } from './correct-query.ts';
import { isDoubtful } from './doubt-words.ts';
import { filledMin, fillList, type GatherCovering } from './fill-list.ts';
import { type PlannedRequirement, planRequirements, toFilterPlan } from './filter-matches.ts';
import type { DocumentRef } from './find-documents.ts';
import { type Gathered, gatherMatches } from './gather-matches.ts';
import type { GatherOptions } from './gathering.ts';
import type { IndexView } from './index-view.ts';
import { preferencesMax } from './prefer-matches.ts';
import { findIdentified } from './rank-tiers.ts';
import { createReadings } from './readings.ts';
import { withScratch } from './scratch.ts';
import type { SearchAnswer } from './search-answer.ts';
import type { SearchedWords } from './searched-words.ts';
import type { PreparedRequest, Searching } from './searching.ts';
import { splitUnknown } from './split-unknown.ts';
import { joinTornWords } from './torn-words.ts';
import { answerUnderstood, type UnderstoodRequest, type UnderstoodText } from './understand-request.ts';
import { findActivities } from './unknown-agents.ts';
import { type Halves, segmentWords, writeApart } from './word-segmentation.ts';

const matchAnd: Attempt = { queryName: 'match_and', needsAll: true, misspelt: 'none', countMin: 1 };
const matchOr: Attempt = { queryName: 'match_or', needsAll: false, misspelt: 'none', countMin: 1 };
/** Where no product has all the words: what has the most of them, typing errors corrected. */
const matchMost: Attempt = { ...matchOr, misspelt: 'doubted' };
const fuzzyAll: Attempt = { queryName: 'fuzzy', needsAll: true, misspelt: 'all', countMin: 1 };
const fuzzyAny: Attempt = { queryName: 'fuzzy', needsAll: false, misspelt: 'all', countMin: 1 };
const fuzzyDoubted: Attempt = { ...fuzzyAll, misspelt: 'doubted' };
/** With fewer products than this, common words may be misspelt, too. */
const fuzzyRare: Attempt = { ...fuzzyAll, misspelt: 'rare', countMin: 4 };

/** Answers a request. Cost: O(postings of the words), and O(matches) for each filter, facet and sort rule. */
export function answerRequest(view: IndexView, request: IndexQuery): SearchAnswer {
	return runSteps(answerSteps({ view, pace: unhurried }, request));
}

/**
 * Answers a request in steps. The view stays the one passed in. Other searches may run between two steps, because each
 * search has scratch memory of its own.
 */
export function answerSteps(searching: Omit<Searching, 'memory'>, request: IndexQuery): Steps<SearchAnswer> {
	return withScratch((memory) => answerIn({ ...searching, memory }, request));
}

/** Answers a request with the memory of the caller, and tells the trace how. */
export function answerIn(searching: Searching, request: IndexQuery): Steps<SearchAnswer> {
	return answerUnderstood(searching, request, {
		answer: (understood) => answerSegmented(searching, understood),
		probe: (understood) => answerSegmented({ ...searching, trace: undefined }, understood),
	});
}

/** An answer that says nothing of parts of the text that are no words. */
type WordsAnswer = Omit<SearchAnswer, 'understood'>;

/**
 * Answers the request. Words that were written together by mistake count as a typing error, so the answer is then
 * `fuzzy`.
 */
function* answerSegmented(searching: Searching, request: UnderstoodRequest): Steps<WordsAnswer> {
	const prepared = yield* prepareRequest(searching, request);
	const isExact = request.queryName === 'match_and' || request.queryName === 'match_or';
	if (isExact || !(yield* hasUnknownWord(prepared))) return yield* runAttempts(prepared);
	const halves = yield* segmentWords(searching, request.text, (text) => isFound(searching, text));
	if (halves.size === 0) return yield* answerParts(prepared);
	const segmented = toSegmented(request, halves);
	const answer = yield* runAttempts(yield* prepareRequest(searching, segmented));
	const correctedText = answer.count === 0 ? undefined : (answer.correctedText ?? toTypedText(segmented));
	return { ...answer, queryName: 'fuzzy', correctedText };
}

/**
 * Where nothing is found for a word, what has its parts; most of all what its end names, see `split-unknown.ts`. What is for an
 * activity stands for who does it, see `unknown-agents.ts`.
 */
function* answerParts(prepared: PreparedRequest): Steps<WordsAnswer> {
	const { request, view, readings, query } = prepared;
	const { matchCounts } = yield* readings.read('rare');
	const unknown = new Set(query.words.flatMap(({ text }, index) => (matchCounts[index] === 0 ? text : [])));
	const found = splitUnknown(view, request.text, unknown);
	const activities = findActivities(view, request.text, unknown);
	if (found.size + activities.size === 0) return yield* runAttempts(prepared);
	const parts = [...found.values()];
	const written = new Map([...activities, ...Array.from(found, ([word, { text }]) => [word, text] as const)]);
	const text = writeApart(request.text, written);
	const fronts = new Set(parts.flatMap(({ front, isEither }) => (isEither ? [] : view.analyzer.toIdentifier(front))));
	const analyzed = view.analyzer.analyzeQuery(text);
	const words = analyzed.words.map((word) => (fronts.has(word.text) ? { ...word, isOptional: true } : word));
	const inParts = yield* prepareRequest(prepared, { ...request, text, queryName: undefined }, { ...analyzed, words });
	const answer = yield* runAttempts(inParts);
	return { ...answer, queryName: 'fuzzy', strictCount: 0, correctedText: undefined };
}

/** The request as if its words had been typed apart. */
function toSegmented({ understood, ...request }: UnderstoodRequest, halves: Halves): UnderstoodRequest {
	const text = writeApart(request.text, halves);
	if (understood === undefined) return { ...request, text };
	return { ...request, text, understood: { ...understood, typedText: writeApart(understood.typedText, halves) } };
}

/** With the parts of the text that are no words. */
function toTypedText({ text, understood }: UnderstoodRequest): string {
	return understood?.typedText ?? text;
}

/** Whether an item has all the words, stop words as well. */
function* isFound({ view, memory, pace }: Searching, text: string): Steps<boolean> {
	const searching = { view, memory, pace };
	const analyzed = requireWords(view.analyzer.analyzeQuery(text));
	const prepared = yield* prepareRequest(searching, { ...emptyQuery, text, queryName: 'match_and', size: 0 }, analyzed);
	return (yield* runAttempts(prepared)).count > 0;
}

function requireWords(query: AnalyzedQuery): AnalyzedQuery {
	return { ...query, words: query.words.map((word) => ({ ...word, isOptional: false, isFiller: false })) };
}

function* prepareRequest(
	searching: Searching,
	request: UnderstoodRequest,
	analyzed = searching.view.analyzer.analyzeQuery(request.text),
): Steps<PreparedRequest> {
	const { view, pace } = searching;
	searching.trace?.begin('words');
	const filtered = yield* applyAutoFilters(view, analyzed, { fieldNames: request.autoFilterFields, pace });
	const { query: unfiltered, autoFilters } = filtered;
	const { understood } = request;
	const query = applyUnderstood(
		addCompounds(view, unfiltered, listCompounds(understood?.parts ?? [])),
		understood,
		view,
	);
	if (pace.isDue()) yield;
	// A text without any word in it ("***") finds nothing. A text whose words all became filters finds what passes them.
	const asksForAll = request.text.trim() === '' || autoFilters.length > 0 || understood !== undefined;
	const matchesAll = query.words.length === 0 && asksForAll;
	// An auto filter lists every spelling of its value, so it matches exactly those.
	const filters = [...request.filters, ...autoFilters.map(toExact)];
	const filteredRequest = { ...request, filters, required: understood?.requirements.strict };
	const preferred: (readonly PlannedRequirement[])[] = [];
	for (const requirements of understood?.requirements.preferred.slice(0, preferencesMax) ?? []) {
		preferred.push(yield* planRequirements(requirements, view, pace));
	}
	return {
		...searching,
		request: filteredRequest,
		plan: yield* toFilterPlan(filteredRequest, view, pace),
		preferred,
		query,
		readings: yield* createReadings(view, query, searching),
		identified: matchesAll ? [] : findIdentified(view, toTypedText(request)),
		matchesAll,
		more: { autoFilters, isTruncated: analyzed.isTruncated },
	};
}

/**
 * Words that are understood are not misspelt: no `grau` for `frau`, in whatever words items say for whom they are. Those of loosened
 * attributes are optional.
 */
function applyUnderstood(
	query: AnalyzedQuery,
	understood: UnderstoodText | undefined,
	{ analyzer }: IndexView,
): AnalyzedQuery {
	const { parts = [], typedText = '' } = understood ?? {};
	const known = parts
		.filter(({ kind, compound }) => kind === 'attribute' && compound === undefined)
		.flatMap(({ start, end, isLoosened = false }) => {
			const { words } = analyzer.analyzeQuery(`${typedText.slice(start, end)} `);
			return words.map(({ text }) => ({ text, isLoosened }));
		});
	if (known.length === 0) return query;
	const words = query.words.map((word) => {
		const meant = known.filter(({ text }) => text === word.text);
		if (meant.length === 0) return word;
		const isOptional = word.isOptional || meant.some(({ isLoosened }) => isLoosened);
		return { ...word, isOptional, isTypoTolerant: false };
	});
	return { ...query, words };
}

/** Compounds whose beginnings are filters or preferences. */
function listCompounds(parts: readonly QueryPart[]): readonly Compound[] {
	return parts.flatMap(({ compound }) => compound ?? []);
}

function toExact(filter: TermsFilter): TermsFilter {
	return { ...filter, isExact: true };
}

/**
 * Whether some word is unknown: no item has it as typed, inflected, as a prefix, as part of a phrase, or with a typo.
 */
function* hasUnknownWord({ query, readings }: PreparedRequest): Steps<boolean> {
	const isUnknownIn = ({ matchCounts }: SearchedWords) =>
		query.words.some(
			({ isOptional, isTypoTolerant }, index) => !isOptional && isTypoTolerant && matchCounts[index] === 0,
		);
	return isUnknownIn(readings.asTyped) && isUnknownIn(yield* readings.read('rare'));
}

function* runAttempts(prepared: PreparedRequest): Steps<WordsAnswer> {
	const { readings, identified, trace } = prepared;
	trace?.read(prepared);
	trace?.begin('matching');
	const attempts = toAttempts(prepared);
	const isIdentifier = identified.some((documents) => documents.length > 0);
	let last: (Pick<Attempt, 'needsAll'> & { readonly words: SearchedWords; readonly gathered: Gathered }) | undefined;
	for (const [index, attempt] of attempts.entries()) {
		const isLast = index === attempts.length - 1;
		const words = yield* readings.read(attempt.misspelt);
		const { needsAll } = attempt;
		if (!isLast && !isIdentifier && needsAll && !hasAllInOne(words)) {
			trace?.try(attempt, 0);
			continue;
		}
		// Correcting typos may have added nothing: then the matches of the attempt before are reused.
		const known = last?.words === words && last.needsAll === needsAll ? last.gathered : undefined;
		const gathered = known ?? (yield* gatherAttempt(prepared, words, attempt));
		last = { words, needsAll, gathered };
		trace?.try(attempt, gathered.wordMatchCount);
		if (gathered.wordMatchCount < attempt.countMin && !isLast) continue;
		return yield* finishAttempt(prepared, attempt, { words, gathered, isIdentifier });
	}
	throw new Error('there is always at least one attempt');
}

/** A reading of the words, and which of them it takes for misspelt. */
type Meant = Pick<Attempt, 'misspelt'> & { readonly words: SearchedWords };

interface FoundMatches {
	readonly words: SearchedWords;
	readonly gathered: Gathered;
	/** Whether the text is the identifier of a product. */
	readonly isIdentifier: boolean;
}

/** Answers with what an attempt found, and with what belongs behind it where that is little. */
function* finishAttempt(
	prepared: PreparedRequest,
	attempt: Attempt,
	{ words, gathered, isIdentifier }: FoundMatches,
): Steps<WordsAnswer> {
	const doubted = isIdentifier ? undefined : yield* doubtWords(prepared, attempt, gathered);
	const meant = doubted ?? { words, gathered, misspelt: attempt.misspelt };
	const mayGoOn = attempt.needsAll && !isIdentifier && isFillable(prepared) && hasSeveralWords(prepared);
	const filled = mayGoOn
		? yield* fillList(meant.gathered.wordMatchCount, gatherCovering(prepared, meant.words))
		: undefined;
	const answering = filled ?? meant.gathered;
	prepared.trace?.answer({ ...attempt, misspelt: meant.misspelt }, answering.options);
	const { list, ranked } = yield* answering.finish();
	prepared.trace?.begin('correction');
	const correctedText = list.count === 0 ? undefined : yield* correctWritten(prepared, meant.words, ranked);
	return { queryName: attempt.queryName, ...list, correctedText, ...prepared.more };
}

/**
 * Few products have the words as typed, and a rare one among them may be a typing error that the catalogue has, too. Then
 * its corrections are searched as well. Where the shopper named a way to match, words are as typed.
 */
function* doubtWords(
	prepared: PreparedRequest,
	attempt: Attempt,
	{ wordMatchCount }: Gathered,
): Steps<(Meant & { readonly gathered: Gathered }) | undefined> {
	const { readings, query, request } = prepared;
	const isAsked = request.queryName === undefined && attempt.misspelt === 'none';
	if (!isAsked || wordMatchCount >= filledMin) return undefined;
	const corrected = yield* readings.read('rare');
	if (!query.words.some((_, index) => isDoubtful(readings.asTyped, corrected, index))) return undefined;
	const words = yield* readings.read('doubted');
	const gathered = yield* gatherAttempt(prepared, words, attempt);
	if (words !== readings.asTyped) prepared.trace?.try({ ...attempt, misspelt: 'doubted' }, gathered.wordMatchCount);
	return { words, gathered, misspelt: 'doubted' };
}

/** The text as it was probably meant: with misspelt words corrected, and torn words in one. */
function* correctWritten(
	prepared: PreparedRequest,
	words: SearchedWords,
	ranked: readonly DocumentRef[],
): Steps<string | undefined> {
	const corrected = yield* correctWords(prepared, words, ranked);
	const { request, query } = prepared;
	if (request.queryName !== undefined) return corrected;
	return (yield* joinTornWords(prepared, corrected ?? toTypedText(request), query)) ?? corrected;
}

/** The text with the words corrected that the reading corrects and that are not there or doubtful as typed. */
function* correctWords(
	prepared: PreparedRequest,
	words: SearchedWords,
	ranked: readonly DocumentRef[],
): Steps<string | undefined> {
	const { readings, query, request } = prepared;
	const { asTyped } = readings;
	if (words === asTyped) return undefined;
	const isCorrected = (index: number) =>
		(asTyped.matchCounts[index] === 0 && (words.matchCounts[index] as number) > 0) || isDoubtful(asTyped, words, index);
	const wrong = query.words.flatMap(({ text }, index) => (isCorrected(index) ? { index, text } : []));
	if (wrong.length === 0) return undefined;
	return yield* correctText({ ...prepared, words, ranked }, toTypedText(request), wrong);
}

/** Without all the words, a list has the products with the most of them; where it may be filled, no others. */
function* gatherAttempt(prepared: PreparedRequest, words: SearchedWords, attempt: Attempt): Steps<Gathered> {
	if (!attempt.needsAll && isFillable(prepared)) {
		const filled = yield* fillList(0, gatherCovering(prepared, words));
		if (filled !== undefined && filled.wordMatchCount > 0) return filled;
	}
	return yield* gatherMatches({ ...prepared, words, ...attempt, coverage: 0 });
}

function gatherCovering(prepared: PreparedRequest, words: SearchedWords): GatherCovering {
	return (coverage) => gatherShare(prepared, { ...prepared, words, needsAll: false, coverage });
}

function* gatherShare({ trace }: PreparedRequest, options: GatherOptions): Steps<Gathered> {
	const gathered = yield* gatherMatches(options);
	trace?.fill(options.coverage, gathered.wordMatchCount);
	return gathered;
}

/** Whoever names a way to match wants no other; and a single word is there or not. */
function isFillable({ request: { queryName }, query }: PreparedRequest): boolean {
	return queryName === undefined && query.words.filter(({ isOptional }) => !isOptional).length > 1;
}

/** Two pairs of characters of one word are no words: who shares a part of `ビール` has no beer. */
function hasSeveralWords({ query }: PreparedRequest): boolean {
	return query.words.filter(({ isOptional, isContinued }) => !isOptional && !isContinued).length > 1;
}

/** Whether some segment has all the needed words, possibly in different documents. */
function hasAllInOne({ bySegment }: SearchedWords): boolean {
	return bySegment.some((words) => words.every(({ isOptional, postingCount }) => isOptional || postingCount > 0));
}

function toAttempts({ request: { queryName }, query, readings }: PreparedRequest): Attempt[] {
	if (query.words.length === 0 || queryName === 'match_and') return [matchAnd];
	if (queryName === 'match_or') return [matchOr];
	if (queryName === 'fuzzy') return [fuzzyAll, fuzzyAny];
	const { matchCounts } = readings.asTyped;
	const needed = [...query.words.keys()].filter((index) => query.words[index]?.isOptional === false);
	const known = needed.filter((index) => (matchCounts[index] as number) > 0);
	if (query.words.length === 1) return [matchAnd, fuzzyAll];
	if (known.length === needed.length) return [matchAnd, fuzzyDoubted, matchMost, fuzzyAll, fuzzyAny];
	return known.length === 0
		? [matchAnd, fuzzyRare, fuzzyAll, fuzzyAny]
		: [matchAnd, fuzzyRare, fuzzyAll, matchMost, fuzzyAny];
}
