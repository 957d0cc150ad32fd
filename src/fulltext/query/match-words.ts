/**
 * Which documents have the words, and with what score?
 *
 *     all    rarest word first; each further word only adds to documents that have all words before it, see `match-all.ts`
 *     any    every word adds, and it is noted which documents have all of them, see `match-any.ts`. Documents whose words are
 *            worth too little beside the whole query are dropped, see `coverage.ts`
 *
 * An optional word adds to the scores of what the others found and never rules a document out.
 */
import type { Pace, Steps } from '../../lib/steps.ts';
import { type SearchKernels, typedArrayKernels } from '../kernels/search-kernels.ts';
import { type PositionUse, toScoreGrid, toScoreTable } from '../ranking/score-table.ts';
import type { Weighing } from '../ranking/weighing.ts';
import type { Coverage } from './coverage.ts';
import { joinPrefixes } from './joined-prefixes.ts';
import type { PostingRange, Scoring } from './kernels.ts';
import { matchAll } from './match-all.ts';
import { type AnyWord, type AnyWords, matchAny, matchOnly } from './match-any.ts';
import type { ResolvedWord } from './resolve-words.ts';
import type { Scratch } from './scratch.ts';
import { documentsPerChunk } from './seek-document.ts';

export interface WordMatching {
	readonly kernels: SearchKernels;
	readonly words: readonly ResolvedWord[];
	/** How the position of each word in titles counts, parallel to `words`. */
	readonly positionUses: readonly PositionUse[];
	/** The rarity of each word over the whole index, parallel to `words`. */
	readonly rarities: readonly number[];
	readonly needsAll: boolean;
	/** What a document must have at least if it does not need all words; undefined: any word. */
	readonly coverage: Coverage | undefined;
	/** The `df_manual_boost` of each document; undefined when all are 1. */
	readonly boosts: Float32Array | undefined;
	readonly lengths: Uint8Array;
	readonly averageLengths: readonly [number, number, number];
	readonly weighing: Weighing;
	/** No part of a score beside rarity is above this, in any segment. */
	readonly partMax: number;
	readonly pace: Pace;
}

/** Writes the matches to `documents` and `keys` of the scratch memory, each document once. @returns how many. */
export function* matchWords(matching: WordMatching, scratch: Scratch): Steps<number> {
	const { boosts, lengths, averageLengths, weighing, pace } = matching;
	const documentCount = lengths.length;
	const { needsAll } = matching;
	const words = yield* joinPrefixes(matching.words, { scratch, documentCount, needsAll, pace });
	const kernels = words.every(isInSegment) ? matching.kernels : typedArrayKernels;
	const scoring: Scoring = {
		grid: toScoreGrid(matching.rarities, matching.partMax),
		lengths,
		masks: scratch.chunk.slots,
		scores: scratch.chunk.scores,
		origin: 0,
		touched: scratch.documents,
	};
	const { keys, strict } = scratch;
	const ranked = words.map((word, index) => ({
		word,
		rarity: matching.rarities[index] as number,
		table: toScoreTable(averageLengths, matching.positionUses[index] as PositionUse, weighing),
	}));
	const areAllOptional = ranked.every(({ word }) => word.isOptional);
	const needed = areAllOptional ? ranked : ranked.filter(({ word }) => !word.isOptional);
	const optional = areAllOptional ? [] : ranked.filter(({ word }) => word.isOptional);
	const only = ranked.length === 1 && ranked[0]?.word.variants.length === 1 ? ranked[0] : undefined;
	let count = 0;
	if (only !== undefined) {
		for (const slice of cutRange(toRanges(only)[0] as PostingRange)) {
			count = kernels.scoreRange(slice, scoring, { keys, count });
			if (pace.isDue()) yield;
		}
	} else if (ranked.length === 1) {
		const [word] = ranked as [RankedWord];
		const seen = scratch.chunk.slots.subarray(0, seenLength);
		count = yield* matchOnly(toRanges(word), scoring, { kernels, keys, seen, pace });
	} else if (matching.needsAll)
		count = yield* matchNeeded({ needed, optional }, scoring, { ...scratch, kernels, pace });
	else
		return yield* matchAny(toAnyWords({ needed, optional }, matching.coverage), scoring, {
			...{ kernels, keys, strict, boosts, coverage: matching.coverage, pace },
			all: needed.reduce((bits, { word }) => bits | word.bit, 0),
		});
	if (boosts !== undefined) boostKeys(scoring, boosts, { keys, count });
	return count;
}

