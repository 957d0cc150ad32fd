/** How good is a ranking of products, by human judgments or by the clicks of shoppers? */

/** Grade of each judged product of a query, 0 … 3, by id. */
export type Judgments = ReadonlyMap<string, number>;

/** Each 0 … 1, larger is better. */
export interface RankingQuality {
	/** nDCG@10 where a product without a judgment counts as grade 0. */
	readonly fullCorpus: number;
	/** nDCG@10 after products without a judgment are taken out of the ranking. */
	readonly judgedOnly: number;
	/** Share of the first ten that have a judgment, or of all if there are fewer. */
	readonly judgedAt10: number;
	/** Share of the products of grade 1 and more that is among the first fifty; 1 if there are none. */
	readonly recallAt50: number;
	/** The same among the first hundred. */
	readonly recallAt100: number;
}

/** Of products that were clicked; each 0 … 1, larger is better. */
export interface ClickQuality {
	/** The mean of 1 / rank over the clicks of the query; a clicked product that is not in the ranking counts as 0. */
	readonly reciprocalRank: number;
	/** Share of the clicks whose product is among the first fifty. */
	readonly recallAt50: number;
}

const depth = 10;

/**
 * The quality of a ranking, best first, for a query; undefined if no product has a grade above 0: then no order is better
 * than another.
 */
export function measureRanking(ranking: readonly string[], judgments: Judgments): RankingQuality | undefined {
	const ideal = toGain([...judgments.values()].sort((a, b) => b - a));
	if (ideal === 0) return undefined;
	const toGrades = (ids: readonly string[]) => ids.slice(0, depth).map((id) => judgments.get(id) ?? 0);
	const judged = ranking.filter((id) => judgments.has(id));
	const first = ranking.slice(0, depth);
	const relevant = [...judgments].flatMap(([id, grade]) => (grade >= 1 ? [id] : []));
	return {
		fullCorpus: toGain(toGrades(ranking)) / ideal,
		judgedOnly: toGain(toGrades(judged)) / ideal,
		judgedAt10: first.filter((id) => judgments.has(id)).length / Math.max(1, first.length),
		recallAt50: toRecall(ranking.slice(0, 50), relevant),
		recallAt100: toRecall(ranking.slice(0, 100), relevant),
	};
}

/**
 * The quality of a ranking, best first, by the clicks of a query: how often each product was clicked, by id. Undefined if
 * there are none.
 */
export function measureClicks(
	ranking: readonly string[],
	clicks: ReadonlyMap<string, number>,
): ClickQuality | undefined {
	const ranks = new Map(ranking.map((id, index) => [id, index + 1]));
	let [clickCount, reciprocalSum, foundCount] = [0, 0, 0];
	for (const [id, count] of clicks) {
		const rank = ranks.get(id) ?? Number.POSITIVE_INFINITY;
		clickCount += count;
		reciprocalSum += count / rank;
		if (rank <= 50) foundCount += count;
	}
	if (clickCount === 0) return undefined;
	return { reciprocalRank: reciprocalSum / clickCount, recallAt50: foundCount / clickCount };
}

/** Share of `relevant` that is in `ids`; 1 if there is nothing to find. */
function toRecall(ids: readonly string[], relevant: readonly string[]): number {
	const found = new Set(ids);
	return relevant.length === 0 ? 1 : relevant.filter((id) => found.has(id)).length / relevant.length;
}

/** Discounted gain of the first ten of `grades`: Σ (2^grade − 1) / log2(rank + 1), ranks from 1. */
function toGain(grades: readonly number[]): number {
	return grades.slice(0, depth).reduce((sum, grade, index) => sum + (2 ** grade - 1) / Math.log2(index + 2), 0);
}
