/**
 * Analysis normalises texts with compatibility characters, such as full-width letters. Where is an offset of the normalised
 * text in the one that was written?
 *
 *     written       Ｓｏｎｙ  ㎏  ﾄﾞ          normalised    Sony  kg  ド
 */

/** A character with the highlights behind it, which compose with it; half-width voice highlights do as well. */
const characterPattern = /[\s\S][\p{M}\uff9e\uff9f\udc00-\udfff]*/gu;

/**
 * A function from offsets of the normalised text to offsets of the written one. Offsets inside of what one character became
 * are at its beginning. Where characters compose across these bounds (Hangul written by its parts), offsets count in proportion.
 */
export function toWrittenOffsets(written: string, normalised: string): (offset: number) => number {
	if (written === normalised) return (offset) => offset;
	const offsets: number[] = [];
	for (const { 0: character, index } of written.matchAll(characterPattern)) {
		const { length } = character.replace(/[™℠]/g, ' ').normalize('NFKC');
		for (let at = 0; at < length; at++) offsets.push(index);
	}
	if (offsets.length === normalised.length) return (offset) => offsets[offset] ?? written.length;
	return (offset) => Math.round((offset * written.length) / normalised.length);
}
