import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { codePoint } from '../../../test/support/code-point.ts';
import { chooseLength } from '../../../test/support/test-length.ts';
import type { Failure, Result } from '../../lib/failure.ts';
import { defaultPriceFormat as priceFormat } from '../price/price-format.ts';
import type { Preset } from '../search-engine/search-engine.ts';
import { type ItemWrite, itemBytesMax } from './item.ts';
import { decodeJsonText, type ItemBatch, parseItem, parseItemBatch } from './parse-items.ts';

const makeId = () => 'made';

function parsePut(text: string, preset: Preset = 'generic'): Result<ItemWrite> {
	return parseItem(text, { preset, priceFormat, kind: 'put', makeId });
}

/** The text that an item is stored as; fails the test when it is rejected. */
function toStored(text: string, preset: Preset = 'generic'): string {
	const result = parsePut(text, preset);
	assert.ok(result.ok && result.value.kind === 'put', JSON.stringify(result));
	return result.value.text;
}

function toPatch(text: string, preset: Preset = 'generic', id = '7'): string {
	const result = parseItem(text, { preset, priceFormat, kind: 'merge', id });
	assert.ok(result.ok && result.value.kind === 'merge', JSON.stringify(result));
	assert.equal(result.value.id, id);
	return result.value.patch;
}

function toReason(result: Result<ItemWrite>): string {
	assert.ok(!result.ok && result.failure.code === 'invalid', JSON.stringify(result));
	return result.failure.message;
}

function parseBatch(text: string, kind: ItemWrite['kind'] = 'put', preset: Preset = 'generic'): Result<ItemBatch> {
	return parseItemBatch(text, { preset, priceFormat, kind, makeId });
}

function toBatch(text: string, kind: ItemWrite['kind'] = 'put', preset: Preset = 'generic'): ItemBatch {
	const result = parseBatch(text, kind, preset);
	assert.ok(result.ok, JSON.stringify(result));
	return result.value;
}

function toFailure(result: Result<unknown>): Failure {
	assert.ok(!result.ok, JSON.stringify(result));
	return result.failure;
}

test('an item that needs no changes is stored byte for byte', () => {
	const generic = ' { "b" : 6.0,\n"id":"7", "a":[1.50, 1e2 , "\\u00e9\\/"] , "z":{ } }\t';
	assert.equal(toStored(generic), generic.trim());
	const product = '{"id":"7","price":6.0,"sale_price":null,"best_price":6,"categories":"Shoes","title":null}';
	assert.equal(toStored(product, 'product'), product);
	assert.equal(toStored(`[ ${product} ]`.slice(2, -2), 'product'), product);
});

test('a number as id becomes a string, and nothing else changes', () => {
	assert.equal(
		toStored('{ "a": 6.0, "id": 12345678901234567890 , "b":1}'),
		'{ "a": 6.0, "id": "12345678901234567890" , "b":1}',
	);
	assert.equal(toStored('{"\\u0069d":6.0}'), '{"\\u0069d":"6"}');
});

test('an item without an id, or with null for one, gets a generated one', () => {
	assert.equal(toStored('{}'), '{"id":"made"}');
	assert.equal(toStored('{ }'), '{"id":"made" }');
	assert.equal(toStored('{"id":null,"a":1}'), '{"id":"made","a":1}');
	assert.equal(toStored('{"a":1 }'), '{"a":1,"id":"made" }');
});

test('a product without categories gets an empty list of them', () => {
	assert.equal(toStored('{"id":"7"}', 'product'), '{"id":"7","categories":[],"best_price":null}');
	assert.equal(
		toStored('{"id":"7","categories":null,"best_price":null}', 'product'),
		'{"id":"7","categories":[],"best_price":null}',
	);
	assert.equal(toStored('{"id":"7"}', 'page'), '{"id":"7"}');
});

