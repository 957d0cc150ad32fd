import assert from 'node:assert/strict';
import { nextCapacity } from './click-log.ts';
import { toLogLikelihoodRatio } from './log-likelihood-ratio.ts';
import { readSnapshot, SnapshotError, writeSnapshot } from './snapshot-bytes.ts';
import { createTopItems } from './top-items.ts';

/**
 * What is bought together?
 *
 * Per item: the number of baskets it was in, and a block of up to `partnersMax` partners with the number of baskets
 * that had both. Counts grow with every item that enters a basket. Ratios are computed on request, so they always use
 * the newest totals.
 *
 *     partners  [blocks × partnersMax]   items, unordered       counts  [blocks × partnersMax]   baskets with both
 *     used      [items]                  partners in the block  blockOf [items]                  block + 1, 0 for none
 *
 * An item gets its block with its first partner: most products of a shop are never bought with another one.
 *
 * In a full block a new partner replaces the rarest one (the first of these) and starts at 1. A pair that matters is
 * counted often enough to stay. A pair that was replaced and comes back is undercounted, never overcounted.
 *
 * Memory: 12 bytes an item, and 4 + 8 · partnersMax for each item with a partner.
 */
export interface BasketAssociations {
	/**
	 * `item` enters a basket that already holds `basket` (each item once, without `item`). Adding the items of a purchase
	 * one by one is the same as adding the whole purchase. O(basket · partnersMax).
	 */
	add(item: number, basket: readonly number[]): void;
	/** The `count` items that go best with `items`, best first, without `items` themselves. */
	related(request: RelatedRequest): { readonly item: number; readonly score: number }[];
	/**
	 * The reason for a score: how many baskets had both, and the log-likelihood ratio. Undefined for pairs that are not
	 * counted.
	 */
	evidence(item: number, partner: number): { readonly both: number; readonly ratio: number } | undefined;
	/** Removes items whose numbers will be reassigned: `isForgotten[item]` is 1. O(items + pairs). */
	forget(isForgotten: Uint8Array): void;
	toBytes(): Uint8Array;
	byteCount(): number;
}

interface RelatedRequest {
	/** A cart, or a single product. */
	readonly items: readonly number[];
	readonly count: number;
	/** Called during the search, so refused items do not reduce the number of results. */
	readonly isAllowed?: (item: number) => boolean;
}

export interface BasketAssociationsOptions {
	/** Items are whole numbers in [0, itemsMax). */
	readonly itemsMax: number;
	/** The most partners counted per item, ≥ 1. */
	readonly partnersMax: number;
	/** Pairs seen in fewer baskets are not recommended; 2 keeps a single odd basket from counting. */
	readonly bothMin: number;
}

const blocksFirst = 16;
const kind = 'basket-associations';
const version = 2;
const shape = {
	basketsOf: Int32Array,
	used: Int32Array,
	blockOf: Int32Array,
	partners: Int32Array,
	counts: Int32Array,
	free: Int32Array,
} as const;

interface Tables {
	basketsOf: Int32Array<ArrayBuffer>;
	used: Int32Array<ArrayBuffer>;
	blockOf: Int32Array<ArrayBuffer>;
	partners: Int32Array<ArrayBuffer>;
	counts: Int32Array<ArrayBuffer>;
	/** Freed blocks as a stack in [0, counters.freed), [blocks]. */
	free: Int32Array<ArrayBuffer>;
}

interface Counters {
	baskets: number;
	/** Blocks ever taken. */
	taken: number;
	freed: number;
}

export function createBasketAssociations(options: BasketAssociationsOptions): BasketAssociations {
	const empty = () => new Int32Array(0);
	const perItem = { basketsOf: empty(), used: empty(), blockOf: empty() };
	const tables = { ...perItem, partners: empty(), counts: empty(), free: empty() };
	return openAssociations(options, tables, { baskets: 0, taken: 0, freed: 0 });
}

/** @throws SnapshotError when the bytes are damaged or were made with other limits */
export function restoreBasketAssociations(options: BasketAssociationsOptions, bytes: Uint8Array): BasketAssociations {
	const { numbers, arrays } = readSnapshot(bytes, { kind, version, numberCount: 5, arrays: shape });
	const [itemsMax, partnersMax, baskets = 0, taken = 0, freed = 0] = numbers;
	if (itemsMax !== options.itemsMax || partnersMax !== options.partnersMax) {
		throw new SnapshotError('the associations were made with other limits');
	}
	return openAssociations(options, arrays, { baskets, taken, freed });
}

