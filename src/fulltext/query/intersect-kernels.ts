/**
 * The loops of a search for all words, while each word has one list of postings: documents ascend, their scores stand
 * beside them, and no memory is touched by document. Written like `kernels.ts`.
 */
import type { PostingRange, Scoring } from './kernels.ts';
import { seekDocument } from './seek-document.ts';

/** Where there are more postings than this for each document to find, those in between are skipped, not walked. */
const walkedPerDocumentMax = 16;

/**
 * Keeps those of the touched documents (ascending) that the range has, and adds its scores to their `keys`. No masks:
 * for words with one list of postings each. @returns how many stay. Cost: O(the shorter of the two), nearly.
 */
export function keepCommon(range: PostingRange, scoring: Scoring, { keys, count }: KeyedCount): number {
	const { highs } = range;
	const { touched } = scoring;
	let kept = 0;
	let chunk = range.chunkFrom;
	for (let from = 0; from < count; ) {
		const high = (touched[from] as number) >>> 16;
		while (chunk < range.chunkTo && (highs[chunk] as number) < high) chunk += 1;
		if (chunk === range.chunkTo) break;
		const to = findRunEnd(touched, from, { count, above: (high + 1) * 0x10000 });
		if (highs[chunk] === high) kept = keepCommonInChunk(range, scoring, { keys, chunk, from, to, kept });
		from = to;
	}
	return kept;
}

interface ChunkRun {
	readonly keys: Float64Array;
	readonly chunk: number;
	/** Touched documents of the chunk: entries from … to-1. */
	readonly from: number;
	readonly to: number;
	/** Documents that stay so far. */
	readonly kept: number;
}

function keepCommonInChunk(range: PostingRange, scoring: Scoring, run: ChunkRun): number {
	const { starts, documents, counts, weight } = range;
	const { table, lengths, touched } = scoring;
	const { keys, chunk, from, to } = run;
	let { kept } = run;
	let at = starts[chunk] as number;
	const end = starts[chunk + 1] as number;
	const isWalked = end - at <= walkedPerDocumentMax * (to - from);
	for (let index = from; index < to; index++) {
		const document = touched[index] as number;
		const low = document & 0xffff;
		if (isWalked) while (at < end && (documents[at] as number) < low) at += 1;
		else at = seekDocument(documents, low, { from: at, end });
		if (at === end) break;
		if (documents[at] !== low) continue;
		const part = table[((counts[at] as number) << 8) | (lengths[document] as number)] as number;
		touched[kept] = document;
		keys[kept] = Math.fround((keys[index] as number) + weight * part);
		kept += 1;
	}
	return kept;
}

export interface KeyedCount {
	/** The score of each touched document. */
	readonly keys: Float64Array;
	readonly count: number;
}

/** The place of the first document that is not below `above`; documents ascend. */
function findRunEnd(
	touched: Uint32Array,
	from: number,
	{ count, above }: { readonly count: number; readonly above: number },
): number {
	let first = from;
	let last = count;
	while (first < last) {
		const middle = (first + last) >>> 1;
		if ((touched[middle] as number) < above) first = middle + 1;
		else last = middle;
	}
	return first;
}

/** Marks the touched documents with a bit and moves their scores from beside them into place. */
export function markTouched({ masks, scores, touched }: Scoring, { keys, count }: KeyedCount, bits: number): void {
	for (let index = 0; index < count; index++) {
		const document = touched[index] as number;
		masks[document] = bits;
		scores[document] = keys[index] as number;
	}
}
