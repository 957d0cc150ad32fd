import assert from 'node:assert/strict';
import { nextCapacity } from './click-log.ts';
import { toLogLikelihoodRatio } from './log-likelihood-ratio.ts';
import { readSnapshot, SnapshotError, writeSnapshot } from './snapshot-bytes.ts';
import { createTopItems } from './top-items.ts';

/**
 * What is bought together?
 *
 * Per item: the number of baskets it was in, and a block of up to `partnersMax` partners with the number of baskets
 * that had both. Counts grow with every item that enters a basket; ratios are computed when asked, so they always fit
 * the newest totals.
 *
 *     partners  [blocks × partnersMax]   items, unordered       counts  [blocks × partnersMax]   baskets with both
 *     used      [items]                  partners in the block
 *
 * A full block gives the place of its rarest partner (the first of them) to the new one, which starts at 1. A pair
 * that matters is counted often enough to stay; a pair that was put out and comes back is undercounted, never over.
 *
 * Memory: 12 bytes an item and 8 · partnersMax for each item up to the highest number seen.
 */
export interface BasketAssociations {
	/**
	 * `item` enters a basket that already holds `basket` (each item once, without `item`). Putting the items of a
	 * purchase in one by one is the same as seeing it whole. O(basket · partnersMax).
	 */
	add(item: number, basket: readonly number[]): void;
	/** The `count` items that go best with what is in `items`, best first, never one of `items`. */
	related(request: RelatedRequest): { readonly item: number; readonly score: number }[];
	/** Why: how many baskets had both, and the log-likelihood ratio (see there). Undefined for pairs not counted. */
	evidence(item: number, partner: number): { readonly both: number; readonly ratio: number } | undefined;
	toBytes(): Uint8Array;
	byteCount(): number;
}

interface RelatedRequest {
	/** A cart, or one product. */
	readonly items: readonly number[];
	readonly count: number;
	/** Asked inside the search: what it refuses takes nobody's place. */
	readonly isAllowed?: (item: number) => boolean;
}

export interface BasketAssociationsOptions {
	/** Items are whole numbers in [0, itemsMax). */
	readonly itemsMax: number;
	/** Partners counted per item, ≥ 1. */
	readonly partnersMax: number;
	/** Pairs seen in fewer baskets are not recommended; 2 keeps a single odd basket from speaking. */
	readonly bothMin: number;
}

const kind = 'basket-associations';
const version = 1;
const shape = { basketsOf: Int32Array, used: Int32Array, partners: Int32Array, counts: Int32Array } as const;

interface Tables {
	basketsOf: Int32Array<ArrayBuffer>;
	used: Int32Array<ArrayBuffer>;
	partners: Int32Array<ArrayBuffer>;
	counts: Int32Array<ArrayBuffer>;
}

export function createBasketAssociations(options: BasketAssociationsOptions): BasketAssociations {
	const empty = () => new Int32Array(0);
	return openAssociations(options, { basketsOf: empty(), used: empty(), partners: empty(), counts: empty() }, 0);
}

/** @throws SnapshotError when the bytes are damaged or were made with other limits. */
export function restoreBasketAssociations(options: BasketAssociationsOptions, bytes: Uint8Array): BasketAssociations {
	const { numbers, arrays } = readSnapshot(bytes, { kind, version, numberCount: 3, arrays: shape });
	const [itemsMax, partnersMax, baskets = 0] = numbers;
	if (itemsMax !== options.itemsMax || partnersMax !== options.partnersMax) {
		throw new SnapshotError('the associations were made with other limits');
	}
	return openAssociations(options, arrays, baskets);
}