function openAssociations(options: BasketAssociationsOptions, tables: Tables, counters: Counters): BasketAssociations {
	const { itemsMax, partnersMax, bothMin } = options;
	assert(partnersMax >= 1 && itemsMax >= 1);

	function countPair(item: number, partner: number): void {
		const known = cellOf(tables, { item, partner, partnersMax });
		const cell = known < 0 ? takeCell(tables, { item, counters, options }) : known;
		tables.partners[cell] = partner;
		tables.counts[cell] = known < 0 ? 1 : (tables.counts[cell] ?? 0) + 1;
	}

	function ratioOf(item: number, partner: number, both: number): number {
		const firstOnly = (tables.basketsOf[item] ?? 0) - both;
		const secondOnly = (tables.basketsOf[partner] ?? 0) - both;
		return toLogLikelihoodRatio({
			both,
			firstOnly,
			secondOnly,
			neither: counters.baskets - both - firstOnly - secondOnly,
		});
	}

	/** By partner, the sum of the positive ratios over the given items. */
	function scorePartners(items: readonly number[]): Map<number, number> {
		const scores = new Map<number, number>();
		for (const item of new Set(items)) {
			const start = startOf(tables, item, partnersMax);
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
			if (basket.length === 0) counters.baskets += 1;
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
		forget(isForgotten) {
			for (let item = 0; item < tables.used.length; item += 1) {
				if (isForgotten[item] === 1) forgetItem(tables, counters, item);
				else forgetPartners(tables, { start: startOf(tables, item, partnersMax), item }, isForgotten);
			}
		},
		toBytes() {
			const numbers = [itemsMax, partnersMax, counters.baskets, counters.taken, counters.freed];
			return writeSnapshot({ kind, version, numbers, arrays: { ...tables } });
		},
		byteCount: () => Object.values<Int32Array>({ ...tables }).reduce((sum, array) => sum + array.byteLength, 0),
	};
}

/** The first cell of an item's block. Meaningless for an item without a block, where no cell is used. */
function startOf({ blockOf }: Tables, item: number, partnersMax: number): number {
	return ((blockOf[item] ?? 0) - 1) * partnersMax;
}

/** The cell of a pair, or -1 when the pair is not counted. O(partnersMax). */
function cellOf(tables: Tables, pair: { item: number; partner: number; partnersMax: number }): number {
	const used = tables.used[pair.item] ?? 0;
	if (used === 0) return -1;
	const start = startOf(tables, pair.item, pair.partnersMax);
	const at = tables.partners.subarray(start, start + used).indexOf(pair.partner);
	return at < 0 ? -1 : start + at;
}

function makeRoom(tables: Tables, item: number, { itemsMax }: BasketAssociationsOptions): void {
	assert(Number.isInteger(item) && item >= 0 && item < itemsMax, `item ${item} is out of range`);
	if (item < tables.used.length) return;
	const capacity = nextCapacity(tables.used.length, item + 1, itemsMax);
	for (const name of ['basketsOf', 'used', 'blockOf'] as const) tables[name] = toLarger(tables[name], capacity);
}

interface CellRequest {
	readonly item: number;
	readonly counters: Counters;
	readonly options: BasketAssociationsOptions;
}

/** The next cell of an item's block, or the cell of its rarest partner when the block is full. */
function takeCell(tables: Tables, { item, counters, options }: CellRequest): number {
	const { partnersMax } = options;
	if (tables.blockOf[item] === 0) tables.blockOf[item] = takeBlock(tables, counters, options) + 1;
	const { used, counts } = tables;
	const start = startOf(tables, item, partnersMax);
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

function takeBlock(tables: Tables, counters: Counters, { partnersMax, itemsMax }: BasketAssociationsOptions): number {
	if (counters.freed > 0) {
		counters.freed -= 1;
		return tables.free[counters.freed] ?? 0;
	}
	if (counters.taken === tables.free.length) {
		// Blocks are large, so arrays start small: a small shop has few blocks.
		const capacity = Math.min(itemsMax, Math.max(blocksFirst, 2 * counters.taken));
		tables.free = toLarger(tables.free, capacity);
		for (const name of ['partners', 'counts'] as const) tables[name] = toLarger(tables[name], capacity * partnersMax);
	}
	counters.taken += 1;
	return counters.taken - 1;
}

/** The number of baskets does not change, because it counts those of all items. */
function forgetItem({ basketsOf, used, blockOf, free }: Tables, counters: Counters, item: number): void {
	const block = blockOf[item] ?? 0;
	if (block > 0) {
		free[counters.freed] = block - 1;
		counters.freed += 1;
	}
	basketsOf[item] = 0;
	used[item] = 0;
	blockOf[item] = 0;
}

/** Fills each gap with the last partner of the block. */
function forgetPartners(tables: Tables, block: { start: number; item: number }, isForgotten: Uint8Array): void {
	const { used, partners, counts } = tables;
	for (let at = (used[block.item] ?? 0) - 1; at >= 0; at -= 1) {
		if (isForgotten[partners[block.start + at] ?? 0] !== 1) continue;
		const last = (used[block.item] ?? 0) - 1;
		partners[block.start + at] = partners[block.start + last] ?? 0;
		counts[block.start + at] = counts[block.start + last] ?? 0;
		used[block.item] = last;
	}
}

function toLarger(array: Int32Array, capacity: number): Int32Array<ArrayBuffer> {
	const larger = new Int32Array(capacity);
	larger.set(array);
	return larger;
}
