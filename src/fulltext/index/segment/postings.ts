/**
 * Which documents have a term? The postings of a term are cut where the upper 16 bits of the document number change,
 * so that each posting takes two bytes for its document and one for its counts.
 *
 *     documents of term t   5  900  65,537  70,000  200,000
 *     chunks                high 0    high 1          high 3        chunkOffsets[t] … chunkOffsets[t+1]-1
 *     documents (u16)       5  900    1  4,464        3,392         from chunkStarts[c] to chunkStarts[c+1]
 */

export interface Postings {
	/** Terms + 1 entries: where the chunks of each term start. */
	readonly chunkOffsets: Uint32Array;
	/** Upper 16 bits of the documents of each chunk; ascending within a term. */
	readonly chunkHighs: Uint16Array;
	/** Chunks + 1 entries: where the postings of each chunk start. */
	readonly chunkStarts: Uint32Array;
	/** Lower 16 bits of the document of each posting, ascending within a chunk. */
	readonly documents: Uint16Array;
	/** How often the term occurs in each class, packed (see `packed-counts.ts`). */
	readonly counts: Uint8Array;
}

/**
 * Postings before they are split into chunks: those of term t are entries offsets[t] … offsets[t+1]-1, documents
 * ascending.
 */
export interface WholePostings {
	readonly offsets: Uint32Array;
	readonly documents: Uint32Array;
	readonly counts: Uint8Array;
}

/** How many documents have the term. Cost: O(1). */
export function countPostings({ chunkOffsets, chunkStarts }: Postings, term: number): number {
	const start = chunkStarts[chunkOffsets[term] as number] as number;
	return (chunkStarts[chunkOffsets[term + 1] as number] as number) - start;
}

/** The index in `counts` of a document's posting for a term, or -1. Cost: O(log postings). */
export function findPosting(postings: Postings, term: number, document: number): number {
	const { chunkOffsets, chunkHighs, chunkStarts, documents } = postings;
	const high = document >>> 16;
	const chunkEnd = chunkOffsets[term + 1] as number;
	let chunk = chunkOffsets[term] as number;
	while (chunk < chunkEnd && (chunkHighs[chunk] as number) < high) chunk += 1;
	if (chunk === chunkEnd || chunkHighs[chunk] !== high) return -1;
	const low = document & 0xffff;
	const end = chunkStarts[chunk + 1] as number;
	let from = chunkStarts[chunk] as number;
	let to = end;
	while (from < to) {
		const middle = (from + to) >>> 1;
		if ((documents[middle] as number) < low) from = middle + 1;
		else to = middle;
	}
	return from < end && documents[from] === low ? from : -1;
}

/** Calls `visit` with every document that has the term, ascending, and the index of its posting. */
export function visitPostings(postings: Postings, term: number, visit: (document: number, at: number) => void): void {
	const { chunkOffsets, chunkHighs, chunkStarts, documents } = postings;
	const chunkEnd = chunkOffsets[term + 1] as number;
	for (let chunk = chunkOffsets[term] as number; chunk < chunkEnd; chunk++) {
		const base = (chunkHighs[chunk] as number) << 16;
		const end = chunkStarts[chunk + 1] as number;
		for (let at = chunkStarts[chunk] as number; at < end; at++) visit(base + (documents[at] as number), at);
	}
}

/** The first documents that have the term, ascending, at most `countMax`. Cost: O(documents returned). */
export function listFirstDocuments(postings: Postings, term: number, countMax: number): readonly number[] {
	const { chunkOffsets, chunkHighs, chunkStarts, documents } = postings;
	const listed: number[] = [];
	const chunkEnd = chunkOffsets[term + 1] as number;
	for (let chunk = chunkOffsets[term] as number; chunk < chunkEnd && listed.length < countMax; chunk++) {
		const base = (chunkHighs[chunk] as number) << 16;
		const end = Math.min(chunkStarts[chunk + 1] as number, (chunkStarts[chunk] as number) + countMax - listed.length);
		for (let at = chunkStarts[chunk] as number; at < end; at++) listed.push(base + (documents[at] as number));
	}
	return listed;
}

/**
 * Whether two terms occur in the same documents, equally often in each class. Cost: comparing their bytes, when both
 * have equally many postings.
 */
export function hasSamePostings(postings: Postings, left: number, right: number): boolean {
	const { chunkOffsets, chunkHighs, chunkStarts, documents, counts } = postings;
	const leftFrom = chunkOffsets[left] as number;
	const rightFrom = chunkOffsets[right] as number;
	const chunkCount = (chunkOffsets[left + 1] as number) - leftFrom;
	if ((chunkOffsets[right + 1] as number) - rightFrom !== chunkCount) return false;
	const leftStart = chunkStarts[leftFrom] as number;
	const rightStart = chunkStarts[rightFrom] as number;
	for (let chunk = 0; chunk < chunkCount; chunk++) {
		if (chunkHighs[leftFrom + chunk] !== chunkHighs[rightFrom + chunk]) return false;
		const leftEnd = (chunkStarts[leftFrom + chunk + 1] as number) - leftStart;
		if (leftEnd !== (chunkStarts[rightFrom + chunk + 1] as number) - rightStart) return false;
	}
	const count = (chunkStarts[leftFrom + chunkCount] as number) - leftStart;
	const isSame = (list: Uint16Array | Uint8Array) =>
		toBytes(list, leftStart, count).equals(toBytes(list, rightStart, count));
	return isSame(documents) && isSame(counts);
}

function toBytes(list: Uint16Array | Uint8Array, start: number, count: number): Buffer {
	const { buffer, byteOffset, BYTES_PER_ELEMENT: size } = list;
	return Buffer.from(buffer, byteOffset + size * start, size * count);
}

/** Splits postings into chunks. Cost: two passes over the documents. */
export function toPostings({ offsets, documents, counts }: WholePostings): Postings {
	const termCount = offsets.length - 1;
	const chunkOffsets = new Uint32Array(termCount + 1);
	let chunkCount = 0;
	for (let term = 0; term < termCount; term++) {
		let high = -1;
		const end = offsets[term + 1] as number;
		for (let at = offsets[term] as number; at < end; at++) {
			const next = (documents[at] as number) >>> 16;
			if (next !== high) chunkCount += 1;
			high = next;
		}
		chunkOffsets[term + 1] = chunkCount;
	}
	const chunkHighs = new Uint16Array(chunkCount);
	const chunkStarts = new Uint32Array(chunkCount + 1);
	let chunk = -1;
	for (let term = 0; term < termCount; term++) {
		let high = -1;
		const end = offsets[term + 1] as number;
		for (let at = offsets[term] as number; at < end; at++) {
			const next = (documents[at] as number) >>> 16;
			if (next === high) continue;
			high = next;
			chunk += 1;
			chunkHighs[chunk] = high;
			chunkStarts[chunk] = at;
		}
	}
	chunkStarts[chunkCount] = offsets[termCount] as number;
	return { chunkOffsets, chunkHighs, chunkStarts, documents: Uint16Array.from(documents), counts };
}
