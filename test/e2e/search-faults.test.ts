/** Searches with parameters that are too long, misspelt, or about something that does not exist. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type ServedApp, serveApp } from '../support/served-app.ts';
import { idsOf, openScan, openShop, type Shop } from '../support/shop.ts';

let server: ServedApp;
let shop: Shop;

before(async () => {
	server = await serveApp({}, openScan);
	shop = await openShop(server);
	await shop.put(
		{ id: '1', title: 'Red running shoe', brand: 'Nike', color: ['red', 'white'], price: 80, group_id: 'g1' },
		{ id: '2', title: 'Blue running shoe', brand: 'Nike', color: ['blue'], price: 60, group_id: 'g1' },
		{ id: '3', title: 'Red trail shoe', brand: 'Salomon', color: ['red'], price: 120, sale_price: 99.9 },
		{ id: '4', title: 'Walking boot', brand: 'Salomon', price: 70 },
	);
});
after(() => server[Symbol.asyncDispose]());

test('of several indices those that are there are searched', async () => {
	assert.deepEqual(idsOf(await shop.search('query=boot&indices[]=blog&indices[]=product')), ['4']);
	const { status, json } = await shop.api.call('/_suggest?query=sal&indices[]=blog&indices[]=product');
	assert.deepEqual([status, json], [200, ['salomon']]);
	const body = { query: 'boot', indices: ['product', 'blog'] };
	const posted = await shop.api.call('/_search', { method: 'POST', body });
	assert.deepEqual(idsOf(posted.json), ['4'], posted.text);
});

test('of a long query the first ten words and 200 characters are searched, and the answer says so', async () => {
	const words = 'walking walking walking walking walking walking walking walking walking boot';
	const whole = await shop.search(`query=${words}`);
	assert.deepEqual([idsOf(whole), 'query_truncated' in whole, whole.query], [['4'], false, words]);
	const cut = await shop.search(`query=${words} nonsense more`);
	assert.deepEqual([idsOf(cut), cut.query_truncated, cut.query], [['4'], true, words]);
	const long = await shop.search(`query=${encodeURIComponent('😀'.repeat(201))}&stats=false`);
	assert.deepEqual([long.query_truncated, long.query], [true, '😀'.repeat(200)]);
	const huge = await shop.api.call('/_search', { method: 'POST', body: { query: `boot ${'x'.repeat(200_000)}` } });
	assert.deepEqual([huge.status, huge.json.query.length, huge.json.query_truncated], [200, 200, true]);
	const suggested = await shop.api.call(`/_suggest?query=${'sal '.repeat(60)}`);
	assert.equal(suggested.status, 200, suggested.text);
});

test('a sort by a field that no item has is refused, and the answer names the existing fields', async () => {
	const refused = async (sort: string) => {
		const { status, json, text } = await shop.api.call(`/_search?${sort}`);
		assert.equal(status, 400, text);
		return json.error;
	};
	const fields =
		'availability, best_price, brand, categories, color, description, df_grouping_id, df_manual_boost, group_id, group_leader, gtin, id, image_link, link, mpn, sale_price, title';
	assert.equal(
		await refused('sort[prise]=asc'),
		`Bad request, bad sort: there is no field prise (did you mean price?); the fields are price, ${fields}`,
	);
	assert.match(
		await refused('sort[0][_score]=asc&sort[1][Brand]=asc'),
		/there is no field Brand \(did you mean brand\?\)/,
	);
	assert.match(await refused('sort[]=-price'), /there is no field -price \(did you mean price or best_price/);
	assert.match(await refused('sort=price:up'), /there is no field price:up \(did you mean price/);
	assert.match(await refused('sort[_geo_distance][position]=1,2&sort[_geo_distance][field]=shop'), /no field shop/);
	assert.match(await refused(`sort[]=${'x'.repeat(250)}`), /there is no field x{60}…; the fields are availability/);
	assert((await refused('sort=nothing')).length < 2000);
	for (const known of ['_score', 'price', 'gtin', 'title'])
		assert.equal((await shop.search(`sort[${known}]=asc`)).total, 4);
	assert.equal((await shop.search('sort[_geo_distance][position]=1,2')).total, 4);
});

test('a field of an index that is not searched is known, and an engine without items knows every field', async () => {
	const other = await openShop(server);
	assert.deepEqual((await other.api.call('/_search?sort[anything]=asc')).json.results, []);
	const engine = await server.zone.database.searchEngines.find(other.hashid);
	assert(engine);
	await server.zone.services.indices.create(engine, { name: 'page', preset: 'page', options: {}, datasources: [] });
	await other.put({ id: '1', title: 'Shoe', weight: 3 });
	for (const [indices, sort, status] of [
		['', 'weight', 200],
		['indices[]=page&', 'weight', 200],
		['indices[]=page&', 'wieght', 400],
	] as const) {
		const answer = await other.api.call(`/_search?${indices}sort[${sort}]=asc`);
		assert.equal(answer.status, status, answer.text);
	}
});

test('a direction may follow the name of the field', async () => {
	const expected = ['3', '1', '4', '2'];
	for (const sort of ['sort=price:desc', 'sort[]=price:desc', 'sort[0]=price%3ADESC', 'sort[price]=desc']) {
		assert.deepEqual(idsOf(await shop.search(sort)), expected, sort);
	}
	assert.deepEqual(idsOf(await shop.search('sort[]=brand:desc&sort[]=price:asc')), ['4', '3', '2', '1']);
	for (const sort of ['price:desc', ['price:desc'], [{ price: 'desc' }], { price: 'desc' }]) {
		const { json, text } = await shop.api.call('/_search', { method: 'POST', body: { sort } });
		assert.deepEqual(idsOf(json), expected, text);
	}
});

test('a facet of a type that its field cannot have is refused, unless the type was ours', async () => {
	const answer = async (query: string) => {
		const { status, json } = await shop.api.call(`/_search?rpp=1&${query}`);
		return status === 200 ? Object.keys(json.facets) : `${status} ${json.error}`;
	};
	const toFacet = (field: string, type: string) => `facets[0][field]=${field}&facets[0][type]=${type}`;
	assert.equal(
		await answer(toFacet('brand', 'range')),
		'400 Bad request, bad facets: brand cannot have a facet of type range, it can be term or hierarchy',
	);
	assert.equal(
		await answer(toFacet('brand', 'pie')),
		'400 Bad request, bad facets: type of brand must be term, range or hierarchy',
	);
	assert.equal(
		await answer(toFacet('price', 'hierarchy')),
		'400 Bad request, bad facets: price cannot have a facet of type hierarchy, it can be term or range',
	);
	for (const type of ['term', 'range', 'TERMS']) assert.deepEqual(await answer(toFacet('price', type)), ['price']);
	assert.deepEqual(await answer(toFacet('nothing', 'range')), ['nothing']);
	assert.deepEqual(await answer('facets[]=nothing&facets[]=color'), ['nothing', 'color']);
	const other = await openShop(server);
	await other.put({ id: '1', title: 'Shoe', unit: { price: 'cheap' } });
	const { json } = await other.api.call('/_search?facets[]=unit.price');
	assert.deepEqual(json.facets['unit.price'].terms.buckets, [{ key: 'cheap', doc_count: 1 }]);
});
