/**
 * What do the choices of a query say about each of its items, and about others like them?
 *
 *     clicked more than expected    inkjet printer A, inkjet printer B
 *     clicked less                  ink cartridge C
 *     so probably                   inkjet printer D, never seen, is wanted as well
 *
 * How much more than others an item attracts is a Gaussian process over items (Rasmussen and Williams, Gaussian Processes
 * for Machine Learning, 2006, chapter 2; in geostatistics: kriging). Its covariance is v (t k(x, y) + (1 − t) [x = y]), with k
 * the cosine of the items' traits weighted by how much they tell the items apart, ln((n + 1) / number of items that have
 * it). An observation is clicks / expected clicks, its noise the variance of that by chance. The posterior mean is linear
 * in the traits, so that items that were never seen cost a sum over their traits.
 */
import type { ClickCounts } from './evidence.ts';

export interface ObservedItem {
	/** What it has in common with others; empty when nothing is known. */
	readonly traits: readonly string[];
	readonly counts: ClickCounts;
	/** How much it attracts before this query's clicks, 1 for as much as others. */
	readonly mean: number;
}

export interface Attractions {
	/** Of the observed items, in their order: posterior means, pulled towards `mean` by `doubtShare` standard deviations. */
	readonly observed: readonly number[];
	/** By trait: what it adds to the posterior mean of an item, in units of the trait's importance, and the importance². */
	readonly traits: ReadonlyMap<string, { readonly worth: number; readonly squaredImportance: number }>;
	readonly otherSquaredImportance: number;
	/** `doubtShare` standard deviations of an item of which nothing is known. */
	readonly doubt: number;
}

/** The share t of the variance that items with the same traits have in common. */
const traitShare = 0.6;
/** An item moves by what is left of its estimate after so many standard deviations. */
const doubtShare = 0.2;
/** Expected clicks below this say nothing. */
const expectedMin = 0.01;

/**
 * @param variance v: of how much items of a query attract, > 0
 * @returns Cost: O(items³), about a millisecond for 60 items
 */
export function estimateAttractions(items: readonly ObservedItem[], variance: number): Attractions {
	const counted = items.filter(({ counts }) => counts.expected > expectedMin);
	const important = toImportance(counted);
	const vectors = counted.map(({ traits }) => toVector(traits, important));
	const shared = variance * traitShare;
	const covariance = toCosines(vectors).map((row, at) => {
		for (const [column, cosine] of row.entries()) row[column] = shared * cosine;
		row[at] = variance;
		return row;
	});
	const factor = factorize(
		covariance.map((values, at) =>
			values.with(at, (values[at] as number) + toNoise((counted[at] as ObservedItem).counts)),
		),
	);
	const residuals = counted.map(({ counts, mean }) => counts.clicks / counts.expected - mean);
	const weights = solve(factor, Float64Array.from(residuals));
	const estimates = new Map(
		counted.map((item, at) => {
			const row = covariance[at] as Float64Array;
			const left = (row[at] as number) - dot(row, solve(factor, row));
			const moved = toSure(dot(row, weights), doubtShare * Math.sqrt(Math.max(0, left)));
			return [item, Math.max(0, item.mean + moved)] as const;
		}),
	);
	return {
		observed: items.map((item) => estimates.get(item) ?? item.mean),
		traits: toTraitWorths(vectors, weights, { shared, important }),
		otherSquaredImportance: Math.log(counted.length + 1) ** 2,
		doubt: doubtShare * Math.sqrt(variance),
	};
}

/** What exceeds the doubt. */
function toSure(value: number, doubt: number): number {
	return Math.sign(value) * Math.max(0, Math.abs(value) - doubt);
}

/** The variance of clicks / expected clicks by chance. */
function toNoise({ expected, variance }: ClickCounts): number {
	return Math.max(variance, Number.EPSILON) / expected ** 2;
}

