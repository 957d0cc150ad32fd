/** How does a query or a title read as a suggestion? Tidy to look at, and with one key for all its spellings. */
import type { AnalyzedQuery } from './analyzed-query.ts';

export const suggestionLengthMax = 100;

/**
 * The text as one line of lower case without control characters, cut at a blank to `suggestionLengthMax`; may be empty.
 */
export function toSuggestionText(text: string): string {
	const line = text
		.normalize('NFC')
		.toWellFormed()
		.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
		.trim()
		.toLowerCase();
	if (line.length <= suggestionLengthMax) return line;
	const blank = line.lastIndexOf(' ', suggestionLengthMax);
	return line.slice(0, blank > 0 ? blank : suggestionLengthMax).toWellFormed();
}

/**
 * The key that suggestions share when they differ only in case, accents, signs, blanks and inflection; may be empty.
 */
export function toSuggestionKey({ words }: AnalyzedQuery): string {
	return words.map(({ key }) => key).join('');
}
