/**
 * The entries of `titleTerms`: term numbers, with flags in the upper bits that say what the term is in the title.
 *
 *     HP notebooks for gamers     hp | notebooks + naming | notebook + other form | for + purpose | gamers + purpose
 */
import { titleWordsMax } from './layout.ts';
import type { Segment } from './segment.ts';

/** The entry is not a word of its own but another form of the word before it (its stem, 27in of 27). */
export const otherFormFlag = 0x80000000;
/**
 * The word says what the thing is for (see `purpose-words.ts`). It is in the title but does not count as a title word.
 */
export const purposeFlag = 0x40000000;
/** With `otherFormFlag`: the stem of a word that names something else: of `belted`. */
export const verbStemFlag = 0x40000000;
/** The word names the thing (see `naming-words.ts`). */
export const namingFlag = 0x20000000;
const termMask = 0x1fffffff;

/** The term of an entry. */
export function toEntryTerm(entry: number): number {
	return entry & termMask;
}

/** The same entry for a term whose number has changed. */
export function withTerm(entry: number, term: number): number {
	return ((entry & ~termMask) | term) >>> 0;
}

/**
 * Writes the terms of a title's words, in order and without their other forms, to `words`, as many as fit.
 * @param words of at most `titleWordsMax`, as no title has more
 * @returns how many there are. Cost: O(entries of the title).
 */
export function readTitleWords({ titleOffsets, titleTerms }: Segment, document: number, words: Uint32Array): number {
	const end = titleOffsets[document + 1] as number;
	let count = 0;
	for (let at = titleOffsets[document] as number; at < end && count < words.length; at++) {
		const entry = titleTerms[at] as number;
		if (entry >= otherFormFlag) continue;
		words[count] = entry & termMask;
		count += 1;
	}
	return count;
}

/** The terms of a title's words, in order. */
export function toTitleWords(segment: Segment, document: number): Uint32Array {
	const words = new Uint32Array(titleWordsMax);
	return words.subarray(0, readTitleWords(segment, document, words));
}
