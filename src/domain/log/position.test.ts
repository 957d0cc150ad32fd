import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
	comparePositions,
	estimateCount,
	laterPosition,
	parsePosition,
	startPosition,
	toPosition,
} from './position.ts';

const numbers = fc.array(fc.bigInt(0n, 2n ** 64n - 1n), { minLength: 3, maxLength: 3 });

function join(parts: readonly bigint[]) {
	const position = parsePosition(parts.join('.'));
	assert(position !== undefined);
	return position;
}

test('positions are ordered by their numbers, the first number first, however large they are', () => {
	fc.assert(
		fc.property(numbers, numbers, (a, b) => {
			const at = a.findIndex((part, index) => part !== b[index]);
			const expected = at === -1 ? 0 : (a[at] ?? 0n) < (b[at] ?? 0n) ? -1 : 1;
			assert.equal(Math.sign(comparePositions(join(a), join(b))), expected);
			assert.equal(laterPosition(join(a), join(b)), expected > 0 ? join(a) : join(b));
		}),
	);
	assert(comparePositions(toPosition(9), toPosition(10)) < 0);
	assert(comparePositions(startPosition, join([0n, 0n, 0n])) < 0, 'the start is before everything');
});

test('the distance of two positions is that of their serials, and at least 1 when one is later', () => {
	assert.equal(estimateCount(toPosition(3), toPosition(10)), 7);
	assert.equal(estimateCount(toPosition(10), toPosition(3)), 0);
	assert.equal(estimateCount(join([1n, 5n, 7n]), join([1n, 6n, 9n])), 2);
	assert.equal(estimateCount(join([1n, 5n, 9n]), join([1n, 6n, 7n])), 1);
});

test('text from outside is a position, or is rejected', () => {
	for (const text of ['0', '120', '2.8841.120']) assert.equal(parsePosition(text), text);
	for (const text of ['', '-1', '1.', '.1', '01', '1e3', ' 1', '1.2.3.4.5', '9'.repeat(21), 'x']) {
		assert.equal(parsePosition(text), undefined, text);
	}
});
