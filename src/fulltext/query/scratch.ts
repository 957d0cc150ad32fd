/**
 * Memory that searches share: one set for each thread, as large as the largest segment searched so far, used by one
 * search at a time. Ten thousand small indexes cost nothing here.
 */

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
	readonly places: Uint32Array;
	/** Documents picked for one facet. */
	readonly picked: Uint32Array;
	/** What is known of the documents of one chunk. */
	readonly chunk: ChunkEntries;
}

let scratch = createScratch(0, createChunkEntries());

function createScratch(documentCount: number, chunk: ChunkEntries): Scratch {
	return {
		masks: new Uint32Array(documentCount),
		scores: new Float32Array(documentCount),
		documents: new Uint32Array(documentCount),
		keys: new Float64Array(documentCount),
		fails: new Uint32Array(documentCount),
		places: new Uint32Array(documentCount),
		picked: new Uint32Array(documentCount),
		chunk,
	};
}

/** The shared memory, with at least this many entries in every array. Amortised O(1). */
export function borrowScratch(documentCount: number): Scratch {
	if (scratch.masks.length < documentCount) {
		scratch = createScratch(Math.max(1024, Math.ceil(documentCount * 1.25)), scratch.chunk);
	}
	return scratch;
}

/** Forgets the memory, as after an error that may have left marks in it. */
export function discardScratch(): void {
	scratch = createScratch(0, createChunkEntries());
}
