/** Which factors make the difference between two hits? */
import type { ExplainedHit, FactorName, TierName } from './explanation.ts';

export interface HitComparison {
	readonly other: ExplainedHit;
	/** Tiers that only the other hit is in. */
	readonly tiers: readonly TierName[];
	/** Factors that differ, those that move the hits furthest apart first; empty where the order is not by score. */
	readonly factors: readonly ComparedFactor[];
}

export interface ComparedFactor {
	readonly name: FactorName;
	readonly own: number;
	readonly other: number;
	/** How much the factor puts the other hit before: above 1; below 1 where it puts it behind. */
	readonly ratio: number;
}

/** Factors that differ by less are equal but for rounding. */
const ratioMin = 1 + 1e-6;

/** What puts another hit before this one, or behind it. Cost: O(factors log factors). */
export function compareHits(own: ExplainedHit, other: ExplainedHit): HitComparison {
	const compared = own.factors.flatMap(({ name, value }): readonly ComparedFactor[] => {
		const of = other.factors.find((factor) => factor.name === name)?.value ?? 1;
		const ratio = value === 0 ? (of === 0 ? 1 : Number.MAX_VALUE) : of / value;
		return ratio < ratioMin && ratio > 1 / ratioMin ? [] : [{ name, own: value, other: of, ratio }];
	});
	const distance = ({ ratio }: ComparedFactor) => Math.abs(Math.log(Math.max(ratio, Number.MIN_VALUE)));
	return {
		other,
		tiers: other.tiers.filter((name) => !own.tiers.includes(name)),
		factors: compared.sort((a, b) => distance(b) - distance(a)),
	};
}
