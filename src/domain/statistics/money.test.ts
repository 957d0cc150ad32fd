import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toAmountUnits } from './money.ts';

test('amounts are exact, and rounded once, half away from zero', () => {
	const cases: readonly (readonly [number | string, number, bigint])[] = [
		[9.99, 3, 299_700n],
		[0.1, 3, 3_000n],
		['19.90', 1, 199_000n],
		[0.00005, 1, 1n],
		[0.00005, 3, 2n],
		['-0.00005', 1, -1n],
		[0.00004, 1, 0n],
		['.5', 2, 10_000n],
		[1e21, 1, 10n ** 25n],
		[1e-7, 1, 0n],
		[123_456_789_012.34, 1000, 1_234_567_890_123_400_000n],
	];
	for (const [price, count, units] of cases) assert.equal(toAmountUnits(price, count), units, `${price} × ${count}`);
});

test('what is no decimal is refused', () => {
	for (const price of ['', '.', '1,5', 'abc', Number.NaN, Number.POSITIVE_INFINITY]) {
		assert.throws(() => toAmountUnits(price, 1), /decimal/);
	}
});
