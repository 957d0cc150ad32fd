/**
 * Texts with U+0000, which PostgreSQL's type `text` refuses and every other store takes.
 *
 *     U+0000 → U+0001 U+0001      U+0001 → U+0001 U+0002      all else as it is
 *
 * Different texts stay different, and in the order of their bytes, so columns of escaped texts can be compared, sorted and
 * be unique like any others. JSON and the API have neither character as it is: nearly every text is stored unchanged.
 */
const nul = '\u0000';
const marker = '\u0001';
const escapedNul = '\u0001\u0001';
const escapedMarker = '\u0001\u0002';

/** The text as a column has it. Cost: O(length), two scans for a byte. */
export function toEscapedText(text: string): string {
	if (!text.includes(nul) && !text.includes(marker)) return text;
	return text.replaceAll(marker, escapedMarker).replaceAll(nul, escapedNul);
}

/** What `toEscapedText` was given; a text that it did not make comes back in some form. */
export function fromEscapedText(text: string): string {
	if (!text.includes(marker)) return text;
	return text.replaceAll(escapedNul, nul).replaceAll(escapedMarker, marker);
}
