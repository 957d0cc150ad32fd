/**
 * The loops of a search for all words. They go from chunk to chunk of 65,536 documents (see `postings.ts`), so that
 * everything they write to stays in the processor's cache. They are written like those of `kernels.ts`.
 *
 *     rarest word      lows     3    90   4,464        entries, in the order they were found
 *                      slots    3→1  90→2 4,464→3      entry + 1 by document, 0 = no entry
 *     further words    stages   1    2    1            how many of the words an entry has
 */
import { type Allocate, allocateArray } from './allocate.ts';
import { type Intersection, intersectSlices } from './intersect-slices.ts';
import type { PostingRange, Scoring } from './kernels.ts';
import { type ChunkSlice, documentsPerChunk, fetchGuesses, seekDocument } from './seek-document.ts';

/** Beyond this many postings for each document to find, each document is sought instead of walking all postings. */
const walkedPerDocumentMax = 32;

/** What is known of the documents of one chunk. All arrays are by entry, except `slots`. */
export interface ChunkEntries extends Intersection {
	/** Lower 16 bits of the document. */
	readonly lows: Uint16Array;
	/** Which list of the first word contains the posting that `offsets` gives. */
	readonly lists: Uint16Array;
	readonly stages: Uint8Array;
	/**
	 * The sum over the words found so far. The first word may be scored together with the second, as most entries have no
	 * second word.
	 */
	readonly scores: Float32Array;
	/** The entries found in the current list; `hitOffsets` has their postings. */
	readonly hits: Uint32Array;
}

/** The bytes of the arrays for one chunk, and how many they are. */
export const chunkEntryBytes = 25 * documentsPerChunk;
export const chunkArrayCount = 8;

/** Allocates memory for the documents of one chunk, about 2 MB. */
export function createChunkEntries(allocate: Allocate = allocateArray): ChunkEntries {
	return {
		slots: allocate(Uint32Array, documentsPerChunk),
		lows: allocate(Uint16Array, documentsPerChunk),
		offsets: allocate(Uint32Array, documentsPerChunk),
		lists: allocate(Uint16Array, documentsPerChunk),
		stages: allocate(Uint8Array, documentsPerChunk),
		scores: allocate(Float32Array, documentsPerChunk),
		hits: allocate(Uint32Array, documentsPerChunk),
		hitOffsets: allocate(Uint32Array, documentsPerChunk),
	};
}

/** The loops that there are on WebAssembly, too, see `kernels/`. */
export interface ChunkKernels {
	readonly enterList: typeof enterList;
	readonly intersect: typeof intersect;
	readonly walkPostings: typeof walkPostings;
	readonly scoreHits: typeof scoreHits;
	readonly scoreFirst: typeof scoreFirst;
	readonly leaveChunk: typeof leaveChunk;
}

/** The state of one postings list as a search walks through the chunks. */
export interface ChunkList {
	readonly range: PostingRange;
	/** Its index among the lists of its word. */
	readonly list: number;
	/** The list's first chunk at or after the current one, and whether the two are the same. */
	chunk: number;
	isHere: boolean;
}

/**
 * Enters the documents of a list of the first word, except those that a better list has entered.
 * @returns how many entries there are now.
 */
export function enterList({ range, list, chunk }: ChunkList, entries: ChunkEntries, before: number): number {
	const { starts, documents } = range;
	const { slots, lows, offsets, lists, stages } = entries;
	const end = starts[chunk + 1] as number;
	let count = before;
	for (let at = starts[chunk] as number; at < end; at++) {
		const low = documents[at] as number;
		if (slots[low] !== 0) continue;
		lows[count] = low;
		offsets[count] = at;
		lists[count] = list;
		stages[count] = 1;
		count += 1;
		slots[low] = count;
	}
	return count;
}

/**
 * Enters the documents that are both in a list of the first word and in one of the second. Where few documents have
 * both words, this saves entering those that have only the first. @returns how many were entered; all of them have both
 * words.
 */
export function enterBoth(first: ChunkList, second: ChunkList, at: ChunkStage): number {
	const { slots, lows, offsets, lists, stages, hits } = at.entries;
	const count = at.kernels.intersect(first, second, at.entries);
	for (let entry = 0; entry < count; entry++) {
		const low = first.range.documents[offsets[entry] as number] as number;
		lows[entry] = low;
		lists[entry] = first.list;
		stages[entry] = 1;
		hits[entry] = entry;
		slots[low] = entry + 1;
	}
	addScores(second.range, at, count);
	return count;
}

/** The postings of documents that are in both lists, see `intersectSlices`. */
export function intersect(first: ChunkList, second: ChunkList, both: Intersection): number {
	return intersectSlices(toSlice(first), toSlice(second), both);
}

function toSlice({ range: { documents, starts }, chunk }: ChunkList): ChunkSlice {
	return { documents, start: starts[chunk] as number, end: starts[chunk + 1] as number };
}

/** The state of one search, reused for all chunks. */
export interface ChunkStage {
	readonly kernels: ChunkKernels;
	readonly entries: ChunkEntries;
	readonly scoring: Pick<Scoring, 'grid' | 'lengths'>;
	/** The number of the chunk's first document. */
	base: number;
	/** The number of entries, and of those that have as many words as `stage` says. */
	count: number;
	stage: number;
	eligibleCount: number;
	/** The lists of the first word, until its scores are added. */
	first: readonly PostingRange[] | undefined;
}