test('the best price of a product is the lower of its prices with its own digits, whatever best price was sent', () => {
	const cases: readonly (readonly [fields: string, bestPrice: string])[] = [
		['"price":6.0', '6.0'],
		['"sale_price":5', '5'],
		['"price":6.0,"sale_price":5.50', '5.50'],
		['"price":5.5,"sale_price":6', '5.5'],
		['"price":null,"sale_price":6', '6'],
		['"price":6,"sale_price":null', '6'],
		['"price":0,"sale_price":3', '0'],
		['"price":9,"sale_price":10', '9'],
	];
	for (const [fields, bestPrice] of cases) {
		const head = `{"id":"7","categories":[],${fields}`;
		assert.equal(toStored(`${head}}`, 'product'), `${head},"best_price":${bestPrice}}`);
		assert.equal(toStored(`${head},"best_price":"1.00"}`, 'product'), `${head},"best_price":${bestPrice}}`);
	}
	assert.equal(
		toStored('{"id":"7","categories":[],"price":null}', 'product'),
		'{"id":"7","categories":[],"price":null,"best_price":null}',
	);
});

test('sending one name of a variant field stores both', () => {
	assert.equal(toStored('{"id":"7","group_id":"g"}'), '{"id":"7","group_id":"g","df_grouping_id":"g"}');
	assert.equal(toStored('{"id":"7","df_grouping_id":"g"}'), '{"id":"7","df_grouping_id":"g","group_id":"g"}');
	assert.equal(toStored('{"id":"7","group_leader":true}'), '{"id":"7","group_leader":true,"df_group_leader":true}');
	assert.equal(toStored('{"id":"7","df_group_leader":null}'), '{"id":"7","df_group_leader":null,"group_leader":null}');
	const both = '{"id":"7","df_grouping_id":"g","group_id":"\\u0067","group_leader":false,"df_group_leader":false}';
	assert.equal(toStored(both), both);
});

test('the id of a group is a string in both spellings, as the ids of items are', () => {
	assert.equal(toStored('{"id":"7","group_id":5}'), '{"id":"7","group_id":"5","df_grouping_id":"5"}');
	assert.equal(
		toStored('{"id":"7","group_id":"5","df_grouping_id":5}'),
		'{"id":"7","group_id":"5","df_grouping_id":"5"}',
	);
	assert.equal(toPatch('{"df_grouping_id":6.0}'), '{"df_grouping_id":"6","group_id":"6"}');
});

test('null in one spelling is absent there', () => {
	assert.equal(
		toStored('{"id":"7","group_leader":true,"df_group_leader":null}'),
		'{"id":"7","group_leader":true,"df_group_leader":true}',
	);
	assert.equal(
		toStored('{"id":"7","group_id":null,"df_grouping_id":"g"}'),
		'{"id":"7","group_id":"g","df_grouping_id":"g"}',
	);
	assert.equal(toPatch('{"group_id":"g","df_grouping_id":""}'), '{"group_id":"g","df_grouping_id":"g"}');
	const nobody = '{"id":"7","group_id":null,"df_grouping_id":"","group_leader":null,"df_group_leader":null}';
	assert.equal(toStored(nobody), nobody);
	const write = parsePut('{"group_id":null,"df_grouping_id":"g"}');
	assert.ok(write.ok && write.value.kind === 'put' && write.value.groupId === 'g');
});

test('different values under the two names are rejected', () => {
	const different = 'which is the same field in another spelling';
	assert.equal(
		toReason(parsePut('{"group_id":"a","df_grouping_id":"b"}')),
		`group_id differs from df_grouping_id, ${different}`,
	);
	assert.equal(
		toReason(parsePut('{"group_leader":true,"df_group_leader":false}')),
		`group_leader differs from df_group_leader, ${different}`,
	);
});

test('the group of an item is its group id as a decimal string; null and "" are no group', () => {
	const cases: readonly (readonly [literal: string, groupId: string | null])[] = [
		['"g"', 'g'],
		['5', '5'],
		['12345678901234567890', '12345678901234567890'],
		['null', null],
		['""', null],
	];
	for (const [literal, groupId] of cases) {
		for (const name of ['group_id', 'df_grouping_id']) {
			const result = parsePut(`{"${name}":${literal}}`);
			assert.ok(result.ok && result.value.kind === 'put');
			assert.equal(result.value.groupId, groupId, `${name} ${literal}`);
		}
	}
});

