/**
 * The postings of several segments, term by term: each segment's behind those of the one before. They are cut into
 * chunks on the way, so that no list of 32-bit documents is made in between: of a million products that would be
 * another 200 MB.
 */
import { createGrowingUint32, push, toFilled } from '../segment/growing-array.ts';
import type { Postings } from '../segment/postings.ts';
import { visitPostings } from '../segment/postings.ts';
import { countStrings } from '../segment/sorted-strings.ts';
import { type MergeSource, nowhere } from './merge-source.ts';

/** Which terms of a segment a live document has, 1 for each; undefined when all are. Cost: O(postings) where some are dead. */
export function findUsedTerms({ segment, documentMap, liveCount }: MergeSource): Uint8Array | undefined {
	if (liveCount === segment.documentCount) return undefined;
	const { postings, terms } = segment;
	const isUsed = new Uint8Array(countStrings(terms));
	for (let term = 0; term < isUsed.length; term++) {
		visitPostings(postings, term, (document) => {
			if (documentMap[document] !== nowhere) isUsed[term] = 1;
		});
	}
	return isUsed;
}

export interface PostingMerge {
	readonly sources: readonly MergeSource[];
	/** By source: the merged term of each of its terms; ascending among those in use. */
	readonly maps: readonly Uint32Array[];
	readonly usedTerms: readonly (Uint8Array | undefined)[];
	readonly termCount: number;
}

/** The postings of the merged terms. Cost: O(postings), one pass. */
export function mergePostings({ sources, maps, usedTerms, termCount }: PostingMerge): Postings {
	const merged = createMerged(sources, termCount);
	const heads = sources.map((_, index) => nextUsed(usedTerms[index], 0));
	for (let term = 0; term < termCount; term++) {
		merged.high = -1;
		for (const [index, source] of sources.entries()) {
			const head = heads[index] as number;
			const map = maps[index] as Uint32Array;
			if (head >= map.length || map[head] !== term) continue;
			movePostings(source, head, merged);
			heads[index] = nextUsed(usedTerms[index], head + 1);
		}
		merged.chunkOffsets[term + 1] = merged.highs.length;
	}
	push(merged.starts, merged.count);
	return {
		chunkOffsets: merged.chunkOffsets,
		chunkHighs: Uint16Array.from(toFilled(merged.highs)),
		chunkStarts: toFilled(merged.starts),
		documents: merged.documents.subarray(0, merged.count),
		counts: merged.counts.subarray(0, merged.count),
	};
}

/** What has been written so far; `high` is that of the chunk at hand. */
function createMerged(sources: readonly MergeSource[], termCount: number) {
	const postingsMax = sources.reduce((sum, { segment }) => sum + segment.postings.documents.length, 0);
	return {
		chunkOffsets: new Uint32Array(termCount + 1),
		highs: createGrowingUint32(),
		starts: createGrowingUint32(),
		documents: new Uint16Array(postingsMax),
		counts: new Uint8Array(postingsMax),
		count: 0,
		high: -1,
	};
}

function movePostings(
	{ segment: { postings }, documentMap }: MergeSource,
	term: number,
	merged: ReturnType<typeof createMerged>,
): void {
	const { chunkOffsets, chunkHighs, chunkStarts, documents, counts } = postings;
	const { documents: mergedDocuments, counts: mergedCounts } = merged;
	let { count, high } = merged;
	const chunkEnd = chunkOffsets[term + 1] as number;
	for (let chunk = chunkOffsets[term] as number; chunk < chunkEnd; chunk++) {
		const base = (chunkHighs[chunk] as number) << 16;
		const end = chunkStarts[chunk + 1] as number;
		for (let at = chunkStarts[chunk] as number; at < end; at++) {
			const document = documentMap[base + (documents[at] as number)] as number;
			if (document === nowhere) continue;
			if (document >>> 16 !== high) {
				high = document >>> 16;
				push(merged.highs, high);
				push(merged.starts, count);
			}
			mergedDocuments[count] = document & 0xffff;
			mergedCounts[count] = counts[at] as number;
			count += 1;
		}
	}
	merged.count = count;
	merged.high = high;
}

function nextUsed(isUsed: Uint8Array | undefined, from: number): number {
	let at = from;
	while (isUsed !== undefined && at < isUsed.length && isUsed[at] === 0) at += 1;
	return at;
}
