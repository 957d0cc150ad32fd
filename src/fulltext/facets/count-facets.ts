/**
 * Which matches does each facet count? All that pass the filters. But a facet ignores the filters on its own field, so
 * that the values beside the chosen one stay visible with the counts that choosing them would add, unless the request
 * wants it filtered like the others.
 *
 * Facets are counted one after another when all segments have been searched. So only the attempt that answers is
 * counted, a single array of counts is enough, and a search can be suspended between any two facets.
 */
import type { FacetAnswer, FacetAnswers, FacetBucket, FacetKind } from '../../domain/query/facet-kind.ts';
import type { FacetRequest } from '../../domain/query/index-query.ts';
import type { Steps } from '../../lib/steps.ts';
import type { Segment } from '../index/segment/segment.ts';
import type { FilterPlan } from '../query/filter-matches.ts';
import { listChosen, pickChosen } from './chosen-values.ts';
import { countLevels } from './count-levels.ts';
import { countRange } from './count-range.ts';
import { countTerms } from './count-terms.ts';
import type { FacetPart, FacetSource, FacetTools } from './count-values.ts';
import type { FacetColumn } from './known-counts.ts';
import { createValueMatcher, type ValueMatcher } from './match-value.ts';

/** The matches of a search, for facets that ignore the filters with some bits; 0 for facets that ignore none. */
export interface FacetMatches {
	readonly segments: readonly Segment[];
	/** @param column as of `FacetSource` */
	read(segmentIndex: number, ownBits: number, column: FacetColumn | undefined): Steps<FacetPart>;
}

interface CountedField extends Pick<FacetRequest, 'fieldName' | 'size' | 'hasStats' | 'matching'> {
	readonly plan: FilterPlan;
}

type Counter<Kind extends FacetKind> = (
	source: FacetSource,
	field: CountedField,
	tools: FacetTools,
) => Steps<FacetAnswers[Kind]>;

const counters: { readonly [Kind in FacetKind]: Counter<Kind> } = {
	hierarchy: countLevels,
	range: (source, { fieldName }, tools) => countRange(source, fieldName, tools),
	terms: countChosenTerms,
};

function* countChosenTerms(
	source: FacetSource,
	{ fieldName, size, hasStats, matching, plan }: CountedField,
	tools: FacetTools,
): Steps<FacetAnswers['terms']> {
	const chosen = listChosen(fieldName, plan);
	const listed = [...new Set(chosen.flatMap(({ values }) => values))];
	const matcher = matching === undefined ? undefined : createValueMatcher(matching);
	const wanted = { fieldName, size, chosen: listed, isMatch: matcher?.isMatch };
	const counted = yield* countTerms(source, wanted, tools);
	const answer = matcher === undefined ? counted : { ...counted, buckets: locateIn(counted.buckets, matcher) };
	const selected = pickChosen(chosen, answer.selected);
	if (hasStats !== true) return { ...answer, selected };
	const { count, min, max, sum } = yield* countRange(source, fieldName, tools);
	return { ...answer, selected, ...(count > 0 && { stats: { count, min, max, sum } }) };
}

function locateIn(buckets: readonly FacetBucket[], { locate }: ValueMatcher): readonly FacetBucket[] {
	return buckets.map((bucket) => ({ ...bucket, highlights: locate(bucket.value) }));
}

/** Counts facets, in the order of the request. Cost: that of the counter of its kind for each. */
export function* countFacets(
	matches: FacetMatches,
	{ facets, plan }: { readonly facets: readonly FacetRequest[]; readonly plan: FilterPlan },
	tools: FacetTools,
): Steps<FacetAnswer[]> {
	const answers: FacetAnswer[] = [];
	for (const facet of facets) {
		const { kind } = facet;
		const ownBits = toOwnBits(facet, plan);
		const source = {
			segments: matches.segments,
			read: (segmentIndex: number, column?: FacetColumn) => matches.read(segmentIndex, ownBits, column),
		};
		answers.push(yield* counters[kind](source, { ...facet, plan }, tools));
		if (tools.pace.isDue()) yield;
	}
	return answers;
}

/** The bits of the filters that some facet ignores. */
export function toLeftOutBits(facets: readonly FacetRequest[], plan: FilterPlan): number {
	return facets.reduce((bits, facet) => bits | toOwnBits(facet, plan), 0);
}

/**
 * Where passing one of several filters is enough, facets count the matches as they are: ignoring a single filter has no
 * meaning.
 */
function toOwnBits({ fieldName, isFiltered }: FacetRequest, plan: FilterPlan): number {
	if (plan.isAny || isFiltered === true) return 0;
	return plan.filters.reduce((bits, { filter, bit }) => (filter.fieldName === fieldName ? bits | bit : bits), 0);
}