test('fields with a meaning hold values of their type, or null', () => {
	const cases: readonly (readonly [preset: Preset, name: string, good: string, bad: string])[] = [
		['generic', 'df_manual_boost', '0 1.5 "1" "1.5" "" null', '-1 "-1" "x" true [] {}'],
		['generic', 'group_id', '"a" 5 null', 'true [] {} 1e30'],
		['page', 'df_grouping_id', '"a" 5 null', 'true [] {}'],
		['category', 'group_leader', 'true false null', '1 "true" []'],
		['generic', 'df_group_leader', 'true false null', '0 {}'],
		['product', 'price', '0 6.0 "6.0" "" null', '-0.01 "-6.0" "free" [6] {} true'],
		['product', 'sale_price', '0 6.0 "6" null', '-1 "x" false'],
		['product', 'categories', '"a" [] ["a","b"] null', '1 [1] ["a",null] [["a"]] {}'],
		['product', 'title', '"" "a" null', '1 ["a"]'],
		['product', 'link', '"a" null', 'false'],
		['product', 'image_link', '"a" null', '{}'],
	];
	for (const [preset, name, good, bad] of cases) {
		for (const literal of good.split(' ')) toStored(`{"id":"7","${name}":${literal}}`, preset);
		for (const literal of bad.split(' ')) {
			const failure = toFailure(parsePut(`{"id":"7","${name}":${literal}}`, preset));
			assert.deepEqual(failure.faults?.[0]?.fields, [name], `${name} ${literal}`);
		}
	}
});

test('an index that is not a product index accepts any JSON in the fields of products', () => {
	const text = '{"id":"7","price":"on request","categories":5,"title":[],"best_price":"x"}';
	assert.equal(toStored(text, 'generic'), text);
	assert.equal(toPatch(text.replace('"id":"7",', ''), 'page'), text.replace('"id":"7",', ''));
});

test('a patch is kept byte for byte, without the id that it may repeat', () => {
	assert.equal(toPatch(' { "a" : 6.0 } '), '{ "a" : 6.0 }');
	assert.equal(toPatch('{"id":"7","a":6.0,"b":[1, 2]}'), '{"a":6.0,"b":[1, 2]}');
	assert.equal(toPatch('{"a":1,"id":7}'), '{"a":1}');
	assert.equal(toPatch('{"id":null}'), '{}');
	assert.equal(toPatch('[]'), '{}');
});

test('a patch for another id is rejected', () => {
	const reason = 'id must be the id of the item that is updated, or left out';
	for (const id of ['"8"', '8', '""', '{}']) {
		assert.equal(
			toReason(parseItem(`{"id":${id}}`, { preset: 'generic', priceFormat, kind: 'merge', id: '7' })),
			reason,
			id,
		);
	}
});

test('the best price is not part of a patch: it is computed from the prices of the merged item', () => {
	assert.equal(toPatch('{"price":6.0,"sale_price":5.0}', 'product'), '{"price":6.0,"sale_price":5.0}');
	assert.equal(toPatch('{"categories":null}', 'product'), '{"categories":[]}');
});

test('an array with entries is not a patch', () => {
	const result = parseItem('[{"a":1}]', { preset: 'generic', priceFormat, kind: 'merge', id: '7' });
	assert.equal(toReason(result), 'The request body must be an object');
});

test('a body that is not an item is reported as what it is', () => {
	for (const text of ['[]', '[{"id":"7"}]', '5', 'null', '"x"']) {
		assert.equal(toReason(parsePut(text)), 'The request body must be an object', text);
	}
	const notJson = toFailure(parsePut('{"a":1,}'));
	const reason = 'is not valid JSON: expected a member name in double quotes at character 7';
	assert.equal(notJson.message, `The request body ${reason}`);
	assert.deepEqual(notJson.faults, [{ name: 'body', fields: [], reason }]);
});

