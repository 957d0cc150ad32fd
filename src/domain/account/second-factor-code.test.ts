import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseSecondFactorCode, toShownRecoveryCode } from './second-factor-code.ts';

test('codes are read however they are spaced', () => {
	for (const text of ['123456', '123 456', ' 123-456\n']) {
		assert.deepEqual(parseSecondFactorCode(text), { kind: 'device', digits: '123456' });
	}
	const digits = 'c0ffee25472929 6a45a3'.replace(' ', '');
	assert.equal(toShownRecoveryCode(digits), 'c0ffe-e2547-29296-a45a3');
	for (const text of [digits, 'C0FFE-E2547-29296-A45A3', 'c0ffe e2547 29296 a45a3']) {
		assert.deepEqual(parseSecondFactorCode(text), { kind: 'recovery', digits });
	}
});

test('what is no code is none', () => {
	for (const text of ['', '12345', '1234567', '12345a', '１２３４５６', 'c0ffe', 'x'.repeat(20), '0'.repeat(21)]) {
		assert.equal(parseSecondFactorCode(text), undefined, text);
	}
});
