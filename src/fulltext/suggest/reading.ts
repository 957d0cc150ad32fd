/** What a text may be going to say: whole words, and a last one that may be the beginning of one. */
import type { Analyzer } from '../analysis/analyzer.ts';
import { characterClasses, classOfCodeUnit } from '../analysis/character-class.ts';

export interface Reading {
	/** Terms, in the order they were typed. */
	readonly earlier: readonly string[];
	readonly last: string;
	/** Whether terms that start with `last` will do. */
	readonly isOpen: boolean;
}

/** Nobody types more before looking at the suggestions. */
const typedTermsMax = 32;

/** The text as it was typed; undefined when there is no letter or digit in it, or far too many. */
export function toReading({ locateWords }: Pick<Analyzer, 'locateWords'>, text: string): Reading | undefined {
	const terms = locateWords(text).words.map(({ term }) => term);
	const last = terms.at(-1);
	if (last === undefined || terms.length > typedTermsMax) return undefined;
	// The last character of a run stands alone where it was typed, and opens a bigram where the run goes on.
	return { earlier: terms.slice(0, -1), last, isOpen: !/\s$/.test(text) || isRunTerm(last) };
}

/** Whether the term is a character or two of a script that puts no blanks between words. */
export function isRunTerm(term: string): boolean {
	return classOfCodeUnit[term.charCodeAt(0)] === characterClasses.bigram;
}

/** Whether a term is the last word of the reading, or goes on from it. */
export function isLastWord({ last, isOpen }: Reading, term: string): boolean {
	return isOpen ? term.startsWith(last) : term === last;
}
