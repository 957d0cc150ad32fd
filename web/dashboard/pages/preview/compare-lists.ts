/** What moved between two lists of hits. */

export interface ListedHit {
	readonly index: string;
	readonly id: string;
}

export type Move =
	| { readonly kind: 'same' }
	/** Not in the list before. */
	| { readonly kind: 'new' }
	/** Further up or down by so many ranks. */
	| { readonly kind: 'up' | 'down'; readonly by: number };

/** How many of the first hits are on a shopper's first screen, and are compared. */
export const shownCount = 10;

function toKey({ index, id }: ListedHit): string {
	return JSON.stringify([index, id]);
}

/** @returns the rank of a hit in the list, from 1; undefined where it is not in it */
export function findRank(hits: readonly ListedHit[], hit: ListedHit): number | undefined {
	const at = hits.findIndex((one) => toKey(one) === toKey(hit));
	return at === -1 ? undefined : at + 1;
}

/** How each of the first hits of `after` came from where it was before. Parallel to them. */
export function listMoves(before: readonly ListedHit[], after: readonly ListedHit[]): readonly Move[] {
	return after.slice(0, shownCount).map((hit, at) => {
		const rank = findRank(before, hit);
		if (rank === undefined) return { kind: 'new' };
		const by = rank - (at + 1);
		if (by === 0) return { kind: 'same' };
		return { kind: by > 0 ? 'up' : 'down', by: Math.abs(by) };
	});
}

/** The share of the first hits that both lists have: 0 … 1, and 1 for two empty lists. */
export function measureOverlap(before: readonly ListedHit[], after: readonly ListedHit[]): number {
	const [first, second] = [before, after].map((hits) => new Set(hits.slice(0, shownCount).map(toKey)));
	if (first === undefined || second === undefined) return 1;
	const size = Math.max(first.size, second.size);
	return size === 0 ? 1 : first.intersection(second).size / size;
}
