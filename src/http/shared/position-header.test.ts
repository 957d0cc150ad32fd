import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatPosition, parsePosition } from './position-header.ts';

test('a position that an answer said is understood, and nothing else is', () => {
	assert.equal(parsePosition(formatPosition('product')), 'product');
	for (const text of ['', '1', '1-', '2-product', 'product', '1-../x', '1-Product', `1-${'%'.repeat(9)}`])
		assert.equal(parsePosition(text), undefined, text);
});
