/**
 * Keeps the matches that facets count once all segments are searched. A facet ignores the filters on its own field. So
 * a match is kept when it fails no filters other than those, together with what it fails:
 *
 *     documents   7   12   15   18        fails   0   brand   0   colour
 *     brand       7 12 15                 ignores the filter on brand
 *     size        7 15                    ignores no filter
 *
 * Where nothing was typed, the matches are found again for each facet that ignores a filter: without the filter there
 * may be many times more of them.
 */
import type { FacetRequest } from '../../domain/query/index-query.ts';
import type { Pace, Steps } from '../../lib/steps.ts';
import { type FacetMatches, toLeftOutBits } from '../facets/count-facets.ts';
import type { FacetPart } from '../facets/count-values.ts';
import type { FacetMemory } from '../facets/facet-memory.ts';
import { type FacetColumn, isCounted, type KnownCounts, openKnownCounts } from '../facets/known-counts.ts';
import type { Segment } from '../index/segment/segment.ts';
import { browsePassing, withoutBits } from './browse-source.ts';
import { type FilterPlan, hasFilters } from './filter-matches.ts';
import { type IndexView, type LiveSegment, listDeleted } from './index-view.ts';
import type { Scratch, ScratchMemory } from './scratch.ts';

export interface KeptMatches extends FacetMatches {
	/** Keeps the first `count` documents, which pass all filters. */
	keep(matches: Pick<Scratch, 'documents'>, count: number): void;
	/**
	 * Keeps matches that pass all filters without listing them, where there are none: each facet that was not counted before asks for
	 * the list.
	 */
	keepUnlisted(count: number, list: () => Steps<ListedMatches>): void;
	/** Keeps the documents that some facet counts, with what each fails. */
	keepFailing(matches: Pick<Scratch, 'documents' | 'fails' | 'picked' | 'slotByDocument'>, count: number): void;
	/**
	 * Says that everything kept since the last call belongs to this segment.
	 * @param matchKey as of `toMatchKey`
	 */
	endSegment(segmentIndex: number, matchKey: string | undefined): void;
}

interface ListedMatches {
	readonly scratch: Pick<Scratch, 'documents'>;
	readonly count: number;
}

interface KeepOptions {
	readonly view: IndexView;
	readonly segments: readonly Segment[];
	readonly plan: FilterPlan;
	readonly request: { readonly facets: readonly FacetRequest[] };
	readonly matchesAll: boolean;
	readonly memory: ScratchMemory;
	readonly pace: Pace;
}

interface State {
	readonly options: KeepOptions;
	readonly matched: FacetMemory['matched'];
	/** By segment, where its matches begin and end in the list. */
	readonly froms: Uint32Array;
	readonly ends: Uint32Array;
	/** By segment. */
	readonly knowns: (KnownCounts | undefined)[];
	readonly unlisted: (Unlisted | undefined)[];
	/** Of the segment that has not ended. */
	unlistedNow: Unlisted | undefined;
	hasFails: boolean;
}

/** Matches of a segment that are not in the list. */
interface Unlisted {
	readonly count: number;
	readonly list: () => Steps<ListedMatches>;
}

