/**
 * The matches that facets count when all segments were searched. Facets leave the filters of their own field out, so
 * matches are kept that fail none but such filters, with what each fails:
 *
 *     documents   7   12   15   18        fails   0   brand   0   colour
 *     brand       7 12 15                 leaves the filter of brand out
 *     size        7 15                    leaves none out
 *
 * Where nothing was typed they are found again for each facet that leaves a filter out: what passes without a filter may
 * be many times more than what passes it.
 */
import type { FacetRequest } from '../../domain/query/index-query.ts';
import type { Pace, Steps } from '../../lib/steps.ts';
import { type FacetMatches, toLeftOutBits } from '../facets/count-facets.ts';
import type { FacetPart } from '../facets/count-values.ts';
import type { Segment } from '../index/segment/segment.ts';
import { browsePassing, withoutBits } from './browse-source.ts';
import { type FilterPlan, hasFilters } from './filter-matches.ts';
import { type IndexView, type LiveSegment, listDeleted } from './index-view.ts';
import type { Scratch, ScratchMemory } from './scratch.ts';

export interface KeptMatches extends FacetMatches {
	/** Keeps the first `count` documents, which pass all filters. */
	keep(matches: Pick<Scratch, 'documents'>, count: number): void;
	/** Keeps those of them that some facet counts, by what each fails. */
	keepFailing(matches: Pick<Scratch, 'documents' | 'fails' | 'picked' | 'slotOf'>, count: number): void;
	/** What was kept since the last call is of this segment. */
	endSegment(segmentIndex: number): void;
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

/** Forgets what was kept before in the same memory. */
export function keepMatches(options: KeepOptions): KeptMatches {
	const { segments, plan, request, memory } = options;
	const { matched } = memory.borrow(0).facets;
	const leftOutBits = toLeftOutBits(request.facets, plan);
	/** By segment, where its matches begin and end in the list. */
	const froms = new Uint32Array(segments.length);
	const ends = new Uint32Array(segments.length);
	let hasFails = false;
	let keptBefore = 0;
	matched.clear();

	function readKept(segmentIndex: number, ownBits: number): FacetPart {
		const { slotOf, documents: target } = memory.borrow((segments[segmentIndex] as Segment).documentCount + 1);
		const [from, end] = [froms[segmentIndex] as number, ends[segmentIndex] as number];
		const documents = matched.documents.subarray(from, end);
		const part = { slotOf: slotOf, isWhole: false, live: undefined };
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

	return {
		segments,
		keep({ documents }, count) {
			matched.append(documents.subarray(0, count), undefined);
		},
		keepFailing({ documents, fails, picked, slotOf }, count) {
			hasFails = leftOutBits !== 0;
			let kept = 0;
			for (let index = 0; index < count; index++) {
				const failed = fails[index] as number;
				// What fails filters of several fields is counted by no facet, and left out when it is read.
				if ((failed & ~leftOutBits) !== 0) continue;
				picked[kept] = documents[index] as number;
				slotOf[kept] = failed;
				kept += 1;
			}
			matched.append(picked.subarray(0, kept), hasFails ? slotOf.subarray(0, kept) : undefined);
			slotOf.fill(0, 0, kept);
		},
		endSegment(segmentIndex) {
			froms[segmentIndex] = keptBefore;
			ends[segmentIndex] = matched.count;
			keptBefore = matched.count;
		},
		read: (segmentIndex, ownBits) => readPart(options, { segmentIndex, ownBits, readKept }),
	};
}

interface PartWanted {
	readonly segmentIndex: number;
	readonly ownBits: number;
	readonly readKept: (segmentIndex: number, ownBits: number) => FacetPart;
}

function* readPart(
	{ view, plan, matchesAll, memory, pace }: KeepOptions,
	{ segmentIndex, ownBits, readKept }: PartWanted,
): Steps<FacetPart> {
	const live = view.segments[segmentIndex] as LiveSegment;
	const isBrowsed = matchesAll && (ownBits !== 0 || !hasFilters(plan));
	if (!isBrowsed || live.liveCount === 0) return readKept(segmentIndex, ownBits);
	const scratch = memory.borrow(live.segment.documentCount + 1);
	const rest = withoutBits(plan, ownBits);
	if (!hasFilters(rest)) return toWhole(live, scratch);
	const count = yield* browsePassing(live, rest, { scratch, pace });
	const { documents, slotOf } = scratch;
	return { documents, count, slotOf, isWhole: false, live: undefined };
}

function toWhole({ segment, live }: LiveSegment, { picked, slotOf }: Scratch): FacetPart {
	const count = live === undefined ? 0 : listDeleted(live, segment.documentCount, picked);
	return { documents: picked, count, slotOf, isWhole: true, live };
}