test('a faulty field is named with its path', () => {
	const failure = toFailure(parsePut('{"a":{"b":1e999}}'));
	assert.deepEqual(failure.faults, [{ name: 'a.b', fields: ['a.b'], reason: 'is a number out of range' }]);
	assert.equal(failure.message, 'a.b is a number out of range');
});

test('an item has at most one mebibyte, including what the server adds', () => {
	const withBytes = (bytes: number) => `{"id":"7","t":"${'é'.repeat((bytes - 17) / 2)}"}`;
	const largest = withBytes(itemBytesMax - 1);
	assert.equal(Buffer.byteLength(largest), itemBytesMax - 1);
	assert.equal(toStored(largest), largest);
	assert.match(toReason(parsePut(withBytes(itemBytesMax + 1))), /is longer than 1048576 bytes$/);
	assert.match(toReason(parsePut(largest, 'product')), /is longer than 1048576 bytes$/);
	assert.match(toReason(parsePut(`{"t":"${'x'.repeat(itemBytesMax)}"}`)), /is longer than 1048576 bytes$/);
	const [first, second] = toBatch(`[${withBytes(itemBytesMax + 1)},{"id":"8"}]`);
	assert.deepEqual(first, { kind: 'rejected', id: '7', error: 'the item is longer than 1048576 bytes' });
	assert.equal(second?.kind, 'put');
});

test('a batch keeps the order of the request, and one bad entry does not touch the others', () => {
	const text =
		'[{"id":1},{"id":"2","group_leader":5},{"id":"3","id":"4"},{"id":{}},{"id":"5","x":{"y":"\\ud800"}},{"x":1}]';
	assert.deepEqual(toBatch(text), [
		{ kind: 'put', id: '1', text: '{"id":"1"}', groupId: null },
		{ kind: 'rejected', id: '2', error: 'group_leader must be true, false or null' },
		{ kind: 'rejected', id: null, error: 'id is given twice' },
		{ kind: 'rejected', id: null, error: 'id must be a string, or a number without an exponent' },
		{ kind: 'rejected', id: '5', error: 'x.y has half of a surrogate pair' },
		{ kind: 'put', id: 'made', text: '{"x":1,"id":"made"}', groupId: null },
	]);
});

test('a bulk update needs the id of every item, and removes it from the patch', () => {
	assert.deepEqual(toBatch('[{"id":7,"a":1.0},{"a":1},{"id":null}]', 'merge'), [
		{ kind: 'merge', id: '7', patch: '{"a":1.0}' },
		{ kind: 'rejected', id: null, error: 'id is required' },
		{ kind: 'rejected', id: null, error: 'id is required' },
	]);
});

test('a bulk delete reads only ids', () => {
	assert.deepEqual(toBatch('[{"id":7},{"id":"7","price":"x"},{"id":"8","a":1e999}]', 'delete', 'product'), [
		{ kind: 'delete', id: '7' },
		{ kind: 'delete', id: '7' },
		{ kind: 'rejected', id: '8', error: 'a is a number out of range' },
	]);
});

test('a delete entry without a usable id fails the request and names every such entry', () => {
	const failure = toFailure(
		parseBatch('[{"id":"1"},{},{"id":""},{"id":true},{"id":"a","id":"b"},{"id":"\\u0000"}]', 'delete'),
	);
	assert.equal(failure.code, 'invalid');
	assert.equal(failure.message, 'items[1].id is required');
	assert.deepEqual(failure.faults, [
		{ name: 'items', fields: ['[1].id'], reason: 'is required' },
		{ name: 'items', fields: ['[2].id'], reason: 'must not be empty' },
		{ name: 'items', fields: ['[3].id'], reason: 'must be a string, or a number without an exponent' },
		{ name: 'items', fields: ['[4].id'], reason: 'is given twice' },
		{ name: 'items', fields: ['[5].id'], reason: 'has a NUL character' },
	]);
});

