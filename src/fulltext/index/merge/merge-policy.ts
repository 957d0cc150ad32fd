/**
 * Which segments should become one? Runs of neighbours only, so that what was written earlier stays in front.
 *
 *     sizes   400,000   90,000   1,200   300   100   100   5          newest last
 *     run                       └──────────────────────────┘          each at most twice what lies behind it
 *
 * A run may end before the newest segment: an import leaves pieces of all sizes, and a small one at the end must not keep
 * those in front of it apart.
 *
 * The smallest are merged at once, down to one: each costs every search the same, however little is in it, and moving a
 * few hundred items takes a few milliseconds. An item is moved about log₃(items) times in its life and some ten times
 * among the small, and there are about that many segments.
 *
 * When there is time, as after an import, segments are merged until each is several times what lies behind it: a search
 * of one large segment costs a fraction of that of ten which have its items.
 */
import type { LiveSegment } from '../../query/index-view.ts';

/** Segments to merge: from … to - 1 of the list. */
export interface MergeRun {
	readonly from: number;
	readonly to: number;
}

/** `prompt`: between two refreshes, so that writes keep their pace. `thorough`: for searches, when there is time. */
export type MergeEffort = 'prompt' | 'thorough';

/**
 * A run is worth merging from `segmentsMin` segments on; each has at most `growthMax` times the items behind it, and all
 * together this share of the items of the index. While a merge runs, what comes of it is in memory beside its sources:
 * without the share, imports took twice the memory of their index, and moved it from one end to the other again and again.
 * A segment is written anew when more than `deadRatioMax` of it is dead.
 */
const efforts = {
	prompt: { segmentsMin: 6, growthMax: 2, shareMax: 1 / 4, deletedRatioMax: 2 / 3 },
	thorough: { segmentsMin: 2, growthMax: 8, shareMax: 1, deletedRatioMax: 1 / 3 },
} as const;
/** So many items are never too many to be merged. */
const sharedDocumentCount = 100_000;
/** Segments smaller than this form no ranks among themselves: two of them are one too many. */
const smallDocumentCount = 1_000;

/**
 * The run to merge next; undefined when things are fine as they are, or nothing that is worth it has `bytesMax` at most: then
 * there stay more segments, which costs searches some time and nobody the memory. Cost: O(segments²), and they are few.
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
	/** Of a segment, in the items behind it. */
	readonly growthMax: number;
	/** Of the items of the run. */
	readonly countMax: number;
	/** Of its segments. */
	readonly bytesMax: number;
}

/** Where the run that ends before `to` begins: its last segment is in it whatever its size. */
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

/** Where the small segments at the end begin. */
function findSmallRun(segments: readonly LiveSegment[]): number {
	let from = segments.length;
	while (from > 0 && (segments[from - 1] as LiveSegment).liveCount < smallDocumentCount) from -= 1;
	return from;
}
