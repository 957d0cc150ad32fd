import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keepGroups } from './keep-groups.ts';

test('groups are kept that others have with any sum but 0', () => {
	const column = (...values: number[]) => Float64Array.of(...values, 99);
	const many = { count: 4, keys: [column(7, 3, 5, 9)], sums: [column(70, 30, 50, 90)] };
	const clicks = { count: 2, keys: [column(3, 9)], sums: [column(1, 0), column(0, 0)] };
	const sales = { count: 2, keys: [column(7, 8)], sums: [column(-1, 1)] };
	assert.deepEqual(keepGroups(many, [clicks, sales]), {
		...{ count: 2, keys: [Float64Array.of(7, 3)], sums: [Float64Array.of(70, 30)] },
	});
	assert.equal(keepGroups(many, []).count, 0);
});
