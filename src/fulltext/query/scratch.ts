/**
 * Memory that searches write to: one set for each running search, as large as the largest segment it has searched.
 * Usually a thread has one set, which one search after another borrows; a suspended search keeps its own. So ten
 * thousand small indexes add nothing.
 */
import { facetExactValuesMax } from '../../domain/query/query-limits.ts';
import type { Steps } from '../../lib/steps.ts';
import { createFacetMemory, type FacetMemory } from '../facets/facet-memory.ts';
import { type FindKernels, findTypedArrayKernels, openLinearArea } from '../kernels/open-kernels.ts';
import { allocateArray } from './allocate.ts';
import { type ChunkEntries, chunkArrayCount, chunkEntryBytes, createChunkEntries } from './chunk-kernels.ts';

export interface Scratch {
	/** Matches of the current segment. */
	readonly documents: Uint32Array;
	readonly keys: Float64Array;
	/** By match, one bit for each filter it fails. */
	readonly fails: Uint32Array;
	/** By document, the index of its match + 1; for columns that are walked by row. All 0 between uses. */
	readonly slotByDocument: Uint32Array;
	/**
	 * By document, 1 for a match that has all the words, in an attempt that needs only some; undefined for other
	 * documents.
	 */
	readonly strict: Uint8Array;
	/** Documents picked for one facet. */
	readonly picked: Uint32Array;
	/** What is known of the documents of one chunk. */
	readonly chunk: ChunkEntries;
	readonly facets: FacetMemory;
	/** The kernels for loops over a segment that write to this memory. */
	readonly findKernels: FindKernels;
}

/** The memory of one search. */
export interface ScratchMemory {
	/**
	 * Returns the memory with at least this many entries in every array. It may replace the set borrowed before.
	 * Amortised O(1).
	 */
	borrow(documentCount: number): Scratch;
}

const bytesPerDocument = 25;
/**
 * The most idle sets kept for later searches, and the most bytes that they may hold. One set is kept whatever its size.
 */
const idleMax = 4;
const idleBytesMax = 64 * 2 ** 20;

const idle: Scratch[] = [];

/** Smaller sets are of typed arrays: loops over so few documents gain little from other kernels. */
const linearBytesMin = 8192 * bytesPerDocument;
/** Facets with more values than this are counted in an array that is allocated for them. */
const facetCountsLength = facetExactValuesMax + 1;
const arrayCount = 6 + chunkArrayCount + 1;

function createScratch(documentCount: number): Scratch {
	const arrayBytes = documentCount * bytesPerDocument + chunkEntryBytes + 4 * facetCountsLength;
	const linear = openLinearArea({ arrayBytes, arrayCount }, linearBytesMin + chunkEntryBytes + 4 * facetCountsLength);
	const allocate = linear?.area.allocate ?? allocateArray;
	const findKernels = linear?.findKernels ?? findTypedArrayKernels;
	return {
		documents: allocate(Uint32Array, documentCount),
		keys: allocate(Float64Array, documentCount),
		fails: allocate(Uint32Array, documentCount),
		slotByDocument: allocate(Uint32Array, documentCount),
		strict: allocate(Uint8Array, documentCount),
		picked: allocate(Uint32Array, documentCount),
		chunk: createChunkEntries(allocate),
		facets: createFacetMemory(allocate(Uint32Array, linear === undefined ? 0 : facetCountsLength), findKernels),
		findKernels,
	};
}

/** About how many bytes a search over a segment of this many documents holds while it is suspended. */
export function toScratchBytes(documentCount: number): number {
	return 2 * 2 ** 20 + documentCount * (bytesPerDocument + 8);
}

function release(scratch: Scratch): void {
	const idleBytes = idle.reduce((sum, { documents }) => sum + toScratchBytes(documents.length), 0);
	const hasRoom = idle.length < idleMax && idleBytes + toScratchBytes(scratch.documents.length) <= idleBytesMax;
	if (idle.length > 0 && !hasRoom) return;
	idle.push(scratch);
	// `pop` takes the largest set first, so that a search does not allocate one while a large set is idle.
	idle.sort((a, b) => a.documents.length - b.documents.length);
}

/** Lets go of the sets kept for later searches, so that these use the memory that is chosen by then. */
export function forgetIdleScratch(): void {
	idle.length = 0;
}

/**
 * Runs work that owns its scratch memory until it ends. Work that threw or never finished may leave entries that are
 * not 0, so its memory is discarded.
 */
export function* withScratch<T>(work: (memory: ScratchMemory) => Steps<T>): Steps<T> {
	let scratch: Scratch | undefined;
	const memory: ScratchMemory = {
		borrow(documentCount) {
			scratch ??= idle.pop();
			if (scratch === undefined || scratch.documents.length < documentCount) {
				scratch = createScratch(Math.max(1024, Math.ceil(documentCount * 1.25)));
			}
			return scratch;
		},
	};
	const result = yield* work(memory);
	if (scratch !== undefined) release(scratch);
	return result;
}
