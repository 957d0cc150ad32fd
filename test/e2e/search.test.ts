/** The answers of searches. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { createProductSearch } from '../../src/app/search/product-search.ts';
import { unknownClient } from '../../src/domain/event/shopper-event.ts';
import { toItemKey } from '../../src/domain/item/dfid.ts';
import { defaultSearchSettings } from '../../src/domain/query/search-settings.ts';
import { parseSearchRequest } from '../../src/http/search/search-parameters.ts';
import { toParameters } from '../../src/http/server/parse-parameters.ts';
import { FailureError, fail } from '../../src/lib/failure.ts';
import { createScanSearchIndex } from '../contract/scan-search-index.ts';
import { createApi, type Json } from '../support/api.ts';
import { type ServedApp, serveApp } from '../support/served-app.ts';
import { idsOf, openScan, openShop, type Shop } from '../support/shop.ts';

let server: ServedApp;
let shop: Shop;

const items = [
	{ id: '1', title: 'Red running shoe', brand: 'Nike', color: ['red', 'white'], price: 80, group_id: 'g1' },
	{ id: '2', title: 'Blue running shoe', brand: 'Nike', color: ['blue'], price: 60, group_id: 'g1' },
	{ id: '3', title: 'Red trail shoe', brand: 'Salomon', color: ['red'], price: 120, sale_price: 99.9 },
	{ id: '4', title: 'Walking boot', brand: 'Salomon', price: 70 },
];

before(async () => {
	server = await serveApp({}, openScan);
	shop = await openShop(server);
	await shop.put(...items);
});
after(() => server[Symbol.asyncDispose]());

test('an answer has everything that clients read', async () => {
	const {
		facets,
		results,
		query_id: queryId,
		...others
	} = await shop.search('query=red&sort[0][_score]=desc&sort[1][price]=asc&rpp=1&page=2&query_counter=7&random=1');
	assert.match(queryId, /^[0-9a-f]{32}$/);
	assert.deepEqual(others, {
		query: 'red',
		query_counter: 7,
		query_name: 'match_and',
		page: 2,
		results_per_page: 1,
		total: 2,
		total_found: 2,
		total_strict: 2,
		count: 2,
		max_score: 1,
		hashid: shop.hashid,
		filter: {},
	});
	assert.deepEqual(results, [
		{
			...items[2],
			categories: [],
			best_price: 99.9,
			dfid: `${shop.hashid}@product@${toItemKey('3')}`,
			type: 'product',
		},
	]);
	assert.deepEqual(Object.keys(facets), ['brand', 'best_price', 'color']);
});

test('the text of an item goes out as it was stored, with our names beside it', async () => {
	const other = await openShop(server);
	const text =
		'{ "id":"a\\/b", "price": 6.0,"big":12345678901234567890, "link":"https:\\/\\/x", "type":"shoe", "image_link":null,"url":"mine" }';
	await other.put(text);
	const { text: answer } = await other.api.call('/_search');
	const stored = (await server.zone.database.items.findMany(
		{ hashid: other.hashid, indexName: 'product', generation: 'live' },
		['a/b'],
	)) as readonly { text: string }[];
	const dfid = `"dfid":"${other.hashid}@product@${toItemKey('a/b')}"`;
	const expected = stored[0]?.text
		.replace('"type":"shoe"', '"type":"product"')
		.replace(/ ?\}$/, `,${dfid},"image_url":null,"title":""$&`);
	assert(answer.endsWith(`"results":[${expected}]}`), answer);
	assert(answer.includes('"price": 6.0,"big":12345678901234567890'));
});

test('a result without a title has its name as title', async () => {
	const other = await openShop(server);
	await other.put('{"id":"1","name":"Red \\u0073hoe"}', '{"id":"2","name":"Not this","title":"Sock"}', '{"id":3}');
	const { json, text } = await other.api.call('/_search');
	assert.deepEqual(
		json.results.map(({ id, title, dfid }: Json) => [id, title, typeof dfid]),
		[
			['1', 'Red shoe', 'string'],
			['2', 'Sock', 'string'],
			['3', '', 'string'],
		],
		text,
	);
});

test('facets have the keys of every client', async () => {
	const query =
		'filter[brand][]=Nike&facets[0][field]=brand&facets[0][size]=1&facets[1][field]=price&filter[price][gte]=70';
	const { facets, filter, results } = await shop.search(query);
	assert.deepEqual(
		results.map(({ id }: Json) => id),
		['1'],
	);
	assert.deepEqual(filter, { terms: { brand: ['Nike'] }, range: { price: { gte: 70 } } });
	assert.deepEqual(facets.brand, {
		key: 'brand',
		label: 'brand',
		visible: true,
		order: 0,
		_type: 'terms',
		doc_count: 3,
		terms: {
			buckets: [{ key: 'Salomon', doc_count: 2 }],
			doc_count_error_upper_bound: 0,
			sum_other_doc_count: 1,
			items: [{ name: 'Salomon', count: 2 }],
			selected: [{ name: 'Nike', count: 1 }],
		},
		selected: { doc_count: 1, buckets: [{ key: 'Nike', doc_count: 1 }] },
		total: { value: 2 },
	});
	const { range, ...head } = facets.price;
	assert.deepEqual(head, { key: 'price', label: 'price', visible: true, order: 1, _type: 'range', doc_count: 2 });
	const stats = { count: 2, min: 60, max: 80, sum: 140, avg: 70 };
	assert.deepEqual(range, {
		buckets: [{ key: '60-80', from: 60, to: 80, doc_count: 2, stats }],
		from: 70,
		to: 80,
		min: 60,
		max: 80,
	});
});

test('a range facet has its bucket and a terms facet its lists even when nothing is found', async () => {
	const { facets, total, results } = await shop.search('query=zzzzzzzz&facets[]=brand&facets[]=price');
	assert.deepEqual([total, results], [0, []]);
	assert.deepEqual(facets.price.range.buckets[0].stats, { count: 0, min: 0, max: 0, sum: 0, avg: 0 });
	assert.deepEqual([facets.brand.terms.buckets, facets.brand.selected.buckets], [[], []]);
});

test('a search by GET and by POST is the same, and the body wins', async () => {
	const body = { query: 'shoe', filter: { color: ['red'] }, sort: [{ price: 'desc' }], facets: ['brand'], rpp: 5 };
	const posted = await shop.api.call('/_search?query=boot', { method: 'POST', body });
	assert.equal(posted.status, 200);
	const got = await shop.search('query=shoe&filter[color]=red&sort[price]=desc&facets=brand&rpp=5');
	assert.notEqual(posted.json.query_id, got.query_id, 'each answer has its own');
	assert.deepEqual({ ...posted.json, query_id: got.query_id }, got);
	assert.deepEqual(idsOf(posted.json), ['3', '1']);
	for (const nothing of ['', '[]', '{}']) {
		const all = await shop.api.call('/_search/', { method: 'POST', body: nothing });
		assert.equal(all.json.total, 4, nothing);
	}
});

test('words that name a brand become a filter if requested, and are reported', async () => {
	const { filter, facets, results } = await shop.search('query=nike+shoe&auto_filters=true&facets[]=brand');
	assert.deepEqual(filter, { terms: { brand: ['Nike'] } });
	assert.deepEqual(facets.brand.terms.selected, [{ name: 'Nike', count: 2 }]);
	assert.equal(results.length, 2);
	const skipped = await shop.search('query=nike+shoe&auto_filters=1&skip_auto_filters[]=brand');
	assert.deepEqual(skipped.filter, {});
});

test('a group is one result, with the asked fields of all its items', async () => {
	const { results, count } = await shop.search(
		'query=shoe&grouping=true&with_variants[]=id&with_variants[]=color&sort[price]=asc',
	);
	assert.equal(count, 2);
	assert.deepEqual(
		results.map(({ id, df_variants: variants }: Json) => [id, variants]),
		[
			[
				'2',
				[
					{ id: '1', color: ['red', 'white'] },
					{ id: '2', color: ['blue'] },
				],
			],
			['3', undefined],
		],
	);
	const plain = await shop.search('query=shoe&with_variants[]=id');
	assert.deepEqual([plain.count, plain.results[0].df_variants], [3, undefined]);
});

test('the search engine says whether groups are one result when the request does not', async () => {
	const grouped = await openShop(server, {}, { hasGrouping: true });
	await grouped.put(...items);
	assert.equal((await grouped.api.call('/_search?query=shoe')).json.count, 2);
	assert.equal((await grouped.api.call('/_search?query=shoe&grouping=false')).json.count, 3);
});

test('an item that the index still names but that is gone is left out', async () => {
	const { services } = server.zone;
	const engine = await server.zone.database.searchEngines.find(shop.hashid);
	assert(engine !== undefined && services.search !== undefined);
	const scan = createScanSearchIndex(server.zone.database.items);
	const stale = createProductSearch({
		readSettings: async () => defaultSearchSettings,
		findDefaultFields: async () => ({ facets: [], autoFilterFields: [] }),
		searchIndex: {
			...scan,
			async search(scope, query) {
				const answer = await scan.search(scope, query);
				const ghost = { indexName: 'product', id: 'ghost', score: 1, groupId: undefined };
				return { ...answer, hits: [ghost, ...answer.hits, { ...ghost, indexName: 'gone' }] };
			},
		},
		items: server.zone.database.items,
		events: services.search.events,
	});
	const request = parseSearchRequest(toParameters({ query: 'boot', stats: false }));
	const answer = await stale.search(engine, request, unknownClient);
	assert(answer.ok);
	assert.deepEqual(
		answer.value.items.map(({ id }) => id),
		['4'],
	);
});

test('several indices are one list, and an unknown one is named', async () => {
	const { services } = server.zone;
	const other = await openShop(server);
	await other.put('{"id":"1","title":"Red shoe"}');
	const engine = await server.zone.database.searchEngines.find(other.hashid);
	assert(engine);
	await services.indices.create(engine, { name: 'page', preset: 'page', options: {}, datasources: [] });
	const text = '{"id":"1","title":"About our red shoes"}';
	const target = { hashid: other.hashid, indexName: 'page', generation: 'live' } as const;
	await server.zone.database.items.write(target, [{ kind: 'put', id: '1', text, groupId: null }]);
	const toTypes = async (query: string) => {
		const { json } = await other.api.call(`/_search?query=red&${query}`);
		return json.results.map(({ type }: { type: string }) => type).sort();
	};
	assert.deepEqual(await toTypes(''), ['page', 'product']);
	assert.deepEqual(await toTypes('indices[]=page'), ['page']);
	for (const path of ['/_search', '/_suggest']) {
		const { status, json } = await other.api.call(`${path}?indices[]=blog&indices[]=news`);
		assert.deepEqual([status, json], [404, { error: 'Index blog not found.' }]);
	}
});

test('an engine without an index finds nothing', async () => {
	const other = await openShop(server);
	await server.zone.database.searchEngines.removeIndex(other.hashid, 'product');
	const { json } = await other.api.call('/_search?query=a&facets[]=brand');
	assert.deepEqual([json.total, json.results, json.facets.brand.terms.buckets], [0, [], []]);
	assert.deepEqual((await other.api.call('/_suggest?query=a')).json, []);
});

test('suggestions are a bare list of texts', async () => {
	const { status, json } = await shop.api.call('/_suggest?query=sal&page=1&rpp=20');
	assert.deepEqual([status, json], [200, ['salomon']]);
});

test('a bad request says what is wrong, in one line of text', async () => {
	for (const [path, error] of [
		['/_search?rpp=101', 'Invalid rpp'],
		['/_search?sort[price]=up', 'Bad request, bad sort: the order must be asc or desc'],
	] as const) {
		const { status, text, headers } = await shop.api.call(path);
		assert.deepEqual([status, text], [400, JSON.stringify({ error })]);
		assert.match(headers.get('content-type') ?? '', /^application\/json/);
	}
	const broken = await shop.api.call('/_search', { method: 'POST', body: '{"query":' });
	assert.equal(broken.status, 400);
	assert.equal(typeof broken.json.error, 'string');
	const list = await shop.api.call('/_search', { method: 'POST', body: [1] });
	assert.deepEqual([list.status, list.json], [400, { error: 'Bad request, the body is not an object' }]);
	const large = await shop.api.call('/_search', { method: 'POST', body: { a: 'x'.repeat(300_000) } });
	assert.deepEqual([large.status, large.json], [413, { error: 'The request body is larger than 262144 bytes' }]);
	const missing = await shop.api.call('/_nothing');
	assert.deepEqual([missing.status, missing.json], [404, { error: 'Not found' }]);
});

test('a search index that cannot answer fails with an explanation, and the store continues', async () => {
	let failure: unknown;
	const refuse = () => Promise.reject(failure);
	const queries = {
		openFields: refuse,
		findByLink: refuse,
		select: refuse,
		findSimilar: refuse,
		listNewest: refuse,
		readComparison: refuse,
		describe: refuse,
		explain: refuse,
	};
	await using broken = await serveApp({}, () => ({ search: refuse, suggest: refuse, readState: refuse, ...queries }));
	const other = await openShop(broken);
	for (const [code, expected] of [
		['timed_out', '408 {"error":"Timeout connecting to backend"}'],
		['overloaded', '429 {"error":"The server has more work than it accepts at once, throttled"}'],
		['unavailable', '503 {"error":"The server cannot reach its data at the moment; nothing was changed"}'],
		[undefined, '500 {"error":"Internal server error"}'],
	] as const) {
		failure = code === undefined ? new Error('secret') : new FailureError(fail(code).failure);
		for (const path of ['/_search', '/_suggest?query=a', '/_explain?query=a']) {
			const { status, text } = await other.api.call(path);
			assert.equal(`${status} ${text}`, expected);
		}
	}
	assert.equal((await other.api.call('/stats/init?session_id=s', { method: 'PUT' })).status, 200);
	await broken.catchUp();
	assert.equal((await broken.zone.database.events.listOfEngine(other.hashid, 'search', 9)).length, 0);
});

test('a request is answered in words, whatever its query string', async () => {
	const anyText = fc.array(
		fc.constantFrom('query', 'filter', 'sort', '[', ']', '=', '&', '%', '%00', '%E9', '+', '1', '-1', 'a'),
	);
	await fc.assert(
		fc.asyncProperty(
			anyText,
			fc.constantFrom('_search', '_suggest', '_explain', 'stats/init', 'stats/click'),
			async (parts, path) => {
				const { status, json } = await shop.api.call(`/${path}?stats=false&${parts.join('')}`);
				assert(status === 200 || (status === 400 && typeof json.error === 'string'), `${status} ${parts.join('')}`);
			},
		),
		{ numRuns: 300 },
	);
});

test('the OpenAPI document has the search API', async () => {
	const { json } = await createApi(server.url).call('/openapi.json');
	const path = json.paths['/6/{hashid}/_search'];
	assert.deepEqual(Object.keys(path).sort(), ['get', 'post']);
	assert.deepEqual(Object.keys(path.get.responses).sort(), [
		'200',
		'400',
		'403',
		'404',
		'408',
		'413',
		'421',
		'429',
		'500',
		'503',
	]);
});
