import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createShownQueryReader } from './shown-query.ts';

const read = createShownQueryReader();

test('queries that look like personal data or have no meaning are not shown', () => {
	for (const text of [
		'jane.doe@example.com',
		'+34 612 34 56 78',
		'(0049) 30/123456',
		'4111 1111 1111 1111',
		'8806091234567',
		'de89 3704 0044 0532 0130 00',
		'https://shop.example/x',
		'www.example.com',
		'x'.repeat(61),
		' \u0000 ',
	]) {
		assert.equal(read(text), undefined, text);
	}
	for (const text of ['wh-1000xm4', 'toner xerox 006r90321', '27 inch monitor', '1440 x 900', 'iphone 15 pro 256gb']) {
		assert.equal(read(text.toUpperCase())?.text, text);
	}
});

test('what is read again is the same', () => {
	for (const typed of ['red shoe', 'x'.repeat(61), '?!', `red${' '.repeat(200)}shoe`]) {
		assert.deepEqual(read(typed), read(typed));
	}
	assert.deepEqual(read('red shoe'), { text: 'red shoe', key: 'red shoe' });
});

test('spellings of a query have one key, and what has no words is no query', () => {
	const [first, ...others] = ['red shoe', ' Red   SHOE', 'rèd shoe', 'red-shoe!'].map((typed) => read(typed)?.key);
	assert(first !== undefined);
	for (const key of others) assert.equal(key, first);
	assert.notEqual(read('shoe red')?.key, first);
	assert.equal(read('Rèd  Shoe')?.text, 'rèd shoe');
	for (const typed of ['', '?!', 'jane@example.com']) assert.equal(read(typed), undefined, typed);
});
