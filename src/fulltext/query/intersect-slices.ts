/**
 * Which documents of a chunk are in both of two lists? The longer the second, the more of it is left out:
 *
 *     alike                  all of both are walked, by a slot for each document of the chunk
 *     second longer          skipped sixteen at a time: 3 … 61 │ 64 … 90 │ 97 … 130
 *     second very much so    sought one by one, see `seek-document.ts`
 */
import { type ChunkSlice, fetchGuesses, seekDocument } from './seek-document.ts';

/** Postings of the second list for each of the first from which on it is skipped, and from which on it is sought in. */
const skippedMin = 5;
const soughtMin = 256;

/** Postings that are skipped at once: few enough to find one of them without a decision. */
const stepLength = 16;

/** Where the postings of documents in both lists are written to, and the memory for it. */
export interface Intersection {
	/** By document; all 0 between uses. */
	readonly slots: Uint32Array;
	/** Postings of the first list, and beside each that of the second: room for all of the first. */
	readonly offsets: Uint32Array;
	readonly hitOffsets: Uint32Array;
}

/**
 * Writes the postings of the documents that are in both lists, ascending, to `places` and `hitPlaces`. @returns how many
 * there are. Cost: O(postings of both), or O(postings of the first) seeks where that is less.
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
 * Every posting of the first list is written down with the one it is compared to, and stays when they are equal: which
 * these are is as good as random, so branches by it would be foreseen wrongly.
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

/** The first of sixteen places whose document is not below `low`; the last of them is none below. */
function findInStep(documents: Uint16Array, from: number, low: number): number {
	let at = from;
	at += 8 & isBelow(documents[at + 7] as number, low);
	at += 4 & isBelow(documents[at + 3] as number, low);
	at += 2 & isBelow(documents[at + 1] as number, low);
	return at + (1 & isBelow(documents[at] as number, low));
}

/** All bits where `left` is below `right`, else none: a comparison without a branch. */
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
