/**
 * How do simulated shoppers click? Two models from the literature; learning was tuned with the first only.
 *
 * Both make an item of grade g attractive with probability 0.1 + 0.9 (2^g − 1) / (2^3 − 1): a tenth of the clicks that an
 * excellent item gets are noise (Ai et al., Unbiased learning to rank with unbiased propensity estimation, 2018).
 *
 *     position-based   rank r is examined with probability 1 / r, whatever stands above it (Richardson et al. 2007,
 *                      Joachims et al. 2017)
 *     dynamic          shoppers go down the list: each item is examined, an attractive one is clicked, a click satisfies
 *     Bayesian         with probability 0.7 · attractiveness, and those who are not satisfied go on with 0.85 (Chapelle
 *                      and Zhang, A dynamic Bayesian network click model for web search ranking, 2009)
 */
import type { SeededRandom } from '../src/lib/seeded-random.ts';

/** @returns offsets of the clicked items, in the order of clicks. `attractions` has the probability for each item. */
export type ClickModel = (attractions: readonly number[], random: SeededRandom) => number[];

const gradeMax = 3;
const noise = 0.1;
const satisfaction = 0.7;
const persistence = 0.85;

export const clickModels: Readonly<Record<'position-based' | 'dynamic Bayesian', ClickModel>> = {
	'position-based': (attractions, random) =>
		[...attractions.keys()].filter((at) => random.chance((attractions[at] as number) / (at + 1))),
	'dynamic Bayesian'(attractions, random) {
		const clicked: number[] = [];
		for (const [at, attraction] of attractions.entries()) {
			const isClicked = random.chance(attraction);
			if (isClicked) clicked.push(at);
			if (isClicked && random.chance(satisfaction * attraction)) break;
			if (!random.chance(persistence)) break;
		}
		return clicked;
	},
};

/** The probability that a shopper who examines an item of this grade clicks it. */
export function toAttractiveness(grade: number): number {
	return noise + ((1 - noise) * (2 ** grade - 1)) / (2 ** gradeMax - 1);
}
