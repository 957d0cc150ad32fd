import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import { chooseLength } from '../../../test/support/test-length.ts';
import { compareNumberTexts } from './number-order.ts';

const cents = fc.integer({ min: -1_000_000, max: 1_000_000 }).map((amount) => amount / 100);
const number = fc.oneof(
	cents,
	fc.integer({ min: -1200, max: 1200 }),
	fc.double({ noNaN: true }),
	fc.constantFrom(0, -0, 0.5, 1, 1.5, 10, 1e-6, 9e-7, 1e21, 1e20, 2 ** 53, 2 ** 53 + 2, 123456789012345, 1e15),
);

it('orders numbers as their texts', () => {
	fc.assert(
		fc.property(number, number, (left, right) => {
			const [a, b] = [String(left), String(right)];
			const expected = a === b ? 0 : a < b ? -1 : 1;
			assert.equal(Math.sign(compareNumberTexts(left, right)), expected, `${a} and ${b}`);
		}),
		{ numRuns: chooseLength(1_000, 5_000) },
	);
});
