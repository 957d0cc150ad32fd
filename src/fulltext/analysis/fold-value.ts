/**
 * When are two values of a field the same to whoever filters by them? When they differ by case, accents, width or blanks
 * alone, in any language: who types a filter has another keyboard than who wrote the catalogue.
 *
 *     DELL, ｄｅｌｌ → dell     Électroménager → electromenager     Straße → strasse     İSTANBUL, ıstanbul → istanbul
 *     Haushalt>Küche,  Haushalt  >  Küche → haushalt>kuche
 *
 * Unlike words, values are folded character by character and stay decomposed, so the folded form of a text is the folded
 * forms of its characters one after the other: a sorted dictionary can be searched for it without folding all of it. So no
 * letter keeps a mark that another one loses: й is и here, and a Swedish ö is o.
 */
import { ignorablePattern } from './character-class.ts';
import { toBase } from './fold.ts';

/** What stands between the levels of a path. */
export const levelSign = '>';

const foldedCharacters = new Map<string, string>();
const characterCacheMax = 8_192;

/** The folded form of one code point: one character as a rule, none for a bare accent, `' '` for any blank. */
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

/** ASCII with single blanks inside and without signs: most values are nothing else. */
const plainPattern = /^[!-=?-~]+(?: [!-=?-~]+)*$/;

/** The folded form of a value: single blanks and signs, no blanks at its ends and around the signs of a path. Cost: O(length). */
export function foldValue(text: string): string {
	if (plainPattern.test(text)) return text.toLowerCase();
	let folded = '';
	let isBlank = false;
	for (const character of text) {
		for (const part of foldValueCharacter(character)) {
			if (part === ' ') {
				isBlank = true;
				continue;
			}
			const isAfterSign = folded.endsWith(levelSign);
			if (isBlank && folded !== '' && part !== levelSign && !isAfterSign) folded += ' ';
			isBlank = false;
			if (part !== levelSign || !isAfterSign) folded += part;
		}
	}
	return folded;
}

/** Whether a folded value is that of a node or of one below it: `a>b` is below `a`. Nothing is below a node without a name. */
export function isBelow(folded: string, node: string): boolean {
	return node !== '' && folded.startsWith(node) && (folded.length === node.length || folded[node.length] === levelSign);
}

/** What a folded value that is asked for names: a sign at its end says nothing. */
export function toNode(folded: string): string {
	const node = folded.replace(/>+$/, '');
	return node === '' ? folded : node;
}

/** Whether a folded value is a path: levels with signs between them, and not a sign that says "more than". */
export function isPath(folded: string): boolean {
	return folded.indexOf(levelSign) > 0;
}
