/** Several searches in one call, and the facets that a page with many of them asks for. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Json } from '../support/api.ts';
import { type ServedApp, serveApp } from '../support/served-app.ts';
import { idsOf, openScan, openShop, type Shop } from '../support/shop.ts';

let server: ServedApp;
let shop: Shop;

before(async () => {
	server = await serveApp({ VITRINE_PUBLIC_RATE_LIMIT_PER_SECOND: '0' }, openScan);
	shop = await openShop(server, { isCorsEnforced: false });
	await shop.put(
		{ id: '1', title: 'Red shoe', brand: 'Acme', price: 10, features: ['wifi', 'gps'] },
		{ id: '2', title: 'Blue shoe', brand: 'Acme', price: 20, features: ['wifi'] },
		{ id: '3', title: 'Red boot', brand: 'Other', price: 60, features: ['gps'] },
	);
});
after(() => server[Symbol.asyncDispose]());

const searchAll = (body: unknown) => shop.api.call('/_msearch', { method: 'POST', body: body as object });

/** Without what differs between two calls of the same search. */
function toComparable({ query_id, ...answer }: Json): Json {
	return answer;
}

test('each is answered as on its own, in the order of the requests', async () => {
	const requests: Json[] = [
		{ query: 'red', sort: [{ price: 'desc' }], query_counter: 7 },
		{ rpp: 0 },
		{ query: 'shoe', facets: [{ field: 'brand' }], filter: { brand: 'Acme' }, fields: ['title'] },
		{ indices: ['nothing'] },
		{ query: 'boot', page: 2, sort: [{ colour: 'asc' }] },
		{},
	];
	const { status, json } = await searchAll({ requests });
	assert.equal(status, 200);
	assert.equal(json.results.length, requests.length);
	for (const [at, body] of requests.entries()) {
		const alone = await shop.api.call('/_search', { method: 'POST', body });
		const expected = alone.status === 200 ? alone.json : { ...alone.json, status: alone.status };
		assert.deepEqual(toComparable(json.results[at]), toComparable(expected), JSON.stringify(body));
	}
	assert.deepEqual(json.results[1], { error: 'Invalid rpp', status: 400 });
});

test('entries that are no searches fail alone, and calls without entries or with too many as a whole', async () => {
	const { json } = await searchAll({
		requests: [3, null, [], {}, { query: { a: { b: { c: { d: { e: { f: 1 } } } } } } }],
	});
	assert.deepEqual(
		json.results.map((answer: Json) => answer.status ?? answer.count),
		[400, 400, 400, 3, 400],
	);
	const requests = Array.from({ length: 20 }, () => ({ query: 'red' }));
	assert.equal((await searchAll({ requests })).json.results.length, 20);
	for (const bad of [{}, { requests: [] }, { requests: {} }, { requests: 'a' }, [], { requests: [...requests, {}] }]) {
		const { status, json: answer } = await searchAll(bad);
		assert.equal(status, 400, JSON.stringify(bad).slice(0, 50));
		assert.match(answer.error, /^Bad request, bad requests: /);
	}
});

test('a facet may count what passes the filter on its own field', async () => {
	const count = async (filtered: string) => {
		const { facets } = await shop.search(`filter[brand]=Acme&facets[0][field]=brand${filtered}`);
		return facets.brand.terms.items;
	};
	assert.deepEqual(await count(''), [
		{ name: 'Acme', count: 2 },
		{ name: 'Other', count: 1 },
	]);
	assert.deepEqual(await count('&facets[0][filtered]=true'), [{ name: 'Acme', count: 2 }]);
});

test('a facet of terms sums up the numbers of its field where that is asked for', async () => {
	const ask = async (field: string, stats: string) =>
		(await shop.search(`query=red&facets[0][field]=${field}&facets[0][type]=term${stats}`)).facets[field];
	const { stats, terms } = await ask('price', '&facets[0][stats]=true');
	assert.deepEqual(stats, { count: 2, min: 10, max: 60, sum: 70, avg: 35 });
	assert.deepEqual(terms.items.map(({ name }: Json) => name).sort(), ['10', '60']);
	assert.equal((await ask('price', '')).stats, undefined);
	assert.equal((await ask('brand', '&facets[0][stats]=1')).stats, undefined);
});

test('filter_all asks for every one of its values', async () => {
	const find = async (parameters: string) => idsOf(await shop.search(`sort=id&${parameters}`));
	assert.deepEqual(await find('filter[features][]=wifi&filter[features][]=gps'), ['1', '2', '3']);
	assert.deepEqual(await find('filter_all[features][]=wifi&filter_all[features][]=gps'), ['1']);
	const both = 'filter_all[features][]=wifi&filter_all[features][]=gps&filter_execution=or';
	assert.deepEqual(await find(both), ['1'], 'one condition has no alternative');
	const { facets } = await shop.search(`${both}&facets[0][field]=features&facets[1][field]=brand`);
	const named = (facet: Json) => facet.terms.items.map(({ name, count }: Json) => [name, count]);
	const plain = await shop.search(`${both.replace('=or', '=and')}&facets[0][field]=features&facets[1][field]=brand`);
	assert.deepEqual(named(facets.brand), [['Acme', 1]]);
	assert.deepEqual(named(facets.features), named(plain.facets.features));
	const { filter } = await shop.search('filter_all[features][]=wifi&filter_all[features][]=gps&filter[brand]=Acme');
	assert.deepEqual(filter, { terms: { brand: ['Acme'], features: ['wifi', 'gps'] } });
	const refused = await shop.api.call('/_search?filter_all[price][gte]=1');
	assert.equal(refused.json.error, 'Bad request, bad filter_all: price must have values');
});
