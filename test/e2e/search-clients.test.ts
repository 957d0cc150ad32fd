/** Reads answers of the search API as deployed client libraries do. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Json } from '../support/api.ts';
import { type ServedApp, serveApp } from '../support/served-app.ts';
import { openScan, openShop, type Shop } from '../support/shop.ts';

let server: ServedApp;
let shop: Shop;

const items = [
	{
		id: '1',
		title: 'Red shoe',
		link: 'https://a.example/1',
		image_link: 'https://a.example/1.jpg',
		brand: 'Nike',
		price: 80,
	},
	{ id: '2', title: 'Blue shoe', brand: 'Adidas', categories: ['Shoes > Blue'], price: 60, sale_price: 50 },
];

before(async () => {
	server = await serveApp({}, openScan);
	shop = await openShop(server);
	await shop.put(...items);
});
after(() => server[Symbol.asyncDispose]());

/** A request as the JavaScript client writes it: lists by number, everything escaped. */
const jsQuery =
	'query=shoe&page=1&rpp=20&random=1700000000000&filter%5Bbrand%5D%5B0%5D=Nike&sort%5B0%5D%5Bprice%5D=asc&indices%5B0%5D=product';
const queries: Readonly<Record<string, string>> = {
	everything: '',
	nothing: 'query=zzzzzzzz&facets[0][field]=brand&facets[1][field]=price',
	'of the JavaScript client': jsQuery,
	'of the PHP client': 'query=shoe&filter%5Bbrand%5D=Nike&facets%5B0%5D%5Bfield%5D=price&stats=0',
	'of the Python client': 'query=red+shoe&indices%5B%5D=product&filter%5Bbrand%5D%5B%5D=Nike&auto_filters=true',
};

/** The JavaScript client's facets: it expects these members, and fails the whole search if one is missing. */
function readAsJavaScript(facet: Json): number {
	if (facet.range !== undefined) {
		const { avg, count, max, min, sum } = facet.range.buckets[0].stats;
		return avg + count + max + min + sum;
	}
	const selected = new Set(facet.selected.buckets.map(({ key }: Json) => key));
	const counts = facet.terms.buckets.map(({ key, doc_count: count }: Json) => (selected.has(key) ? count : 0));
	return counts.reduce((sum: number, count: number) => sum + count, facet.total.value);
}

for (const [what, query] of Object.entries(queries)) {
	test(`an answer to a query ${what} has all that clients read`, async () => {
		const json = await shop.search(query);
		for (const name of ['count', 'total', 'total_found', 'max_score', 'page', 'results_per_page']) {
			assert.equal(typeof json[name], 'number', name);
		}
		for (const name of ['query', 'query_name', 'hashid']) assert.equal(typeof json[name], 'string', name);
		assert.ok(Array.isArray(json.results));
		assert.equal(Object.prototype.toString.call(json.facets), '[object Object]');
		for (const [name, facet] of Object.entries<Json>(json.facets)) {
			assert.ok(Number.isFinite(readAsJavaScript(facet)), name);
			assert.deepEqual([facet.key, typeof facet.label, facet.visible], [name, 'string', true]);
			const { items: listed, selected } = facet.terms ?? { items: [], selected: [] };
			for (const one of [...listed, ...selected]) assert.deepEqual(Object.keys(one), ['name', 'count']);
			if (facet.range)
				for (const end of ['from', 'to', 'min', 'max']) assert.ok(Number.isFinite(facet.range[end]), end);
		}
		for (const result of json.results) {
			assert.match(result.dfid, /^[0-9a-f]{32}@[\w-]+@[0-9a-f]{32}$/);
			assert.deepEqual([typeof result.id, typeof result.title, result.type], ['string', 'string', 'product']);
			assert.deepEqual([result.url, result.image_url], [result.link, result.image_link]);
		}
	});
}

test('completions are a bare list of texts; an event is answered as registered', async () => {
	const suggested = await shop.api.call('/_suggest?query=ni&page=1&rpp=20&random=1&indices%5B0%5D=product');
	assert.ok(Array.isArray(suggested.json) && suggested.json.every((text: unknown) => typeof text === 'string'));
	const { json } = await shop.api.call('/stats/init?session_id=s&random=1', { method: 'PUT' });
	assert.deepEqual(json, { status: 'registered' });
	const emptied = await shop.api.call('/stats/cart/s', { method: 'DELETE', body: [] });
	assert.deepEqual([emptied.status, emptied.json], [200, { status: 'registered' }]);
});

test('an error is one line with one text', async () => {
	const calls = ['/_search?rpp=0', '/_search?indices[]=none', '/stats/click', '/_image_search', '/nothing'];
	for (const path of calls) {
		const { status, json, text, headers } = await shop.api.call(path, {
			method: path.startsWith('/stats') ? 'PUT' : 'GET',
		});
		assert.ok(status >= 400 && status < 500, path);
		assert.deepEqual([Object.keys(json), typeof json.error], [['error'], 'string'], path);
		assert.doesNotMatch(text, /\n/);
		assert.match(headers.get('content-type') ?? '', /^application\/json/);
	}
});

test('search by image is refused as switched off, not as an unknown address', async () => {
	const text = '{"error":"Image Search is not enabled for this search engine"}';
	// Refused before it is read, however large the image is.
	const image = { method: 'POST', body: { image: 'a'.repeat(1_000_000) } };
	const byImage = await shop.api.call('/_image_search?rpp=5', image);
	assert.deepEqual([byImage.status, byImage.text], [400, text]);
	const similar = await shop.api.call(`/_visually_similar?dfid=${shop.hashid}@product@${'0'.repeat(32)}`);
	assert.deepEqual([similar.status, similar.text], [400, text]);
	const refused = await shop.publicApi.call('/_visually_similar');
	assert.deepEqual([refused.status, refused.json], [403, { error: 'forbidden' }]);
});
