/** Requests of plugins of shop systems, with realistic values: replays of whole flows on the wire. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createApi, type Json, type Request } from '../support/api.ts';
import { type ServedApp, serveApp } from '../support/served-app.ts';
import { openShop, type Shop } from '../support/shop.ts';

let server: ServedApp;
let shop: Shop;

before(async () => {
	server = await serveApp({ VITRINE_SEARCH: 'true' });
	shop = await openShop(server);
});
after(() => server[Symbol.asyncDispose]());

const engines = '/api/v2/search_engines';

async function call(path: string, request: Request = {}): Promise<{ readonly status: number; readonly json: Json }> {
	const { status, json } = await createApi(server.url, shop.key).call(path, request);
	return { status, json };
}

async function createEngine(body: object): Promise<Json> {
	const { status, json } = await call(engines, { method: 'POST', body: { name: 'Shop', ...body } });
	assert.equal(status, 201, JSON.stringify(json));
	return json;
}

test("Thelia: products with prices in its database's format are stored, found and deleted", async () => {
	const { hashid } = await createEngine({ language: 'fr', currency: 'EUR' });
	const items = `${engines}/${hashid}/indices/product/items/_bulk`;
	await call(`${engines}/${hashid}/indices`, { method: 'POST', body: { name: 'product', preset: 'product' } });
	const product = (id: string, price: string, promotion: string) => ({
		availability: 'in stock',
		brand: '',
		categories: ['Chaises'],
		description: null,
		group_id: '1',
		gtin: null,
		id,
		image_link: 'https://shop.example/1.jpg',
		link: 'https://shop.example/chaise',
		best_price: promotion,
		sale_price: price,
		title: `Chaise ${id}`,
	});
	const products = [product('1', '10.000000', ''), product('2', '1200.50', '0.000000'), product('3', '99.99', '79.99')];
	const made = await call(items, { method: 'POST', body: products });
	assert.deepEqual(made.json, {
		results: ['1', '2', '3'].map((id) => ({ id, result: 'created' })),
		errors: false,
	});
	const stored = await call(`${engines}/${hashid}/indices/product/items/2`);
	assert.deepEqual([stored.json.sale_price, stored.json.best_price], ['1200.50', 1200.5]);
	await server.zone.prepareSearch(hashid, 'product');
	const search = createApi(`${server.url}/6/${hashid}`, shop.key);
	const found = await search.call(
		'/_search?query=chaise&filter[best_price][gte]=50&sort[0][best_price]=asc&rpp=100&page=1',
	);
	assert.deepEqual(
		found.json.results.map(({ id }: Json) => id),
		['3', '2'],
	);
	const body = found.json.results.map(({ id }: Json) => ({ id }));
	assert.equal((await call(items, { method: 'DELETE', body })).json.errors, false);
});

test('Shopware: an engine with a store that is unknown here, or an empty one, has none', async () => {
	assert.equal((await call(`${engines}/`)).status, 200);
	for (const storeId of ['', 'e9d6fcd2-0262-4094-bf3c-671ec5da5455', 'x'.repeat(500)]) {
		const settings = { language: 'de', currency: 'EUR', platform: 'shopware', stopwords: false, has_grouping: false };
		const made = await createEngine({ ...settings, site_url: 'https://shop.example', store_id: storeId });
		assert.equal(made.store_id, null);
		const datasources = [{ type: 'file', options: { url: 'https://shop.example/feed.csv' } }];
		const body = { name: 'product', preset: 'product', options: {}, datasources };
		const index = await call(`${engines}/${made.hashid}/indices`, { method: 'POST', body });
		assert.deepEqual([index.status, index.json.datasources], [201, datasources]);
		const change = { method: 'PATCH', body: { store_id: storeId } };
		assert.equal((await call(`${engines}/${made.hashid}`, change)).json.store_id, null);
	}
	const store = await call('/api/admin/v1/stores', { method: 'POST', body: { name: 'Shop' } });
	assert.equal((await createEngine({ store_id: store.json.id })).store_id, store.json.id);
});

test('the PHP library: its example replaces right behind the start of the copy', async () => {
	const { hashid } = await createEngine({ language: 'es' });
	const index = `${engines}/${hashid}/indices/product`;
	await call(`${engines}/${hashid}/indices`, { method: 'POST', body: { name: 'product', preset: 'product' } });
	for (const count of [0, 100]) {
		const items = Array.from({ length: count }, (_, id) => ({ id: String(id) }));
		if (count > 0) await call(`${index}/items/_bulk`, { method: 'POST', body: items });
		for (const [path, status] of [
			['temp', 201],
			['_reindex_to_temp', 200],
			['_replace_by_temp', 200],
		] as const) {
			assert.equal((await call(`${index}/${path}`, { method: 'POST', body: [] })).status, status, path);
		}
		assert.equal((await call(`${index}/items/_count`)).json.count, count);
	}
});

test('currencies of the published list, those that are retired included', async () => {
	for (const currency of ['EUR', 'VEF', 'HRK', 'BYN', 'XPF', 'IRR', 'DEM']) {
		assert.equal((await createEngine({ currency })).currency, currency);
	}
	for (const currency of ['XXY', 'eur', 'EURO', '']) {
		const { status, json } = await call(engines, { method: 'POST', body: { name: 'x', currency } });
		assert.deepEqual([status, json.error.details[0].fields], [400, ['currency']], currency);
	}
});

test('languages are returned as they were sent, and only in forms that clients know', async () => {
	for (const [sent, language, locale] of [
		[{ language: 'pt-br' }, 'pt-br', 'pt-BR'],
		[{ language: 'eu' }, 'eu', 'eu'],
		[{ language: 'no' }, 'no', 'no'],
		[{ language: null, locale: 'es-MX' }, 'es', 'es-MX'],
		[{ language: '', locale: '' }, 'en', 'en'],
		[{ locale: 'zh-Hans' }, null, 'zh-Hans'],
		[{ language: 'ja' }, null, 'ja'],
	] as const) {
		const made = await createEngine(sent);
		assert.deepEqual([made.language, made.locale], [language, locale], JSON.stringify(sent));
	}
	for (const field of ['language', 'locale']) {
		const { status, json } = await call(engines, { method: 'POST', body: { name: 'x', [field]: 'xx' } });
		assert.deepEqual([status, json.error.details[0].fields], [400, [field]]);
	}
});

test('a library that writes every field of an item sends null in the spelling that it does not mean', async () => {
	const { hashid } = await createEngine({});
	const index = `${engines}/${hashid}/indices/product`;
	await call(`${engines}/${hashid}/indices`, { method: 'POST', body: { name: 'product', preset: 'product' } });
	const item = { id: 1, title: 'A', group_id: 5, df_grouping_id: null, group_leader: true, df_group_leader: null };
	const made = await call(`${index}/items`, { method: 'POST', body: item });
	const { id, group_id: group, df_grouping_id: twin, group_leader: leads, df_group_leader: leadsToo } = made.json;
	assert.deepEqual([made.status, id, group, twin, leads, leadsToo], [201, '1', '5', '5', true, true]);
	const change = { method: 'PATCH', body: { group_leader: null, df_group_leader: false } };
	const changed = await call(`${index}/items/1`, change);
	assert.deepEqual([changed.json.group_leader, changed.json.df_group_leader], [false, false]);
	assert.equal((await call(`${index}/items?group_id=5&rpp=1000`)).json.total, 1);
});

test('the playground of the JavaScript library names an index by a number, which is not an item of the engine', async () => {
	const search = createApi(`${server.url}/6/${shop.hashid}`, shop.key);
	const cart = (index: string) =>
		search.call(`/stats/cart/s?id=1&index=${index}&title=T&amount=1&price=19%2C90+%E2%82%AC`, { method: 'PUT' });
	const refused = await cart('1');
	assert.deepEqual([refused.status, refused.json], [400, { error: 'Invalid cart item data' }]);
	assert.equal((await cart('product')).status, 200);
});
