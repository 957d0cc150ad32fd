import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readItem } from './read-item.ts';

function read(text: string | Buffer, names?: Record<string, string>): unknown {
	const reading = readItem({ line: 3, bytes: Buffer.from(text) }, names && new Map(Object.entries(names)));
	return 'item' in reading ? [reading.item.id, reading.item.text] : reading.rejection.reason;
}

test('without new names an item keeps its text', () => {
	const text = '{ "id" : 7.0, "price":1e2,  "title":"caf\\u00e9 \\/" }';
	assert.deepEqual(read(`${text}\r`), ['7', text]);
});

test('renaming keeps the text of values', () => {
	assert.deepEqual(read('{"sku":"a","url":"http:\\/\\/x","price":6.00}', { id: 'sku', link: 'url' }), [
		'a',
		'{"id":"a","link":"http:\\/\\/x","price":6.00}',
	]);
});

test('a renamed member replaces one of its new name, one source may get two names, a missing source changes nothing', () => {
	assert.deepEqual(read('{"id":"1","link":"old","url":"new"}', { link: 'url' }), ['1', '{"link":"new","id":"1"}']);
	assert.deepEqual(read('{"code":"1"}', { id: 'code', mpn: 'code' }), ['1', '{"id":"1","mpn":"1"}']);
	assert.deepEqual(read('{"id":"1","link":"old"}', { link: 'url' }), ['1', '{"id":"1","link":"old"}']);
	assert.deepEqual(read('{"a":1,"b":2}', { a: 'b', b: 'a' }), [undefined, '{"a":2,"b":1}']);
});

test('text that is not a JSON object is rejected with the reason', () => {
	assert.equal(read('[{"id":"1"}]'), 'is not a JSON object');
	assert.equal(read('"x"'), 'is not a JSON object');
	assert.match(String(read('{"id":"1"')), /^is not JSON: /);
	assert.equal(read(Buffer.from([0x7b, 0xff, 0x7d])), 'is not UTF-8 text');
	assert.deepEqual(readItem({ line: 3, bytes: undefined }, undefined), {
		rejection: { line: 3, code: 'too_large', reason: 'is too large' },
	});
});

test('an item with a duplicate member cannot be renamed without losing one, and is rejected', () => {
	assert.match(String(read('{"url":"1","url":"2"}', { link: 'url' })), /given twice/);
});
