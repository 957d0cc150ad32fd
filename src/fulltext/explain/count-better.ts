/**
 * At which rank is a match that no page reaches? A search only keeps the best matches, so the ones before it are counted
 * while the search runs once more.
 */
import { entriesPerCheck, type Pace, type Steps } from '../../lib/steps.ts';
import type { DocumentRef } from '../query/find-documents.ts';
import type { LiveSegment } from '../query/index-view.ts';
import { type Candidate, compareCandidates, toCandidates } from '../query/pick-hits.ts';
import type { SortKey } from '../query/sort-key.ts';
import type { KeepOptions, KeyedMatches, Watch, WatchedDocument } from '../query/watch.ts';

export interface CountedRank {
	/** From 1. */
	readonly rank: number;
	/** The best match of its group, if that is another one. */
	readonly leader: DocumentRef | undefined;
}

export interface RankCounter extends Watch {
	/** In the order of the documents. */
	listRanks(): readonly CountedRank[];
}

interface Counting {
	readonly of: WatchedDocument;
	/** Undefined where it is no possible hit itself: then only the leader of its group is looked for. */
	readonly own: Candidate | undefined;
	before: number;
	/** Groups that were counted. */
	readonly groups: Set<number>;
	/** The best match of its own group. */
	best: Candidate | undefined;
}

/** What the matches are ordered by. */
interface Order {
	readonly segments: readonly LiveSegment[];
	readonly sortKeys: readonly (SortKey | undefined)[];
}

/**
 * Counts for these documents the matches that come before them. Titles change the order of the best ones only, which are
 * all before these. Cost: O(matches · (rules + documents)).
 */
export function* createRankCounter(
	documents: readonly WatchedDocument[],
	order: Order,
	pace: Pace,
): Steps<RankCounter> {
	const counted: Counting[] = [];
	for (const of of documents) {
		const own = of.key === undefined ? undefined : yield* toCandidate(of, of.key, { ...order, pace });
		counted.push({ of, own, before: 0, groups: new Set(), best: undefined });
	}
	return {
		note: () => undefined,
		noteStrict: () => undefined,
		multiply: () => undefined,
		keep: (segmentIndex, matches, options) => countAll(counted, order, { ...matches, ...options, segmentIndex }),
		listRanks: () =>
			counted.map(({ of, before, best }) => {
				const isLeader = best === undefined || isSame(best, of);
				return { rank: before + 1, leader: isLeader ? undefined : best };
			}),
	};
}

function* toCandidate(
	{ segmentIndex, document }: DocumentRef,
	key: number,
	{ segments, sortKeys, pace }: Order & { readonly pace: Pace },
): Steps<Candidate | undefined> {
	const { segment } = segments[segmentIndex] as LiveSegment;
	const slotByDocument = new Uint32Array(segment.documentCount);
	const matches = { documents: Uint32Array.of(document), scores: Float64Array.of(key), count: 1, slotByDocument, pace };
	const [candidate] = yield* toCandidates(matches, { segment, segmentIndex, sortKeys });
	return candidate;
}

type SegmentMatches = KeyedMatches & KeepOptions & { readonly segmentIndex: number };

function* countAll(
	counted: readonly Counting[],
	{ segments, sortKeys }: Order,
	{ segmentIndex, documents, keys, slotByDocument, count, grouping, pace }: SegmentMatches,
): Steps<void> {
	const { segment } = segments[segmentIndex] as LiveSegment;
	for (let from = 0; from < count; from += entriesPerCheck) {
		const to = Math.min(count, from + entriesPerCheck);
		const slice = { documents: documents.subarray(from, to), scores: keys.subarray(from, to), count: to - from };
		const ranking = { segment, segmentIndex, sortKeys };
		for (const candidate of yield* toCandidates({ ...slice, slotByDocument, pace }, ranking)) {
			const group = grouping?.toGroup(segmentIndex, candidate.document) ?? 0;
			for (const counting of counted) countCandidate(counting, { candidate, group, sortKeys });
		}
		if (pace.isDue()) yield;
	}
}

interface Counted extends Pick<Order, 'sortKeys'> {
	readonly candidate: Candidate;
	readonly group: number;
}

function countCandidate(counting: Counting, { candidate, group, sortKeys }: Counted): void {
	const { of, own, best } = counting;
	const isItself = isSame(candidate, of);
	if (own !== undefined && !isItself && compareCandidates(candidate, own, sortKeys) > 0) return;
	if (group !== 0 && group === of.group) {
		if (best === undefined || compareCandidates(candidate, best, sortKeys) < 0) counting.best = candidate;
	} else if (own !== undefined && !isItself) countGroup(counting, group);
}

/** Counts a match; of each group only the first. */
function countGroup(counting: Counting, group: number): void {
	if (group !== 0) {
		if (counting.groups.has(group)) return;
		counting.groups.add(group);
	}
	counting.before += 1;
}

function isSame(a: DocumentRef, b: DocumentRef): boolean {
	return a.segmentIndex === b.segmentIndex && a.document === b.document;
}
