import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseMapping } from './item-mapping.ts';
import { readItem } from './read-item.ts';

function read(text: string | Buffer, map?: string): unknown {
	const reading = readItem({ line: 3, bytes: Buffer.from(text) }, map === undefined ? undefined : parseMapping(map));
	return 'item' in reading ? [reading.item.id, reading.item.text] : reading.rejection.reason;
}

test('without a mapping an item stays the text it was', () => {
	const text = '{ "id" : 7.0, "price":1e2,  "title":"caf\\u00e9 \\/" }';
	assert.deepEqual(read(`${text}\r`), ['7', text]);
});

test('a mapping renames members and keeps the text of their values', () => {
	assert.deepEqual(read('{"sku":"a","url":"http:\\/\\/x","price":6.00}', 'id=sku,link=url'), [
		'a',
		'{"id":"a","link":"http:\\/\\/x","price":6.00}',
	]);
});

test('a mapped member replaces one of its new name, one source may have two names, a missing source changes nothing', () => {
	assert.deepEqual(read('{"id":"1","link":"old","url":"new"}', 'link=url'), ['1', '{"link":"new","id":"1"}']);
	assert.deepEqual(read('{"code":"1"}', 'id=code,mpn=code'), ['1', '{"id":"1","mpn":"1"}']);
	assert.deepEqual(read('{"id":"1","link":"old"}', 'link=url'), ['1', '{"id":"1","link":"old"}']);
	assert.deepEqual(read('{"a":1,"b":2}', 'a=b,b=a'), [undefined, '{"a":2,"b":1}']);
});

test('what is no JSON object is refused with the reason', () => {
	assert.equal(read('[{"id":"1"}]'), 'is not a JSON object');
	assert.equal(read('"x"'), 'is not a JSON object');
	assert.match(String(read('{"id":"1"')), /^is not JSON: /);
	assert.equal(read(Buffer.from([0x7b, 0xff, 0x7d])), 'is not UTF-8 text');
	assert.deepEqual(readItem({ line: 3, bytes: undefined }, undefined), {
		rejection: { line: 3, id: undefined, reason: 'is larger than a request may be' },
	});
});

test('an item whose member is given twice cannot be mapped without losing one, and is refused', () => {
	assert.match(String(read('{"url":"1","url":"2"}', 'link=url')), /given twice/);
});

test('a mapping that makes no sense is a wrong command line', () => {
	for (const map of ['', 'link', 'link=', '=url', 'a=b=c', 'a=b,a=c'])
		assert.throws(() => parseMapping(map), { code: 'usage' });
});
