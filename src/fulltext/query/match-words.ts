/**
 * Which documents have the words, and how well?
 *
 *     all    rarest word first; each further word only adds to documents that have all before it. As long as each
 *            word has one list, lists are intersected; from the first word with more on, documents are marked
 *     any    every word adds; documents with all of them are moved in front
 *
 * A word that is optional adds to what the others found, and keeps nothing out.
 */
import { toScoreTable } from '../score/score-table.ts';
import { keepCommon, markTouched } from './intersect-kernels.ts';
import {
	collectScores,
	keepNeeded,
	type PostingRange,
	probeAll,
	type Scoring,
	scatterAll,
	scatterAny,
	scoreRange,
} from './kernels.ts';
import { allWordsTier } from './rank-tiers.ts';
import type { ResolvedWord } from './resolve-words.ts';
import type { Scratch } from './scratch.ts';

/** From this many postings for each candidate on, looking candidates up is faster than walking the postings. */
const postingsPerProbe = 24;

export interface WordMatching {
	readonly words: readonly ResolvedWord[];
	/** Rarity of each word over the whole index, by its place in `words`. */
	readonly rarities: readonly number[];
	readonly needsAll: boolean;
	/** `df_manual_boost` of each document, when any differs from 1. */
	readonly boosts: Float32Array | undefined;
	readonly lengths: Uint8Array;
	readonly averageLengths: readonly [number, number, number];
}

/** Writes the matches to `documents` and `keys` of the scratch memory, each document once. @returns how many. */
export function matchWords(matching: WordMatching, scratch: Scratch): number {
	const { boosts, lengths, averageLengths } = matching;
	const scoring: Scoring = {
		table: toScoreTable(averageLengths),
		lengths,
		masks: scratch.masks,
		scores: scratch.scores,
		touched: scratch.documents,
	};
	const ranked = matching.words.map((word, index) => ({ word, rarity: matching.rarities[index] as number }));
	const areAllOptional = ranked.every(({ word }) => word.isOptional);
	const needed = areAllOptional ? ranked : ranked.filter(({ word }) => !word.isOptional);
	const optional = areAllOptional ? [] : ranked.filter(({ word }) => word.isOptional);
	const only = ranked.length === 1 && ranked[0]?.word.variants.length === 1 ? ranked[0] : undefined;
	if (only !== undefined) return matchOne(only, scoring, { keys: scratch.keys, boosts });
	const listed = matching.needsAll ? matchListed(toRarestFirst(needed), scoring, scratch.keys) : undefined;
	if (listed !== undefined && listed.others.length === 0 && optional.length === 0) {
		if (boosts !== undefined) boostKeys(scoring, boosts, { keys: scratch.keys, count: listed.count });
		return listed.count;
	}
	const count = listed === undefined ? matchAny(needed, scoring) : matchOthers(listed, scoring, scratch.keys);
	for (const entry of optional) addWord(entry, scoring, { needed: 0, count, isOptional: true });
	if (boosts !== undefined) boostScores(scoring, boosts, count);
	const all = needed.reduce((bits, { word }) => bits | word.bit, 0);
	collectScores(scoring, scratch.keys, { all, bonus: matching.needsAll ? 0 : allWordsTier, count });
	return count;
}

interface RankedWord {
	readonly word: ResolvedWord;
	readonly rarity: number;
}

function matchOne(
	{ word, rarity }: RankedWord,
	scoring: Scoring,
	{ keys, boosts }: { readonly keys: Float64Array; readonly boosts: Float32Array | undefined },
): number {
	const [range] = toRanges(word, rarity) as [PostingRange];
	const count = scoreRange(range, scoring, keys);
	if (boosts !== undefined) boostKeys(scoring, boosts, { keys, count });
	return count;
}

function toRarestFirst(words: readonly RankedWord[]): RankedWord[] {
	return [...words].sort((a, b) => a.word.postingCount - b.word.postingCount);
}

/** What the words with one list of postings left. */
interface Listed {
	readonly count: number;
	/** Bits of the words. */
	readonly bits: number;
	/** The words behind them. */
	readonly others: readonly RankedWord[];
}

/** Intersects the lists of the first words, as far as each has one. Leaves documents and keys, and no masks. */
function matchListed(words: readonly RankedWord[], scoring: Scoring, keys: Float64Array): Listed {
	let count = 0;
	let bits = 0;
	for (const [index, { word, rarity }] of words.entries()) {
		if (word.variants.length > 1) return { count, bits, others: words.slice(index) };
		const [range] = toRanges(word, rarity);
		if (range === undefined) return { count: 0, bits, others: [] };
		count = bits === 0 ? scoreRange(range, scoring, keys) : keepCommon(range, scoring, { keys, count });
		bits |= word.bit;
		if (count === 0) break;
	}
	return { count, bits, others: [] };
}

/** Goes on with words that have several lists each, through masks. */
function matchOthers({ bits, others, ...listed }: Listed, scoring: Scoring, keys: Float64Array): number {
	let { count } = listed;
	let needed = bits;
	let rest = others;
	if (bits === 0) {
		const [first, ...further] = others;
		if (first === undefined) return 0;
		for (const range of toRanges(first.word, first.rarity))
			count = scatterAny(range, scoring, { bit: first.word.bit, count });
		needed = first.word.bit;
		rest = further;
	} else markTouched(scoring, { keys, count }, bits);
	for (const other of rest) {
		addWord(other, scoring, { needed, count, isOptional: false });
		needed |= other.word.bit;
		count = keepNeeded(scoring, needed, count);
	}
	return count;
}

function addWord(
	{ word, rarity }: RankedWord,
	scoring: Scoring,
	{ needed, count, isOptional }: { readonly needed: number; readonly count: number; readonly isOptional: boolean },
): void {
	if (count === 0) return;
	for (const range of toRanges(word, rarity)) {
		const isLong = range.postingCount > postingsPerProbe * count;
		if (isOptional) addOptional(range, scoring, { bit: word.bit, count });
		else if (isLong) probeAll(range, scoring, { bit: word.bit, needed, count });
		else scatterAll(range, scoring, { bit: word.bit, needed });
	}
}

function matchAny(words: readonly RankedWord[], scoring: Scoring): number {
	let count = 0;
	for (const { word, rarity } of words) {
		for (const range of toRanges(word, rarity)) count = scatterAny(range, scoring, { bit: word.bit, count });
	}
	return count;
}

/** The touched documents have different masks here, so each is looked up by itself. */
function addOptional(range: PostingRange, scoring: Scoring, { bit, count }: { bit: number; count: number }): void {
	probeAll(range, scoring, { bit, needed: 0, count });
}

function toRanges({ variants }: ResolvedWord, rarity: number): PostingRange[] {
	return variants.map(({ postings, chunkFrom, chunkTo, postingCount, weight }) => ({
		highs: postings.chunkHighs,
		starts: postings.chunkStarts,
		documents: postings.documents,
		counts: postings.counts,
		chunkFrom,
		chunkTo,
		postingCount,
		weight: weight * rarity,
	}));
}

function boostKeys(
	{ touched }: Scoring,
	boosts: Float32Array,
	{ keys, count }: { readonly keys: Float64Array; readonly count: number },
): void {
	for (let index = 0; index < count; index++) {
		keys[index] = Math.fround((keys[index] as number) * (boosts[touched[index] as number] as number));
	}
}

function boostScores({ scores, touched }: Scoring, boosts: Float32Array, count: number): void {
	for (let index = 0; index < count; index++) {
		const document = touched[index] as number;
		scores[document] = (scores[document] as number) * (boosts[document] as number);
	}
}
