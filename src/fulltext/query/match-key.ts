/**
 * Which documents of a segment match some words? A text that is equal for equal matches, for what is kept from one search
 * to the next. It names the terms that stand for each word, so weights and the order of results change nothing.
 *
 *     red shoes     all   412,413 · 9021,9022,9023
 */
import type { ResolvedWord } from './resolve-words.ts';

/** Longer keys would take more memory than what is kept for them. */
const termsMax = 1_024;

/** @returns undefined where a word has a list that is no term's, or too many terms stand for the words. */
export function toMatchKey(words: readonly ResolvedWord[], needsAll: boolean): string | undefined {
	const needed = words.filter(({ isOptional }) => !isOptional);
	// Where all words are optional, each is needed as much as the others, see `match-words.ts`.
	const matching = needed.length === 0 ? words : needed;
	const termCount = matching.reduce((sum, { variants }) => sum + variants.length, 0);
	if (termCount > termsMax || matching.some(({ variants }) => variants.some(({ term }) => term < 0))) return undefined;
	const lists = matching.map(({ variants }) => variants.map(({ term }) => term).join(','));
	return `${needsAll ? 'all' : 'any'} ${lists.join(' ')}`;
}
