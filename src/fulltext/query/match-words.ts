/**
 * Which documents have the words, and with what score?
 *
 *     all    rarest word first; each further word only adds to documents that have all words before it, see `match-all.ts`
 *     any    every word adds, and it is noted which documents have all of them. Documents whose words are worth too little
 *            beside the whole query are dropped, see `coverage.ts`
 *
 * An optional word adds to the scores of what the others found and never rules a document out.
 */
import type { Pace, Steps } from '../../lib/steps.ts';
import { type PositionUse, toScoreGrid, toScoreTable } from '../ranking/score-table.ts';
import type { Weighing } from '../ranking/weighing.ts';
import type { Coverage } from './coverage.ts';
import {
	addToTouched,
	collectScores,
	keepCovering,
	type PostingRange,
	probeAll,
	type Scoring,
	scatterAny,
	scoreRange,
} from './kernels.ts';
import { matchAll } from './match-all.ts';
import type { ResolvedWord } from './resolve-words.ts';
import type { Scratch } from './scratch.ts';
import { lackingFactor } from './strict-matches.ts';

export interface WordMatching {
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
	const scoring: Scoring = {
		grid: toScoreGrid(matching.rarities, matching.partMax),
		lengths,
		masks: scratch.masks,
		scores: scratch.scores,
		touched: scratch.documents,
	};
	const { keys, strict } = scratch;
	const ranked = matching.words.map((word, index) => ({
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
			count = scoreRange(slice, scoring, { keys, count });
			if (pace.isDue()) yield;
		}
	} else if (matching.needsAll) count = yield* matchNeeded({ needed, optional }, scoring, { ...scratch, pace });
	else
		return yield* matchAny({ needed, optional }, scoring, { keys, strict, boosts, coverage: matching.coverage, pace });
	if (boosts !== undefined) boostKeys(scoring, boosts, { keys, count });
	return count;
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
	{ keys, chunk, pace }: Pick<Scratch, 'keys' | 'chunk'> & { readonly pace: Pace },
): Steps<number> {
	if (needed.some(({ word }) => word.variants.length === 0)) return 0;
	const rarestFirst = [...needed].sort((a, b) => a.word.postingCount - b.word.postingCount);
	const toListed = (ranked: RankedWord, isOptional: boolean) => ({
		ranges: toRanges(ranked),
		isOptional,
	});
	const words = [...rarestFirst.map((word) => toListed(word, false)), ...optional.map((word) => toListed(word, true))];
	return yield* matchAll(words, scoring, { keys, entries: chunk, pace });
}

interface AnyMatching extends Pick<Scratch, 'keys' | 'strict'> {
	readonly boosts: Float32Array | undefined;
	readonly coverage: Coverage | undefined;
	readonly pace: Pace;
}

/** A range of this many times the touched documents is walked; in a longer one each document is looked up. */
const walkedShareMax = 8;

function* matchAny(
	{ needed, optional }: RankedWords,
	scoring: Scoring,
	{ keys, strict, boosts, coverage, pace }: AnyMatching,
): Steps<number> {
	const { entering, adding } = splitByWorth(needed, coverage);
	let count = yield* enterWords(entering, scoring, pace);
	yield* addWords(adding, scoring, { count, pace });
	if (coverage !== undefined) count = keepCovering(scoring, count, coverage);
	yield* addWords(optional, scoring, { count, pace });
	if (boosts !== undefined) boostScores(scoring, boosts, count);
	const all = needed.reduce((bits, { word }) => bits | word.bit, 0);
	collectScores(scoring, { keys, strict }, { all, lackingFactor, count });
	return count;
}

/** Touches all documents that have one of the words. @returns how many. */
function* enterWords(words: readonly RankedWord[], scoring: Scoring, pace: Pace): Steps<number> {
	let count = 0;
	for (const ranked of words) {
		const { word } = ranked;
		for (const range of toRanges(ranked)) {
			for (const slice of cutRange(range)) {
				count = scatterAny(slice, scoring, { bit: word.bit, count });
				if (pace.isDue()) yield;
			}
		}
	}
	return count;
}

/**
 * Adds words to the first `count` documents that were touched. They have different masks, so each is looked up by itself
 * where the list is much longer.
 */
function* addWords(
	words: readonly RankedWord[],
	scoring: Scoring,
	{ count, pace }: { readonly count: number; readonly pace: Pace },
): Steps<void> {
	for (const ranked of words) {
		const { word } = ranked;
		for (const range of toRanges(ranked)) {
			if (range.postingCount > walkedShareMax * count) probeAll(range, scoring, { bit: word.bit, needed: 0, count });
			else for (const slice of cutRange(range)) addToTouched(slice, scoring, word.bit);
			if (pace.isDue()) yield;
		}
	}
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

function boostScores({ scores, touched }: Scoring, boosts: Float32Array, count: number): void {
	for (let index = 0; index < count; index++) {
		const document = touched[index] as number;
		scores[document] = (scores[document] as number) * (boosts[document] as number);
	}
}
