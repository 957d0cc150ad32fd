/** Where in a chunk of postings is a document? This search is shared by the loops that intersect postings. */

export const documentsPerChunk = 0x10000;

/** The postings [start, end) of one chunk of a list. */
export interface ChunkSlice {
	/** Lower 16 bits of the documents, ascending. */
	readonly documents: Uint16Array;
	readonly start: number;
	readonly end: number;
}

/**
 * The first offset from `from` on whose document is not below `low`, or `end`. The search starts where the document
 * would be if documents were spread evenly, as those of most terms nearly are. From there it gallops, then bisects.
 */
export function seekDocument(
	documents: Uint16Array,
	low: number,
	{ from, end }: { from: number; end: number },
): number {
	if (from >= end) return end;
	const lowest = documents[from] as number;
	if (lowest >= low) return from;
	let first = from + ((((low - lowest) * (end - from)) / (documentsPerChunk - lowest)) | 0);
	let last = first;
	let step = 1;
	if ((documents[first] as number) < low) {
		while (last < end && (documents[last] as number) < low) {
			first = last + 1;
			last += step;
			step <<= 1;
		}
		if (last > end) last = end;
	} else {
		while (first > from && (documents[first] as number) >= low) {
			last = first;
			first -= step;
			step <<= 1;
		}
		if (first < from) first = from;
	}
	while (first < last) {
		const middle = (first + last) >>> 1;
		if ((documents[middle] as number) < low) first = middle + 1;
		else last = middle;
	}
	return first;
}

/**
 * Reads the postings at which `seekDocument` is going to start. Without a branch between two reads, the processor
 * fetches many of them at once.
 */
export function fetchGuesses({ documents, start, end }: ChunkSlice, wanted: ChunkSlice): void {
	const perDocument = (end - start) / documentsPerChunk;
	let sum = 0;
	for (let at = wanted.start; at < wanted.end; at++) {
		sum += documents[start + (((wanted.documents[at] as number) * perDocument) | 0)] as number;
	}
	lastFetched[0] = sum;
}

/** Stored so that the reads are not optimised away. */
const lastFetched = new Uint32Array(1);
