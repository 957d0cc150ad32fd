import { createTopItems } from './top-items.ts';

/**
 * How do several lists of candidates become one answer that follows the shop's rules?
 *
 * Scores of different models are not comparable, so each source is scaled by its best score: an item gets weight ·
 * score ÷ best score from each source. The sum is multiplied by the boost of the item. With one source the order is
 * that of the source.
 */
interface CandidateSource {
	/** Its name in the explanation: `sessions`, `bought-together`, `trending` … */
	readonly name: string;
	/** > 0 */
	readonly weight: number;
	/** Scores > 0; each item once, any order. */
	readonly candidates: readonly { readonly item: number; readonly score: number }[];
}

export interface BlendRequest {
	readonly sources: readonly CandidateSource[];
	/** How many to return, ≥ 0. Request more than are shown when `diversify` follows. */
	readonly count: number;
	/**
	 * Refused items do not reduce the number of results. Models take the same function, so that their lists are already
	 * full.
	 */
	readonly isAllowed?: (item: number) => boolean;
	/** A factor ≥ 0 per item, 1 for most; 0 removes the item. */
	readonly boostOf?: (item: number) => number;
}

export interface BlendedItem {
	readonly item: number;
	readonly score: number;
	/** The boost contained in the score. */
	readonly boost: number;
	/** What each source contributes, as a share in [0, 1]; the shares add up to 1. */
	readonly shares: Readonly<Record<string, number>>;
}

/** At most `count` items, best first; equal scores by item number. O(candidates · log count). */
export function blendCandidates({ sources, count, isAllowed, boostOf }: BlendRequest): BlendedItem[] {
	const parts = new Map<number, { name: string; part: number }[]>();
	for (const { name, weight, candidates } of sources) {
		const best = candidates.reduce((most, { score }) => Math.max(most, score), 0);
		for (const { item, score } of candidates) {
			const list = parts.get(item) ?? [];
			list.push({ name, part: (weight * score) / best });
			parts.set(item, list);
		}
	}
	const top = createTopItems(count);
	for (const [item, list] of parts) {
		const score = list.reduce((sum, { part }) => sum + part, 0) * (boostOf?.(item) ?? 1);
		const entry = { item, score, tieBreak: 0 };
		if (score > 0 && top.wouldKeep(entry) && (isAllowed?.(item) ?? true)) top.offer(entry);
	}
	return top.ranked().map(({ item, score }) => {
		const boost = boostOf?.(item) ?? 1;
		const shares = (parts.get(item) ?? []).map(({ name, part }) => [name, (part * boost) / score]);
		return { item, score, boost, shares: Object.fromEntries(shares) };
	});
}
