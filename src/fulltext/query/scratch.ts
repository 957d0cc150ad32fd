/**
 * Memory that searches write to: one set for each search under way, as large as the largest segment it has looked at.
 * As a rule that is one set for each thread, which one search after the other takes and gives back; a search that is
 * suspended keeps its own. Ten thousand small indexes cost nothing here.
 */
import type { Steps } from '../../lib/steps.ts';
import { createFacetMemory, type FacetMemory } from '../facets/facet-memory.ts';
import { type ChunkEntries, createChunkEntries } from './chunk-kernels.ts';

export interface Scratch {
	/** Entries for each document. `masks` and `places` are all 0 between uses. */
	readonly masks: Uint32Array;
	readonly scores: Float32Array;
	/** Matches of the segment at hand. */
	readonly documents: Uint32Array;
	readonly keys: Float64Array;
	/** For each match, a bit for each filter it fails. */
	readonly fails: Uint32Array;
	/** Match + 1 by document, for columns that are walked by row. */
	readonly slotOf: Uint32Array;
	/** Documents picked for one facet. */
	readonly picked: Uint32Array;
	/** What is known of the documents of one chunk. */
	readonly chunk: ChunkEntries;
	readonly facets: FacetMemory;
}

/** The memory of one search. */
export interface ScratchMemory {
	/**
	 * The memory, with at least this many entries in every array; what was borrowed before may be another set by then.
	 * Amortised O(1).
	 */
	borrow(documentCount: number): Scratch;
}

const bytesPerDocument = 32;
/** Sets that wait for the next search, and what they may hold together beside the first of them. */
const idleMax = 4;
const idleBytesMax = 64 * 2 ** 20;

const idle: Scratch[] = [];

function createScratch(documentCount: number, { chunk, facets }: Pick<Scratch, 'chunk' | 'facets'>): Scratch {
	return {
		masks: new Uint32Array(documentCount),
		scores: new Float32Array(documentCount),
		documents: new Uint32Array(documentCount),
		keys: new Float64Array(documentCount),
		fails: new Uint32Array(documentCount),
		slotOf: new Uint32Array(documentCount),
		picked: new Uint32Array(documentCount),
		chunk,
		facets,
	};
}

/** About what a search over a segment of so many documents takes while it is suspended. */
export function toScratchBytes(documentCount: number): number {
	return 2 * 2 ** 20 + documentCount * (bytesPerDocument + 8);
}

function giveBack(scratch: Scratch): void {
	const idleBytes = idle.reduce((sum, { masks }) => sum + toScratchBytes(masks.length), 0);
	const hasRoom = idle.length < idleMax && idleBytes + toScratchBytes(scratch.masks.length) <= idleBytesMax;
	if (idle.length > 0 && !hasRoom) return;
	idle.push(scratch);
	// The largest is taken first, so that it is not made again beside the one that waits.
	idle.sort((a, b) => a.masks.length - b.masks.length);
}

/**
 * Runs work that has memory of its own until it ends. What it threw or never finished may have left marks in the memory,
 * which then is forgotten.
 */
export function* withScratch<T>(work: (memory: ScratchMemory) => Steps<T>): Steps<T> {
	let scratch: Scratch | undefined;
	const memory: ScratchMemory = {
		borrow(documentCount) {
			scratch ??= idle.pop() ?? createScratch(0, { chunk: createChunkEntries(), facets: createFacetMemory() });
			if (scratch.masks.length < documentCount) {
				scratch = createScratch(Math.max(1024, Math.ceil(documentCount * 1.25)), scratch);
			}
			return scratch;
		},
	};
	const result = yield* work(memory);
	if (scratch !== undefined) giveBack(scratch);
	return result;
}
