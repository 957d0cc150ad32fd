/**
 * Which documents of a chunk are in both of two lists? The longer the second list is, the more of it is skipped:
 *
 *     similar lengths        walk all of both, with a slot for each document of the chunk
 *     second longer          skip sixteen postings at a time: 3 … 61 │ 64 … 90 │ 97 … 130
 *     second much longer     seek each document, see `seek-document.ts`
 */
import { type ChunkSlice, fetchGuesses, seekDocument } from './seek-document.ts';

/** Postings of the second list per posting of the first, from which the second list is skipped through or sought in. */
const skippedMin = 5;
const soughtMin = 256;

/** Postings skipped at once: few enough to find one among them without a branch. */
const stepLength = 16;

/** Where the postings of documents that are in both lists go, and scratch memory. */
export interface Intersection {
	/** By document; all 0 between uses. */
	readonly slots: Uint32Array;
	/** Offsets of the postings in the first list, and beside each the offset in the second. As long as the first list. */
	readonly offsets: Uint32Array;
	readonly hitOffsets: Uint32Array;
}

/** Whether the second of two lists of these lengths is skipped through. */
export function isSkipped(firstCount: number, secondCount: number): boolean {
	const ratio = secondCount / firstCount;
	return ratio >= skippedMin && ratio < soughtMin;
}

/**
 * Writes the postings of the documents that are in both lists to `offsets` and `hitOffsets`, ascending. @returns how
 * many there are. Cost: O(postings of both), or O(postings of the first) seeks where that is less.
 */
export function intersectSlices(first: ChunkSlice, second: ChunkSlice, both: Intersection): number {
	const ratio = (second.end - second.start) / (first.end - first.start);
	if (ratio < skippedMin) return walkBoth(first, second, both);
	return ratio < soughtMin ? skipSecond(first, second, both) : seekSecond(first, second, both);
}

function walkBoth(first: ChunkSlice, second: ChunkSlice, { slots, offsets, hitOffsets }: Intersection): number {
	for (let at = first.start; at < first.end; at++) slots[first.documents[at] as number] = at - first.start + 1;
	let count = 0;
	for (let at = second.start; at < second.end; at++) {
		const slot = slots[second.documents[at] as number] as number;
		if (slot === 0) continue;
		offsets[count] = first.start + slot - 1;
		hitOffsets[count] = at;
		count += 1;
	}
	for (let at = first.start; at < first.end; at++) slots[first.documents[at] as number] = 0;
	return count;
}

/**
 * Writes every posting of the first list with the one it is compared to, and advances only when they are equal.
 * Equality is as good as random here, so a branch on it would be mispredicted.
 */
function skipSecond(first: ChunkSlice, second: ChunkSlice, { offsets, hitOffsets }: Intersection): number {
	const { documents: wanted } = first;
	const { documents, end } = second;
	const lastStep = end - stepLength;
	let index = second.start;
	let count = 0;
	for (let at = first.start; at < first.end; at++) {
		const low = wanted[at] as number;
		while (index <= lastStep && (documents[index + stepLength - 1] as number) < low) index += stepLength;
		if (index <= lastStep) index = findInStep(documents, index, low);
		else {
			while (index < end && (documents[index] as number) < low) index += 1;
			if (index === end) break;
		}
		offsets[count] = at;
		hitOffsets[count] = index;
		count += isEqual(documents[index] as number, low);
	}
	return count;
}

/** The first of sixteen postings whose document is not below `low`; the last one never is below it. */
function findInStep(documents: Uint16Array, from: number, low: number): number {
	let at = from;
	at += 8 & isBelow(documents[at + 7] as number, low);
	at += 4 & isBelow(documents[at + 3] as number, low);
	at += 2 & isBelow(documents[at + 1] as number, low);
	return at + (1 & isBelow(documents[at] as number, low));
}

/** All bits set when `left` is below `right`, otherwise none: a comparison without a branch. */
function isBelow(left: number, right: number): number {
	return (left - right) >> 31;
}

/** 1 or 0, without a branch. */
function isEqual(left: number, right: number): number {
	return ((left ^ right) - 1) >>> 31;
}

function seekSecond(first: ChunkSlice, second: ChunkSlice, { offsets, hitOffsets }: Intersection): number {
	const { documents, end } = second;
	fetchGuesses(second, first);
	let from = second.start;
	let count = 0;
	for (let at = first.start; at < first.end; at++) {
		const low = first.documents[at] as number;
		from = seekDocument(documents, low, { from, end });
		if (from === end) break;
		offsets[count] = at;
		hitOffsets[count] = from;
		count += isEqual(documents[from] as number, low);
	}
	return count;
}
