/**
 * What a UTF-16 code unit means to the scan that splits text into chunks.
 *
 *     separator   ends a chunk: blanks, brackets, signs, emoji
 *     word        letters, digits, marks
 *     joiner      holds a chunk together between word characters and is trimmed at its ends:  - . , ' / & :
 *     tail        has a meaning after a word character, and none before one:  " ' + # % °
 *     bigram      letters of scripts that write words without blanks between them
 *     rewrite     compatibility characters that change the classes above: the text is normalised first
 *
 * Of the scripts beyond the basic plane, only Han is indexed.
 */
export const characterClasses = { separator: 0, word: 1, joiner: 2, tail: 3, bigram: 4, rewrite: 5 } as const;

const joiners = '-.,/&:_@*\\\u00b7\u2010\u2011\u2012\u2013\u2212';
const tails = '"\'+#%\u00b0\u2018\u2019\u201c\u201d\u2032\u2033\u02bc\u00b4`';
/** Invisible characters that may occur inside words: soft hyphen, joiners, direction marks, variation selectors. */
export const ignorablePattern = /\u034f|[\u00ad\u061c\u200c-\u200f\u202a-\u202e\u2060-\u2064\ufeff]|[\ufe00-\ufe0f]/g;

/**
 * First and last code unit. High surrogates stand for the whole planes of Han. The digits of Thai, Lao, Myanmar and
 * Khmer are words.
 */
const bigramRanges = [
	[0x0e01, 0x0e3a, 'Thai'],
	[0x0e40, 0x0e4e, 'Thai'],
	[0x0e81, 0x0ecd, 'Lao'],
	[0x1000, 0x103f, 'Myanmar'],
	[0x1780, 0x17d3, 'Khmer'],
	[0x3005, 0x3007, 'iteration marks and zero'],
	[0x3041, 0x309f, 'Hiragana'],
	[0x30a1, 0x30fa, 'Katakana'],
	[0x30fc, 0x30ff, 'Katakana, long vowel and iteration marks'],
	[0x31f0, 0x31ff, 'Katakana extensions'],
	[0x3400, 0x4dbf, 'Han'],
	[0x4e00, 0x9fff, 'Han'],
	[0xac00, 0xd7a3, 'Hangul'],
	[0xd840, 0xd88f, 'Han, high surrogates'],
] as const;

const rewriteRanges = [
	[0x1100, 0x11ff, 'Hangul letters, to be composed'],
	[0x2460, 0x24ff, 'enclosed letters and digits'],
	[0x2e80, 0x2fdf, 'radicals'],
	[0x3099, 0x309c, 'voice marks of half-width kana'],
	[0x3130, 0x318f, 'Hangul compatibility letters'],
	[0x3200, 0x33ff, 'enclosed and squared CJK'],
	[0xd835, 0xd835, 'mathematical letters, high surrogate'],
	[0xf900, 0xfaff, 'Han compatibility forms'],
	[0xff01, 0xffef, 'full-width and half-width forms'],
] as const;

/**
 * Finds a code unit of the class `rewrite`. A regular expression, because V8 rejects texts of Latin letters at once.
 */
export const rewritePattern = new RegExp(
	`[${rewriteRanges.map(([first, last]) => `${toEscape(first)}-${toEscape(last)}`).join('')}]`,
);

function toEscape(unit: number): string {
	return `\\u${unit.toString(16).padStart(4, '0')}`;
}

/** Class of each of the 65,536 code units. Built once per thread, in about 5 ms. */
export const classOfCodeUnit = createClassTable();

function createClassTable(): Uint8Array {
	const table = new Uint8Array(65_536);
	let basicPlane = '';
	for (let unit = 0; unit < 0xd800; unit++) basicPlane += String.fromCharCode(unit);
	// Matches runs rather than characters: a match for each of 50,000 letters would take ten times as long.
	for (const { 0: run, index } of basicPlane.matchAll(/[\p{L}\p{N}\p{M}]+/gu)) {
		table.fill(characterClasses.word, index, index + run.length);
	}
	table.fill(characterClasses.word, 0xfb00, 0xfdf0);
	table.fill(characterClasses.word, 0xfe70, 0xfefd);
	for (const { 0: character } of basicPlane.matchAll(ignorablePattern))
		table[character.charCodeAt(0)] = characterClasses.word;
	table.fill(characterClasses.word, 0xfe00, 0xfe10);
	table[0xfeff] = characterClasses.word;
	for (const character of joiners) table[character.charCodeAt(0)] = characterClasses.joiner;
	for (const character of tails) table[character.charCodeAt(0)] = characterClasses.tail;
	table['×'.charCodeAt(0)] = characterClasses.word;
	for (const [first, last] of bigramRanges) table.fill(characterClasses.bigram, first, last + 1);
	for (const [first, last] of rewriteRanges) table.fill(characterClasses.rewrite, first, last + 1);
	return table;
}