test('a batch that is not 1 to 100 objects fails as a whole', () => {
	for (const kind of ['put', 'merge', 'delete'] as const) {
		assert.equal(toFailure(parseBatch('{}', kind)).message, 'The request body must be an array of objects');
		assert.equal(
			toFailure(parseBatch('', kind)).message,
			'The request body is not valid JSON: unexpected end at character 0',
		);
		assert.equal(toFailure(parseBatch('[ ]', kind)).message, 'The request body must have at least one entry');
		const mixed = toFailure(parseBatch('[{"id":"1"},"2",{"id":"3"},[]]', kind));
		assert.deepEqual(mixed.faults, [
			{ name: 'items', fields: ['[1]'], reason: 'must be an object' },
			{ name: 'items', fields: ['[3]'], reason: 'must be an object' },
		]);
		const entries = Array.from({ length: 101 }, (_, index) => `{"id":"${index}"}`);
		assert.equal(toBatch(`[${entries.slice(1).join()}]`, kind).length, 100);
		const tooMany = toFailure(parseBatch(`[${entries.join()}]`, kind));
		assert.equal(tooMany.code, 'batch_too_large');
		assert.equal(tooMany.message, 'The request has 101 entries, more than the limit of 100 items');
	}
});

test('a body that is not UTF-8 is rejected; a byte order mark is accepted', () => {
	assert.deepEqual(decodeJsonText(Buffer.from('\ufeff{"a":"é"}')), { ok: true, value: '{"a":"é"}' });
	const failure = toFailure(decodeJsonText(Uint8Array.of(0x22, 0xff, 0x22)));
	assert.equal(failure.code, 'invalid');
	assert.deepEqual(failure.faults, [{ name: 'body', fields: [], reason: 'is not valid UTF-8' }]);
});

test('a stored product equals what JSON.parse and plain assignments make of it', () => {
	const price = fc.oneof(fc.constant(null), fc.nat(1000), fc.double({ min: 0, max: 1e6, noNaN: true }));
	const group = fc.constantFrom('', 'g', null, 5);
	const toText = (value: unknown) => (typeof value === 'number' ? String(value) : value);
	const ownName = fc
		.string({ unit: codePoint, maxLength: 6 })
		.filter((name) => !['__proto__', 'id'].includes(name) && !name.includes('\0'));
	const ownValue = fc.jsonValue({ maxDepth: 3 }).filter((value) => !JSON.stringify(value).includes('__proto__'));
	const item = fc
		.tuple(
			fc.record(
				{ price, sale_price: price, best_price: price, categories: fc.array(fc.string()) },
				{ requiredKeys: [] },
			),
			fc.record({ group_id: group, group_leader: fc.boolean() }, { requiredKeys: [] }),
			fc.dictionary(ownName, ownValue),
			fc.record({ id: fc.oneof(fc.integer(), fc.constant('sku')) }, { requiredKeys: [] }),
		)
		.map((parts): Record<string, unknown> => Object.assign({}, ...parts));
	fc.assert(
		fc.property(item, fc.constantFrom(undefined, 2, '\t'), (sent, space) => {
			const text = JSON.stringify(sent, null, space);
			const read = JSON.parse(text) as Record<string, unknown>;
			const prices = [read.price, read.sale_price].filter((value) => typeof value === 'number');
			const expected = {
				...read,
				id: String(read.id ?? 'made'),
				categories: read.categories ?? [],
				best_price: prices.length === 0 ? (read.best_price ?? null) : Math.min(...prices),
				...('group_id' in read && { group_id: toText(read.group_id), df_grouping_id: toText(read.group_id) }),
				...('group_leader' in read && { df_group_leader: read.group_leader }),
			};
			assert.deepEqual(JSON.parse(toStored(text, 'product')), expected);
			assert.equal(toStored(toStored(text, 'product'), 'product'), toStored(text, 'product'));
		}),
		{ numRuns: chooseLength(120, 500) },
	);
});
