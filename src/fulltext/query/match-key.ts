/**
 * Which documents of a segment match some words? A text that is equal for equal matches, for what is kept from one search
 * to the next. It names the terms that stand for each word, so weights and the order of results change nothing.
 *
 *     red shoe     all   412,413 · 9021,^shoe
 */
import { isPrefix, type ResolvedWord, type Variant } from './resolve-words.ts';

/** Longer keys would take more memory than what is kept for them. */
const namesMax = 1_024;

/** @returns undefined where a word has a list that is no term's, or too many terms stand for the words. */
export function toMatchKey(words: readonly ResolvedWord[], needsAll: boolean): string | undefined {
	const needed = words.filter(({ isOptional }) => !isOptional);
	// Where all words are optional, each is needed as much as the others, see `match-words.ts`.
	const matching = needed.length === 0 ? words : needed;
	if (matching.some(({ variants }) => variants.some(({ term }) => term < 0))) return undefined;
	const lists = matching.map(({ variants }) => nameTerms(variants));
	if (lists.reduce((sum, names) => sum + names.length, 0) > namesMax) return undefined;
	return `${needsAll ? 'all' : 'any'} ${lists.map((names) => names.join(',')).join(' ')}`;
}

/** The numbers of the terms, and for the many terms of a prefix its text. */
export function nameTerms(variants: readonly Variant[]): string[] {
	const names: string[] = [];
	let before: Variant['origin'] | undefined;
	for (const { term, origin } of variants) {
		if (!isPrefix(origin)) names.push(String(term));
		else if (origin !== before) names.push(`^${origin.term}`);
		before = origin;
	}
	return names;
}
