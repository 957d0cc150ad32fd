/**
 * When does a filter treat two values of a field as equal? When they differ only by case, accents, width or blanks, in
 * any language: a person who types a filter may use another keyboard than the author of the catalogue.
 *
 *     DELL, ｄｅｌｌ → dell     Électroménager → electromenager     Straße → strasse     İSTANBUL, ıstanbul → istanbul
 *     Haushalt>Küche,  Haushalt  >  Küche → haushalt>kuche
 *
 * Unlike words, values are folded character by character and stay decomposed. So the folded form of a text is the
 * concatenation of the folded forms of its characters, and a sorted dictionary can be searched for it without folding
 * all of it. For the same reason no letter keeps its mark: й is и here, and a Swedish ö is o.
 */
import { ignorablePattern } from './character-class.ts';
import { toBase } from './fold.ts';

/** The separator between the levels of a path. */
export const levelSign = '>';

const foldedCharacters = new Map<string, string>();
const characterCacheMax = 8_192;

/** The folded form of one code point: usually one character, empty for a bare accent, `' '` for any blank. */
export function foldValueCharacter(character: string): string {
	const known = foldedCharacters.get(character);
	if (known !== undefined) return known;
	const folded = toFolded(character);
	if (foldedCharacters.size >= characterCacheMax) foldedCharacters.clear();
	foldedCharacters.set(character, folded);
	return folded;
}

function toFolded(character: string): string {
	if (/\s/.test(character)) return ' ';
	const lower = character.normalize('NFKC').toLowerCase().normalize('NFKC').replace(ignorablePattern, '');
	let folded = '';
	for (const part of lower) folded += toBase(part);
	return folded.normalize('NFKD');
}

/** ASCII with single blanks inside and without path separators, as most values are. */
const plainPattern = /^[!-=?-~]+(?: [!-=?-~]+)*$/;

/**
 * The folded form of a value: single blanks and separators, and no blanks at its ends and around separators. Cost:
 * O(length).
 */
export function foldValue(text: string): string {
	if (plainPattern.test(text)) return text.toLowerCase();
	let folded = '';
	let isBlank = false;
	// Looking at the end of a text that grows copies it each time.
	let isAfterSign = false;
	for (const character of text) {
		for (const part of foldValueCharacter(character)) {
			if (part === ' ') {
				isBlank = true;
				continue;
			}
			if (isBlank && folded !== '' && part !== levelSign && !isAfterSign) folded += ' ';
			isBlank = false;
			if (part !== levelSign || !isAfterSign) folded += part;
			isAfterSign = part === levelSign;
		}
	}
	return folded;
}

/**
 * Whether a folded value is that of the node or of one below it: `a>b` is below `a`. Nothing is below an empty node.
 */
export function isBelow(folded: string, node: string): boolean {
	return node !== '' && folded.startsWith(node) && (folded.length === node.length || folded[node.length] === levelSign);
}

/** The node that a folded filter value names: a separator at its end is ignored. */
export function toNode(folded: string): string {
	const node = folded.replace(/(?<!>)>+$/, '');
	return node === '' ? folded : node;
}

/** Whether a folded value is a path, with separators between levels. A leading `>` means "more than". */
export function isPath(folded: string): boolean {
	return folded.indexOf(levelSign) > 0;
}
