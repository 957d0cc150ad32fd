/**
 * How surprising is it that two things happened together this often?
 *
 * Dunning, "Accurate methods for the statistics of surprise and coincidence" (1993): G² = 2 · (H(matrix) − H(rows) −
 * H(columns)) of the 2 × 2 table below, where H is the unnormalised entropy. Unlike a cosine it does not take two
 * baskets for proof, and unlike a count it does not favour what everyone buys.
 */

/** Counts of baskets (≥ 0): with both, with only the first, with only the second, with neither. */
export interface ContingencyTable {
	readonly both: number;
	readonly firstOnly: number;
	readonly secondOnly: number;
	readonly neither: number;
}

function xLogX(x: number): number {
	return x > 0 ? x * Math.log(x) : 0;
}

/**
 * G² with the sign of the association: > 0 when the two occur together more often than chance, < 0 when less often,
 * 0 when independent or when there is nothing to compare. Above 10.8 chance is less likely than 1 in 1,000 (χ², 1 df).
 */
export function toLogLikelihoodRatio({ both, firstOnly, secondOnly, neither }: ContingencyTable): number {
	const total = both + firstOnly + secondOnly + neither;
	if (total === 0) return 0;
	const matrix = xLogX(both) + xLogX(firstOnly) + xLogX(secondOnly) + xLogX(neither);
	const rows = xLogX(both + firstOnly) + xLogX(secondOnly + neither);
	const columns = xLogX(both + secondOnly) + xLogX(firstOnly + neither);
	// Rounding can leave a tiny negative number where the exact answer is 0.
	const ratio = Math.max(0, 2 * (matrix - rows - columns + xLogX(total)));
	const isAttraction = both * total >= (both + firstOnly) * (both + secondOnly);
	return isAttraction ? ratio : -ratio;
}
