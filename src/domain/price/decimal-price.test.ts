import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { toDecimalPrice } from './decimal-price.ts';

test('writes a price without an exponent', () => {
	for (const [price, text] of [
		[0, '0'],
		[19.99, '19.99'],
		[1e15, '1000000000000000'],
		[1e20, '100000000000000000000'],
		[0.000001, '0.000001'],
		[1e-7, '0.0000001'],
		[1.25e-8, '0.0000000125'],
	] as const) {
		assert.equal(toDecimalPrice(price), text);
	}
});

test('any price is digits that stand for the same number', () => {
	fc.assert(
		fc.property(fc.double({ min: 0, max: 1e20, noNaN: true }), (price) => {
			const text = toDecimalPrice(price);
			assert.match(text, /^\d+(?:\.\d+)?$/);
			assert.equal(Number(text), price);
		}),
	);
});
