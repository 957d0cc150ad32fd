/** Unifies the characters of a price: digits of all scripts, spaces, dashes, full width, direction marks. */

const invisible = /[\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;
const dashes = /[\u2010-\u2015\u2212\ufe63]/g;
const apostrophes = /[\u2018\u2019\u02bc\u2032\u00b4`\u066c]/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: everything beyond ASCII
const asciiOnly = /^[\u0000-\u007f]*$/;

/** The decimal separator of Arabic scripts, which has no other meaning. */
export const surePoint = '\u066b';

/** The text with Latin digits, plain spaces, `-` and `'`, and without direction marks. Cost: O(length). */
export function toPlainCharacters(text: string): string {
	if (asciiOnly.test(text)) return text;
	return text
		.replace(apostrophes, "'")
		.normalize('NFKC')
		.replace(invisible, '')
		.replace(dashes, '-')
		.replace(/\s/gu, ' ')
		.replaceAll('\u060c', ',')
		.replace(/\p{Nd}/gu, toLatinDigit);
}

/** The digits of a script are ten consecutive code points beginning with zero. Several such ranges may be adjacent. */
function toLatinDigit(digit: string): string {
	const code = digit.codePointAt(0) as number;
	let first = code;
	while (isDigit(first - 1)) first -= 1;
	return String((code - first) % 10);
}

function isDigit(code: number): boolean {
	return /^\p{Nd}$/u.test(String.fromCodePoint(code));
}
