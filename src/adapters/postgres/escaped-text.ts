/**
 * Texts with U+0000, which PostgreSQL's type `text` refuses and every other store accepts.
 *
 *     U+0000 → U+0001 U+0001      U+0001 → U+0001 U+0002      all other characters unchanged
 *
 * Different texts stay different, and in the order of their bytes, so columns of escaped texts can be compared, sorted and
 * unique like any others. JSON and the API never contain either character unescaped, so nearly every text is unchanged.
 */
const nul = '\u0000';
const marker = '\u0001';
const escapedNul = '\u0001\u0001';
const escapedMarker = '\u0001\u0002';

/** The text as it is stored in a column. Cost: O(length), two scans for a byte. */
export function toEscapedText(text: string): string {
	if (!text.includes(nul) && !text.includes(marker)) return text;
	return text.replaceAll(marker, escapedMarker).replaceAll(nul, escapedNul);
}

/** The inverse of `toEscapedText`. Does not fail for other texts. */
export function fromEscapedText(text: string): string {
	if (!text.includes(marker)) return text;
	return text.replaceAll(escapedNul, nul).replaceAll(escapedMarker, marker);
}
