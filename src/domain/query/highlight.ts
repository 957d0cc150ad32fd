/** Which words of a query does a text have, and where? */

/** Code units start … end-1 of a text, which an item was found by. */
export interface Highlight {
	readonly start: number;
	readonly end: number;
	/** Bits of `HighlightedTexts.words`, at least one. */
	readonly words: number;
}

export interface HighlightedTexts {
	/** The words that were searched, as the index writes them: at most 31. */
	readonly words: readonly string[];
	/** Bits of the words that a text must have to have all of them; stop words are not among them. */
	readonly needed: number;
	/** For each text its highlights, which do not overlap, in order. */
	readonly highlights: readonly (readonly Highlight[])[];
}

/** A text as it is stored, with its highlights. */
export interface HighlightedText {
	readonly text: string;
	readonly highlights: readonly Highlight[];
}

/** What answers say of the words in the fields of each hit. */
export interface HighlightRequest extends HighlightTags {
	/** Fields of the first level, at most `highlightFieldsMax`; `*` for all that have texts. */
	readonly fieldNames: readonly string[];
	/** Fields of which only the words around matches are sent, and how many: 1 … `snippetWordsMax`. */
	readonly snippets: readonly SnippetRequest[];
	/** What is written where a snippet leaves words out. */
	readonly ellipsis: string;
}

export interface HighlightTags {
	/** What is written before and behind highlights. */
	readonly preTag: string;
	readonly postTag: string;
	/** Whether characters of the texts that mean something in HTML are escaped. */
	readonly isEscaped: boolean;
}

export interface SnippetRequest {
	readonly fieldName: string;
	readonly wordsMax: number;
}

export const everyField = '*';

/** Longer texts are highlighted up to here, and of one answer as many texts as this allows: UTF-16 code units. */
export const highlightedTextLengthMax = 10_000;
export const highlightedTextsLengthMax = 1_000_000;
/** Texts of a field with several values. */
export const highlightedValuesMax = 100;
export const highlightFieldsMax = 30;
export const highlightTagLengthMax = 100;
export const snippetWordsDefault = 10;
export const snippetWordsMax = 100;
