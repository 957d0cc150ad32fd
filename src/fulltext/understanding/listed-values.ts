/**
 * A value that lists others, of a field whose values shops list in one text, and a colour that is a shade of another:
 *
 *     Black,Silver    black/white    Schwarz & Weiß    80% Cotton, 20% Polyester
 *     Dark Grey is a grey, Azul marino an azul, Dunkelblau a Blau
 */
import type { FieldUse } from './vocabulary.ts';

const listingUses: ReadonlySet<FieldUse> = new Set(['colour', 'material', 'gender', 'age'] as const);
const separatorPattern = /\s*[,;/|&+、，،؛\n]\s*/u;
/** A share of a material. */
const sharePattern = /^\d+(?:[.,]\d+)?\s*%\s*|\s*\d+(?:[.,]\d+)?\s*%$/gu;
/** Longer lists are texts. */
const listedMax = 8;

/** The values in a list of several, without what they share of the whole; none where it is no list. Cost: O(length). */
export function splitListed(value: string, use: FieldUse): readonly string[] {
	if (!listingUses.has(use)) return [];
	const parts = value.split(separatorPattern, listedMax + 1).map((part) => part.replaceAll(sharePattern, ''));
	return parts.length > listedMax || parts.some((part) => part === '') ? [] : parts;
}

/** The words of a colour that may be the colour of which it is a shade: the last one, and the first where nouns come first. */
export function listShaded(colour: string, hasNounFirst: boolean): readonly string[] {
	const words = colour.split(/[\s-]+/u).filter((word) => word !== '');
	if (words.length < 2) return [];
	const [first, last] = [words[0] as string, words.at(-1) as string];
	return hasNounFirst ? [first, last] : [last];
}

/** Shorter ends and beginnings of a word are chance. */
const shadeLengthMin = 3;

/** The ends of the key of a colour of one word that may be the colour of which it is a shade, where words are written together. */
export function listShadedEnds(key: string): readonly string[] {
	if (key.includes(' ')) return [];
	const count = Math.max(0, key.length - 2 * shadeLengthMin + 1);
	return Array.from({ length: count }, (_, at) => key.slice(at + shadeLengthMin));
}
