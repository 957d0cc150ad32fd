/**
 * The loops in which a search spends its time, over typed arrays. They use plain numbers, without an object per hit or
 * callbacks. `kernels/` has most of them on WebAssembly, with the same results.
 *
 * Two scratch arrays with one entry for each document of a chunk carry a match from loop to loop. `masks` has a bit for each
 * query word found so far (0 = no match). `scores` is the sum so far, valid only where the mask is not 0. Masks are all 0
 * between chunks: `collectScores` resets those that were set. All chunks use the same entries, because these stay in the
 * processor's cache.
 */

import type { Extent } from '../facets/extent.ts';
import type { Ordinals } from '../index/segment/columns.ts';
import { seekDocument } from './seek-document.ts';

/**
 * The postings of one list, in chunks (see `postings.ts`); each is worth `weight` times its entry in the score table.
 */
export interface PostingRange {
	readonly highs: Uint16Array;
	readonly starts: Uint32Array;
	readonly documents: Uint16Array;
	readonly counts: Uint8Array;
	/** Chunks chunkFrom … chunkTo-1. */
	readonly chunkFrom: number;
	readonly chunkTo: number;
	readonly postingCount: number;
	readonly weight: number;
	/** By packed counts and packed lengths, see `score-table.ts`. */
	readonly table: Float32Array;
}

/** What all scoring loops share. */
export interface Scoring {
	/** The packed lengths of each document. */
	readonly lengths: Uint8Array;
	/** Rounds each part of a score, see `toScoreGrid`: `part + grid - grid`. */
	readonly grid: number;
	/** By document, from `origin` on. */
	readonly masks: Uint32Array;
	readonly scores: Float32Array;
	/** The document of entry 0: the first of the chunk. */
	readonly origin: number;
	/** Documents whose mask is not 0, in no order. It has room for all documents of the segment. */
	readonly touched: Uint32Array;
}

/** Appends the documents of one range and their scores. @returns how many there are now. */
export function scoreRange(
	range: PostingRange,
	scoring: Scoring,
	{ keys, count: before }: { keys: Float64Array; count: number },
): number {
	const { highs, starts, documents, counts, weight, table } = range;
	const { grid, lengths, touched } = scoring;
	let count = before;
	for (let chunk = range.chunkFrom; chunk < range.chunkTo; chunk++) {
		const base = (highs[chunk] as number) << 16;
		const end = starts[chunk + 1] as number;
		for (let at = starts[chunk] as number; at < end; at++) {
			const document = base + (documents[at] as number);
			touched[count] = document;
			const part = table[((counts[at] as number) << 8) | (lengths[document] as number)] as number;
			// Rounded as in a sum, so that a document has the same score whichever loop finds it.
			keys[count] = weight * part + grid - grid;
			count += 1;
		}
	}
	return count;
}

/**
 * Appends the documents of one chunk and their scores, except those that were seen before: they keep the score of a better
 * list. @returns how many there are now.
 * @param seen one bit for each document of the chunk
 */
export function scoreUnseen(
	range: PostingRange,
	scoring: Scoring,
	{ keys, seen, count: before }: { keys: Float64Array; seen: Uint32Array; count: number },
): number {
	const { highs, starts, documents, counts, weight, table, chunkFrom: chunk } = range;
	const { grid, lengths, touched } = scoring;
	const base = (highs[chunk] as number) << 16;
	const end = starts[chunk + 1] as number;
	let count = before;
	for (let at = starts[chunk] as number; at < end; at++) {
		const low = documents[at] as number;
		const bits = seen[low >>> 5] as number;
		const bit = 1 << (low & 31);
		if ((bits & bit) !== 0) continue;
		seen[low >>> 5] = bits | bit;
		const document = base + low;
		touched[count] = document;
		const part = table[((counts[at] as number) << 8) | (lengths[document] as number)] as number;
		keys[count] = weight * part + grid - grid;
		count += 1;
	}
	return count;
}

/**
 * Adds a range to the matches of the word with this bit. A document that already has the bit keeps its score, which is
 * from a better list.
 * @returns how many documents are touched now.
 */
