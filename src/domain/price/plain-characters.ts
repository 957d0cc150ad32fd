/** The many ways to write the characters of a price, as one: digits of all scripts, spaces, dashes, full width, marks. */

const invisible = /[\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;
const dashes = /[\u2010-\u2015\u2212\ufe63]/g;
const apostrophes = /[\u2018\u2019\u02bc\u2032\u00b4`\u066c]/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: everything beyond ASCII
const asciiOnly = /^[\u0000-\u007f]*$/;

/** Stands before decimals in Arabic scripts, and means nothing else. */
export const surePoint = '\u066b';

/** The text with Latin digits, plain spaces, `-` and `'`, and without marks of direction. Cost: O(length). */
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

/** Digits of a script come ten in a row, from zero on. Several rows may follow each other. */
function toLatinDigit(digit: string): string {
	const code = digit.codePointAt(0) as number;
	let first = code;
	while (isDigit(first - 1)) first -= 1;
	return String((code - first) % 10);
}

function isDigit(code: number): boolean {
	return /^\p{Nd}$/u.test(String.fromCodePoint(code));
}
