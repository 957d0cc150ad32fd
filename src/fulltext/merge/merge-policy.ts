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
import type { LiveSegment } from '../query/index-view.ts';

/** Segments to merge: from … to - 1 of the list. */
export interface MergeRun {
	readonly from: number;
	readonly to: number;
}

/** `prompt`: between two refreshes, so that writes keep their pace. `thorough`: for searches, when there is time. */
export type MergeEffort = 'prompt' | 'thorough';

/** A run is worth merging from `segmentsMin` segments on; each has at most `growthMax` times the items behind it. */
const efforts = {
	prompt: { segmentsMin: 6, growthMax: 2 },
	thorough: { segmentsMin: 2, growthMax: 8 },
} as const;
/** Segments smaller than this form no ranks among themselves: two of them are one too many. */
const smallDocumentCount = 1_000;
/** A segment is written anew when this share of it is dead. */
const deadRatioMax = 1 / 3;

/** The run to merge next; undefined when things are fine as they are. Cost: O(segments²), and they are few. */
export function findMergeRun(segments: readonly LiveSegment[], effort: MergeEffort = 'prompt'): MergeRun | undefined {
	for (let to = segments.length; to > 1; to--) {
		const from = findRunStart(segments, to, efforts[effort].growthMax);
		if (to - from >= efforts[effort].segmentsMin) return { from, to };
	}
	const small = findSmallRun(segments);
	if (segments.length - small > 1) return { from: small, to: segments.length };
	const worn = segments.findIndex(({ segment, liveCount }) => 1 - liveCount / segment.documentCount > deadRatioMax);
	return worn < 0 ? undefined : { from: worn, to: worn + 1 };
}

/** Where the run that ends before `to` begins: its last segment is in it whatever its size. */
function findRunStart(segments: readonly LiveSegment[], to: number, growthMax: number): number {
	let from = to - 1;
	let behind = (segments[from] as LiveSegment).liveCount;
	while (from > 0) {
		const size = (segments[from - 1] as LiveSegment).liveCount;
		if (size > growthMax * Math.max(behind, smallDocumentCount)) break;
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
