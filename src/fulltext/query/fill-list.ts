/**
 * Where does a list end? Behind the products with all the words come those with the most of them: less and less of the
 * query is asked for, until the list is long enough.
 *
 *     share of the words' weight   all   0.6   0.45   0.3
 *     products                     3     21    64     180     the list ends here
 *
 * A step that would add more than anybody can page through is not taken if the list is good for some pages without it.
 * The words alone decide about each step: filters narrow the list down and never make it longer.
 */
import type { Steps } from '../../lib/steps.ts';
import type { Gathered } from './gather-matches.ts';

/** The least share of the weight of the words, from step to step; see `coverage.ts`. */
export const coverageSteps: readonly number[] = [0.6, 0.45, 0.3, 0.15];
/** A list of this many products is long enough. */
export const filledMin = 100;
/** A list of this many products is not made longer than `reachableMax`. */
const acceptableMin = 50;
/** Pages end there. */
const reachableMax = 1000;

/** Gathers the products that have a share of the words. A new call invalidates what an earlier one returned. */
export type GatherCovering = (coverage: number) => Steps<Gathered>;

/**
 * @param strictCount the products with all the words
 * @returns what `gather` returned last; undefined when the products with all the words are the list
 */
export function* fillList(strictCount: number, gather: GatherCovering): Steps<Gathered | undefined> {
	let before: { readonly coverage: number | undefined; readonly count: number } = {
		coverage: undefined,
		count: strictCount,
	};
	let last: Gathered | undefined;
	for (const coverage of coverageSteps) {
		if (before.count >= filledMin) break;
		last = yield* gather(coverage);
		const count = last.wordMatchCount;
		if (count > reachableMax && before.count >= acceptableMin) {
			return before.coverage === undefined ? undefined : yield* gather(before.coverage);
		}
		before = { coverage, count };
	}
	return last;
}
