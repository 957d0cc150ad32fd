/** Filters by values: in any spelling, and on every level of a category. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createApi } from '../support/api.ts';
import { type ServedApp, serveApp } from '../support/served-app.ts';
import { idsOf, openScan, openShop, type Shop } from '../support/shop.ts';

let server: ServedApp;
let shop: Shop;

before(async () => {
	server = await serveApp({}, openScan);
	shop = await openShop(server);
	const items = [
		{ id: '1', title: 'Laptop', brand: 'DELL', categories: ['Haushalt > Küche > Messer'] },
		{ id: '2', title: 'Screen', brand: 'Dell', categories: ['Haushalt>Küche', 'Haushalt > Bad'] },
		{ id: '3', title: 'Oven', brand: 'Électroménager', categories: ['  haushalt  >  Bad  '] },
		{ id: '4', title: 'Street', brand: 'Straße', categories: ['Garten > Küche', 'Garten'] },
		{ id: '5', title: 'City', brand: 'İstanbul', categories: 'Haushaltswaren' },
		{ id: '6', title: 'Path', brand: 'οδός', categories: [] },
	];
	await shop.put(...items);
});
after(() => server[Symbol.asyncDispose]());

async function find(query: string): Promise<string> {
	return idsOf(await shop.search(query))
		.sort()
		.join(' ');
}

const encode = encodeURIComponent;

test('a filter finds values whatever their case and accents', async () => {
	for (const [value, ids] of [
		['dell', '1 2'],
		['ＤＥＬＬ', '1 2'],
		['electromenager', '3'],
		['E\u0301LECTROME\u0301NAGER', '3'],
		['STRASSE', '4'],
		['istanbul', '5'],
		['ISTANBUL', '5'],
		['ΟΔΟΣ', '6'],
		['del', ''],
	] as const) {
		assert.equal(await find(`filter[brand]=${encode(value)}`), ids, value);
	}
	assert.equal(await find('exclude[brand][]=dell&exclude[brand][]=strasse'), '3 5 6');
});

test('it finds values by their exact spelling if the request says so', async () => {
	assert.equal(await find('filter[brand]=dell&filter_exact=true'), '');
	assert.equal(await find('filter[brand]=Dell&filter_exact=1'), '2');
	assert.equal(await find('exclude[brand]=dell&filter_exact=true'), '1 2 3 4 5 6');
	assert.equal(await find('filter[categories]=Haushalt&filter_exact=true'), '');
	const body = { filter: { brand: ['DELL'] }, filter_exact: true };
	const { json } = await shop.api.call('/_search', { method: 'POST', body });
	assert.equal(json.total, 1);
	const bad = await shop.api.call('/_search?filter_exact=maybe');
	assert.equal(bad.json.error, 'Bad request, bad filter_exact: it must be true or false');
});

test('the facet of a filtered field marks the values as they are written', async () => {
	const { facets, filter } = await shop.search('filter[brand]=dell&facets[]=brand');
	assert.deepEqual(facets.brand.selected.buckets, [
		{ key: 'DELL', doc_count: 1 },
		{ key: 'Dell', doc_count: 1 },
	]);
	assert.deepEqual(filter, { terms: { brand: ['dell'] } });
	const none = await shop.search('filter[brand]=nobody&facets[]=brand');
	assert.deepEqual(none.facets.brand.selected.buckets, [{ key: 'nobody', doc_count: 0 }]);
});

test('a node of a path finds everything below it', async () => {
	for (const [value, ids] of [
		['Haushalt', '1 2 3'],
		['haushalt > kuche', '1 2'],
		['Haushalt>Küche>Messer', '1'],
		['Garten', '4'],
		['Bad', '2 3'],
		['Messer', '1'],
		['Küche', '1 2 4'],
		['Haushal', ''],
		['Haushalt > Garten', ''],
	] as const) {
		assert.equal(await find(`filter[categories]=${encode(value)}`), ids, value);
	}
	assert.equal(await find('exclude[categories]=Haushalt'), '4 5 6');
	assert.equal(await find('filter[categories][]=Garten&filter[categories][]=Bad'), '2 3 4');
});

test('version 5 filters alike', async () => {
	const call = async (query: string) => {
		const { json } = await createApi(server.url, shop.key).call(`/5/search?hashid=${shop.hashid}&${query}`);
		return json.total;
	};
	assert.equal(await call('filter[brand][0]=dell'), 2);
	assert.equal(await call('filter[categories][0]=Haushalt'), 3);
	assert.equal(await call('filter[brand][0]=dell&filter_exact=1'), 0);
});
