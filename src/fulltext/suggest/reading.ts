/** What may a text be about to say? Whole words, and a last one that may be incomplete. */
import type { Analyzer } from '../analysis/analyzer.ts';
import { characterClasses, classOfCodeUnit } from '../analysis/character-class.ts';

export interface Reading {
	/** Terms, in the order they were typed. */
	readonly earlier: readonly string[];
	readonly last: string;
	/** Whether the last word is incomplete, so that terms that start with it match. */
	readonly isOpen: boolean;
}

/** People do not type more before they look at the suggestions. */
const typedTermsMax = 32;

/** The reading of the text as typed; undefined when it has no letter or digit, or far too many words. */
export function toReading({ locateWords }: Pick<Analyzer, 'locateWords'>, text: string): Reading | undefined {
	const terms = locateWords(text).words.map(({ term }) => term);
	const last = terms.at(-1);
	if (last === undefined || terms.length > typedTermsMax) return undefined;
	// The last character of a run is a term of its own where it was typed, and starts a bigram where the run continues.
	return { earlier: terms.slice(0, -1), last, isOpen: !/\s$/.test(text) || isRunTerm(last) };
}

/** Whether the term is one or two characters of a script that puts no blanks between words. */
export function isRunTerm(term: string): boolean {
	return classOfCodeUnit[term.charCodeAt(0)] === characterClasses.bigram;
}

/** Whether a term is the last word of the reading, or a completion of it. */
export function isLastWord({ last, isOpen }: Reading, term: string): boolean {
	return isOpen ? term.startsWith(last) : term === last;
}
