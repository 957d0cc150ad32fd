import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { GroupedSums } from './key-groups.ts';
import { keepTopOfFirstKeys, listTopGroups } from './top-groups.ts';

const groups = fc.array(fc.tuple(fc.nat(3), fc.integer({ min: -3, max: 9 })), { maxLength: 60 });
const order = [1];

function toSums(list: readonly (readonly [key: number, sum: number])[]): GroupedSums {
	const [keys, sums] = [0, 1].map((at) => Float64Array.from(list, (group) => group[at] as number));
	return { count: list.length, keys: [keys as Float64Array], sums: [sums as Float64Array] };
}

/** Numbers of groups, greatest sums first, and of equal ones the first. */
function sortGroups(list: readonly (readonly [number, number])[], all: readonly number[]): number[] {
	const sumOf = (at: number) => list[at]?.[1] ?? 0;
	return all.toSorted((a, b) => sumOf(b) - sumOf(a) || a - b);
}

test('the greatest groups are those of all groups sorted, without those that are not to be kept or have no name', () => {
	fc.assert(
		fc.property(groups, fc.integer({ min: 1, max: 70 }), (list, rowsMax) => {
			const named = [...list.keys()].filter((at) => list[at]?.[0] !== 0 && (list[at]?.[1] ?? 0) > 0);
			const found = listTopGroups(toSums(list), { names: [true], rowsMax, order, keep: 'valued' });
			assert.deepEqual([...found].toSorted(), sortGroups(list, named).slice(0, rowsMax).toSorted());
		}),
	);
});

test('of each first key the greatest groups are kept, and all that equal the last of them', () => {
	fc.assert(
		fc.property(groups, fc.integer({ min: 1, max: 6 }), (list, max) => {
			const all = [...list.keys()];
			const expected = all.filter((at) => {
				const [key = 0, sum = 0] = list[at] ?? [];
				return all.filter((other) => list[other]?.[0] === key && (list[other]?.[1] ?? 0) > sum).length < max;
			});
			assert.deepEqual(
				[...keepTopOfFirstKeys(toSums(list), Int32Array.from(all), { max, order })].toSorted(),
				expected.toSorted(),
			);
		}),
	);
});