export function scatterAny(
	range: PostingRange,
	scoring: Scoring,
	{ bit, count: before }: { bit: number; count: number },
): number {
	const { highs, starts, documents, counts, weight, table } = range;
	const { grid, lengths, masks, scores, origin, touched } = scoring;
	let count = before;
	for (let chunk = range.chunkFrom; chunk < range.chunkTo; chunk++) {
		const base = (highs[chunk] as number) << 16;
		const end = starts[chunk + 1] as number;
		for (let at = starts[chunk] as number; at < end; at++) {
			const document = base + (documents[at] as number);
			const entry = document - origin;
			const mask = masks[entry] as number;
			if ((mask & bit) !== 0) continue;
			const part = table[((counts[at] as number) << 8) | (lengths[document] as number)] as number;
			const score = weight * part + grid - grid;
			if (mask === 0) {
				touched[count] = document;
				count += 1;
				scores[entry] = score;
			} else scores[entry] = (scores[entry] as number) + score;
			masks[entry] = mask | bit;
		}
	}
	return count;
}

/**
 * Adds a range to those touched documents that have all bits of `needed`, by seeking each of them. Meant for ranges
 * much longer than `count`.
 */
export function probeAll(
	range: PostingRange,
	scoring: Scoring,
	{ bit, needed, count }: { bit: number; needed: number; count: number },
): void {
	const { starts, documents, counts, weight, table } = range;
	const { grid, lengths, masks, scores, origin, touched } = scoring;
	const both = needed | bit;
	let chunk = -1;
	let high = -1;
	let from = 0;
	let end = 0;
	let previous = 0;
	for (let index = 0; index < count; index++) {
		const document = touched[index] as number;
		const entry = document - origin;
		const mask = masks[entry] as number;
		if ((mask & both) !== needed) continue;
		if (document >>> 16 !== high) {
			high = document >>> 16;
			chunk = findChunk(range, high);
			from = chunk < 0 ? 0 : (starts[chunk] as number);
			end = chunk < 0 ? 0 : (starts[chunk + 1] as number);
		} else if (document < previous && chunk >= 0) from = starts[chunk] as number;
		previous = document;
		from = seekDocument(documents, document & 0xffff, { from, end });
		if (from >= end || documents[from] !== (document & 0xffff)) continue;
		masks[entry] = mask | bit;
		const part = table[((counts[from] as number) << 8) | (lengths[document] as number)] as number;
		scores[entry] = (scores[entry] as number) + (weight * part + grid - grid);
	}
}

function findChunk({ highs, chunkFrom, chunkTo }: PostingRange, high: number): number {
	let chunk = chunkFrom;
	while (chunk < chunkTo && (highs[chunk] as number) < high) chunk += 1;
	return chunk < chunkTo && highs[chunk] === high ? chunk : -1;
}

/** Adds a range to those touched documents that do not have the bit yet. Meant for ranges not much longer than `count`. */
export function addToTouched(range: PostingRange, scoring: Scoring, bit: number): void {
	const { highs, starts, documents, counts, weight, table } = range;
	const { grid, lengths, masks, scores, origin } = scoring;
	for (let chunk = range.chunkFrom; chunk < range.chunkTo; chunk++) {
		const base = (highs[chunk] as number) << 16;
		const end = starts[chunk + 1] as number;
		for (let at = starts[chunk] as number; at < end; at++) {
			const document = base + (documents[at] as number);
			const entry = document - origin;
			const mask = masks[entry] as number;
			if (mask === 0 || (mask & bit) !== 0) continue;
			masks[entry] = mask | bit;
			const part = table[((counts[at] as number) << 8) | (lengths[document] as number)] as number;
			scores[entry] = (scores[entry] as number) + (weight * part + grid - grid);
		}
	}
}

/**
 * Drops touched documents whose words are worth less than `least`, and resets their masks. @returns how many stay.
 * @param worths what the bits of a mask are worth: 256 sums for each of its bytes, lowest first.
 */
export function keepCovering(
	{ masks, origin, touched }: Pick<Scoring, 'masks' | 'origin' | 'touched'>,
	count: number,
	{ worths, least }: { readonly worths: Uint32Array; readonly least: number },
): number {
	let kept = 0;
	for (let index = 0; index < count; index++) {
		const document = touched[index] as number;
		const mask = masks[document - origin] as number;
		const worth =
			(worths[mask & 255] as number) +
			(worths[256 + ((mask >>> 8) & 255)] as number) +
			(worths[512 + ((mask >>> 16) & 255)] as number) +
			(worths[768 + (mask >>> 24)] as number);
		if (worth < least) {
			masks[document - origin] = 0;
			continue;
		}
		touched[kept] = document;
		kept += 1;
	}
	return kept;
}