/**
 * Adds a list of a further word to those entries that have all the words before it and were not in a better list of
 * this word.
 * @returns how many entries that is. Cost: O(postings of the chunk), or O(entries) seeks where that is less.
 */
export function addList(list: ChunkList, at: ChunkStage): number {
	const { starts } = list.range;
	const postingCount = (starts[list.chunk + 1] as number) - (starts[list.chunk] as number);
	const isWalked = postingCount <= walkedPerDocumentMax * at.eligibleCount;
	const hitCount = isWalked ? at.kernels.walkPostings(list, at) : seekEntries(list, at);
	addScores(list.range, at, hitCount);
	return hitCount;
}

/** Lists the entries of this stage that a further word has. @returns how many. */
export function walkPostings({ range, chunk }: ChunkList, { entries, stage }: ChunkStage): number {
	const { starts, documents } = range;
	const { slots, stages, hits, hitOffsets } = entries;
	const end = starts[chunk + 1] as number;
	let hitCount = 0;
	for (let at = starts[chunk] as number; at < end; at++) {
		const slot = slots[documents[at] as number] as number;
		if (slot === 0 || stages[slot - 1] !== stage) continue;
		hits[hitCount] = slot - 1;
		hitOffsets[hitCount] = at;
		hitCount += 1;
	}
	return hitCount;
}

function seekEntries({ range, chunk }: ChunkList, { entries, stage, count }: ChunkStage): number {
	const { starts, documents } = range;
	const { lows, stages, hits, hitOffsets } = entries;
	const start = starts[chunk] as number;
	const end = starts[chunk + 1] as number;
	fetchGuesses({ documents, start, end }, { documents: lows, start: 0, end: count });
	let hitCount = 0;
	let from = start;
	let previous = 0;
	for (let entry = 0; entry < count; entry++) {
		if (stages[entry] !== stage) continue;
		const low = lows[entry] as number;
		// Documents ascend only within one list of the first word.
		if (low < previous) from = start;
		previous = low;
		from = seekDocument(documents, low, { from, end });
		if (from === end || documents[from] !== low) continue;
		hits[hitCount] = entry;
		hitOffsets[hitCount] = from;
		hitCount += 1;
	}
	return hitCount;
}

function addScores(range: PostingRange, at: ChunkStage, hitCount: number): void {
	if (at.first !== undefined) at.kernels.scoreFirst(at.first, at, hitCount);
	at.kernels.scoreHits(range, at, hitCount);
}

/** Adds the scores of a further word to the first `hitCount` entries in `hits`, and moves them to the next stage. */
export function scoreHits(range: PostingRange, at: ChunkStage, hitCount: number): void {
	const { counts, weight, table } = range;
	const { entries, scoring, base, stage } = at;
	const { lows, stages, scores, hits, hitOffsets } = entries;
	const { grid, lengths } = scoring;
	for (let hit = 0; hit < hitCount; hit++) {
		const entry = hits[hit] as number;
		const length = lengths[base + (lows[entry] as number)] as number;
		const part = table[((counts[hitOffsets[hit] as number] as number) << 8) | length] as number;
		scores[entry] = (scores[entry] as number) + (weight * part + grid - grid);
		stages[entry] = stage + 1;
	}
}

/** Scores the entries in the first `hitCount` elements of `hits` for the first word. */
export function scoreFirst(
	first: readonly PostingRange[],
	{ entries, scoring, base }: ChunkStage,
	hitCount: number,
): void {
	const { lows, offsets, lists, scores, hits } = entries;
	const { grid, lengths } = scoring;
	for (let hit = 0; hit < hitCount; hit++) {
		const entry = hits[hit] as number;
		const { counts, weight, table } = first[lists[entry] as number] as PostingRange;
		const length = lengths[base + (lows[entry] as number)] as number;
		const part = table[((counts[offsets[entry] as number] as number) << 8) | length] as number;
		scores[entry] = weight * part + grid - grid;
	}
}

/** Scores all entries for the first word, for searches that need no further word. */
export function scoreAllFirst(first: readonly PostingRange[], at: ChunkStage): void {
	const { hits } = at.entries;
	for (let entry = 0; entry < at.count; entry++) hits[entry] = entry;
	at.kernels.scoreFirst(first, at, at.count);
}

/** Moves entries that lack an optional word to the next stage, as if they had it. */
export function passAll({ entries, count, stage }: ChunkStage): void {
	const { stages } = entries;
	for (let entry = 0; entry < count; entry++) if (stages[entry] === stage) stages[entry] = stage + 1;
}

/**
 * Appends the entries that reached the last stage to the matches, and clears the slots. @returns how many matches there
 * are now.
 */
export function leaveChunk(
	{ entries, base, count, stage }: ChunkStage,
	{ touched, keys }: { readonly touched: Uint32Array; readonly keys: Float64Array },
	before: number,
): number {
	const { slots, lows, stages, scores } = entries;
	let matchCount = before;
	for (let entry = 0; entry < count; entry++) {
		const low = lows[entry] as number;
		slots[low] = 0;
		if (stages[entry] !== stage) continue;
		touched[matchCount] = base + low;
		keys[matchCount] = scores[entry] as number;
		matchCount += 1;
	}
	return matchCount;
}
