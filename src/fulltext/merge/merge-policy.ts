/**
 * Which segments should become one? Runs of neighbours only, so that what was written earlier stays in front.
 *
 *     sizes   400,000   90,000   1,200   300   100   100   5          newest last
 *     run                       └──────────────────────────┘          each at most twice what lies behind it
 *
 * The smallest are merged at once, down to one: each costs every search the same, however little is in it, and moving a
 * few hundred items takes a few milliseconds. An item is moved about log₃(items) times in its life and some ten times
 * among the small, and there are about that many segments.
 */
import type { LiveSegment } from '../query/index-view.ts';

/** Segments to merge: from … to - 1 of the list. */
export interface MergeRun {
	readonly from: number;
	readonly to: number;
}

/** A run is worth merging from this many segments on. */
const mergeSegmentsMin = 6;
/** Segments smaller than this form no ranks among themselves: two of them are one too many. */
const smallDocumentCount = 1_000;
/** A segment is written anew when this share of it is dead. */
const deadRatioMax = 1 / 3;

/** The run to merge next; undefined when things are fine as they are. Cost: O(segments). */
export function findMergeRun(segments: readonly LiveSegment[]): MergeRun | undefined {
	let behind = 0;
	let from = segments.length;
	while (from > 0) {
		const size = (segments[from - 1] as LiveSegment).liveCount;
		if (size > 2 * Math.max(behind, smallDocumentCount)) break;
		behind += size;
		from -= 1;
	}
	if (segments.length - from >= mergeSegmentsMin) return { from, to: segments.length };
	const small = findSmallRun(segments);
	if (segments.length - small > 1) return { from: small, to: segments.length };
	const worn = segments.findIndex(({ segment, liveCount }) => 1 - liveCount / segment.documentCount > deadRatioMax);
	return worn < 0 ? undefined : { from: worn, to: worn + 1 };
}

/** Where the small segments at the end begin. */
function findSmallRun(segments: readonly LiveSegment[]): number {
	let from = segments.length;
	while (from > 0 && (segments[from - 1] as LiveSegment).liveCount < smallDocumentCount) from -= 1;
	return from;
}
