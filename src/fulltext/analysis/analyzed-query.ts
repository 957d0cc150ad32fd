/**
 * A query taken apart: which words, and which terms of the index stand for each of them?
 *
 *     wh-1000xm4 hedphones
 *     words   0 wh   1 1000xm4   2 hedphones (prefix candidate)
 *     forms   of 1:  [1000xm4] exact,  [1000 or ␂1000] and [xm or ␂xm] and [4 or ␂4] as parts
 *     spans   0–1:   [wh1000xm4] joined
 *
 * A word matches a document when one of its forms does, or a span that covers it; the best quality counts.
 * Everything here is strings: which of the terms exist is the index's to say.
 */

/** How good a match by a form is, best first: the smaller, the closer to what was typed. */
export const formQualities = { exact: 0, joined: 1, unit: 2, variant: 3, stem: 4, synonym: 5, part: 6 } as const;
export type FormQuality = (typeof formQualities)[keyof typeof formQualities];

/** One way to find a word: every choice must match, a choice matches when any of its terms does. */
export interface QueryForm {
	/** Never empty, nor is any choice. More than one choice: the matches should be neighbours in this order. */
	readonly choices: readonly (readonly string[])[];
	readonly quality: FormQuality;
}

/** A range of the term dictionary: all terms that start with `term`. */
export interface QueryPrefix {
	readonly term: string;
	readonly quality: FormQuality;
}

export interface QueryWord {
	/** The plain term of the word, from where typo candidates are looked for. */
	readonly text: string;
	/** The same for all inflections of the word, as far as stemming knows: what synonyms go by. */
	readonly key: string;
	/** Best first; the first is the exact one. */
	readonly forms: readonly QueryForm[];
	/** A stop word, or a bigram across two words: it may be missing, but counts when it is there. */
	readonly isOptional: boolean;
	/** Whether typo candidates make sense: letters only, no bigram. */
	readonly isTypoTolerant: boolean;
	/** Ranges to search as well: of the last word, when no blank follows it, and of single Han or kana; else empty. */
	readonly prefixes: readonly QueryPrefix[];
}

/** A form that stands for neighbouring words at once. */
export interface QuerySpan {
	readonly firstWord: number;
	/** ≥ 2, for synonyms ≥ 1. */
	readonly wordCount: number;
	readonly form: QueryForm;
	/** As for a word: set where the span ends with the last word and that may still be typed. */
	readonly prefixes: readonly QueryPrefix[];
}

export interface AnalyzedQuery {
	/** At most `queryWordsMax`, in the order of the query. Not all of them are optional. */
	readonly words: readonly QueryWord[];
	/** At most `querySpansMax`. */
	readonly spans: readonly QuerySpan[];
	/** Whether the query was longer than the limits and its end was left out. */
	readonly isTruncated: boolean;
}

/** What is searched of a text; the rest is left out. In UTF-16 code units: 200 characters outside the basic plane. */
export const queryLengthMax = 400;
export const typedWordsMax = 10;
/** Typed words come apart: at hyphens, and into bigrams. Each that is searched has a bit of a mask, see `resolveWords`. */
export const queryWordsMax = 31;
export const querySpansMax = 64;
