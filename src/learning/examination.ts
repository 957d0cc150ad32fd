/**
 * How likely is a click at a rank, whatever stands there? Shoppers look at the first hits and rarely at the tenth, so a
 * click on the tenth says more about its item.
 *
 * A click on a list is a choice among its ranks with probability θ_r γ_r / Σ_k θ_k γ_k, where θ is how much a rank is
 * examined and γ how attractive its item is (the position-based model in the form of Luce). Given γ, the θ of greatest
 * likelihood is the fixed point of θ_r = clicks_r / Σ_lists γ_r / Σ_k θ_k γ_k (Hunter, MM algorithms for generalized
 * Bradley-Terry models, 2004). The curve takes one such step with each click. As long as every item has been seen at one
 * rank only, θ is the share of clicks by rank, so that what plain ranking does well is not held for a bias; once items
 * move, their γ keeps the curve from absorbing them.
 *
 * Before there are clicks, θ_r = 1 / r (Joachims, Swaminathan and Schnabel, Unbiased learning-to-rank with biased
 * feedback, 2017).
 */

/** Ranks behind this are examined like the last. */
export const ranksMax = 50;
/** So many clicks count as much as the curve that is assumed before there are any. */
const priorClicks = 30;

export interface Examination {
	/** θ of a rank from 1, relative to the others. */
	at(rank: number): number;
	/** Takes a step towards the curve that makes this choice likelier. */
	count(choice: RankedChoice): void;
	/** Clicks and divisors by rank, for `openExamination`. */
	toRows(): ExaminationRows;
}

export interface RankedChoice {
	/** Of the chosen item, from 1. */
	readonly rank: number;
	readonly weight: number;
	/** The items among which was chosen, with their γ. */
	readonly shown: readonly { readonly rank: number; readonly attraction: number }[];
}

export interface ExaminationRows {
	readonly clicks: readonly number[];
	readonly divisors: readonly number[];
}

/** Σ 1 / r up to `ranksMax`. */
const priorSum = Array.from({ length: ranksMax }, (_, index) => 1 / (index + 1)).reduce((sum, value) => sum + value, 0);

export function openExamination(rows?: ExaminationRows): Examination {
	const clicks = Float64Array.from({ length: ranksMax }, (_, index) => rows?.clicks[index] ?? 0);
	const divisors = Float64Array.from({ length: ranksMax }, (_, index) => rows?.divisors[index] ?? 0);

	function at(rank: number): number {
		const index = toIndex(rank);
		const prior = 1 / (index + 1);
		const priorOfRank = (priorClicks * prior) / priorSum;
		return ((clicks[index] as number) + priorOfRank) / ((divisors[index] as number) + priorOfRank / prior);
	}

	return {
		at,
		count({ rank, weight, shown }) {
			const sum = shown.reduce((total, item) => total + at(item.rank) * item.attraction, 0);
			if (!(sum > 0)) return;
			for (const item of shown) {
				const index = toIndex(item.rank);
				divisors[index] = (divisors[index] as number) + (weight * item.attraction) / sum;
			}
			const chosen = toIndex(rank);
			clicks[chosen] = (clicks[chosen] as number) + weight;
		},
		toRows: () => ({ clicks: [...clicks], divisors: [...divisors] }),
	};
}

function toIndex(rank: number): number {
	return Math.min(ranksMax, rank) - 1;
}
