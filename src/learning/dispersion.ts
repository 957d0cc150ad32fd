/**
 * How far do the clicks of items over all queries differ from chance? If all items were alike, clicks would spread over the
 * ranks as they are examined, and differ from that only by chance. What they differ more is what can be learned.
 *
 * Items differ by a factor γ around 1 of variance v, which the method of moments estimates as Σ w((c − e)² − s) / Σ we²,
 * with clicks c, expected clicks e, their variance by chance s and weights w = 1 / (1 + e) (DuMouchel, Bayesian data mining in large frequency tables,
 * 1999; Robbins, An empirical Bayes approach, 1956). Twice the standard error √Σw²(s + 2s²) is subtracted: without evidence
 * that items differ at all, v is 0 and nothing is learned from any number of clicks.
 */
import type { ClickCounts } from './evidence.ts';

/** With fewer clicks than this the standard error is not normal enough to be trusted. */
const clicksMin = 100;

/** A few clicks never say more than so many expected clicks of the prior. */
const priorMin = 1;

/**
 * The strength of the prior, α = 1 / v, in expected clicks: at least `priorMin`, infinite where nothing can be learned.
 * Cost: O(counts).
 */
export function estimatePrior(counts: Iterable<ClickCounts>): number {
	let excess = 0;
	let squares = 0;
	let doubt = 0;
	let clickCount = 0;
	for (const { clicks, expected, variance } of counts) {
		clickCount += clicks;
		const weight = 1 / (1 + expected);
		excess += weight * ((clicks - expected) ** 2 - variance);
		squares += weight * expected ** 2;
		doubt += weight ** 2 * (variance + 2 * variance ** 2);
	}
	const sure = excess - 2 * Math.sqrt(doubt);
	return sure <= 0 || clickCount < clicksMin ? Number.POSITIVE_INFINITY : Math.max(priorMin, squares / sure);
}

/**
 * The factor by which an item attracts more clicks than others at its ranks: the mean of the gamma distribution around
 * `mean` with strength α, after the clicks.
 */
export function toAttraction(
	{ clicks, expected }: Pick<ClickCounts, 'clicks' | 'expected'>,
	prior: number,
	mean = 1,
): number {
	return prior === Number.POSITIVE_INFINITY ? mean : (prior * mean + clicks) / (prior + expected);
}