function openAssociations(
	options: BasketAssociationsOptions,
	tables: Tables,
	basketsBefore: number,
): BasketAssociations {
	const { itemsMax, partnersMax, bothMin } = options;
	assert(partnersMax >= 1 && itemsMax >= 1);
	let baskets = basketsBefore;

	function countPair(item: number, partner: number): void {
		const known = cellOf(tables, { item, partner, partnersMax });
		const cell = known < 0 ? takeCell(tables, item, partnersMax) : known;
		tables.partners[cell] = partner;
		tables.counts[cell] = known < 0 ? 1 : (tables.counts[cell] ?? 0) + 1;
	}

	function ratioOf(item: number, partner: number, both: number): number {
		const firstOnly = (tables.basketsOf[item] ?? 0) - both;
		const secondOnly = (tables.basketsOf[partner] ?? 0) - both;
		return toLogLikelihoodRatio({ both, firstOnly, secondOnly, neither: baskets - both - firstOnly - secondOnly });
	}

	/** Σ over the given items of the positive ratios, by partner. */
	function scorePartners(items: readonly number[]): Map<number, number> {
		const scores = new Map<number, number>();
		for (const item of new Set(items)) {
			const start = item * partnersMax;
			for (let cell = start; cell < start + (tables.used[item] ?? 0); cell += 1) {
				const both = tables.counts[cell] ?? 0;
				const partner = tables.partners[cell] ?? 0;
				const ratio = both < bothMin ? 0 : ratioOf(item, partner, both);
				if (ratio > 0) scores.set(partner, (scores.get(partner) ?? 0) + ratio);
			}
		}
		return scores;
	}

	return {
		add(item, basket) {
			for (const member of [item, ...basket]) makeRoom(tables, member, options);
			if (basket.length === 0) baskets += 1;
			tables.basketsOf[item] = (tables.basketsOf[item] ?? 0) + 1;
			for (const member of basket) {
				countPair(item, member);
				countPair(member, item);
			}
		},
		related({ items, count, isAllowed }) {
			const own = new Set(items);
			const best = createTopItems(count);
			for (const [item, score] of scorePartners(items)) {
				const entry = { item, score, tieBreak: tables.basketsOf[item] ?? 0 };
				if (!own.has(item) && best.wouldKeep(entry) && (isAllowed?.(item) ?? true)) best.offer(entry);
			}
			return best.ranked().map(({ item, score }) => ({ item, score }));
		},
		evidence(item, partner) {
			const cell = cellOf(tables, { item, partner, partnersMax });
			const both = tables.counts[cell];
			return both === undefined ? undefined : { both, ratio: ratioOf(item, partner, both) };
		},
		toBytes: () => writeSnapshot({ kind, version, numbers: [itemsMax, partnersMax, baskets], arrays: { ...tables } }),
		byteCount: () => Object.values<Int32Array>({ ...tables }).reduce((sum, array) => sum + array.byteLength, 0),
	};
}

/** The cell of a pair, -1 when it is not counted. O(partnersMax). */
function cellOf({ partners, used }: Tables, pair: { item: number; partner: number; partnersMax: number }): number {
	const start = pair.item * pair.partnersMax;
	const at = partners.subarray(start, start + (used[pair.item] ?? 0)).indexOf(pair.partner);
	return at < 0 ? -1 : start + at;
}

function makeRoom(tables: Tables, item: number, { itemsMax, partnersMax }: BasketAssociationsOptions): void {
	assert(Number.isInteger(item) && item >= 0 && item < itemsMax, `item ${item} is out of range`);
	if (item < tables.used.length) return;
	const capacity = nextCapacity(tables.used.length, item + 1, itemsMax);
	for (const name of ['basketsOf', 'used', 'partners', 'counts'] as const) {
		const perItem = name === 'partners' || name === 'counts' ? partnersMax : 1;
		const larger = new Int32Array(capacity * perItem);
		larger.set(tables[name]);
		tables[name] = larger;
	}
}

/** The next cell of an item's block, or that of its rarest partner when the block is full. */
function takeCell({ used, counts }: Tables, item: number, partnersMax: number): number {
	const start = item * partnersMax;
	const taken = used[item] ?? 0;
	if (taken < partnersMax) {
		used[item] = taken + 1;
		return start + taken;
	}
	let rarest = start;
	for (let cell = start; cell < start + partnersMax; cell += 1) {
		if ((counts[cell] ?? 0) < (counts[rarest] ?? 0)) rarest = cell;
	}
	return rarest;
}
