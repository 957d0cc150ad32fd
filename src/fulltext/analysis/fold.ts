/**
 * One spelling for what shoppers take to be the same: width, case, accents, digits and ligatures do not matter.
 *
 *     ＷＨ-１０００ → wh-1000     Café → cafe     STRAẞE, Straße → strasse     ١٢ → 12     ΣΊΣΥΦΟΣ → σισυφοσ
 *
 * What a mark means depends on the language: a Swedish ö is a letter, a Spanish ó an accented o. A language's own
 * letters are kept. A word with such letters has *other spellings*, as typed on a foreign keyboard:
 *
 *     de  drücker:  drucker, druecker        sv  köksbord:  koksbord, koeksbord        tr  ışık:  isik
 *
 * Folding is idempotent. It keeps marks that are not accents: those of Indic and Thai vowels, the й of Cyrillic and the
 * voice marks of kana.
 */

import { ignorablePattern } from './character-class.ts';
import type { Language } from './language.ts';

export interface Folding {
	/** The folded text. */
	fold(text: string): string;
	/** Lower case and uniform width, but with accents, as stemmers need it. */
	lower(text: string): string;
	/** The other spellings of a folded word, without the word itself: at most two. */
	otherSpellings(word: string): readonly string[];
}

/**
 * Letters that Unicode does not decompose, and those that Lucene's normalisers of Arabic, Persian and Hindi replace.
 */
const replacements = new Map(
	[
		'ß=ss æ=ae œ=oe ø=o đ=d ð=d þ=th ł=l ħ=h ŧ=t ŋ=n ı=i ĸ=k ə=e ς=σ ×=x',
		'أ=ا إ=ا آ=ا ٱ=ا ى=ي ی=ي ئ=ي ک=ك ة=ه ۀ=ه ە=ه ؤ=و \u0640= \u093c= \u0901=\u0902',
	]
		.join(' ')
		.split(' ')
		.map((pair): [string, string] => [pair.slice(0, 1), pair.slice(2)]),
);
const keptEverywhere = 'йїўѓќґ';
const accentPattern = /[\u0300-\u036f\u0483-\u0487\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0670]/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: ASCII is the range meant
const asciiPattern = /^[\u0000-\u007f]*$/;
const characterCacheMax = 4096;

export function createFolding({ ownLetters, digraphs, hasDotlessI }: Language): Folding {
	const own = new Set((ownLetters ?? '') + keptEverywhere);
	const ownPattern = ownLetters && new RegExp(`[${ownLetters}]`, 'g');
	const folded = new Map<string, string>();

	function toLower(text: string): string {
		return hasDotlessI ? text.toLocaleLowerCase('tr') : text.toLowerCase();
	}

	function lower(text: string): string {
		if (asciiPattern.test(text)) return toLower(text);
		// Lower case may need composing again, and compatibility forms may contain capitals.
		return toLower(text.normalize('NFKC')).normalize('NFKC').replace(ignorablePattern, '');
	}

	function foldCharacter(character: string): string {
		const known = folded.get(character);
		if (known !== undefined) return known;
		const result = own.has(character) ? character : toBase(character);
		if (folded.size >= characterCacheMax) folded.clear();
		folded.set(character, result);
		return result;
	}

	function foldDiacritics(text: string): string {
		let result = '';
		for (const character of text) result += foldCharacter(character);
		return result.normalize('NFC');
	}

	return {
		lower,
		fold(text) {
			const lowered = lower(text);
			return asciiPattern.test(lowered) ? lowered : foldDiacritics(lowered);
		},
		otherSpellings(word) {
			if (!ownPattern || word.search(ownPattern) < 0) return [];
			const plain = word.replace(ownPattern, toBase);
			const written = digraphs && word.replace(ownPattern, (letter) => digraphs[letter] ?? toBase(letter));
			return written === undefined || written === plain ? [plain] : [plain, written];
		},
	};
}

/** The words of a list separated by blanks, folded. */
export function toFoldedWords(list: string | undefined, folding: Folding): ReadonlySet<string> {
	return new Set(list?.split(' ').map(folding.fold));
}

/** The letter without accents, or the digit as ASCII. It may be several letters, or empty for a bare accent. */
export function toBase(character: string): string {
	const replaced = replacements.get(character);
	if (replaced !== undefined) return replaced;
	if (/\p{Nd}/u.test(character)) return toAsciiDigit(character);
	let base = '';
	for (const part of character.normalize('NFD').replace(accentPattern, '')) base += replacements.get(part) ?? part;
	return base.normalize('NFC');
}

/** The ASCII digit of a decimal digit of any script: Unicode has them in runs of ten that begin with zero. */
export function toAsciiDigit(digit: string): string {
	const codePoint = digit.codePointAt(0) ?? 0;
	let value = 0;
	while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(codePoint - value - 1))) value += 1;
	return String(value);
}
