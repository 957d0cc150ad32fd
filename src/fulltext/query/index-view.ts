/** What does a search look at? A list of segments that never changes: publishing a change is making another list. */
import type { Analyzer } from '../analysis/analyzer.ts';
import type { Segment } from '../index/segment/segment.ts';

export interface LiveSegment {
	readonly segment: Segment;
	/** A bit for each document, 32 in an entry, 1 = live; undefined when all are. Copied for every batch of deletions. */
	readonly live: Uint32Array | undefined;
	readonly liveCount: number;
}

/** Segments from the oldest to the newest: among equals, items written earlier come first. */
export interface IndexView {
	readonly segments: readonly LiveSegment[];
	/** By segment, the number of the index that it is of, from 0, as groups are of one index; undefined: all are of one. */
	readonly indexOfSegments?: readonly number[];
	readonly analyzer: Analyzer;
	readonly isOutOfStockLast: boolean;
}

export interface IndexStatistics {
	/** Dead documents included, as they are in the postings until a merge. */
	readonly documentCount: number;
	readonly liveCount: number;
	readonly averageLengths: readonly [number, number, number];
}

/** Sums over all segments. Cost: O(segments). */
export function toStatistics({ segments }: Pick<IndexView, 'segments'>): IndexStatistics {
	let documentCount = 0;
	let liveCount = 0;
	const words: [number, number, number] = [0, 0, 0];
	for (const { segment, liveCount: live } of segments) {
		documentCount += segment.documentCount;
		liveCount += live;
		for (const weightClass of [0, 1, 2] as const) words[weightClass] += segment.manifest.wordCounts[weightClass];
	}
	const divisor = Math.max(1, documentCount);
	return {
		documentCount,
		liveCount,
		averageLengths: [words[0] / divisor, words[1] / divisor, words[2] / divisor],
	};
}

/** Live bits of a segment of which every document is live. */
export function createLiveBits(documentCount: number): Uint32Array {
	return new Uint32Array(new SharedArrayBuffer(Math.ceil(documentCount / 32) * 4)).fill(0xffffffff);
}

/** Whether a document is live. */
export function isLive(live: Uint32Array | undefined, document: number): boolean {
	return live === undefined || (((live[document >>> 5] as number) >>> (document & 31)) & 1) === 1;
}

/** Writes the dead documents, ascending. @returns how many. Cost: O(documents / 32), and the dead. */
export function listDeleted(live: Uint32Array, documentCount: number, documents: Uint32Array): number {
	let count = 0;
	for (let word = 0; word < live.length; word++) {
		if (live[word] === 0xffffffff) continue;
		const end = Math.min(documentCount, (word + 1) * 32);
		for (let document = word * 32; document < end; document++) {
			if (isLive(live, document)) continue;
			documents[count] = document;
			count += 1;
		}
	}
	return count;
}
