import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Result } from '../../lib/failure.ts';
import { defaultPriceFormat as priceFormat } from '../price/price-format.ts';
import type { Preset } from '../search-engine/search-engine.ts';
import type { ItemWrite } from './item.ts';
import { parseItem, parseItemBatch } from './parse-items.ts';

const makeId = () => 'made';

function parsePut(text: string, preset: Preset = 'product'): Result<ItemWrite> {
	return parseItem(text, { preset, priceFormat, kind: 'put', makeId });
}

/** The text that an item is stored as; fails the test when it is rejected. */
function toStored(text: string): string {
	const result = parsePut(text);
	assert.ok(result.ok && result.value.kind === 'put', JSON.stringify(result));
	return result.value.text;
}

function toReason(result: Result<ItemWrite>): string {
	assert.ok(!result.ok && result.failure.code === 'invalid', JSON.stringify(result));
	return result.failure.message;
}

function firstOf(text: string) {
	const result = parseItemBatch(text, { preset: 'product', priceFormat, kind: 'put', makeId });
	assert.ok(result.ok, JSON.stringify(result));
	return result.value[0];
}

test('a product without other prices keeps the best price that its shop sends', () => {
	for (const literal of ['6.0', '"6,50 €"']) {
		const text = `{"id":"7","categories":[],"price":null,"best_price":${literal}}`;
		assert.equal(toStored(text), text);
	}
	const empty = '{"id":"7","categories":[],"sale_price":"","best_price":';
	assert.equal(toStored(`${empty}""}`), `${empty}null}`);
});

test('prices that are text are stored as they were sent, and the best price is a number', () => {
	const cases: readonly (readonly [fields: string, bestPrice: string])[] = [
		['"price":"10.00"', '10'],
		['"price":"19,90 €","sale_price":""', '19.9'],
		['"price":20,"sale_price":"15,00"', '15'],
		['"price":"20","sale_price":15.50', '15.50'],
		['"price":"\u0031\u0030.00"', '10'],
		['"price":"","sale_price":"10.000000"', '10'],
		['"price":"","sale_price":null', 'null'],
		['"price":" \u00a0"', 'null'],
	];
	for (const [fields, bestPrice] of cases) {
		const head = `{"id":"7","categories":[],${fields}`;
		assert.equal(toStored(`${head}}`), `${head},"best_price":${bestPrice}}`);
	}
});

test('prices are read by the locale and the currency of the search engine', () => {
	const read = (locale: string, currency: string) => {
		const rules = { preset: 'product', priceFormat: { locale, currency } } as const;
		const result = parseItem('{"price":"1.299"}', { ...rules, kind: 'put', makeId });
		assert.ok(result.ok && result.value.kind === 'put');
		return JSON.parse(result.value.text);
	};
	assert.deepEqual(read('de', 'EUR'), { price: '1.299', categories: [], best_price: 1299, id: 'made' });
	assert.equal(read('en', 'USD').best_price, 1.299);
	assert.equal(read('ja', 'JPY').best_price, 1299);
});

test('a text that is not a price is an error of its item, which names it', () => {
	const unreadable = 'must be a number or null: "auf Anfrage" cannot be read as one';
	assert.deepEqual(firstOf('[{"id":"1","price":"auf Anfrage"},{"id":"2","price":"1"}]'), {
		kind: 'rejected',
		id: '1',
		error: `price ${unreadable}`,
	});
	assert.equal(toReason(parsePut('{"best_price":"auf Anfrage"}')), `best_price ${unreadable}`);
	assert.equal(
		toReason(parsePut('{"sale_price":"-5,00 €"}')),
		'sale_price must be greater than or equal to 0: "-5,00 €" is not',
	);
	assert.equal(
		toReason(parsePut(`{"price":"${'x'.repeat(1000)}"}`)),
		`price must be a number or null: "${'x'.repeat(100)}…" cannot be read as one`,
	);
	assert.match(
		toReason(parsePut('{"df_manual_boost":"2 €"}', 'generic')),
		/^df_manual_boost must be a number or null: "2 €"/,
	);
});
