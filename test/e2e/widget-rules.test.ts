/** The rules of a shop for its widgets, over HTTP. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { remove } from '../contract/sample-data.ts';
import { createApi, type Json } from '../support/api.ts';
import type { ServedApp } from '../support/served-app.ts';
import { idsOf } from '../support/shop.ts';
import { openWidgetShop, serveWidgets, toLink, type WidgetShop } from '../support/widget-shop.ts';

let served: ServedApp;
let shop: WidgetShop;

const catalogue = [
	{ id: 'p1', brand: 'A', categories: ['Shoes', 'Shoes > Trail'], price: 100 },
	{ id: 'p2', brand: 'A', categories: ['Shoes', 'Shoes > Trail'], price: 200 },
	{ id: 'p3', brand: 'A', categories: ['Shoes', 'Shoes > Road'], price: 90 },
	{ id: 'p4', brand: 'B', categories: ['Socks'], price: 10, availability: 'out of stock' },
	{ id: 'p5', brand: 'B', categories: ['Socks'], price: 12 },
	{ id: 'v1', brand: 'C', categories: ['Hats'], price: 30, group_id: 'v' },
	{ id: 'v2', brand: 'C', categories: ['Hats'], price: 30, group_id: 'v' },
];

before(async () => {
	served = await serveWidgets();
	shop = await openWidgetShop(served);
	await shop.put(...catalogue.map((item) => ({ title: `Item ${item.id}`, link: toLink(item.id), ...item })));
	// The most viewed item is p1, then p2 and so on.
	for (const [at, { id }] of catalogue.entries()) {
		for (let time = at; time < catalogue.length; time += 1) await shop.record(`s${time}`, ...shop.view(id));
	}
});
after(() => served[Symbol.asyncDispose]());

async function trending(rules: object, call: Parameters<WidgetShop['ask']>[1] = {}): Promise<string> {
	const widget = await shop.create('trending', { fallback: false, ...rules });
	return idsOf(await shop.ask(widget, call)).join(' ');
}

test('items out of stock, and all but one variant of a product, are hidden', async () => {
	assert.equal(await trending({}), 'p1 p2 p3 p5 v1');
	assert.equal(await trending({ hide_out_of_stock: false }), 'p1 p2 p3 p4 p5 v1');
	assert.equal(await trending({}, { page: 'v2' }), 'p1 p2 p3 p5', 'nor is a variant of the product of the page shown');
});

test('filters are those of a search, as an object or as text, and are applied before the cut', async () => {
	assert.equal(await trending({ filter: { brand: 'B' }, results: 1 }), 'p5');
	assert.equal(await trending({ filter: 'filter[brand][]=B&filter[brand][]=C&filter[price][gte]=20' }), 'v1');
	assert.equal(await trending({ exclude: 'exclude[brand]=A', results: 1 }), 'p5');
	assert.equal(await trending({ filter: { price: { gte: 90 } }, exclude: { categories: ['Shoes > Road'] } }), 'p1 p2');
});

test('the category and the price follow the product of the page', async () => {
	assert.equal(await trending({ same_category: true }, { page: 'p1' }), 'p2', 'the most specific categories count');
	assert.equal(await trending({ same_category: true }), 'p1 p2 p3 p5 v1', 'without a product there is no category');
	assert.equal(await trending({ price_band: { min: 0.5, max: 1.5 } }, { page: 'p1' }), 'p3');
	assert.equal(await trending({ price_band: { min: 2 } }, { page: 'p1' }), 'p2');
	assert.equal(await trending({ price_band: { max: 0.3 } }, { page: 'p1' }), 'p5 v1');
	const both = { same_category: true, price_band: { max: 0.5 }, filter: { price: { gte: 1 } } };
	assert.equal(await trending(both, { page: 'p2' }), 'p1');
});

test('items in the cart or bought before are hidden if the shop wants that', async () => {
	const cart = [{ dfid: shop.dfidOf('p1') }, { dfid: shop.dfidOf('v2') }];
	assert.equal(await trending({}, { cart_items: cart }), 'p2 p3 p5');
	assert.equal(await trending({ hide_in_cart: false }, { cart_items: cart }), 'p1 p2 p3 p5 v1');
	await shop.record('buyer', ...shop.buy('p2'), ...shop.buy('p3').slice(0, 1));
	assert.equal(await trending({}, { session_id: 'buyer' }), 'p2 p1 p5 v1');
	assert.equal(await trending({ hide_bought: true }, { session_id: 'buyer' }), 'p1 p5 v1');
	const widget = await shop.create('new_arrivals', { hide_bought: true });
	assert.deepEqual(idsOf(await shop.ask(widget, { session_id: 'buyer' })), ['v2', 'p5', 'p1']);
});

test('brands share the list', async () => {
	// The purchase above put p2 and p3 before p1.
	const all = { hide_out_of_stock: false };
	assert.equal(await trending({ ...all, diversity: [{ field: 'brand', max: 1 }] }), 'p2 p4 v1');
	assert.equal(await trending({ ...all, results: 3, diversity: [{ field: 'brand', max: 2 }] }), 'p2 p3 p4');
	const two = [
		{ field: 'brand', max: 2 },
		{ field: 'categories', max: 1 },
	];
	assert.equal(await trending({ ...all, diversity: two }), 'p2 p4 v1');
});

test('items are pinned in front and banned, whatever the filters', async () => {
	assert.equal(await trending({ pinned: ['p5', 'gone', 'p4', 'p1'], results: 3, filter: { brand: 'A' } }), 'p5 p1 p2');
	assert.equal(await trending({ banned: ['p1', 'p2'] }), 'p3 p5 v1');
	assert.equal(await trending({ pinned: ['p1', 'p5'] }, { page: 'p1' }), 'p5 p2 p3 v1');
	const lonely = await shop.create('browsing_history', { fallback: false, pinned: ['p3'] });
	assert.deepEqual(idsOf(await shop.ask(lonely)), ['p3'], 'they are shown without any signal');
});

test('boosts lift items with a value', async () => {
	assert.equal(await trending({ boosts: [{ field: 'brand', value: 'C', factor: 50 }], results: 2 }), 'v1 p2');
	const down = [{ field: 'brand', value: 'A', factor: 0.01 }];
	assert.equal(await trending({ boosts: down, results: 2 }), 'p5 v1');
});

test('a widget shows the indices it names, and asks from the page of any', async () => {
	const other = await openWidgetShop(served);
	const api = createApi(served.url, other.key);
	const indices = `/api/v2/search_engines/${other.hashid}/indices`;
	await api.call(indices, { method: 'POST', body: { name: 'page', preset: 'page' } });
	await api.call(`${indices}/page/items`, { method: 'POST', body: { id: 'g', title: 'Guide to the shoe' } });
	await other.put(...['a', 'b'].map((id) => ({ id, title: 'Red shoe', link: toLink(id) })));
	const widget = await other.create('similar', { fallback: false, index: ['page'] });
	const { results } = await other.ask(widget, { page: 'a' });
	assert.deepEqual(
		results.map(({ type, id }: Json) => [type, id]),
		[['page', 'g']],
	);
	assert.deepEqual(idsOf(await other.ask(await other.create('new_arrivals', { index: ['nothing'] }))), []);
});

test('the next item replaces a deleted one at once, and a changed one is up to date', async () => {
	const other = await openWidgetShop(served);
	await other.put(...['x', 'y', 'z'].map((id) => ({ id, title: id, price: 1 })));
	await other.record('s1', ...other.view('x', 'y', 'z'));
	await other.record('s2', ...other.view('x', 'y'));
	await other.record('s3', ...other.view('x'));
	const widget = await other.create('trending', { results: 2 });
	assert.deepEqual(idsOf(await other.ask(widget)), ['x', 'y']);
	const target = { hashid: other.hashid, indexName: 'product', generation: 'live' } as const;
	await served.zone.database.items.write(target, [remove('x')]);
	await other.put({ id: 'y', title: 'Y now', price: 2 });
	const { results } = await other.ask(widget);
	assert.deepEqual(
		results.map(({ id, title, price }: Json) => [id, title, price]),
		[
			['y', 'Y now', 2],
			['z', 'z', 1],
		],
	);
});

test('a store has several languages: the request picks the search engine, else the widget, else the store', async () => {
	const other = await openWidgetShop(served);
	const api = createApi(served.url, other.key);
	const add = async (language: string, currency: string, more = {}) => {
		const body = { name: language, store_id: other.storeId, language, currency, ...more };
		return (await api.call('/api/v2/search_engines', { method: 'POST', body })).json.hashid;
	};
	const dollars = await add('es-MX', 'USD');
	const pesetas = await add('es', 'GBP');
	await add('fr', 'CHF', { default: true });
	const foreign = (await openWidgetShop(served)).hashid;
	const plain = await other.create('trending');
	const own = await other.create('trending', { hashid: dollars });
	const codeOf = async (id: string, body: object = {}) => (await other.ask(id, { ...body })).currency.code;
	assert.deepEqual([await codeOf(plain), await codeOf(own)], ['CHF', 'USD']);
	assert.equal(await codeOf(own, { language: 'es' }), 'GBP', 'the whole locale first');
	assert.equal(await codeOf(plain, { language: 'es_MX' }), 'USD');
	assert.equal(await codeOf(plain, { language: 'fr-CA' }), 'CHF', 'then the language');
	assert.equal(await codeOf(own, { language: 'pl' }), 'USD', 'a language nobody has is none');
	assert.equal(await codeOf(own, { language: 'fr', hashid: pesetas }), 'GBP');
	const refused = await other.post(plain, { current_url: 'https://a.example', hashid: foreign });
	const details = { hashid: ["is not a search engine of the widget's store"] };
	assert.deepEqual([refused.status, refused.json], [400, { error: 'Bad request', details }]);
});

test('a store without a search engine has nothing to recommend', async () => {
	const other = await openWidgetShop(served, { storeId: null });
	const widget = await other.create('new_arrivals');
	const answer = await other.ask(widget);
	assert.deepEqual([idsOf(answer), answer.currency.code, answer.fallback_action], [[], 'EUR', 'none']);
});
