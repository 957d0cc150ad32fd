/** What does a search read? A list of segments that never changes: a change is published as a new list. */
import type { FieldWeights } from '../../domain/schema/weight-groups.ts';
import type { Analyzer } from '../analysis/analyzer.ts';
import type { Segment } from '../index/segment/segment.ts';
import type { SegmentTraits } from './item-traits.ts';

export interface LiveSegment {
	readonly segment: Segment;
	/**
	 * One bit per document, 32 to an entry, 1 = live; undefined when all are live. Copied for every batch of deletions.
	 */
	readonly live: Uint32Array | undefined;
	readonly liveCount: number;
}

/** Factors on the scores of some documents of a segment; `document-factors.ts` says what they are for. */
export type DocumentFactors = ReadonlyMap<number, number>;

/**
 * A little chance in the order: new products would never be seen behind those that shoppers know, and how much a rank is
 * examined can only be told from items that are seen at several. `document-factors.ts` draws it.
 */
export interface Exploration {
	/** 32 bits. The same seed draws the same factors, so that pages of a list fit each other. */
	readonly seed: number;
	/** Factors are e^−range … e^range, their logarithms equally likely; for documents with a factor of their own another range. */
	readonly range: number;
	readonly rangeOfKnown: number;
}

/** What is known of a whole index of which a view has some documents only: the best candidates for a search. */
export interface WholeIndex {
	readonly documentCount: number;
	/** How many documents of the index have a term; undefined where that was not counted. */
	countTerm(term: string): number | undefined;
}

/** Segments from oldest to newest: among equals, items written earlier come first. */
export interface IndexView {
	readonly segments: readonly LiveSegment[];
	/** Undefined when the segments are the whole index. */
	readonly whole?: WholeIndex | undefined;
	/**
	 * By segment, the number of its index, counted from 0, because groups belong to one index. Undefined when there is
	 * only one index.
	 */
	readonly indexOfSegments?: readonly number[];
	readonly analyzer: Analyzer;
	readonly isOutOfStockLast: boolean;
	/** By segment, the weights of its fields where the owner gave any. */
	readonly weights?: readonly (FieldWeights | undefined)[];
	/** By segment, what the popularity of its documents does to their scores, see `popularity.ts`; undefined for nothing. */
	readonly popularity?: readonly (Float32Array | undefined)[];
	/** By segment, what was learned for the words of the search; undefined when nothing was. */
	readonly factors?: readonly (DocumentFactors | undefined)[];
	/** By segment, what was learned about traits, for documents without a factor of their own. */
	readonly traits?: readonly SegmentTraits[];
	readonly exploration?: Exploration;
}

export interface IndexStatistics {
	/** Includes deleted documents, which stay in the postings until a merge. */
	readonly documentCount: number;
	readonly liveCount: number;
	readonly averageLengths: readonly [number, number, number];
}

/** Sums over all segments. Cost: O(segments). */
export function toStatistics({ segments, whole }: Pick<IndexView, 'segments' | 'whole'>): IndexStatistics {
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
		documentCount: Math.max(documentCount, whole?.documentCount ?? 0),
		liveCount,
		averageLengths: [words[0] / divisor, words[1] / divisor, words[2] / divisor],
	};
}

/** Live bits for a segment without deleted documents. */
export function createLiveBits(documentCount: number): Uint32Array {
	return new Uint32Array(new SharedArrayBuffer(Math.ceil(documentCount / 32) * 4)).fill(0xffffffff);
}

/** Whether a document is live. */
export function isLive(live: Uint32Array | undefined, document: number): boolean {
	return live === undefined || (((live[document >>> 5] as number) >>> (document & 31)) & 1) === 1;
}

/**
 * Writes the numbers of the deleted documents, ascending. @returns how many. Cost: O(documents / 32 + deleted
 * documents).
 */
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
