import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { toShopperKey } from './shopper-key.ts';
import {
	createShopperStates,
	restoreShopperStates,
	type ShopperLimits,
	type ShopperList,
	shopperLists,
} from './shopper-states.ts';
import { SnapshotError } from './snapshot-bytes.ts';

const limits: ShopperLimits = { shoppersMax: 5, entriesMax: 20, itemsPerListMax: 4 };
const keyOf = (n: number) => toShopperKey('session', `s${n}`);

/** The same with arrays: [item, amount], newest first. */
type Lists = Record<ShopperList, [number, number][]>;

const entry = fc.record({ item: fc.nat(6), amount: fc.integer({ min: 1, max: 3 }) });
const commands = fc.array(
	fc.record({
		name: fc.constantFrom('put', 'put', 'put', 'take', 'clear', 'forget'),
		shopper: fc.nat(6),
		list: fc.constantFrom(...shopperLists),
		entry,
	}),
	{ maxLength: 120 },
);

function countEntries(expected: Map<number, Lists>): number {
	return [...expected.values()].reduce((sum, lists) => sum + shopperLists.flatMap((list) => lists[list]).length, 0);
}

function put(list: [number, number][], item: number, amount: number): void {
	const at = list.findIndex(([known]) => known === item);
	const before = at < 0 ? 0 : (list.splice(at, 1)[0]?.[1] ?? 0);
	list.unshift([item, before + amount]);
	if (list.length > limits.itemsPerListMax) list.pop();
}

function take(list: [number, number][], item: number, amount: number): void {
	const at = list.findIndex(([known]) => known === item);
	const known = list[at];
	if (known === undefined) return;
	known[1] -= amount;
	if (known[1] <= 0) list.splice(at, 1);
}

interface Command {
	readonly name: string;
	readonly shopper: number;
	readonly list: ShopperList;
	readonly entry: { readonly item: number; readonly amount: number };
}

/** Runs the commands on the states, which are saved and restored after `cut` of them, and on a map of arrays. */
function run(all: readonly Command[], cut: number) {
	let states = createShopperStates(limits);
	const expected = new Map<number, Lists>();
	for (const [at, command] of all.entries()) {
		if (at === cut) states = restoreShopperStates(limits, states.toBytes());
		const { name, shopper: n, list, entry: one } = command;
		if (name === 'forget') states.forget(keyOf(n));
		else {
			const shopper = states.use(keyOf(n));
			if (name === 'put') states.put(shopper, list, one);
			else if (name === 'take') states.take(shopper, list, one);
			else states.clear(shopper, list);
		}
		expect(expected, command);
	}
	return { states, expected };
}

function expect(expected: Map<number, Lists>, { name, shopper, list, entry: { item, amount } }: Command): void {
	const lists = expected.get(shopper) ?? { viewed: [], cart: [], bought: [] };
	expected.delete(shopper);
	if (name === 'forget') return;
	if (expected.size === limits.shoppersMax) deleteOldest(expected);
	expected.set(shopper, lists);
	if (name === 'put') put(lists[list], item, amount);
	else if (name === 'take') take(lists[list], item, amount);
	else lists[list] = [];
	while (countEntries(expected) > limits.entriesMax) deleteOldest(expected);
}

describe('shopper states', () => {
	it('keep distinct items newest first and drop the last one', () => {
		const states = createShopperStates(limits);
		const shopper = states.use(keyOf(1));
		for (const item of [1, 2, 3, 1, 4, 5]) states.put(shopper, 'viewed', { item, amount: 1 });
		assert.deepEqual(states.itemsOf(shopper, 'viewed'), [5, 4, 1, 3]);
		assert.deepEqual(states.itemsOf(shopper, 'cart'), []);
	});

	it('count what is put into a cart and removed from it', () => {
		const states = createShopperStates(limits);
		const shopper = states.use(keyOf(1));
		states.put(shopper, 'cart', { item: 1, amount: 2 });
		states.put(shopper, 'cart', { item: 1, amount: 1 });
		states.take(shopper, 'cart', { item: 1, amount: 2 });
		assert.deepEqual(states.itemsOf(shopper, 'cart'), [1]);
		states.take(shopper, 'cart', { item: 1, amount: 1 });
		assert.deepEqual(states.itemsOf(shopper, 'cart'), []);
	});

	it('distinguish a session from a user of the same id', () => {
		const states = createShopperStates(limits);
		states.use(toShopperKey('session', 'x'));
		assert.equal(states.find(toShopperKey('user', 'x')), -1);
	});

	it('behave like lists in a map: the least recently active shopper is evicted, for lack of shoppers or of nodes', () => {
		fc.assert(
			fc.property(commands, fc.nat(120), (all, cut) => {
				const { states, expected } = run(all, cut);
				for (let n = 0; n < 7; n += 1) {
					const shopper = states.find(keyOf(n));
					assert.equal(shopper >= 0, expected.has(n));
					for (const list of shopper < 0 ? [] : shopperLists) {
						const items = expected.get(n)?.[list].map(([item]) => item);
						assert.deepEqual(states.itemsOf(shopper, list), items);
					}
				}
			}),
		);
	});

	it('forget items in all lists', () => {
		const states = createShopperStates(limits);
		const shopper = states.use(keyOf(1));
		for (const item of [1, 2, 3]) states.put(shopper, 'viewed', { item, amount: 1 });
		states.put(shopper, 'cart', { item: 3, amount: 1 });
		states.forgetItems(Uint8Array.of(0, 1, 0, 1));
		assert.deepEqual(states.itemsOf(shopper, 'viewed'), [2]);
		assert.deepEqual(states.itemsOf(shopper, 'cart'), []);
	});

	it('reject damaged bytes and those of other limits', () => {
		const states = createShopperStates(limits);
		states.put(states.use(keyOf(1)), 'viewed', { item: 1, amount: 1 });
		const [keys, lists] = states.toBytes() as [Uint8Array, Uint8Array];
		assert.throws(() => restoreShopperStates({ ...limits, entriesMax: 30 }, [keys, lists]), SnapshotError);
		assert.throws(() => restoreShopperStates({ ...limits, shoppersMax: 6 }, [keys, lists]), SnapshotError);
		lists[lists.length >> 1] = (lists[lists.length >> 1] ?? 0) ^ 1;
		assert.throws(() => restoreShopperStates(limits, [keys, lists]), SnapshotError);
	});
});

function deleteOldest(expected: Map<number, Lists>): void {
	const [oldest] = expected.keys();
	if (oldest !== undefined) expected.delete(oldest);
}
