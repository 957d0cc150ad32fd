/**
 * What was probably meant by a misspelt word? Of the similar words that a list shows the one that most documents have, times
 * how likely the slip is (`slip-likelihood.ts`):
 *
 *     vacume    vacuum    two sounds                     0.1 · 125 documents  = 12.5
 *               vacum     one sound                      1 · 1                = 1
 *               volume    two letters, in a short word   not similar
 */
import type { Pace, Steps } from '../../lib/steps.ts';
import { countPostings } from '../index/segment/postings.ts';
import { decodeString } from '../index/segment/sorted-strings.ts';
import { toDoubtFactor, toSlipLikelihood } from '../ranking/slip-likelihood.ts';
import type { IndexView } from './index-view.ts';
import { findSimilarTerms, type SimilarTerm } from './similar-terms.ts';

export interface SimilarWord extends Omit<SimilarTerm, 'term'> {
	readonly text: string;
	/** Over all segments; includes deleted documents. */
	readonly documentCount: number;
}

/** The similar words of a view, each once. Cost: that of `findSimilarTerms` for each segment. */
export function* findSimilarWords(view: IndexView, word: string, pace: Pace): Steps<readonly SimilarWord[]> {
	const words = new Map<string, SimilarWord>();
	for (const { segment } of view.segments) {
		for (const { term, ...slip } of findSimilarTerms(segment, word, view.analyzer.soundAlikes)) {
			const text = decodeString(segment.terms, term);
			const documentCount = countPostings(segment.postings, term) + (words.get(text)?.documentCount ?? 0);
			words.set(text, { ...slip, text, documentCount });
		}
		if (pace.isDue()) yield;
	}
	return [...words.values()];
}

/**
 * The likeliest of the words; the first in the order of the alphabet among equals. Undefined where there are none.
 * @param shares how much the list shows of a word; only those with a share may be meant
 */
export function pickMeant(
	typed: string,
	words: readonly SimilarWord[],
	shares: ReadonlyMap<string, number>,
): SimilarWord | undefined {
	const toWorth = (word: SimilarWord) =>
		(shares.get(word.text) ?? 0) * word.documentCount * toSlipLikelihood(typed, word.text, word);
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
