/**
 * Merges the postings of several segments, term by term: those of each segment follow those of the one before. They are
 * split into chunks on the way and written directly to the output. An intermediate copy would take another 200 MB for a
 * million products.
 */
import { createArray } from '../../../lib/shared-bytes.ts';
import { toSection } from '../segment/column-sections.ts';
import { createGrowingUint32, push, toFilled } from '../segment/growing-array.ts';
import { noField, sectionKinds } from '../segment/layout.ts';
import { visitPostings } from '../segment/postings.ts';
import type { SegmentOutput } from '../segment/segment-output.ts';
import { countStrings } from '../segment/sorted-strings.ts';
import { type MergeSource, noDocument } from './merge-source.ts';

/** The terms of a segment with deleted documents that are still in use. */
export interface UsedTerms {
	/** Which terms a live document has, 1 for each. */
	readonly isUsed: Uint8Array;
	/** The postings of live documents. */
	readonly postingCount: number;
}

/** The terms that are still in use; undefined when all documents are live. Cost: O(postings) otherwise. */
export function findUsedTerms({ segment, documentMap, liveCount }: MergeSource): UsedTerms | undefined {
	if (liveCount === segment.documentCount) return undefined;
	const { postings, terms } = segment;
	const isUsed = createArray(Uint8Array, countStrings(terms));
	let postingCount = 0;
	for (let term = 0; term < isUsed.length; term++) {
		visitPostings(postings, term, (document) => {
			if (documentMap[document] === noDocument) return;
			isUsed[term] = 1;
			postingCount += 1;
		});
	}
	return { isUsed, postingCount };
}

export interface PostingMerge {
	readonly sources: readonly MergeSource[];
	/** By source, the merged term of each of its terms; ascending among those in use. */
	readonly maps: readonly Uint32Array[];
	readonly used: readonly (UsedTerms | undefined)[];
	readonly termCount: number;
}

/** Writes the postings of the merged terms. Cost: one pass over the postings. */
export function mergePostings({ sources, maps, used, termCount }: PostingMerge, output: SegmentOutput): void {
	const merged = createMerged({ sources, used, termCount }, output);
	const heads = sources.map((_, index) => nextUsed(used[index]?.isUsed, 0));
	for (let term = 0; term < termCount; term++) {
		merged.high = -1;
		for (const [index, source] of sources.entries()) {
			const head = heads[index] as number;
			const map = maps[index] as Uint32Array;
			if (head >= map.length || map[head] !== term) continue;
			movePostings(source, head, merged);
			heads[index] = nextUsed(used[index]?.isUsed, head + 1);
		}
		merged.chunkOffsets[term + 1] = merged.highs.length;
	}
	push(merged.starts, merged.count);
	output.add([
		toSection(sectionKinds.chunkOffsets, merged.chunkOffsets),
		toSection(sectionKinds.chunkHighs, Uint16Array.from(toFilled(merged.highs))),
		toSection(sectionKinds.chunkStarts, toFilled(merged.starts)),
	]);
}

/** The state of the output; `high` is that of the current chunk. */
function createMerged({ sources, used, termCount }: Omit<PostingMerge, 'maps'>, output: SegmentOutput) {
	const length = sources.reduce(
		(sum, { segment }, index) => sum + (used[index]?.postingCount ?? segment.postings.documents.length),
		0,
	);
	const [documents, counts] = output.reserve([
		{ kind: sectionKinds.postingDocuments, field: noField, type: Uint16Array, length },
		{ kind: sectionKinds.postingCounts, field: noField, type: Uint8Array, length },
	] as const);
	return {
		chunkOffsets: createArray(Uint32Array, termCount + 1),
		highs: createGrowingUint32(),
		starts: createGrowingUint32(),
		documents,
		counts,
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
			if (document === noDocument) continue;
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
