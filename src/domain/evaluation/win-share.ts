/**
 * Which of two rankings wins on live traffic, and how sure is that?
 *
 * Each decided search is a win of one ranking. The searches of one shopper are not independent, so the test flips the
 * signs of whole shoppers: if both rankings were equally good, a shopper's balance (wins of the learned ranking less wins
 * of the plain one) could as well have the other sign. The variance of the sum of the balances b is then Σ b² (R. A.
 * Fisher's randomisation test, 1935, by clusters). Where every shopper has one decided search, this is the sign test.
 *
 *     design effect      D = max(1, Σ b² / n)               n decided searches
 *     effective count    n' = n / D                         J. Rao and A. Scott, Biometrics 48 (1992)
 *     p-value            z = (|2w − n| / D − 1) / √n'       two-sided, with Yates' correction; w wins
 *     interval           Wilson's score interval with correction for continuity, of w / n with n'
 *                        (R. Newcombe, Statistics in Medicine 17 (1998), method 4)
 *
 * The interval is without one half exactly when the p-value is below 5 %.
 */

export interface WinCounts {
	readonly learnedWins: number;
	readonly plainWins: number;
	/** The sum of squares of the shoppers' balances. */
	readonly squares: number;
}

export interface WinShare {
	/** Of the learned ranking among the decided searches: 0 … 1. */
	readonly share: number;
	/** It lies between these with a confidence of 95 %. */
	readonly low: number;
	readonly high: number;
	/** Two-sided: how likely so clear a result is if both rankings are equally good. */
	readonly pValue: number;
	/** How many independent searches would say as much. */
	readonly effectiveCount: number;
}

export type Verdict = 'learned' | 'plain' | 'open' | 'too_few';

/** The normal quantile of a two-sided confidence of 95 %. */
const z95 = 1.959963984540054;
/** With fewer independent searches there is no verdict. */
export const effectiveCountMin = 100;
const pValueMax = 0.05;

/** Undefined when nothing is decided. */
export function toWinShare({ learnedWins, plainWins, squares }: WinCounts): WinShare | undefined {
	const count = learnedWins + plainWins;
	if (count === 0) return undefined;
	const design = Math.max(1, squares / count);
	const effectiveCount = count / design;
	const share = learnedWins / count;
	const z = Math.max(0, Math.abs(learnedWins - plainWins) / design - 1) / Math.sqrt(effectiveCount);
	return { share, ...toInterval(share, effectiveCount), pValue: toTwoSided(z), effectiveCount };
}

export function toVerdict(share: WinShare | undefined): Verdict {
	if (share === undefined || share.effectiveCount < effectiveCountMin) return 'too_few';
	if (share.pValue >= pValueMax) return 'open';
	return share.share > 0.5 ? 'learned' : 'plain';
}

function toInterval(share: number, count: number): Pick<WinShare, 'low' | 'high'> {
	const square = z95 ** 2;
	const middle = 2 * count * share + square;
	const divisor = 2 * (count + square);
	const toWidth = (sign: 1 | -1) =>
		1 + z95 * Math.sqrt(Math.max(0, square - 2 * sign - 1 / count + 4 * share * (count * (1 - share) + sign)));
	return {
		low: share === 0 ? 0 : Math.max(0, (middle - toWidth(1)) / divisor),
		high: share === 1 ? 1 : Math.min(1, (middle + toWidth(-1)) / divisor),
	};
}

/**
 * The probability that a normal variable is at least this far from its mean: the complementary error function of z / √2
 * by the Chebyshev approximation of W. Press et al., Numerical Recipes (`erfcc`), with a relative error below 1.2 · 10⁻⁷.
 */
function toTwoSided(z: number): number {
	const x = z / Math.SQRT2;
	const t = 1 / (1 + x / 2);
	const coefficients = [
		-1.26551223, 1.00002368, 0.37409196, 0.09678418, -0.18628806, 0.27886807, -1.13520398, 1.48851587, -0.82215223,
		0.17087277,
	];
	const exponent = coefficients.reduceRight((sum, coefficient) => sum * t + coefficient, 0);
	return Math.min(1, t * Math.exp(exponent - x * x));
}
