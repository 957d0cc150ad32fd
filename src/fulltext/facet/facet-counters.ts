/**
 * Which matches does each facet count? All that pass the filters; but a facet of a field that is filtered itself leaves
 * that filter out, so that the values next to the chosen one stay visible with what choosing them would add.
 */

import type { FacetAnswer, FacetRequest } from '../../domain/query/index-query.ts';
import type { MatchedDocuments } from '../query/column-walk.ts';
import type { FilterPlan } from '../query/filter-matches.ts';
import type { Scratch } from '../query/scratch.ts';
import type { Segment } from '../segment/segment.ts';
import { createRangeCounter } from './range-counter.ts';
import { createTermsCounter } from './terms-counter.ts';

export interface FacetCounters {
	/** The bits of the filters that some facet leaves out, each set once. */
	readonly ownBitSets: readonly number[];
	/** Counts for the facets that leave filters out, before any match is dropped; `fails` as `failMatches` left it. */
	addUnfiltered(segmentIndex: number, matches: MatchedDocuments & Pick<Scratch, 'fails' | 'picked'>): void;
	/** Counts matches for the facets that leave out the filters of these bits; 0 for those that leave out none. */
	addFor(ownBits: number, segmentIndex: number, matches: MatchedDocuments): void;
	/** The same when every live document of the segment matches. Cost: O(distinct values + dead documents). */
	addAllFor(ownBits: number, segmentIndex: number, dead: DeadDocuments): void;
	finish(): FacetAnswer[];
}

/** Documents of a segment that are dead, and the bits that say so: undefined when none is. */
export interface DeadDocuments extends MatchedDocuments {
	readonly live: Uint32Array | undefined;
}

interface Counter {
	/** Bits of the filters of its own field. */
	readonly ownBits: number;
	add(segmentIndex: number, matches: MatchedDocuments): void;
	addAll(segmentIndex: number, dead: DeadDocuments): void;
	finish(): FacetAnswer;
}

export function createFacetCounters(
	segments: readonly Segment[],
	facets: readonly FacetRequest[],
	plan: FilterPlan,
): FacetCounters {
	const counters = facets.map((facet) => createCounter(segments, facet, plan));
	const ownBitSets = [...new Set(counters.map(({ ownBits }) => ownBits))].filter((bits) => bits !== 0);

	function addFor(ownBits: number, segmentIndex: number, matches: MatchedDocuments): void {
		for (const counter of counters) if (counter.ownBits === ownBits) counter.add(segmentIndex, matches);
	}

	return {
		ownBitSets,
		addFor,
		addUnfiltered(segmentIndex, { documents, count, fails, picked, places }) {
			for (const ownBits of ownBitSets) {
				let pickedCount = 0;
				for (let index = 0; index < count; index++) {
					if (((fails[index] as number) & ~ownBits) !== 0) continue;
					picked[pickedCount] = documents[index] as number;
					pickedCount += 1;
				}
				addFor(ownBits, segmentIndex, { documents: picked, count: pickedCount, places });
			}
		},
		addAllFor(ownBits, segmentIndex, dead) {
			for (const counter of counters) if (counter.ownBits === ownBits) counter.addAll(segmentIndex, dead);
		},
		finish: () => counters.map((counter) => counter.finish()),
	};
}

function createCounter(segments: readonly Segment[], facet: FacetRequest, plan: FilterPlan): Counter {
	const { kind, fieldName, size } = facet;
	const ownBits = toOwnBits(facet, plan);
	if (kind === 'terms') {
		const chosen = toChosen(facet, plan);
		const counter = createTermsCounter(segments, fieldName);
		return { ownBits, add: counter.add, addAll: counter.addAll, finish: () => counter.finish(size, chosen) };
	}
	const counter = createRangeCounter(fieldName);
	return {
		ownBits,
		add: (segmentIndex, matches) => counter.add(segments[segmentIndex] as Segment, matches),
		addAll: (segmentIndex, { live }) => counter.addAll(segments[segmentIndex] as Segment, live),
		finish: counter.finish,
	};
}

/** The values that the field is filtered by, in the order of the filters. */
function toChosen({ fieldName }: FacetRequest, { filters }: FilterPlan): string[] {
	return filters.flatMap(({ filter }) =>
		filter.kind === 'terms' && filter.fieldName === fieldName ? filter.values : [],
	);
}

/** Where one filter of several is enough, facets count what matches: no filter stands for itself there. */
function toOwnBits({ fieldName }: FacetRequest, plan: FilterPlan): number {
	if (plan.anyBits !== 0) return 0;
	return plan.filters.reduce((bits, { filter, bit }) => (filter.fieldName === fieldName ? bits | bit : bits), 0);
}
