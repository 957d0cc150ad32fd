/**
 * Which segments should be merged? Only runs of neighbours, so that what was written earlier stays in front.
 *
 *     sizes   400,000   90,000   1,200   300   100   100   5          newest last
 *     run                       └──────────────────────────┘          each at most twice the sum of those behind it
 *
 * A run may end before the newest segment: an import leaves segments of all sizes, and a small one at the end must not
 * keep those in front of it from being merged.
 *
 * Small segments are merged at once, down to one. Each segment costs every search the same, however little is in it,
 * and moving a few hundred items takes a few milliseconds. An item is moved about log₃(items) times in its life and
 * about ten times while its segment is small; the number of segments is of the same order.
 *
 * When there is time, as after an import, merging goes on until each segment is several times the sum of those behind
 * it. Searching one large segment costs a fraction of searching ten with the same items.
 */
import type { LiveSegment } from '../../query/index-view.ts';

/** The segments to merge: from … to - 1 of the list. */
export interface MergeRun {
	readonly from: number;
	readonly to: number;
}

/** `prompt`: between two refreshes, without slowing writes. `thorough`: for faster searches, when there is time. */
export type MergeEffort = 'prompt' | 'thorough';

/**
 * A run is worth merging from `segmentsMin` segments on. Each segment has at most `growthMax` times the items behind
 * it. All together have at most `shareMax` of the items of the index: while a merge runs, its result is in memory
 * beside its sources. Without this bound imports took twice the memory of their index and moved all of it repeatedly. A
 * segment is written again when more than `deletedRatioMax` of it is deleted.
 */
const efforts = {
	prompt: { segmentsMin: 6, growthMax: 2, shareMax: 1 / 4, deletedRatioMax: 2 / 3 },
	thorough: { segmentsMin: 2, growthMax: 8, shareMax: 1, deletedRatioMax: 1 / 3 },
} as const;
/** Up to this many items can always be merged, whatever their share. */
const sharedDocumentCount = 100_000;
/** Segments smaller than this are merged regardless of their sizes: there is at most one of them. */
const smallDocumentCount = 1_000;

/**
 * The run to merge next; undefined when nothing is worth merging, or nothing that is fits into `bytesMax`. In that case
 * more segments remain, which costs search time but no memory. Cost: O(segments²), and there are few.
 */
export function findMergeRun(
	segments: readonly LiveSegment[],
	effort: MergeEffort = 'prompt',
	bytesMax: number = Number.POSITIVE_INFINITY,
): MergeRun | undefined {
	const { segmentsMin, growthMax, shareMax, deletedRatioMax } = efforts[effort];
	const total = segments.reduce((sum, { liveCount }) => sum + liveCount, 0);
	const countMax = Math.max(total * shareMax, sharedDocumentCount);
	for (let to = segments.length; to > 1; to--) {
		const from = findRunStart(segments, to, { growthMax, countMax, bytesMax });
		if (to - from >= segmentsMin) return { from, to };
	}
	const small = findSmallRun(segments);
	if (segments.length - small > 1) return { from: small, to: segments.length };
	const mostlyDeleted = segments.findIndex(
		({ segment, liveCount }) =>
			1 - liveCount / segment.documentCount > deletedRatioMax && segment.bytes.byteLength <= bytesMax,
	);
	return mostlyDeleted < 0 ? undefined : { from: mostlyDeleted, to: mostlyDeleted + 1 };
}

interface RunBounds {
	/** The most items of a segment, as a multiple of the items behind it. */
	readonly growthMax: number;
	/** The most items of the run. */
	readonly countMax: number;
	/** The most bytes of its segments. */
	readonly bytesMax: number;
}

/** Where the run that ends before `to` begins. Its last segment is included whatever its size. */
function findRunStart(
	segments: readonly LiveSegment[],
	to: number,
	{ growthMax, countMax, bytesMax }: RunBounds,
): number {
	let from = to - 1;
	let behind = (segments[from] as LiveSegment).liveCount;
	let byteCount = (segments[from] as LiveSegment).segment.bytes.byteLength;
	while (from > 0) {
		const { liveCount: size, segment } = segments[from - 1] as LiveSegment;
		byteCount += segment.bytes.byteLength;
		if (size > growthMax * Math.max(behind, smallDocumentCount) || behind + size > countMax || byteCount > bytesMax)
			break;
		behind += size;
		from -= 1;
	}
	return from;
}

/** Where the run of small segments at the end begins. */
function findSmallRun(segments: readonly LiveSegment[]): number {
	let from = segments.length;
	while (from > 0 && (segments[from - 1] as LiveSegment).liveCount < smallDocumentCount) from -= 1;
	return from;
}
