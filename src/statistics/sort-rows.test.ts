import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { sortRowsBy } from './sort-rows.ts';

const value = fc.oneof(fc.nat(3), fc.nat(5_000), fc.nat(0xffff_ffff));

test('rows are sorted by one column after the other, and equal ones stay in their order', () => {
	fc.assert(
		fc.property(fc.array(fc.tuple(value, value), { maxLength: 60 }), (pairs) => {
			const columns = [0, 1].map((at) => Float64Array.from(pairs, (pair) => pair[at] as number));
			const rows = Int32Array.from(pairs.keys()).reverse();
			const expected = [...rows].sort((a, b) => {
				const [[first, second], [otherFirst, otherSecond]] = [pairs[a], pairs[b]] as [
					[number, number],
					[number, number],
				];
				return first - otherFirst || second - otherSecond;
			});
			assert.deepEqual([...sortRowsBy(rows, columns)], expected);
			assert.deepEqual([...rows], [...pairs.keys()].reverse(), 'what was given stays as it was');
		}),
	);
});
