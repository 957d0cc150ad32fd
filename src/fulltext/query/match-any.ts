/**
 * Which documents have any of the words? Chunk by chunk of 65,536 documents (see `postings.ts`), every word adds to the
 * documents that it finds. So what is known of them stays in the processor's cache until the chunk is done:
 *
 *     chunk 0    word a   word b   word c   ──► coverage ──► optional words ──► scores
 *     chunk 1    word a   word b   word c   ──► …
 */
import type { Pace, Steps } from '../../lib/steps.ts';
import type { SearchKernels } from '../kernels/search-kernels.ts';
import type { Coverage } from './coverage.ts';
import { type PostingRange, probeAll, type Scoring } from './kernels.ts';
import { lackingFactor } from './strict-matches.ts';

/** A word with its lists, best first. */
export interface AnyWord {
	readonly ranges: readonly PostingRange[];
	readonly bit: number;
}

export interface AnyWords {
	/** A document must have one of these. */
	readonly entering: readonly AnyWord[];
	/** These add to documents that were entered, before and after it is decided whether they have enough. */
	readonly adding: readonly AnyWord[];
	readonly optional: readonly AnyWord[];
}

export interface AnyMatched {
	readonly kernels: SearchKernels;
	readonly keys: Float64Array;
	readonly strict: Uint8Array;
	readonly boosts: Float32Array | undefined;
	readonly coverage: Coverage | undefined;
	/** The bits of all words that a document has if it lacks none. */
	readonly all: number;
	readonly pace: Pace;
}

/** Postings processed between two checks of the clock: about a millisecond. */
const postingsPerCheck = 2 ** 17;
/** A list of this many times the touched documents is walked; in a longer one each document is looked up. */
const walkedShareMax = 8;

/** Writes the matches to `touched` and `keys`, and to `strict` whether each has all words. @returns how many. */
export function* matchAny(words: AnyWords, scoring: Scoring, matched: AnyMatched): Steps<number> {
	const { kernels, keys, strict, boosts, coverage, all, pace } = matched;
	const entering = words.entering.map(toWalk);
	const adding = words.adding.map(toWalk);
	const optional = words.optional.map(toWalk);
	const highMax = Math.max(0, scoring.lengths.length - 1) >>> 16;
	let matchCount = 0;
	for (let high = 0; high <= highMax; high++) {
		const here = { ...scoring, origin: high << 16, touched: scoring.touched.subarray(matchCount) };
		let count = yield* enterWords(entering, here, { high, kernels, pace });
		if (pace.isDue()) yield;
		if (count === 0) continue;
		if (adding.length > 0) yield* addWords(adding, here, { high, count, kernels, pace });
		if (coverage !== undefined) count = kernels.keepCovering(here, count, coverage);
		if (count === 0) continue;
		if (optional.length > 0) yield* addWords(optional, here, { high, count, kernels, pace });
		if (boosts !== undefined) boostScores(here, boosts, count);
		kernels.collectScores(here, { keys: keys.subarray(matchCount), strict }, { all, lackingFactor, count });
		matchCount += count;
	}
	return matchCount;
}

/** A list as the search walks through the chunks: `range` is the part of it in the current one. */
interface ListWalk {
	readonly range: Writable<PostingRange>;
	readonly chunkEnd: number;
}

type Writable<T> = { -readonly [key in keyof T]: T[key] };

interface WordWalk {
	readonly lists: readonly ListWalk[];
	readonly bit: number;
}

function toWalk({ ranges, bit }: AnyWord): WordWalk {
	return { lists: ranges.map(toListWalk), bit };
}

function toListWalk(range: PostingRange): ListWalk {
	return { range: { ...range, chunkTo: range.chunkFrom, postingCount: 0 }, chunkEnd: range.chunkTo };
}

/** Moves a list on to a chunk. @returns whether it has documents there. */
function moveTo(high: number, { range, chunkEnd }: ListWalk): boolean {
	const { highs, starts } = range;
	let chunk = range.chunkFrom;
	while (chunk < chunkEnd && (highs[chunk] as number) < high) chunk += 1;
	range.chunkFrom = chunk;
	if (chunk === chunkEnd || highs[chunk] !== high) return false;
	range.chunkTo = chunk + 1;
	range.postingCount = (starts[chunk + 1] as number) - (starts[chunk] as number);
	return true;
}

interface Here {
	readonly high: number;
	readonly kernels: SearchKernels;
	readonly pace: Pace;
}

/** Touches all documents of the chunk that have one of the words. @returns how many. */
function* enterWords(words: readonly WordWalk[], scoring: Scoring, { high, kernels, pace }: Here): Steps<number> {
	let count = 0;
	let uncheckedCount = 0;
	for (const { lists, bit } of words) {
		for (const list of lists) {
			if (!moveTo(high, list)) continue;
			count = kernels.scatterAny(list.range, scoring, { bit, count });
			uncheckedCount += list.range.postingCount;
			if (uncheckedCount < postingsPerCheck) continue;
			uncheckedCount = 0;
			if (pace.isDue()) yield;
		}
	}
	return count;
}

/**
 * Adds words to the first `count` documents that were touched. They have different masks, so each is looked up by itself
 * where the list is much longer.
 */
function* addWords(
	words: readonly WordWalk[],
	scoring: Scoring,
	{ high, count, kernels, pace }: Here & { readonly count: number },
): Steps<void> {
	for (const { lists, bit } of words) {
		for (const list of lists) {
			if (!moveTo(high, list)) continue;
			const { range } = list;
			if (range.postingCount > walkedShareMax * count) probeAll(range, scoring, { bit, needed: 0, count });
			else kernels.addToTouched(range, scoring, bit);
		}
		if (pace.isDue()) yield;
	}
}

function boostScores({ scores, origin, touched }: Scoring, boosts: Float32Array, count: number): void {
	for (let index = 0; index < count; index++) {
		const document = touched[index] as number;
		scores[document - origin] = (scores[document - origin] as number) * (boosts[document] as number);
	}
}

export interface OnlyMatched {
	readonly kernels: SearchKernels;
	readonly keys: Float64Array;
	/** 65,536 bits, all 0 before and after. */
	readonly seen: Uint32Array;
	readonly pace: Pace;
}

/**
 * Matches the only word of a query, which has several lists: each document counts by the best one that it is in. Writes the
 * matches to `touched` and `keys`. @returns how many.
 */
export function* matchOnly(ranges: readonly PostingRange[], scoring: Scoring, matched: OnlyMatched): Steps<number> {
	const { kernels, keys, seen, pace } = matched;
	const lists = ranges.map(toListWalk);
	const highMax = Math.max(0, scoring.lengths.length - 1) >>> 16;
	let count = 0;
	let uncheckedCount = 0;
	for (let high = 0; high <= highMax; high++) {
		for (const list of lists) {
			if (!moveTo(high, list)) continue;
			count = kernels.scoreUnseen(list.range, scoring, { keys, seen, count });
			uncheckedCount += list.range.postingCount;
		}
		seen.fill(0);
		if (uncheckedCount < postingsPerCheck) continue;
		uncheckedCount = 0;
		if (pace.isDue()) yield;
	}
	return count;
}
