/**
 * At which rank is a match that no page reaches? A search only keeps the best matches, so the ones before it are counted
 * while the search runs once more.
 */
import { entriesPerCheck, type Steps } from '../../lib/steps.ts';
import type { DocumentRef } from '../query/find-documents.ts';
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
	before: number;
	/** Groups that were counted. */
	readonly groups: Set<number>;
	/** The best match of its own group. */
	best: Keyed | undefined;
}

interface Keyed extends DocumentRef {
	readonly key: number;
}

/**
 * Counts for these documents, where the order is by score: matches with a better key, and of equal ones those that come
 * first. Titles change the order of the best ones only, which are all before these. Cost: O(matches · documents).
 */
export function createRankCounter(documents: readonly WatchedDocument[]): RankCounter {
	const counted = documents.map((of): Counting => ({ of, before: 0, groups: new Set(), best: undefined }));
	return {
		note: () => undefined,
		multiply: () => undefined,
		keep: (segmentIndex, matches, options) => countAll(counted, { ...matches, segmentIndex }, options),
		listRanks: () =>
			counted.map(({ of, before, best }) => {
				const isLeader = best === undefined || isSame(best, of);
				return { rank: before + 1, leader: isLeader ? undefined : best };
			}),
	};
}

type SegmentMatches = KeyedMatches & { readonly segmentIndex: number };

function* countAll(counted: readonly Counting[], matches: SegmentMatches, options: KeepOptions): Steps<void> {
	for (const counting of counted) {
		for (let from = 0; from < matches.count; from += entriesPerCheck) {
			const to = Math.min(matches.count, from + entriesPerCheck);
			countSlice(counting, matches, { from, to, grouping: options.grouping });
			if (options.pace.isDue()) yield;
		}
	}
}

interface Slice extends Pick<KeepOptions, 'grouping'> {
	readonly from: number;
	readonly to: number;
}

function countSlice(counting: Counting, matches: SegmentMatches, { from, to, grouping }: Slice): void {
	const { segmentIndex, documents, keys } = matches;
	const { of } = counting;
	// Where it is no possible hit itself, only the leader of its group is looked for.
	const isHit = of.key !== undefined;
	const own: Keyed = { ...of, key: of.key ?? Number.NEGATIVE_INFINITY };
	for (let index = from; index < to; index++) {
		const key = keys[index] as number;
		if (key < own.key) continue;
		const other = { segmentIndex, document: documents[index] as number, key };
		if (!isSame(other, own) && !comesBefore(other, own)) continue;
		const group = grouping?.toGroup(segmentIndex, other.document) ?? 0;
		if (group !== 0 && group === of.group) {
			if (counting.best === undefined || comesBefore(other, counting.best)) counting.best = other;
		} else if (isHit && !isSame(other, own)) countGroup(counting, group);
	}
}

/** Counts a match; of each group only the first. */
function countGroup(counting: Counting, group: number): void {
	if (group !== 0) {
		if (counting.groups.has(group)) return;
		counting.groups.add(group);
	}
	counting.before += 1;
}

function comesBefore(a: Keyed, b: Keyed): boolean {
	if (a.key !== b.key) return a.key > b.key;
	return a.segmentIndex === b.segmentIndex ? a.document < b.document : a.segmentIndex < b.segmentIndex;
}

function isSame(a: DocumentRef, b: DocumentRef): boolean {
	return a.segmentIndex === b.segmentIndex && a.document === b.document;
}
