import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatBar } from './bar.ts';

test('a bar is as long as its value, in eighths of a column', () => {
	const bars = [0, 1, 4, 8, 12, 16].map((value) => formatBar(value, 16, 2));
	assert.deepEqual(bars, ['', '▏', '▌', '█', '█▌', '██']);
});

test('something has a bar, and nothing has none, whatever it is compared with', () => {
	assert.equal(formatBar(1, 1_000_000), '▏');
	assert.deepEqual([formatBar(0, 0), formatBar(-3, 5), formatBar(Number.NaN, 5)], ['', '', '']);
	assert.equal(formatBar(9, 3, 2), '██');
});
