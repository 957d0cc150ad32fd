/** Shops that write prices as text: their items are stored unchanged, and found by the numbers. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Api, createApi, type Json } from '../support/api.ts';
import { type ServedApp, serveApp } from '../support/served-app.ts';
import { openShop, type Shop } from '../support/shop.ts';

let server: ServedApp;

before(async () => {
	server = await serveApp({ VITRINE_SEARCH: 'true' });
});
after(() => server[Symbol.asyncDispose]());

interface PricedShop {
	readonly shop: Shop;
	readonly owner: Api;
	readonly index: string;
}

async function openPricedShop(locale: string, currency: string): Promise<PricedShop> {
	const shop = await openShop(server, {}, { locale, currency });
	const index = `/api/v2/search_engines/${shop.hashid}/indices/product`;
	return { shop, owner: createApi(server.url, shop.key), index };
}

async function write({ owner, index }: PricedShop, items: readonly object[], path = 'items/_bulk'): Promise<Json> {
	const { status, json, text } = await owner.call(`${index}/${path}`, { method: 'POST', body: items });
	assert.equal(status, 200, text);
	return json;
}

async function findIds({ shop }: PricedShop, parameters: string): Promise<string[]> {
	const { status, json, text } = await shop.api.call(`/_search?query=&${parameters}`);
	assert.equal(status, 200, text);
	return json.results.map(({ id }: Json) => id);
}

const germanItems = [
	{ id: '1', title: 'Lampe', price: '1.299' },
	{ id: '2', title: 'Lampe', price: '19,90 €', sale_price: '' },
	{ id: '3', title: 'Lampe', price: '1.234,56 EUR', sale_price: 'EUR 999,-' },
	{ id: '4', title: 'Lampe', price: 50 },
	{ id: '5', title: 'Lampe', price: '' },
];

test('items are returned as they were sent, with the lower of the prices as a number', async () => {
	const german = await openPricedShop('de', 'EUR');
	const written = await write(german, germanItems);
	assert.equal(written.errors, false, JSON.stringify(written));
	const ids = germanItems.map(({ id }) => ({ id }));
	const { json } = await german.owner.call(`${german.index}/items/_mget`, { method: 'POST', body: ids });
	assert.deepEqual(
		json.map(({ item: { best_price: _, categories: __, ...item } }: Json) => item),
		germanItems,
	);
	assert.deepEqual(
		json.map(({ item }: Json) => item.best_price),
		[1299, 19.9, 999, 50, null],
	);
});

test('filters, ranges, sorting and facets use the number in a price text', async () => {
	const german = await openPricedShop('de', 'EUR');
	await write(german, germanItems);
	await server.zone.prepareSearch(german.shop.hashid, 'product');
	assert.deepEqual(await findIds(german, 'sort[0][price]=asc'), ['2', '4', '3', '1', '5']);
	assert.deepEqual(await findIds(german, 'sort[0][best_price]=desc'), ['1', '3', '4', '2', '5']);
	assert.deepEqual(await findIds(german, 'filter[price][gte]=1000&sort[0][price]=asc'), ['3', '1']);
	assert.deepEqual(await findIds(german, 'filter[sale_price][lte]=1000'), ['3']);
	assert.deepEqual(await findIds(german, 'filter[price]=19.9'), ['2']);
	const { json } = await german.shop.api.call('/_search?query=&facets[0][field]=price&facets[0][type]=range');
	assert.deepEqual([json.facets.price.range.min, json.facets.price.range.max], [19.9, 1299]);
	assert.equal(json.facets.price.range.buckets[0].stats.count, 4);
});

test('a price that cannot be read is an error of its item, which names it; the others are stored', async () => {
	const shop = await openPricedShop('de', 'EUR');
	const { results, errors } = await write(shop, [
		{ id: '1', price: 'auf Anfrage' },
		{ id: '2', price: '2,00' },
		{ id: '3', sale_price: '-3,00 €' },
	]);
	assert.equal(errors, true);
	assert.deepEqual(
		results.map(({ result }: Json) => result),
		['error', 'created', 'error'],
	);
	assert.match(results[0].error, /^price .*"auf Anfrage"/);
	assert.match(results[2].error, /^sale_price .*"-3,00 €"/);
	const single = await shop.owner.call(`${shop.index}/items/`, { method: 'POST', body: { id: '9', price: 'free' } });
	assert.deepEqual([single.status, single.json.error.details[0].fields], [400, ['price']]);
	assert.match(single.json.error.details[0].reason, /"free"/);
});

test('a patch recomputes the best price from texts, sent or stored', async () => {
	const { owner, index } = await openPricedShop('de', 'EUR');
	await owner.call(`${index}/items/`, { method: 'POST', body: { id: '1', price: '1.299', sale_price: '999,00' } });
	const patch = async (body: object) => (await owner.call(`${index}/items/1`, { method: 'PATCH', body })).json;
	assert.deepEqual(await patch({ sale_price: '1.100 €' }), {
		id: '1',
		price: '1.299',
		sale_price: '1.100 €',
		categories: [],
		best_price: 1100,
	});
	assert.equal((await patch({ sale_price: '' })).best_price, 1299);
	const bulk = { method: 'PATCH', body: [{ id: '1', price: '1.000' }] };
	assert.deepEqual((await owner.call(`${index}/items/_bulk`, bulk)).json.errors, false);
	assert.equal((await owner.call(`${index}/items/1`)).json.best_price, 1000);
});

test('items of a temporary index, large bodies and nested prices are read the same', async () => {
	const shop = await openPricedShop('fr', 'EUR');
	const { owner, index } = shop;
	assert.equal((await owner.call(`${index}/temp/`, { method: 'POST' })).status, 201);
	const variants = [{ price: '30,00 €' }, { price: '1 020,00 €' }];
	const body = 'mot '.repeat(10_000);
	const items = [
		{ id: '1', price: '1 299,50 €', variants, body },
		{ id: '2', price: '10.00', body },
		{ id: '3', price: '7', body },
		{ id: '4', price: 'bientôt', body },
	];
	const { results } = await write(shop, items, 'temp/items/_bulk');
	assert.deepEqual(
		results.map(({ result }: Json) => result),
		['created', 'created', 'created', 'error'],
	);
	assert.equal((await owner.call(`${index}/_replace_by_temp/`, { method: 'POST' })).status, 200);
	await server.zone.prepareSearch(shop.shop.hashid, 'product');
	assert.deepEqual(await findIds(shop, 'sort[0][best_price]=desc'), ['1', '2', '3']);
	assert.deepEqual(await findIds(shop, 'filter[variants.price][gt]=1000'), ['1']);
});

test('in an index without the product preset a price in words stays a word, beside prices that are numbers', async () => {
	const shop = await openPricedShop('de', 'EUR');
	const { owner } = shop;
	const indices = `/api/v2/search_engines/${shop.shop.hashid}/indices`;
	await owner.call(indices, { method: 'POST', body: { name: 'other', preset: 'generic' } });
	const items = [
		{ id: '1', price: '12,50 €' },
		{ id: '2', price: 'auf Anfrage' },
		{ id: '3', price: 9 },
	];
	const other = { ...shop, index: `${indices}/other` };
	assert.equal((await write(other, items)).errors, false);
	await server.zone.prepareSearch(shop.shop.hashid, 'other');
	const find = (parameters: string) => findIds(other, `indices[]=other&${parameters}`);
	assert.deepEqual(await find('sort[0][price]=asc'), ['3', '1', '2']);
	assert.deepEqual(await find('filter[price][gte]=10'), ['1']);
	assert.deepEqual(await find('filter[price]=auf+Anfrage'), ['2']);
});

test('boosts and stocks may be text', async () => {
	const shop = await openPricedShop('de', 'EUR');
	await write(shop, [
		{ id: '1', title: 'Lampe', df_manual_boost: '0,5', stock: '3' },
		{ id: '2', title: 'Lampe', df_manual_boost: '1.5', stock: '0' },
		{ id: '3', title: 'Lampe', df_manual_boost: '', stock: '12' },
	]);
	await server.zone.prepareSearch(shop.shop.hashid, 'product');
	assert.deepEqual(
		(await shop.shop.api.call('/_search?query=lampe')).json.results.map(({ id }: Json) => id),
		['2', '3', '1'],
	);
	assert.deepEqual(await findIds(shop, 'filter[stock][gt]=2&sort[0][stock]=desc'), ['3', '1']);
});

test('when the locale of an engine changes, its prices are parsed again', async () => {
	const shop = await openPricedShop('de', 'EUR');
	const { owner, shop: opened } = shop;
	await write(shop, [{ id: '1', price: '1.299' }]);
	await server.zone.prepareSearch(opened.hashid, 'product');
	assert.deepEqual(await findIds(shop, 'filter[price]=1299'), ['1']);
	const change = { method: 'PATCH', body: { locale: 'de-CH' } };
	assert.equal((await owner.call(`/api/v2/search_engines/${opened.hashid}`, change)).status, 200);
	while ((await findIds(shop, 'filter[price]=1.299')).length === 0)
		assert.equal((await owner.call(shop.index)).status, 200);
});
