/** Version 5 of the search API, called as the client in the package registry and old plug-ins call it. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createApi, type Json } from '../support/api.ts';
import { type ServedApp, serveApp } from '../support/served-app.ts';
import { idsOf, openScan, openShop, type Shop } from '../support/shop.ts';
import { toItemKey } from '../support/tenant.ts';

let server: ServedApp;
let shop: Shop;

before(async () => {
	server = await serveApp({}, openScan);
	shop = await openShop(server);
	await shop.put(
		{ id: '1', title: 'Red shoe', brand: 'Nike', price: 80, link: 'https://a.example/1' },
		{ id: '2', title: 'Blue shoe', brand: 'Adidas', price: 60 },
	);
});
after(() => server[Symbol.asyncDispose]());

const toDfid = (id: string, hashid = shop.hashid) => `${hashid}@product@${toItemKey(id)}`;

async function call(path: string, more: Parameters<ReturnType<typeof createApi>['call']>[1] = {}) {
	const [name, query = ''] = path.split('?');
	return createApi(server.url, shop.key).call(`/5${name}?hashid=${shop.hashid}&random=1700000000000&${query}`, more);
}

test('a search with the older names has the same answer as in version 6', async () => {
	const query =
		'query=shoe&page=1&rpp=5&query_counter=3&transformer=basic&type%5B0%5D=product&filter%5Bprice%5D%5Bfrom%5D=50&filter%5Bprice%5D%5Bto%5D=90&sort%5B0%5D%5Bprice%5D=asc';
	const { status, json, text } = await call(`/search?${query}`);
	assert.equal(status, 200, text);
	assert.deepEqual(idsOf(json), ['2', '1']);
	const { results: _, facets, ...head } = json;
	assert.deepEqual(
		[head.query_counter, head.results_per_page, head.page, head.total, head.query],
		[3, 5, 1, 2, 'shoe'],
	);
	assert.equal(head.hashid, shop.hashid);
	assert.ok(facets.brand.terms.buckets.length === 2 && facets.brand._type === 'terms', text);
	const same = await shop.api.call(`/_search?${query.replaceAll('type', 'indices')}`);
	assert.deepEqual({ ...same.json, query_id: json.query_id, facets }, json);
	for (const [name, facet] of Object.entries(same.json.facets))
		assert.deepEqual(facets[name].terms, (facet as Json).terms);
	assert.deepEqual(facets.color.terms.buckets, [], 'what the options may list is there');
	assert.equal((await call('/search?type[]=blog')).text, '{"error":"Index blog not found."}');
	assert.equal((await call('/search?rpp=1000')).text, '{"error":"Invalid rpp"}');
});

test('items are read by their dfids, in the order asked, without missing ones', async () => {
	const items = [
		toDfid('2'),
		toDfid('9'),
		toDfid('1').toUpperCase(),
		toDfid('1', '0'.repeat(32)),
		'nonsense',
		toDfid('2'),
	];
	const { status, json, text } = await call('/search?query=', { method: 'POST', body: { items } });
	assert.equal(status, 200, text);
	assert.deepEqual([idsOf(json), json.count, json.facets], [['2', '1', '2'], 3, {}]);
	assert.equal(json.results[0].dfid, toDfid('2'));
	assert.deepEqual((await call('/search', { method: 'POST', body: { items: [] } })).json.results, []);
	const many = { items: Array.from({ length: 101 }, () => toDfid('1')) };
	assert.equal((await call('/search', { method: 'POST', body: many })).status, 400);
	assert.deepEqual(idsOf((await call('/search', { method: 'POST', body: { query: 'red' } })).json), ['1']);
});

test('of a long query the beginning is searched, and of several indices those that are there', async () => {
	const { json } = await call(`/search?query=red${'+shoe'.repeat(10)}&type[]=product&type[]=blog`);
	assert.deepEqual([idsOf(json)[0], json.query_truncated, json.query], ['1', true, `red${' shoe'.repeat(9)}`]);
	assert.deepEqual((await call(`/suggest?query=nik&type[]=product&type[]=blog`)).json.results, [{ term: 'nike' }]);
	assert.equal((await call(`/suggest?query=${'nik+'.repeat(11)}`)).status, 200);
	assert.match((await call('/search?sort[0][prise]=asc')).text, /no field prise \(did you mean price\?\)/);
});

test('suggestions are terms, and options have the facets and say that nothing is used up', async () => {
	assert.deepEqual((await call('/suggest?query=nik')).json, { query: 'nik', results: [{ term: 'nike' }] });
	const path = `/5/options/${shop.hashid}?hashid=${shop.hashid}`;
	const { json } = await createApi(server.url, shop.key).call(path);
	const common = (name: string) => ({ visible: true, name, label: name, field: name });
	assert.deepEqual(json, {
		query_limit_reached: false,
		facets: [
			{ ...common('brand'), type: 'terms', size: 10 },
			{ ...common('best_price'), type: 'range', ranges: [{ from: 0 }] },
		],
	});
});

test('events are those of version 6', async () => {
	const who = 'session_id=s5';
	const line = 'item_id=1&datatype=product';
	const calls = [
		`init?${who}`,
		`click?${who}&dfid=${toDfid('1')}&query=red&custom_results_id=7`,
		`click?${who}&id=2&datatype=product`,
		`img_click?${who}&img_id=4`,
		`img_impression?${who}&img_id=4`,
		`img_other?${who}&img_id=4`,
		// As the client sends them.
		'img_click?img_id=5',
		'img_display?img_id=4',
		`add-to-cart?${who}&${line}&amount=2&title=T&price=9.5`,
		`add-to-cart?${who}&${line}&amount=1`,
		`remove-from-cart?${who}&${line}&amount=1`,
		`checkout?${who}`,
		`clear-cart?${who}`,
	];
	for (const path of calls) {
		const { status, text } = await call(`/stats/${path}`);
		assert.deepEqual([status, text], [200, '{"status":"registered"}'], path);
	}
	await server.catchUp();
	const { json } = await createApi(server.url, shop.key).call(
		`/api/admin/v1/search_engines/${shop.hashid}/events?limit=100`,
	);
	const own = json.events.filter((event: Json) => event.session_id === 's5');
	assert.deepEqual(
		own.map(({ kind }: Json) => kind),
		[
			'init',
			'click',
			'click',
			'image',
			'image_impression',
			'cart_addition',
			'cart_addition',
			'cart_removal',
			'purchase',
			'checkout',
			'cart_clearing',
		],
	);
	const banners = json.events.filter((event: Json) => event.kind === 'image' && event.session_id === null);
	assert.equal(banners.length, 1);
	for (const [path, error] of [
		['click?session_id=s', '[dfid] fields are missing'],
		['click?session_id=s&id=9&datatype=product', 'Not found'],
		['add-to-cart?item_id=1&datatype=product&title=T', '[session_id] fields are missing'],
		['add-to-cart?session_id=s', 'Following fields are missing: ["id", "index", "title"]'],
		['img_display?session_id=s&img_id=x', 'Invalid redirect id'],
		['img_click', '[id] fields are missing'],
		['nothing?session_id=s', 'Not found'],
	]) {
		assert.deepEqual((await call(`/stats/${path}`)).json, { error }, path);
	}
});

test('a key is taken with its scheme and without; pages of the store need none', async () => {
	const search = (hashid: string, headers: Record<string, string>) =>
		createApi(server.url).call(`/5/search?query=red&hashid=${hashid}`, { headers });
	for (const authorization of [shop.key, `eu1-${shop.key}`, `Token ${shop.key}`]) {
		assert.equal((await search(shop.hashid, { authorization })).status, 200, authorization);
	}
	assert.equal((await search(shop.hashid, { origin: 'https://shop.example' })).status, 200);
	const stranger = await openShop(server);
	for (const headers of [
		{},
		{ authorization: stranger.key },
		{ authorization: '0'.repeat(40) },
		{ authorization: 'x' },
	]) {
		const { status, text } = await search(shop.hashid, headers as Record<string, string>);
		assert.deepEqual([status, text], [403, '{"error":"forbidden"}']);
	}
	const unknown = await search('0'.repeat(32), { authorization: shop.key });
	assert.deepEqual([unknown.status, unknown.text], [404, '{"error":"Mapping not found"}']);
	const none = await createApi(server.url, shop.key).call('/5/search?query=red');
	assert.deepEqual([none.status, none.text], [404, '{"error":"Mapping not found"}']);
	const paths = [`/5/search?hashid=${shop.hashid}`, `/5/options/${shop.hashid}`, `/5/stats/init?hashid=${shop.hashid}`];
	for (const path of paths) {
		const readableBy = async (origin: string, method = 'OPTIONS') => {
			const { headers } = await createApi(server.url).call(path, { method, headers: { origin } });
			assert.match(headers.get('vary') ?? '', /Origin/);
			return headers.get('access-control-allow-origin');
		};
		assert.equal(await readableBy('https://shop.example'), 'https://shop.example');
		assert.equal(await readableBy('https://x.example'), null);
		assert.equal(await readableBy('https://x.example', 'GET'), null);
	}
	assert.deepEqual((await createApi(server.url).call('/5/nothing')).json, { error: 'Not found' });
});
