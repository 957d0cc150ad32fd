import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { nothing, toRangeClause } from './filter-clauses.ts';

const rangeOf = (bounds: Omit<Parameters<typeof toRangeClause>[0], 'fieldName'>) => {
	const clause = toRangeClause({ fieldName: 'price', ...bounds });
	return JSON.parse(JSON.stringify(clause)).nested?.query.bool.filter[1].range['numbers.value'] ?? clause;
};

describe('the clause of a range', () => {
	it('has one bound on each side, the narrower one, because OpenSearch 3 refuses two', () => {
		assert.deepEqual(rangeOf({ gte: 0, gt: 0, lte: 20 }), { gt: 0, lte: 20 });
		assert.deepEqual(rangeOf({ gte: 5, gt: 1, lte: 9, lt: 20 }), { gte: 5, lte: 9 });
		assert.deepEqual(rangeOf({ gt: -3, lte: 9, lt: 9 }), { gt: -3, lt: 9 });
	});

	it('has none where every number is within it', () => {
		assert.deepEqual(rangeOf({ gte: -Infinity, lte: 7 }), { lte: 7 });
		assert.deepEqual(rangeOf({ lt: Infinity }), {});
	});

	it('is one that nothing matches where no number can be within it', () => {
		for (const bounds of [{ gte: 2, lt: 1 }, { gt: Infinity }, { lte: -Infinity }]) {
			assert.equal(rangeOf(bounds), nothing);
		}
	});
});
