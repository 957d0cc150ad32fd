import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { decodeString } from '../segment/sorted-strings.ts';
import { createTextTable } from './text-table.ts';

/** Characters of one to four bytes; U+0000 sorts before the end of a shorter text unless lengths are compared. */
const unit = fc.constantFrom('a', 'b', '\u0000', 'é', '鞋', '\uffff', '👟');
const tail = fc.string({ unit, maxLength: 9 });
const texts = fc
	.tuple(fc.constantFrom('', 'https://shop.example/', 'ö'), fc.array(tail, { maxLength: 200 }))
	.map(([start, tails]) => tails.map((each) => start + each));

test('texts are numbered in the order in which they came, and sorted by their bytes', () => {
	fc.assert(
		fc.property(texts, (all) => {
			const table = createTextTable();
			const model = new Map<string, number>();
			for (const text of all) {
				assert.equal(table.has(text), model.has(text));
				if (!model.has(text)) model.set(text, model.size);
				assert.equal(table.toNumber(text), model.get(text));
				assert.equal(table.count, model.size);
			}
			const { sorted, order } = table.sort();
			const expected = [...model.keys()].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
			assert.deepEqual(
				expected.map((_, index) => decodeString(sorted, index)),
				expected,
			);
			assert.deepEqual(
				[...order],
				expected.map((text) => model.get(text)),
			);
		}),
	);
});

test('a table of many texts, most of which are alike at their beginning', () => {
	const table = createTextTable();
	const name = (number: number) => `https://shop.example/images/${(number * 7919) % 5000}-front.jpg`;
	for (let round = 0; round < 2; round += 1) {
		for (let number = 0; number < 5000; number += 1) assert.equal(table.toNumber(name(number)), number);
	}
	const { sorted } = table.sort();
	const expected = Array.from({ length: 5000 }, (_, number) => name(number)).sort();
	assert.deepEqual(
		expected.map((_, index) => decodeString(sorted, index)),
		expected,
	);
});
