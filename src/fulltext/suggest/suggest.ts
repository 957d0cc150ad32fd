/**
 * What may a shopper be about to type? The most popular first:
 *
 *     typed ─ reading ─┬─ queries of others that found something     by how often and how recently
 *                      ├─ brands and categories                      by items
 *                      └─ parts of titles                            by items and their boost
 *
 * When the words as typed lead to nothing, similar words are tried.
 */

import type { Pace, Steps } from '../../lib/steps.ts';
import type { AnalyzedQuery } from '../analysis/analyzed-query.ts';
import { suggestionLengthMax, toSuggestionKey, toSuggestionText } from '../analysis/suggestion-text.ts';
import type { IndexView } from '../query/index-view.ts';
import type { CompletionTable } from './completion-table.ts';
import { correctReading } from './correct-reading.ts';
import { tidy } from './cut-phrase.ts';
import { toPhraseRules } from './phrase-rules.ts';
import { type Reading, toReading } from './reading.ts';
import { joinPhrase } from './spell-phrase.ts';
import { gatherTitlePhrases, type TitlePhrase } from './title-phrases.ts';
import { gatherValues } from './value-completions.ts';

export interface SuggestionRequest {
	readonly text: string;
	/** At least 1. */
	readonly countMax: number;
	/** Popular queries, by their words; undefined when there are none. */
	readonly queries: CompletionTable | undefined;
	/** Whether a query finds something now. */
	readonly isFound: (text: string) => Steps<boolean>;
}

/** A completion, or its words: `phrase` says by which title it can be spelt. */
export interface Suggestion {
	readonly text: string;
	readonly phrase: TitlePhrase | undefined;
}

/** More completions than asked for, because phrases with different words may turn out equal once they are spelt. */
const spareCount = 4;

/**
 * Completions in their order, a few more than `countMax`; see `finishSuggestions`. Empty for a text without letters or
 * digits. Cost: below a millisecond, more when no word is known or a segment is used for the first time.
 */
export function* suggestSteps(view: IndexView, request: SuggestionRequest, pace: Pace): Steps<Suggestion[]> {
	const reading = toReading(view.analyzer, request.text);
	if (reading === undefined) return [];
	const completing = { view, request, pace };
	const asTyped = yield* complete(completing, [reading]);
	if (asTyped.length > 0) return asTyped;
	// The blank may have been typed before the word was complete.
	const asBeginning = reading.isOpen ? [] : yield* complete(completing, [{ ...reading, isOpen: true }]);
	if (asBeginning.length > 0) return asBeginning;
	const readings = correctReading(view, reading);
	if (pace.isDue()) yield;
	return yield* complete(completing, readings);
}

interface Completing {
	readonly view: IndexView;
	readonly request: SuggestionRequest;
	readonly pace: Pace;
}

/** Sources come before readings: a popular query ranks above a brand, however the words were misspelt. */
function* complete({ view, request, pace }: Completing, readings: readonly Reading[]): Steps<Suggestion[]> {
	const { segments, analyzer } = view;
	const countMax = request.countMax + spareCount;
	const list = createList(countMax);
	for (const reading of readings) yield* addQueries(list, reading, request);
	for (const reading of readings) {
		if (list.isFull()) break;
		for (const { text } of gatherValues(segments, reading, analyzer)) {
			// A level of a category may be half of one that has brackets: "Paper (A4 | A3)".
			if (tidy(text) !== undefined) list.add({ text, phrase: undefined });
		}
		if (pace.isDue()) yield;
	}
	for (const reading of readings) {
		if (list.isFull()) break;
		for (const phrase of gatherTitlePhrases(segments, reading, toPhraseRules(analyzer))) {
			list.add({ text: joinPhrase(phrase), phrase });
		}
		if (pace.isDue()) yield;
	}
	return list.suggestions;
}

function* addQueries(list: SuggestionList, reading: Reading, { queries, isFound }: SuggestionRequest): Steps<void> {
	const fitting = [...(queries?.find(reading) ?? [])].sort((a, b) => b.weight - a.weight);
	for (const { text } of fitting) {
		if (list.isFull()) return;
		if (!list.has(text) && (yield* isFound(text))) list.add({ text, phrase: undefined });
	}
}

interface SuggestionList {
	readonly suggestions: Suggestion[];
	isFull(): boolean;
	has(text: string): boolean;
	add(suggestion: Suggestion): void;
}

function createList(countMax: number): SuggestionList {
	const suggestions: Suggestion[] = [];
	const texts = new Set<string>();
	const isFull = () => suggestions.length >= countMax;
	return {
		suggestions,
		isFull,
		has: (text: string) => texts.has(text),
		add(suggestion: Suggestion): void {
			if (isFull() || texts.has(suggestion.text)) return;
			texts.add(suggestion.text);
			suggestions.push(suggestion);
		},
	};
}

/** The texts as shoppers see them: in lower case, not too long, without duplicates by key, at most `countMax`. */
export function finishSuggestions(
	{ analyzeQuery }: { analyzeQuery(text: string): AnalyzedQuery },
	texts: readonly string[],
	countMax: number,
): string[] {
	const byKey = new Map<string, string>();
	for (const text of texts) {
		const tidy = toSuggestionText(text);
		const key = toSuggestionKey(analyzeQuery(tidy));
		if (tidy.length <= suggestionLengthMax && key !== '' && !byKey.has(key)) byKey.set(key, tidy);
	}
	return [...byKey.values()].slice(0, countMax);
}