/** Starts with no matches, whatever the memory held before. */
export function keepMatches(options: KeepOptions): KeptMatches {
	const { segments, plan, request, memory } = options;
	const { matched } = memory.borrow(0).facets;
	const leftOutBits = toLeftOutBits(request.facets, plan);
	const [froms, ends] = [new Uint32Array(segments.length), new Uint32Array(segments.length)];
	const state: State = {
		...{ options, matched, froms, ends, knowns: [], unlisted: [] },
		...{ unlistedNow: undefined, hasFails: false },
	};
	let keptBefore = 0;
	matched.clear();

	return {
		segments,
		keep({ documents }, count) {
			matched.append(documents.subarray(0, count), undefined);
		},
		keepUnlisted(count, list) {
			state.unlistedNow = { count, list };
		},
		keepFailing({ documents, fails, picked, slotByDocument }, count) {
			state.hasFails = leftOutBits !== 0;
			let kept = 0;
			for (let index = 0; index < count; index++) {
				const failed = fails[index] as number;
				// A match that fails the filters of several facets is kept here, and dropped when a facet reads it.
				if ((failed & ~leftOutBits) !== 0) continue;
				picked[kept] = documents[index] as number;
				slotByDocument[kept] = failed;
				kept += 1;
			}
			matched.append(picked.subarray(0, kept), state.hasFails ? slotByDocument.subarray(0, kept) : undefined);
			slotByDocument.fill(0, 0, kept);
		},
		endSegment(segmentIndex, matchKey) {
			const { unlistedNow } = state;
			froms[segmentIndex] = keptBefore;
			ends[segmentIndex] = matched.count;
			state.unlisted[segmentIndex] = unlistedNow;
			if (matchKey !== undefined) {
				const live = options.view.segments[segmentIndex] as LiveSegment;
				const count = unlistedNow?.count ?? matched.count - keptBefore;
				state.knowns[segmentIndex] = openKnownCounts(live, matchKey, count);
			}
			state.unlistedNow = undefined;
			keptBefore = matched.count;
		},
		read: (segmentIndex, ownBits, column) => readPart(state, { segmentIndex, ownBits, column }),
	};
}

interface PartRequest {
	readonly segmentIndex: number;
	readonly ownBits: number;
	readonly column: FacetColumn | undefined;
}

function* readPart(state: State, asked: PartRequest): Steps<FacetPart> {
	const { view, plan, matchesAll, memory, pace } = state.options;
	const { segmentIndex, ownBits } = asked;
	const live = view.segments[segmentIndex] as LiveSegment;
	const isBrowsed = matchesAll && (ownBits !== 0 || !hasFilters(plan));
	if (!isBrowsed || live.liveCount === 0) return yield* readKept(state, asked);
	const scratch = memory.borrow(live.segment.documentCount + 1);
	const rest = withoutBits(plan, ownBits);
	if (!hasFilters(rest)) return toWhole(live, scratch);
	const count = yield* browsePassing(live, rest, { scratch, pace });
	const { documents, slotByDocument } = scratch;
	return { documents, count, slotByDocument, isWhole: false, live: undefined, known: undefined };
}

function* readKept(state: State, { segmentIndex, ownBits, column }: PartRequest): Steps<FacetPart> {
	const { matched, froms, ends, knowns, unlisted, hasFails, options } = state;
	const known = knowns[segmentIndex];
	const { count: unlistedCount } = unlisted[segmentIndex] ?? {};
	const isListed = unlistedCount === undefined || column === undefined || !isCounted(known, column, unlistedCount);
	if (unlistedCount !== undefined && isListed) yield* listMatches(state, segmentIndex);
	const segment = options.segments[segmentIndex] as Segment;
	const { slotByDocument, documents: target } = options.memory.borrow(segment.documentCount + 1);
	const [from, end] = [froms[segmentIndex] as number, ends[segmentIndex] as number];
	const documents = matched.documents.subarray(from, end);
	const part = { slotByDocument, isWhole: false, live: undefined, known };
	if (!isListed) return { ...part, documents, count: unlistedCount };
	if (!hasFails) return { ...part, documents, count: documents.length };
	const { fails } = matched;
	let count = 0;
	for (let at = from; at < end; at++) {
		if (((fails[at] as number) & ~ownBits) !== 0) continue;
		target[count] = matched.documents[at] as number;
		count += 1;
	}
	return { ...part, documents: target, count };
}

/** Adds the matches of a segment to the list, behind all others. */
function* listMatches({ matched, froms, ends, unlisted }: State, segmentIndex: number): Steps<void> {
	const { scratch, count } = yield* (unlisted[segmentIndex] as Unlisted).list();
	froms[segmentIndex] = matched.count;
	matched.append(scratch.documents.subarray(0, count), undefined);
	ends[segmentIndex] = matched.count;
	unlisted[segmentIndex] = undefined;
}

function toWhole({ segment, live }: LiveSegment, { picked, slotByDocument }: Scratch): FacetPart {
	const count = live === undefined ? 0 : listDeleted(live, segment.documentCount, picked);
	return { documents: picked, count, slotByDocument, isWhole: true, live, known: undefined };
}
