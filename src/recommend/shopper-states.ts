import assert from 'node:assert/strict';
import { nextCapacity, type SessionHandle } from './click-log.ts';
import { createKeyTable, type KeyTable, restoreKeyTable, type WideKey } from './key-table.ts';
import { readSnapshot, SnapshotError, writeSnapshot } from './snapshot-bytes.ts';

/**
 * What did this session view, what is in its cart, what was bought?
 *
 * Shoppers are sessions and users, by key. Each has three lists of distinct items, newest first. All lists share one
 * pool of nodes, so a shopper only takes the memory it needs. The least recently active shopper is evicted when there
 * are too many shoppers or the pool is full.
 *
 *     heads   [3 · shoppers]  first node of each list, -1 when empty       itemOf, nextOf, amountOf   [nodes]
 *     handles [shoppers]      the session in the click log, -1 when it has none
 *
 * Memory: 64 bytes a shopper and 12 a list entry.
 */
export const shopperLists = ['viewed', 'cart', 'bought'] as const;
export type ShopperList = (typeof shopperLists)[number];

export interface ShopperStates {
	/** The number of a shopper, who becomes the most recently active; a new one gets a number. */
	use(key: WideKey): number;
	/** -1 for an unknown shopper. Does not count as activity, so that questions change nothing. */
	find(key: WideKey): number;
	/**
	 * Moves the item to the front of the list and adds to its amount; a full list drops its last item.
	 * O(itemsPerListMax).
	 */
	put(shopper: number, list: ShopperList, entry: ListEntry): void;
	/**
	 * Subtracts `amount` from the item's; the item is removed when nothing is left. Ignored when the item is not in the
	 * list.
	 */
	take(shopper: number, list: ShopperList, entry: ListEntry): void;
	/** Has so much of the item in the list, where it is. Ignored when it is not in it. */
	setAmount(shopper: number, list: ShopperList, entry: ListEntry): void;
	clear(shopper: number, list: ShopperList): void;
	/** Newest first. O(itemsPerListMax). */
	itemsOf(shopper: number, list: ShopperList): number[];
	handleOf(shopper: number): SessionHandle | undefined;
	setHandle(shopper: number, handle: SessionHandle): void;
	/** Removes a shopper; ignored for an unknown one. */
	forget(key: WideKey): void;
	/** Removes items from all lists: `isForgotten[item]` is 1. O(list entries). */
	forgetItems(isForgotten: Uint8Array): void;
	count(): number;
	toBytes(): readonly Uint8Array[];
	byteCount(): number;
}

interface ListEntry {
	readonly item: number;
	/** ≥ 1; `Infinity` removes the item whatever its amount. */
	readonly amount: number;
}

export interface ShopperLimits {
	readonly shoppersMax: number;
	/** The most list entries of all shoppers together; at least as many as one shopper's three lists can have. */
	readonly entriesMax: number;
	readonly itemsPerListMax: number;
}

const kind = 'shopper-states';
const version = 1;
const shape = {
	heads: Int32Array,
	handles: Float64Array,
	itemOf: Int32Array,
	nextOf: Int32Array,
	amountOf: Int32Array,
} as const;
const amountMax = 2 ** 31 - 1;
const listCount = shopperLists.length;

interface Tables {
	heads: Int32Array<ArrayBuffer>;
	handles: Float64Array<ArrayBuffer>;
	itemOf: Int32Array<ArrayBuffer>;
	nextOf: Int32Array<ArrayBuffer>;
	amountOf: Int32Array<ArrayBuffer>;
}

interface Counters {
	/** Nodes ever taken. */
	taken: number;
	/** The first of the chain of free nodes, -1 when there is none. */
	free: number;
}

export function createShopperStates(limits: ShopperLimits): ShopperStates {
	assert(limits.entriesMax >= listCount * limits.itemsPerListMax);
	const tables: Tables = {
		heads: new Int32Array(0),
		handles: new Float64Array(0),
		itemOf: new Int32Array(0),
		nextOf: new Int32Array(0),
		amountOf: new Int32Array(0),
	};
	return openShopperStates(limits, {
		keys: createKeyTable(limits.shoppersMax),
		tables,
		counters: { taken: 0, free: -1 },
	});
}

