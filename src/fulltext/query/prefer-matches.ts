/** Lifts the scores of matches that fit what was typed besides words, where that is not sure enough for a filter. */

import type { Steps } from '../../lib/steps.ts';
import type { Segment } from '../index/segment/segment.ts';
import { type FilterTarget, failMatches, type PlannedRequirement } from './filter-matches.ts';
import { toScore } from './rank-tiers.ts';

/** How much of its score a match gains with each preference that it fits. */
export const preferenceGain = 0.25;
/** Further preferences count no more, so that words stay more important. */
export const preferencesMax = 2;

export interface PreferTarget extends FilterTarget {
	/** One for each match: its tiers and its score. */
	readonly keys: Float64Array;
}

/** Changes the keys of matches that meet all requirements of an entry. Cost: O(requirements · matches). */
export function* preferMatches(
	segment: Segment,
	preferred: readonly (readonly PlannedRequirement[])[],
	target: PreferTarget,
): Steps<void> {
	const { keys, fails, count } = target;
	for (const required of preferred) {
		yield* failMatches(segment, { filters: [], required, excludes: [], isAny: false }, target);
		for (let index = 0; index < count; index++) {
			if (fails[index] !== 0) continue;
			const key = keys[index] as number;
			keys[index] = key + toScore(key) * preferenceGain;
		}
	}
}
