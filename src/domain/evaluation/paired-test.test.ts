import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { toPValue } from './paired-test.ts';

/** All choices of signs, by recursion. */
function countSums(differences: readonly number[], sum: number, isExtreme: (sum: number) => boolean): number {
	const [first, ...rest] = differences;
	if (first === undefined) return isExtreme(sum) ? 1 : 0;
	return countSums(rest, sum + first, isExtreme) + countSums(rest, sum - first, isExtreme);
}

const difference = fc.integer({ min: -20, max: 20 }).map((tenths) => tenths / 10);

describe('the p-value', () => {
	it('of few differences is the share of signs that are as extreme, counted one by one', () => {
		fc.assert(
			fc.property(fc.array(difference, { maxLength: 9 }), (differences) => {
				const observed = Math.abs(differences.reduce((sum, value) => sum + value, 0));
				const extreme = countSums(differences, 0, (sum) => Math.abs(sum) >= observed - 1e-9);
				assert.equal(toPValue(differences), extreme / 2 ** differences.length);
			}),
		);
	});

	it('of three equal gains is 2 of 8', () => {
		assert.equal(toPValue([0.1, 0.1, 0.1]), 0.25);
	});

	it('is 1 where nothing differs', () => {
		assert.equal(toPValue([0, 0]), 1);
		assert.equal(toPValue([]), 1);
	});

	it('does not depend on queries that stay the same, nor on which side is better', () => {
		fc.assert(
			fc.property(fc.array(difference, { maxLength: 40 }), (differences) => {
				const value = toPValue(differences);
				assert.equal(toPValue([...differences, 0, 0]), value);
				assert.equal(toPValue(differences.map((one) => -one)), value);
			}),
		);
	});

	it('of many differences is near the exact one of as many equal gains and losses', () => {
		// 20 gains and 10 losses of the same size: the binomial distribution says 0.0987.
		const differences = Array.from({ length: 30 }, (_, index) => (index < 20 ? 0.1 : -0.1));

		assert.ok(Math.abs(toPValue(differences) - 0.0987) < 0.015, String(toPValue(differences)));
	});

	it('of many gains alone is small and never 0', () => {
		const value = toPValue(Array.from({ length: 100 }, () => 0.01));

		assert.ok(value > 0 && value < 0.001);
	});
});