function toImportance(items: readonly ObservedItem[]): ReadonlyMap<string, number> {
	const counts = new Map<string, number>();
	for (const { traits } of items) for (const trait of traits) counts.set(trait, (counts.get(trait) ?? 0) + 1);
	return new Map(Array.from(counts, ([trait, count]) => [trait, Math.log((items.length + 1) / count)]));
}

interface TraitVector {
	/** Importances, and their norm. */
	readonly values: ReadonlyMap<string, number>;
	readonly norm: number;
}

function toVector(traits: readonly string[], important: ReadonlyMap<string, number>): TraitVector {
	const values = new Map(traits.map((trait) => [trait, important.get(trait) ?? 0]));
	return { values, norm: Math.sqrt([...values.values()].reduce((sum, value) => sum + value ** 2, 0)) };
}

/** Of all pairs; 0 for items without traits. Cost: O(pairs of items for each trait that both have). */
function toCosines(vectors: readonly TraitVector[]): Float64Array[] {
	const cosines = vectors.map(() => new Float64Array(vectors.length));
	const byTrait = new Map<string, { readonly at: number; readonly share: number }[]>();
	for (const [at, { values, norm }] of vectors.entries()) {
		for (const [trait, value] of values) {
			if (value === 0) continue;
			const having = byTrait.get(trait) ?? [];
			byTrait.set(trait, having);
			having.push({ at, share: value / norm });
		}
	}
	for (const having of byTrait.values()) {
		for (const a of having) {
			const row = cosines[a.at] as Float64Array;
			for (const b of having) row[b.at] = (row[b.at] as number) + a.share * b.share;
		}
	}
	return cosines;
}

interface WorthOptions {
	readonly shared: number;
	readonly important: ReadonlyMap<string, number>;
}

function toTraitWorths(vectors: readonly TraitVector[], weights: Float64Array, { shared, important }: WorthOptions) {
	const sums = new Map<string, number>();
	for (const [at, { values, norm }] of vectors.entries()) {
		if (norm === 0) continue;
		for (const trait of values.keys()) sums.set(trait, (sums.get(trait) ?? 0) + (weights[at] as number) / norm);
	}
	return new Map(
		Array.from(sums, ([trait, sum]) => {
			const squaredImportance = (important.get(trait) ?? 0) ** 2;
			return [trait, { worth: shared * squaredImportance * sum, squaredImportance }] as const;
		}),
	);
}

function dot(a: Float64Array, b: Float64Array): number {
	let sum = 0;
	for (let at = 0; at < a.length; at++) sum += (a[at] as number) * (b[at] as number);
	return sum;
}

/** The lower triangle L with L Lᵀ = matrix, which is symmetric and positive definite (Cholesky). */
function factorize(matrix: readonly Float64Array[]): readonly Float64Array[] {
	const lower = matrix.map((row) => new Float64Array(row.length));
	for (const [row, values] of lower.entries()) {
		for (let column = 0; column <= row; column++) {
			const other = lower[column] as Float64Array;
			let sum = (matrix[row] as Float64Array)[column] as number;
			for (let at = 0; at < column; at++) sum -= (values[at] as number) * (other[at] as number);
			values[column] = row === column ? Math.sqrt(Math.max(Number.EPSILON, sum)) : sum / (other[column] as number);
		}
	}
	return lower;
}

/** x with L Lᵀ x = right side. */
function solve(lower: readonly Float64Array[], right: Float64Array): Float64Array {
	const solution = Float64Array.from(right);
	for (const [row, values] of lower.entries()) {
		let sum = solution[row] as number;
		for (let at = 0; at < row; at++) sum -= (values[at] as number) * (solution[at] as number);
		solution[row] = sum / (values[row] as number);
	}
	for (let row = lower.length - 1; row >= 0; row--) {
		let sum = solution[row] as number;
		for (let at = row + 1; at < lower.length; at++) {
			sum -= ((lower[at] as Float64Array)[row] as number) * (solution[at] as number);
		}
		solution[row] = sum / ((lower[row] as Float64Array)[row] as number);
	}
	return solution;
}
