/**
 * How much of a query must a product have, where none or few have all of it? Words are weighed by rarity; words that no
 * product has weigh nothing, and optional words are not asked for.
 *
 *     running   shoe   woman   size   7            least: half of 13.0
 *     3.1       1.9    2.8     1.2    4.0
 *     ───       ───                                5.0, dropped
 *     ───              ───            ───          9.9, kept
 */
import type { SearchedWords } from './searched-words.ts';

/** Weights are rounded to whole numbers, so that sums are exact whatever their order. */
export interface Coverage {
	/** The weight of the word with this bit. */
	toWorth(bit: number): number;
	/** The least weight of the words that a document has: more than 0. */
	readonly least: number;
	/** For `keepCovering`. */
	readonly worths: Uint32Array;
}

const stepsOfRarity = 1024;

/** @param share of the weight of all words, 0 … 1 @returns undefined when every document with any word has enough. */
export function toCoverage({ bySegment, rarities, matchCounts }: SearchedWords, share: number): Coverage | undefined {
	const isOptional = (index: number) => bySegment[0]?.[index]?.isOptional === true;
	const ofWords = rarities.map((rarity, index) =>
		isOptional(index) || matchCounts[index] === 0 ? 0 : Math.max(1, Math.round(rarity * stepsOfRarity)),
	);
	const total = ofWords.reduce((sum, worth) => sum + worth, 0);
	const least = Math.ceil(share * total);
	if (least <= 1) return undefined;
	const toWorth = (bit: number) => ofWords[31 - Math.clz32(bit)] ?? 0;
	return { toWorth, least, worths: toWorths(ofWords) };
}

/** By byte of a mask, the sums of the weights of its bits; 0 for bits without a word. */
function toWorths(ofWords: readonly number[]): Uint32Array {
	const worths = new Uint32Array(4 * 256);
	for (let word = 0; word < ofWords.length; word++) {
		const firstAt = (word >>> 3) * 256;
		const bit = 1 << (word & 7);
		const worth = ofWords[word] as number;
		for (let below = 0; below < bit; below++)
			worths[firstAt + bit + below] = (worths[firstAt + below] as number) + worth;
	}
	return worths;
}
