import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { codePoint } from '../../../test/support/code-point.ts';
import { readItemId } from './item-id.ts';

test('a string is its own id, however it is written', () => {
	fc.assert(
		fc.property(fc.string({ unit: codePoint, minLength: 1, maxLength: 100 }), (id) => {
			fc.pre(!id.includes('\0'));
			assert.deepEqual(readItemId(JSON.stringify(id)), { id });
		}),
	);
	assert.deepEqual(readItemId('"a\\/b\\u00e9"'), { id: 'a/bé' });
});

test('a number is its decimal string, with every digit of an integer', () => {
	const cases: readonly (readonly [literal: string, id: string])[] = [
		['7', '7'],
		['-7', '-7'],
		['0', '0'],
		['-0', '0'],
		['12345678901234567890', '12345678901234567890'],
		['6.0', '6'],
		['6.50', '6.5'],
		['1e3', '1000'],
	];
	for (const [literal, id] of cases) assert.deepEqual(readItemId(literal), { id }, literal);
});

test('anything else is not an id', () => {
	const notAnId = 'must be a string, or a number without an exponent';
	const cases: readonly (readonly [literal: string, reason: string])[] = [
		['""', 'must not be empty'],
		['"a\\u0000"', 'has a NUL character'],
		['null', notAnId],
		['true', notAnId],
		['{}', notAnId],
		['["a"]', notAnId],
		['1e21', notAnId],
		['1e-7', notAnId],
	];
	for (const [literal, reason] of cases) assert.deepEqual(readItemId(literal), { reason }, literal);
});

test('an id has at most 512 bytes, counted as UTF-8', () => {
	assert.ok('id' in readItemId(`"${'x'.repeat(512)}"`));
	assert.ok('id' in readItemId(`"${'é'.repeat(256)}"`));
	assert.ok('id' in readItemId('9'.repeat(512)));
	const reason = 'must not be longer than 512 bytes';
	assert.deepEqual(readItemId(`"${'x'.repeat(513)}"`), { reason });
	assert.deepEqual(readItemId(`"${'é'.repeat(257)}"`), { reason });
	assert.deepEqual(readItemId('9'.repeat(513)), { reason });
});