/** @throws SnapshotError when the bytes are damaged or were made with other limits */
export function restoreShopperStates(limits: ShopperLimits, [keys, states]: readonly Uint8Array[]): ShopperStates {
	if (keys === undefined || states === undefined) throw new SnapshotError('the shoppers are not complete');
	const { numbers, arrays: tables } = readSnapshot(states, { kind, version, numberCount: 4, arrays: shape });
	const [entriesMax, itemsPerListMax, taken = 0, free = -1] = numbers;
	if (entriesMax !== limits.entriesMax || itemsPerListMax !== limits.itemsPerListMax) {
		throw new SnapshotError('the shoppers were kept with other limits');
	}
	return openShopperStates(limits, {
		keys: restoreKeyTable(limits.shoppersMax, keys),
		tables,
		counters: { taken, free },
	});
}

interface Parts {
	readonly keys: KeyTable;
	readonly tables: Tables;
	readonly counters: Counters;
}

/** Lists of items with amounts, newest first, one per cell; all share one pool of nodes. */
interface ItemLists {
	/** Adds an item at the front; a full list drops its last one. `takeNode` provides a node where none becomes free. */
	put(cell: number, added: AmountOfItem, takeNode: () => number): void;
	/** Lowers the amount of an item; the item is removed when nothing is left. */
	take(cell: number, taken: AmountOfItem): void;
	setAmount(cell: number, entry: AmountOfItem): void;
	clear(cell: number): void;
	itemsOf(cell: number): number[];
	forgetItems(cell: number, isForgotten: Uint8Array): void;
}

interface AmountOfItem {
	readonly item: number;
	readonly amount: number;
}

function createItemLists(tables: Tables, counters: Counters, itemsPerListMax: number): ItemLists {
	function freeNode(node: number): void {
		tables.nextOf[node] = counters.free;
		counters.free = node;
	}

	/**
	 * Removes the node of an item from its list, or the last node of a full list without the item. @returns -1 for none.
	 */
	function detach(cell: number, item: number): number {
		let before = -1;
		let node = tables.heads[cell] ?? -1;
		for (let at = 1; node >= 0; at += 1) {
			const next = tables.nextOf[node] ?? -1;
			const isLastOfFull = next < 0 && at === itemsPerListMax;
			if (tables.itemOf[node] === item || isLastOfFull) break;
			before = node;
			node = next;
		}
		if (node >= 0) cut(cell, before, node);
		return node;
	}

	function cut(cell: number, before: number, node: number): void {
		const next = tables.nextOf[node] ?? -1;
		if (before < 0) tables.heads[cell] = next;
		else tables.nextOf[before] = next;
	}

	function findBefore(cell: number, item: number): { before: number; node: number } {
		let before = -1;
		let node = tables.heads[cell] ?? -1;
		while (node >= 0 && tables.itemOf[node] !== item) {
			before = node;
			node = tables.nextOf[node] ?? -1;
		}
		return { before, node };
	}

	return {
		put(cell, { item, amount }, takeNode) {
			const known = detach(cell, item);
			const amountBefore = known >= 0 && tables.itemOf[known] === item ? (tables.amountOf[known] ?? 0) : 0;
			const node = known >= 0 ? known : takeNode();
			tables.itemOf[node] = item;
			tables.amountOf[node] = Math.min(amountMax, amountBefore + amount);
			tables.nextOf[node] = tables.heads[cell] ?? -1;
			tables.heads[cell] = node;
		},
		take(cell, { item, amount }) {
			const { before, node } = findBefore(cell, item);
			if (node < 0) return;
			const left = (tables.amountOf[node] ?? 0) - amount;
			if (left > 0) {
				tables.amountOf[node] = left;
				return;
			}
			cut(cell, before, node);
			freeNode(node);
		},
		setAmount(cell, { item, amount }) {
			const { node } = findBefore(cell, item);
			if (node >= 0) tables.amountOf[node] = Math.min(amountMax, amount);
		},
		clear(cell) {
			for (let node = tables.heads[cell] ?? -1; node >= 0; ) {
				const next = tables.nextOf[node] ?? -1;
				freeNode(node);
				node = next;
			}
			tables.heads[cell] = -1;
		},
		itemsOf(cell) {
			const items: number[] = [];
			let node = tables.heads[cell] ?? -1;
			for (; node >= 0; node = tables.nextOf[node] ?? -1) items.push(tables.itemOf[node] ?? 0);
			return items;
		},
		forgetItems(cell, isForgotten) {
			let before = -1;
			for (let node = tables.heads[cell] ?? -1; node >= 0; ) {
				const next = tables.nextOf[node] ?? -1;
				if (isForgotten[tables.itemOf[node] ?? 0] === 1) {
					cut(cell, before, node);
					freeNode(node);
				} else before = node;
				node = next;
			}
		},
	};
}

