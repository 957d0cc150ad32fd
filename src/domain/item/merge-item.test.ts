import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { chooseLength } from '../../../test/support/test-length.ts';
import { defaultPriceFormat } from '../price/price-format.ts';
import { itemBytesMax } from './item.ts';
import { mergeItem } from './merge-item.ts';

const generic = { preset: 'generic', priceFormat: defaultPriceFormat } as const;
const product = { preset: 'product', priceFormat: defaultPriceFormat } as const;

test('fields are replaced in place, new ones come last, and the rest keeps its bytes', () => {
	const current = '{ "id":"7", "a" : 6.0 ,\n"b":[1,  2], "c\\u0061":1e2 }';
	assert.deepEqual(mergeItem(current, '{"b":null,"z":1.0, "ca":2 , "y":{"x":[]}}', generic), {
		text: '{ "id":"7", "a" : 6.0 ,\n"b":null, "c\\u0061":2,"z":1.0,"y":{"x":[]} }',
		groupId: null,
	});
});

test('an empty patch changes nothing, and anything can be merged into an empty item', () => {
	assert.deepEqual(mergeItem('{ "id":"7" }', '{}', generic), { text: '{ "id":"7" }', groupId: null });
	assert.deepEqual(mergeItem('{}', '{"a":1,"b":2}', generic), { text: '{"a":1,"b":2}', groupId: null });
});

test('the group is that of the merged item', () => {
	const current = '{"id":"7","group_id":"g","df_grouping_id":"g"}';
	const groupOf = (patch: string) => (mergeItem(current, patch, generic) as { groupId: string | null }).groupId;
	assert.equal(groupOf('{"a":1}'), 'g');
	assert.equal(groupOf('{"group_id":12,"df_grouping_id":12}'), '12');
	assert.equal(groupOf('{"group_id":null,"df_grouping_id":null}'), null);
	assert.deepEqual(mergeItem('{"id":"7"}', '{"df_grouping_id":"h","group_id":"h"}', generic), {
		text: '{"id":"7","df_grouping_id":"h","group_id":"h"}',
		groupId: 'h',
	});
});

test('the best price of a product is computed from the prices of the merged item', () => {
	const current = '{"id":"7","price":10,"sale_price":8.50,"best_price":8.50}';
	const bestOf = (patch: string, text = current) =>
		JSON.parse((mergeItem(text, patch, product) as { text: string }).text).best_price;
	assert.equal(bestOf('{"price":5}'), 5);
	assert.equal(bestOf('{"price":20}'), 8.5);
	assert.equal(bestOf('{"sale_price":null}'), 10);
	assert.equal(bestOf('{"sale_price":12}'), 10);
	assert.equal(bestOf('{"price":null,"sale_price":null}'), null);
	assert.equal(bestOf('{"price":3}', '{"id":"7","best_price":null}'), 3);
	assert.equal(bestOf('{"title":"x"}'), 8.5);
	assert.equal(bestOf('{"best_price":1}'), 8.5);
	assert.equal(bestOf('{"price":"5,00 €","best_price":"4"}'), 5);
	assert.equal(bestOf('{"sale_price":""}'), 10);
	assert.equal(bestOf('{"sale_price":null}', '{"price":"10.00","sale_price":"8.50","best_price":8.5}'), 10);
	assert.equal(bestOf('{"price":""}', '{"price":"10.00","best_price":10}'), null);
	assert.equal(bestOf('{"best_price":4}', '{"best_price":null}'), 4);
	assert.equal(bestOf('{"price":null}', '{"best_price":4}'), 4);
	assert.equal(bestOf('{"price":3}', '{"best_price":4}'), 3);
	assert.deepEqual(mergeItem(current, '{"price":5.0}', product), {
		text: '{"id":"7","price":5.0,"sale_price":8.50,"best_price":5.0}',
		groupId: null,
	});
	assert.deepEqual(mergeItem(current, '{"price":5.0}', generic), {
		text: '{"id":"7","price":5.0,"sale_price":8.50,"best_price":8.50}',
		groupId: null,
	});
});

test('a merge that would make the item longer than one mebibyte fails with a reason', () => {
	const current = '{"a":""}';
	const room = itemBytesMax - Buffer.byteLength('{"a":""}');
	assert.ok('text' in mergeItem(current, `{"a":"${'x'.repeat(room)}"}`, generic));
	assert.deepEqual(mergeItem(current, `{"a":"${'x'.repeat(room + 1)}"}`, generic), {
		error: 'the item would be longer than 1048576 bytes',
	});
});

test('a merge that would give the item more than 10000 fields fails with a reason', () => {
	const fields = (from: number, to: number) =>
		`{${Array.from({ length: to - from }, (_, index) => `"${from + index}":0`).join()}}`;
	assert.ok('text' in mergeItem(fields(0, 6000), fields(2000, 10_000), generic));
	assert.deepEqual(mergeItem(fields(0, 6000), fields(2000, 10_001), generic), {
		error: 'the item would have more than 10000 fields',
	});
});

test('texts that are not valid objects are programming errors', () => {
	assert.throws(() => mergeItem('[]', '{}', generic), { name: 'AssertionError' });
	assert.throws(() => mergeItem('{}', '5', generic), { name: 'AssertionError' });
	assert.throws(() => mergeItem('{"a":1,"a":2}', '{}', generic), { name: 'AssertionError' });
});

test('a merged item equals spreading the patch over the item, with fields in the same order', () => {
	// JSON.parse would move names of digits to the front.
	const name = fc.constantFrom('id', 'a', 'b', 'é"\\', 'price', 'long name', '', 'z1');
	const item = fc
		.dictionary(name, fc.jsonValue({ maxDepth: 2 }))
		.filter((value) => !JSON.stringify(value).includes('__proto__'));
	fc.assert(
		fc.property(item, item, fc.constantFrom(undefined, 1), (current, patch, space) => {
			const merged = mergeItem(JSON.stringify(current, null, space), JSON.stringify(patch, null, space), generic);
			assert.ok('text' in merged);
			assert.equal(JSON.stringify(JSON.parse(merged.text)), JSON.stringify({ ...current, ...patch }));
		}),
		{ numRuns: chooseLength(200, 1_000) },
	);
});
