/**
 * What was probably meant by a misspelt word? Of the similar words that a list shows the one that most documents have, times
 * how likely the slip is (`slip-likelihood.ts`):
 *
 *     vacume    vacuum    two sounds                     0.1 · 125 documents  = 12.5
 *               vacum     one sound                      1 · 1                = 1
 *               volume    two letters, in a short word   not similar
 */
import { createCache } from '../../lib/cache.ts';
import type { Pace, Steps } from '../../lib/steps.ts';
import type { Analyzer } from '../analysis/analyzer.ts';
import { countPostings } from '../index/segment/postings.ts';
import { decodeString } from '../index/segment/sorted-strings.ts';
import { countErrors, toErrorsMax } from '../index/segment/typo-table.ts';
import { type Slip, toDoubtFactor, toSlipLikelihood } from '../ranking/slip-likelihood.ts';
import type { IndexView } from './index-view.ts';
import { toTermsName } from './live-name.ts';
import { findSimilarTerms } from './similar-terms.ts';

export interface SimilarWord extends Slip {
	/** A term, or the singular or plural of one. */
	readonly text: string;
	/** That have it as it is, over all segments; includes deleted documents. */
	readonly documentCount: number;
}

/** By segments and word: a search asks for it up to four times, and its next page does again. For each thread; some 100 bytes a word. */
const known = createCache<string, readonly SimilarWord[]>({ weightMax: 5_000, weigh: ({ length }) => 1 + length });

/**
 * The similar words of a view, each once, and no stop words. A word that documents have in another number only is found by that:
 *
 *     batery  →  bateries  ~  batteries  →  battery
 *
 * Cost: that of `findSimilarTerms` for each segment, for the word and its number forms, unless it was asked for lately.
 * @returns the same object as long as the segments are the same and it is in the cache
 */
export function* findSimilarWords(view: IndexView, word: string, pace: Pace): Steps<readonly SimilarWord[]> {
	const key = `${toTermsName(view)} ${word}`;
	const before = known.get(key);
	if (before !== undefined) return before;
	const found = view.analyzer.isWordOfAsking(word) ? [] : yield* searchSimilarWords(view, word, pace);
	known.set(key, found);
	return found;
}

function* searchSimilarWords(view: IndexView, word: string, pace: Pace): Steps<readonly SimilarWord[]> {
	const { analyzer } = view;
	const words = new Map<string, SimilarWord>();
	for (const { text, documentCount, ...slip } of yield* listSimilar(view, word, pace)) {
		if (!mayBeMeant(analyzer, word, text)) continue;
		words.set(text, { ...slip, text, documentCount: documentCount + (words.get(text)?.documentCount ?? 0) });
	}
	const errorsMax = toErrorsMax(word.length);
	for (const form of errorsMax === 0 ? [] : analyzer.listNumberForms(word)) {
		for (const { text: term, errorCount, soundChangeCount } of yield* listSimilar(view, form, pace)) {
			if (soundChangeCount === 0 && errorCount > errorsMax) continue;
			const text = findNumberForm(analyzer, word, term);
			if (text === undefined || words.has(text) || !mayBeMeant(analyzer, word, text)) continue;
			words.set(text, { text, errorCount, soundChangeCount, documentCount: 0 });
		}
	}
	return [...words.values()];
}

/** The similar terms of all segments. */
function* listSimilar({ segments, analyzer }: IndexView, word: string, pace: Pace): Steps<readonly SimilarWord[]> {
	const found: SimilarWord[] = [];
	for (const { segment } of segments) {
		for (const { term, ...slip } of findSimilarTerms(segment, word, analyzer.soundAlikes)) {
			const text = decodeString(segment.terms, term);
			found.push({ ...slip, text, documentCount: countPostings(segment.postings, term) });
		}
		if (pace.isDue()) yield;
	}
	return found;
}

/** The most errors between a word and the number form of what is similar to its own one. */
const numberErrorsMax = 2;

/** The form of a term that is in the number of the word: the one that looks most like it; undefined where none does. */
function findNumberForm({ listNumberForms }: Analyzer, word: string, term: string): string | undefined {
	const toErrors = (form: string) => countErrors(word, form, numberErrorsMax);
	const forms = listNumberForms(term).filter((form) => form !== word && toErrors(form) <= numberErrorsMax);
	return forms.sort((a, b) => toErrors(a) - toErrors(b))[0];
}

const compoundHeadLengthMin = 2;

/**
 * Stop words say nothing of a thing, and a word that ends with another one, in languages with compounds, is a compound of it:
 * afwasmachine is no wasmachine.
 */
function mayBeMeant({ isStopWord, compoundLinks }: Analyzer, word: string, text: string): boolean {
	const isEnd = word.length >= text.length + compoundHeadLengthMin && word.endsWith(text);
	return !isStopWord(text) && !(isEnd && compoundLinks !== undefined);
}

/**
 * The likeliest of the words; the first in the order of the alphabet among equals. Undefined where there are none.
 * @param counts how many documents have a word, times how much the list shows of it; only words with a count may be meant
 */
export function pickMeant(
	typed: string,
	words: readonly SimilarWord[],
	counts: ReadonlyMap<string, number>,
): SimilarWord | undefined {
	const toWorth = (word: SimilarWord) => (counts.get(word.text) ?? 0) * toSlipLikelihood(typed, word.text, word);
	const worths = words.map((word) => ({ word, worth: toWorth(word) })).filter(({ worth }) => worth > 0);
	worths.sort((a, b) => b.worth - a.worth || (a.word.text < b.word.text ? -1 : 1));
	return worths[0]?.word;
}

/** A word that at least this many products have is common, and not a slip in the catalogue. */
export const commonWordMin = 16;

/**
 * Whether a word that few products have is probably a typing error that the catalogue has, too: many more have a similar
 * one, and not few.
 */
export function isProbablyMisspelt(
	{ text, documentCount }: { readonly text: string; readonly documentCount: number },
	similar: readonly SimilarWord[],
): boolean {
	if (documentCount >= commonWordMin) return false;
	return similar.some((word) => {
		const countMin = Math.max(commonWordMin, documentCount * toDoubtFactor(text, word.text, word));
		return word.documentCount >= countMin;
	});
}
