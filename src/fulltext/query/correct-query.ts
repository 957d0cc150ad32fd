/**
 * The text as it was probably meant, where words are misspelt. What surrounds those words stays as it was typed.
 *
 *     Samsng-TV, black     samsng → samsung     samsung-TV, black
 */
import type { Pace, Steps } from '../../lib/steps.ts';
import type { IndexView } from './index-view.ts';
import { isClose } from './similar-terms.ts';
import { findSimilarWords, pickMeant } from './similar-words.ts';

interface Correction {
	readonly view: IndexView;
	/** Whether only close words count, see `isClose`. */
	readonly isCautious: boolean;
	readonly pace: Pace;
}

/** The words of a chunk: it may have several, and signs between and around them. */
const wordPattern = /[\p{L}\p{M}\p{N}]+/gu;

/**
 * The text with these words corrected, in the spelling of the index; undefined when none has a similar one. Cost: that of
 * `findSimilarWords` for each word.
 */
export function* correctText(
	{ view, isCautious, pace }: Correction,
	text: string,
	terms: readonly string[],
): Steps<string | undefined> {
	const meant = new Map<string, string>();
	for (const term of new Set(terms)) {
		const similar = yield* findSimilarWords(view, term, pace);
		const best = pickMeant(term, isCautious ? similar.filter((word) => isClose(term, word.text, word)) : similar);
		if (best !== undefined) meant.set(term, best.text);
	}
	const { locateWords, toIdentifier } = view.analyzer;
	const { source, words } = locateWords(text);
	let corrected = '';
	let end = 0;
	for (const { term, start, end: chunkEnd } of words) {
		if (!meant.has(term) || start < end) continue;
		const chunk = source.slice(start, chunkEnd).replace(wordPattern, (word) => meant.get(toIdentifier(word)) ?? word);
		corrected += source.slice(end, start) + chunk;
		end = chunkEnd;
	}
	const whole = corrected + source.slice(end);
	return whole === source ? undefined : whole;
}
