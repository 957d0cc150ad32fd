import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createGroups } from './groups.ts';
import type { Groups } from './key-groups.ts';

/** Small keys have a table, others are hashed. */
const key = fc.oneof(fc.nat(3), fc.nat(5_000), fc.nat(2 ** 22), fc.maxSafeInteger());
const pairs = fc.array(fc.tuple(key, key), { maxLength: 300 });

/** Numbers in the order of their first appearance, by a `Map`. */
function numberKeys(keys: readonly string[]): number[] {
	const numbers = new Map<string, number>();
	return keys.map((text) => {
		const number = numbers.get(text) ?? numbers.size;
		numbers.set(text, number);
		return number;
	});
}

function checkGroups(keyCount: 1 | 2, blocks: readonly (readonly (readonly [number, number])[])[]): void {
	const groups = createGroups(keyCount);
	const found = blocks.flatMap((block) => {
		const [first, second] = [0, 1].map((at) => Float64Array.from(block, (pair) => pair[at] as number));
		const numbers = new Int32Array(block.length);
		groups.findRows(Int32Array.from(block.keys()), [first, second].slice(0, keyCount) as Float64Array[], numbers);
		return [...numbers];
	});
	const all = blocks.flat();
	assert.deepEqual(found, numberKeys(all.map((pair) => pair.slice(0, keyCount).join(' '))));
	const firsts = groups.keys(0);
	const seconds = keyCount === 2 ? groups.keys(1) : undefined;
	for (const [at, [first, second]] of all.entries()) {
		assert.equal(firsts[found[at] as number], first);
		if (seconds !== undefined) assert.equal(seconds[found[at] as number], second);
		assert.equal(groups.find(first, second), found[at]);
	}
	assert.equal(groups.count, new Set(found).size);
	checkKnown(groups, keyCount, all);
}

/** Keys that were numbered are found, others are not, and asking numbers none. */
function checkKnown(groups: Groups, keyCount: 1 | 2, all: readonly (readonly [number, number])[]): void {
	const asked = [[1, 1], [2 ** 30, 4], ...all.map(([first, second]) => [second, first]), ...all];
	const columns = [0, 1].slice(0, keyCount).map((at) => Float64Array.from(asked, (pair) => pair[at] as number));
	const known = new Int32Array(asked.length).fill(-2);
	groups.findKnown(columns, { from: 1, to: asked.length }, known);
	const numbers = new Map<string, number>();
	const [firsts, seconds] = [groups.keys(0), groups.keys(1)];
	for (let at = 0; at < groups.count; at++) numbers.set(toText([firsts[at] ?? 0, seconds[at] ?? 0]), at);
	const expected = asked.map((pair, at) => (at === 0 ? -2 : (numbers.get(toText(pair)) ?? -1)));
	assert.deepEqual([...known], expected);

	function toText(pair: readonly number[]): string {
		return pair.slice(0, keyCount).join(' ');
	}
}

test('groups by one key and by two are numbered in the order in which they are found', () => {
	fc.assert(
		fc.property(fc.array(pairs, { maxLength: 4 }), (blocks) => {
			checkGroups(1, blocks);
			checkGroups(2, blocks);
		}),
	);
});

test('pairs of many different keys on both sides keep their numbers when no table fits them', () => {
	const blocks = [4, 3_000, 4, 3_000].map((count, block) =>
		Array.from({ length: count }, (_, at) => [(at * 7) % 2_900, at + (block >> 1)] as const),
	);
	checkGroups(2, blocks);
});

test('without a key, all rows are one group, which is there without rows', () => {
	const groups = createGroups(0);
	const found = new Int32Array(3).fill(9);
	groups.findRows(Int32Array.of(4, 7), [], found);
	assert.deepEqual([[...found], groups.count], [[0, 0, 9], 1]);
});
