import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { isEan13, toEan13 } from './ean13.ts';

describe('EAN-13', () => {
	it('computes the check digit of a number calculated by hand', () => {
		// 1 × (4 + 0 + 3 + 1 + 3 + 9) + 3 × (0 + 6 + 8 + 3 + 3 + 3) = 89, and 90 − 89 = 1.
		assert.equal(toEan13('400638133393'), '4006381333931');
	});

	it('writes 0 where the sum is already a multiple of ten', () => {
		// 1 × 0 + 3 × (1 + 2 + 7) = 30.
		assert.equal(toEan13('010200000007'), '0102000000070');
	});

	it('accepts what it made and detects any single wrong digit', () => {
		const bodies = fc.stringMatching(/^\d{12}$/);
		fc.assert(
			fc.property(bodies, fc.nat(12), fc.integer({ min: 1, max: 9 }), (body, position, shift) => {
				const ean = toEan13(body);
				const wrongDigit = (Number(ean[position]) + shift) % 10;
				assert(isEan13(ean));
				assert(!isEan13(ean.slice(0, position) + wrongDigit + ean.slice(position + 1)));
			}),
		);
	});

	it('has thirteen digits', () => {
		assert(!isEan13('400638133393'));
		assert(!isEan13('400638133393x'));
		assert.throws(() => toEan13('123'));
	});
});