/**
 * Writes the scores of the touched documents to `keys`, adds `bonus` to those that have all bits of `all`, and resets
 * the masks.
 */
export function collectScores(
	{ masks, scores, origin, touched }: Scoring,
	{ keys, strict }: { keys: Float64Array; strict: Uint8Array },
	{ all, lackingFactor, count }: { all: number; lackingFactor: number; count: number },
): void {
	for (let index = 0; index < count; index++) {
		const document = touched[index] as number;
		const entry = document - origin;
		const score = scores[entry] as number;
		const hasAll = ((masks[entry] as number) & all) === all;
		keys[index] = hasAll ? score : score * lackingFactor;
		strict[document] = hasAll ? 1 : 0;
		masks[entry] = 0;
	}
}

/** Matches: document numbers in no order, and the keys that they are ranked by. */
export interface Matches {
	readonly documents: Uint32Array;
	readonly keys: Float64Array;
}

/** Drops deleted documents; `live` has one bit per document. @returns how many matches stay. */
export function keepLive({ documents, keys }: Matches, count: number, live: Uint32Array): number {
	let kept = 0;
	for (let index = 0; index < count; index++) {
		const document = documents[index] as number;
		if ((((live[document >>> 5] as number) >>> (document & 31)) & 1) === 0) continue;
		documents[kept] = document;
		keys[kept] = keys[index] as number;
		kept += 1;
	}
	return kept;
}

/** Drops matches that fail a filter according to `fails`. @returns how many stay. */
export function keepPassing({ documents, keys }: Matches, count: number, fails: Uint32Array): number {
	let kept = 0;
	for (let index = 0; index < count; index++) {
		if (fails[index] !== 0) continue;
		documents[kept] = documents[index] as number;
		keys[kept] = keys[index] as number;
		kept += 1;
	}
	return kept;
}

/** Counts the only ordinal of each document. */
export function countDense(documents: Uint32Array, count: number, { ordinals, counts }: Counting): void {
	for (let index = 0; index < count; index++) {
		const ordinal = ordinals[documents[index] as number] as number;
		counts[ordinal] = (counts[ordinal] as number) + 1;
	}
}

/** Counts the ordinals of each document, which are those between two offsets. */
export function countMany(
	documents: Uint32Array,
	count: number,
	{ ordinals, counts, offsets }: Counting & Offsets,
): void {
	for (let index = 0; index < count; index++) {
		const document = documents[index] as number;
		const end = offsets[document + 1] as number;
		for (let at = offsets[document] as number; at < end; at++) {
			const ordinal = ordinals[at] as number;
			counts[ordinal] = (counts[ordinal] as number) + 1;
		}
	}
}

/** Adds the only number of each document to the extent, NaN for none. */
export function measureDense(
	documents: Uint32Array,
	documentCount: number,
	{ numbers, extent }: { readonly numbers: Float64Array; readonly extent: Extent },
): void {
	let { count, sum, min, max } = extent;
	for (let index = 0; index < documentCount; index++) {
		const value = numbers[documents[index] as number] as number;
		if (Number.isNaN(value)) continue;
		count += 1;
		sum += value;
		if (value < min) min = value;
		if (value > max) max = value;
	}
	Object.assign(extent, { count, sum, min, max });
}

export interface Counting {
	readonly ordinals: Ordinals;
	/** By ordinal; entry 0 counts documents without a value. */
	readonly counts: Uint32Array;
}

export interface Offsets {
	readonly offsets: Uint32Array;
}

/** Sets `bit` in `fails` for documents whose only ordinal is not allowed. */
export function failDense(
	documents: Uint32Array,
	count: number,
	{ ordinals, allowed, fails, bit }: { ordinals: Ordinals; allowed: Uint8Array; fails: Uint32Array; bit: number },
): void {
	for (let index = 0; index < count; index++) {
		if (allowed[ordinals[documents[index] as number] as number] === 0) fails[index] = (fails[index] as number) | bit;
	}
}

/** Sets `bit` in `fails` for documents whose only number is not between `low` and `high`; NaN never is. */
export function failRange(
	documents: Uint32Array,
	count: number,
	{
		numbers,
		low,
		high,
		fails,
		bit,
	}: { numbers: Float64Array; low: number; high: number; fails: Uint32Array; bit: number },
): void {
	for (let index = 0; index < count; index++) {
		const value = numbers[documents[index] as number] as number;
		if (!(value >= low && value <= high)) fails[index] = (fails[index] as number) | bit;
	}
}
