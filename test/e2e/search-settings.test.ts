/** The owner sets how a search engine searches, and changes apply from the next search on. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Api, createApi, type Json } from '../support/api.ts';
import { type ServedApp, serveApp } from '../support/served-app.ts';
import { idsOf, openScan, openShop, type Shop } from '../support/shop.ts';

let server: ServedApp;
let shop: Shop;
let owner: Api;

before(async () => {
	server = await serveApp({}, openScan);
});
after(() => server[Symbol.asyncDispose]());

const items = [
	{ id: '1', title: 'Light notebook', brand: 'Acme', price: 900, processor: 'i5', availability: 'out of stock' },
	{ id: '2', title: 'Gaming laptop', brand: 'Borealis', price: 1500, processor: 'i9' },
	{ id: '3', title: 'Notebook stand', brand: 'Acme', price: 30, color: 'black' },
];

async function openFilledShop(): Promise<void> {
	shop = await openShop(server);
	owner = createApi(server.url, shop.key);
	await shop.put(...items);
}

const toPath = (hashid: string) => `/api/admin/v1/search_engines/${hashid}/search_settings`;

async function change(body: object): Promise<Json> {
	const { status, json, text } = await owner.call(toPath(shop.hashid), { method: 'PATCH', body });
	assert.equal(status, 200, text);
	return json;
}

const initial = {
	...{ stop_words: [], exact_words: [], typo_tolerance: true },
	...{ synonyms: [], facets: null, auto_filter_fields: null, out_of_stock_last: false, suggestions: true },
	...{ learning: true, learning_strength: 1, interleaving: false },
};

test('settings are the defaults until they are changed, one by one, and read as they were written', async () => {
	await openFilledShop();
	assert.deepEqual((await owner.call(toPath(shop.hashid))).json, initial);
	const synonyms = [{ words: ['notebook', 'laptop'] }, { from: ['computer'], to: ['laptop', 'light notebook'] }];
	assert.deepEqual(await change({ synonyms }), { ...initial, synonyms });
	const changed = await change({ facets: [{ field: 'brand' }], auto_filter_fields: ['brand'] });
	const facets = [{ field: 'brand', type: 'term', size: 10 }];
	assert.deepEqual(changed, { ...initial, synonyms, facets, auto_filter_fields: ['brand'] });
	assert.deepEqual((await owner.call(toPath(shop.hashid))).json, changed);
	assert.deepEqual(await change({ facets: null, synonyms: [], auto_filter_fields: null }), initial);
});

test('synonyms count from the next search on, beside the words themselves', async () => {
	await openFilledShop();
	assert.deepEqual(idsOf(await shop.search('query=laptop')), ['2']);
	await change({ synonyms: [{ words: ['notebook', 'laptop'] }, { from: ['workstation'], to: ['gaming laptop'] }] });
	const both = await shop.search('query=laptop&query_name=match_and');
	assert.deepEqual([idsOf(both)[0], idsOf(both).toSorted()], ['2', ['1', '2', '3']]);
	assert.deepEqual(idsOf(await shop.search('query=acme+laptop&query_name=match_and')).toSorted(), ['1', '3']);
	assert.deepEqual(idsOf(await shop.search('query=workstation')), ['2']);
	await change({ synonyms: [] });
	assert.deepEqual(idsOf(await shop.search('query=laptop')), ['2']);
});

test('requests that name no facets get those of the engine, without any the usual ones', async () => {
	await openFilledShop();
	const names = async (parameters: string) => Object.keys((await shop.search(parameters)).facets);
	assert.deepEqual(await names('query='), ['brand', 'best_price', 'color']);
	await change({ facets: [{ field: 'processor' }, { field: 'price' }, { field: 'nothing' }] });
	assert.ok((await shop.search('query=')).facets.price.range);
	assert.deepEqual(await names('query='), ['processor', 'price']);
	assert.deepEqual(await names('facets[0][field]=brand'), ['brand']);
	await change({ facets: [] });
	assert.deepEqual(await names('query='), []);
});

test('auto filters are made of the fields that the engine names', async () => {
	await openFilledShop();
	const found = async () => (await shop.search('query=i9+laptop&auto_filters=true')).filter;
	assert.deepEqual(await found(), {});
	await change({ auto_filter_fields: ['processor'] });
	assert.deepEqual(await found(), { terms: { processor: ['i9'] } });
});

test('items out of stock come last, or are excluded from an index', async () => {
	await openFilledShop();
	assert.deepEqual(idsOf(await shop.search('query=light+notebook&query_name=match_or')), ['1', '3']);
	await change({ out_of_stock_last: true });
	assert.deepEqual(idsOf(await shop.search('query=light+notebook&query_name=match_or')), ['3', '1']);
	assert.deepEqual(idsOf(await shop.search('query=notebook&sort[0][price]=desc')), ['1', '3']);
	const index = `/api/v2/search_engines/${shop.hashid}/indices/product`;
	const options = { exclude_out_of_stock_items: true };
	assert.equal((await owner.call(index, { method: 'PATCH', body: { options } })).status, 200);
	assert.deepEqual(idsOf(await shop.search('query=notebook')), ['3']);
});

test('suggestions may be switched off, which is answered in the way that clients know', async () => {
	await openFilledShop();
	assert.deepEqual((await shop.api.call('/_suggest?query=bor')).json, ['borealis']);
	await change({ suggestions: false });
	const off = await shop.api.call('/_suggest?query=bor');
	assert.deepEqual([off.status, off.json], [429, { error: 'Suggestions not available' }]);
});

test('a temporary index does not lock them, and another engine of the account has its own', async () => {
	await openFilledShop();
	const temporary = `/api/v2/search_engines/${shop.hashid}/indices/product/temp`;
	assert.equal((await owner.call(temporary, { method: 'POST' })).status, 201);
	await change({ out_of_stock_last: true });
	const other = await owner.call('/api/v2/search_engines', { method: 'POST', body: { name: 'Other' } });
	assert.deepEqual((await owner.call(toPath(other.json.hashid))).json, initial);
	assert.equal((await owner.call(`/api/v2/search_engines/${shop.hashid}`, { method: 'DELETE' })).status, 204);
	assert.equal((await owner.call(toPath(shop.hashid))).status, 404);
	assert.equal((await owner.call(toPath(shop.hashid), { method: 'PATCH', body: {} })).status, 404);
});

test('whatever is wrong is named, and nothing is changed', async () => {
	await openFilledShop();
	const cases = [
		[{ synonyms: [{ words: ['one'] }] }, ['synonyms.0.words']],
		[{ synonyms: [{ from: ['a'] }, {}] }, ['synonyms.0.to', 'synonyms.1.from', 'synonyms.1.to']],
		[{ synonyms: [{ words: ['a', 'b'], from: ['c'] }] }, ['synonyms.0']],
		[{ synonyms: [{ words: ['a', '…'] }] }, ['synonyms.0.words.1']],
		[{ synonyms: [{ words: ['a', 7], other: 1 }] }, ['synonyms.0.other', 'synonyms.0.words.1']],
		[{ facets: [{ field: 'a' }, { field: 'a' }, { field: 'b', size: 51 }] }, undefined],
		[{ facets: [{ field: 'a' }, { field: 'a' }] }, ['facets.1']],
		[{ auto_filter_fields: ['a', ' '] }, ['auto_filter_fields.1']],
		[{ out_of_stock_last: 'yes' }, ['out_of_stock_last']],
		[{ stop_words: ['cheap', 'two words', 'Cheap'] }, ['stop_words.1', 'stop_words.2']],
		[{ exact_words: ['…'], typo_tolerance: 1 }, ['typo_tolerance']],
		[{ exact_words: ['…'] }, ['exact_words.0']],
		[{ nonsense: 1 }, ['nonsense']],
	] as const;
	for (const [body, names] of cases) {
		const { status, json } = await owner.call(toPath(shop.hashid), { method: 'PATCH', body });
		assert.deepEqual([status, json.error.code], [400, 'bad_params'], JSON.stringify(body));
		if (names === undefined) continue;
		const named = json.error.details.map(({ name }: Json) => name);
		assert.deepEqual(named.toSorted(), names, JSON.stringify(body));
	}
	assert.deepEqual((await owner.call(toPath(shop.hashid))).json, initial);
});