function openShopperStates(limits: ShopperLimits, { keys, tables, counters }: Parts): ShopperStates {
	const { shoppersMax, entriesMax, itemsPerListMax } = limits;
	const lists = createItemLists(tables, counters, itemsPerListMax);

	function forgetShopper(shopper: number): void {
		for (const list of shopperLists) lists.clear(cellOf(shopper, list));
		tables.handles[shopper] = -1;
		keys.remove(shopper);
	}

	/** Evicts the least recently active shoppers until there is a node; the active one is the last. */
	function takeNode(): number {
		while (counters.free < 0 && counters.taken === entriesMax) forgetShopper(keys.oldest());
		const node = counters.free;
		if (node >= 0) {
			counters.free = tables.nextOf[node] ?? -1;
			return node;
		}
		if (counters.taken === tables.itemOf.length) {
			const capacity = nextCapacity(tables.itemOf.length, counters.taken + 1, entriesMax);
			for (const name of ['itemOf', 'nextOf', 'amountOf'] as const) tables[name] = toLarger(tables[name], capacity);
		}
		counters.taken += 1;
		return counters.taken - 1;
	}

	function growShoppers(shopper: number): void {
		const known = tables.handles.length;
		if (shopper < known) return;
		const capacity = nextCapacity(known, shopper + 1, shoppersMax);
		tables.heads = toLarger(tables.heads, capacity * listCount).fill(-1, known * listCount);
		const handles = new Float64Array(capacity).fill(-1, known);
		handles.set(tables.handles);
		tables.handles = handles;
	}

	return {
		use(key) {
			let shopper = keys.use(key);
			if (shopper < 0) {
				forgetShopper(keys.oldest());
				shopper = keys.use(key);
			}
			growShoppers(shopper);
			return shopper;
		},
		find: keys.find,
		put: (shopper, list, added) => lists.put(cellOf(shopper, list), added, takeNode),
		take: (shopper, list, taken) => lists.take(cellOf(shopper, list), taken),
		setAmount: (shopper, list, entry) => lists.setAmount(cellOf(shopper, list), entry),
		clear: (shopper, list) => lists.clear(cellOf(shopper, list)),
		itemsOf: (shopper, list) => lists.itemsOf(cellOf(shopper, list)),
		handleOf(shopper) {
			const handle = tables.handles[shopper] ?? -1;
			return handle < 0 ? undefined : handle;
		},
		setHandle(shopper, handle) {
			tables.handles[shopper] = handle;
		},
		forget(key) {
			const shopper = keys.find(key);
			if (shopper >= 0) forgetShopper(shopper);
		},
		forgetItems(isForgotten) {
			for (let shopper = keys.oldest(); shopper >= 0; shopper = keys.newerThan(shopper)) {
				for (const list of shopperLists) lists.forgetItems(cellOf(shopper, list), isForgotten);
			}
		},
		count: keys.count,
		toBytes() {
			const numbers = [entriesMax, itemsPerListMax, counters.taken, counters.free];
			return [keys.toBytes(), writeSnapshot({ kind, version, numbers, arrays: { ...tables } })];
		},
		byteCount() {
			const { heads, handles, itemOf, nextOf, amountOf } = tables;
			const lists = [heads, itemOf, nextOf, amountOf].reduce((sum, { byteLength }) => sum + byteLength, 0);
			return keys.byteCount() + lists + handles.byteLength;
		},
	};
}

function cellOf(shopper: number, list: ShopperList): number {
	return shopper * listCount + shopperLists.indexOf(list);
}

function toLarger(array: Int32Array, capacity: number): Int32Array<ArrayBuffer> {
	const larger = new Int32Array(capacity);
	larger.set(array);
	return larger;
}