/** A bit for each document of a chunk. */
const seenLength = documentsPerChunk / 32;

/** Whether the kernels of a segment reach all lists of a word: those that were made of several are not in its memory. */
function isInSegment({ variants }: ResolvedWord): boolean {
	return variants.every(({ term }) => term >= 0);
}

interface RankedWord {
	readonly word: ResolvedWord;
	readonly rarity: number;
	readonly table: Float32Array;
}

interface RankedWords {
	readonly needed: readonly RankedWord[];
	readonly optional: readonly RankedWord[];
}

function* matchNeeded(
	{ needed, optional }: RankedWords,
	scoring: Scoring,
	{ keys, chunk, kernels, pace }: Pick<Scratch, 'keys' | 'chunk'> & Pick<WordMatching, 'kernels' | 'pace'>,
): Steps<number> {
	if (needed.some(({ word }) => word.variants.length === 0)) return 0;
	const rarestFirst = [...needed].sort((a, b) => a.word.postingCount - b.word.postingCount);
	const toListed = (ranked: RankedWord, isOptional: boolean) => ({
		ranges: toRanges(ranked),
		isOptional,
	});
	const words = [...rarestFirst.map((word) => toListed(word, false)), ...optional.map((word) => toListed(word, true))];
	return yield* matchAll(words, scoring, { kernels, keys, entries: chunk, pace });
}

function toAnyWords({ needed, optional }: RankedWords, coverage: Coverage | undefined): AnyWords {
	const { entering, adding } = splitByWorth(needed, coverage);
	const toWord = (ranked: RankedWord): AnyWord => ({ ranges: toRanges(ranked), bit: ranked.word.bit });
	return { entering: entering.map(toWord), adding: adding.map(toWord), optional: optional.map(toWord) };
}

/**
 * The words of which a document must have one, and the others: together those are worth too little. The common words are
 * among them, so the longest lists enter no documents.
 */
function splitByWorth(needed: readonly RankedWord[], coverage: Coverage | undefined) {
	if (coverage === undefined) return { entering: needed, adding: [] };
	const { toWorth, least } = coverage;
	const commonFirst = [...needed].sort((a, b) => toWorth(a.word.bit) - toWorth(b.word.bit));
	let worth = 0;
	const firstEntering = commonFirst.findIndex(({ word }) => {
		worth += toWorth(word.bit);
		return worth >= least;
	});
	return { entering: commonFirst.slice(firstEntering), adding: commonFirst.slice(0, firstEntering) };
}

/** Postings processed between two checks of the clock: about a millisecond. */
const postingsPerCheck = 2 ** 17;

/** The range itself, or slices of it where it is long. */
function cutRange(range: PostingRange): readonly PostingRange[] {
	const { starts, chunkFrom, chunkTo } = range;
	if (range.postingCount <= postingsPerCheck) return [range];
	const slices: PostingRange[] = [];
	for (let from = chunkFrom, to = chunkFrom + 1; to <= chunkTo; to++) {
		const postingCount = (starts[to] as number) - (starts[from] as number);
		if (postingCount < postingsPerCheck && to < chunkTo) continue;
		slices.push({ ...range, chunkFrom: from, chunkTo: to, postingCount });
		from = to;
	}
	return slices;
}

function toRanges({ word, rarity, table }: RankedWord): PostingRange[] {
	return word.variants.map(({ postings, chunkFrom, chunkTo, postingCount, weight }) => ({
		highs: postings.chunkHighs,
		starts: postings.chunkStarts,
		documents: postings.documents,
		counts: postings.counts,
		chunkFrom,
		chunkTo,
		postingCount,
		weight: weight * rarity,
		table,
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
