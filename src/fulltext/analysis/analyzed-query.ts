/**
 * The result of query analysis: which words, and which terms of the index stand for each of them?
 *
 *     wh-1000xm4 hedphones
 *     words   0 wh   1 1000xm4   2 hedphones (prefix candidate)
 *     forms   of 1:  [1000xm4] exact,  [1000 or ␂1000] and [xm or ␂xm] and [4 or ␂4] as parts
 *     spans   0–1:   [wh1000xm4] joined
 *
 * A word matches a document when one of its forms does, or a span that covers it; the best quality counts. Everything
 * here is strings. Which of the terms exist is up to the index.
 */

/**
 * How close the match of a form is to what was typed, closest first. A relative shares the stem and is more than another inflection:
 * `generic` for `generator`. A compound ends with the word: `Damenfahrrad` for `Fahrrad`.
 */
export const formQualities = {
	exact: 0,
	joined: 1,
	unit: 2,
	variant: 3,
	stem: 4,
	relative: 5,
	synonym: 6,
	compound: 7,
	part: 8,
} as const;
export type FormQuality = (typeof formQualities)[keyof typeof formQualities];

/** One way to find a word: every choice must match, and a choice matches when any of its terms does. */
export interface QueryForm {
	/** Not empty, and neither is any choice. With several choices, the matches should be neighbours in this order. */
	readonly choices: readonly (readonly string[])[];
	readonly quality: FormQuality;
}

/** A range of the term dictionary: all terms that start with `term`. */
export interface QueryPrefix {
	readonly term: string;
	readonly quality: FormQuality;
}

export interface QueryWord {
	/** The plain term of the word, for which typo candidates are searched. */
	readonly text: string;
	/** The same for all inflections of the word that stemming knows; synonyms are looked up by it. */
	readonly key: string;
	/** Best first; the first is the exact one. */
	readonly forms: readonly QueryForm[];
	/** A stop word, or a bigram across two words: it may be missing, but adds to the score where it is present. */
	readonly isOptional: boolean;
	/** Whether it is optional because it says little of what is searched: a stop word, or a word of asking. */
	readonly isFiller: boolean;
	/** Whether typo candidates make sense: the word is letters only and not a bigram. */
	readonly isTypoTolerant: boolean;
	/** Whether it is a bigram within the same word as the one before, or a character that ends one: 掃除|機. */
	readonly isContinued: boolean;
	/**
	 * Prefix ranges to search too: for the last word when no blank follows it, and for single characters of Han or kana.
	 * Empty otherwise.
	 */
	readonly prefixes: readonly QueryPrefix[];
}

/** A form that stands for neighbouring words together. */
export interface QuerySpan {
	readonly firstWord: number;
	/** At least 2, or at least 1 for synonyms. */
	readonly wordCount: number;
	readonly form: QueryForm;
	/** As for a word: set where the span ends with the last word and that word may still be typed. */
	readonly prefixes: readonly QueryPrefix[];
}

export interface AnalyzedQuery {
	/** At most `queryWordsMax`, in the order of the query. At least one is not optional, unless there are none. */
	readonly words: readonly QueryWord[];
	/** At most `querySpansMax`. */
	readonly spans: readonly QuerySpan[];
	/** Whether the query exceeded the limits, so that its end was ignored. */
	readonly isTruncated: boolean;
}

/** How much of a text is searched, in UTF-16 code units; the rest is ignored. */
export const queryLengthMax = 400;
export const typedWordsMax = 10;
/**
 * Analysis splits typed words at hyphens and into bigrams, so there may be more of them. Each has a bit of a mask, see
 * `resolveWords`.
 */
export const queryWordsMax = 31;
export const querySpansMax = 64;
