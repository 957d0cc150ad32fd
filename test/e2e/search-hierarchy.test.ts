/** Facets of categories with levels. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createApi, type Json } from '../support/api.ts';
import { type ServedApp, serveApp } from '../support/served-app.ts';
import { openScan, openShop, type Shop } from '../support/shop.ts';

let server: ServedApp;
let shop: Shop;

before(async () => {
	server = await serveApp({}, openScan);
	shop = await openShop(server);
	const items = [
		{ id: '1', title: 'Red knife', brand: 'Ace', categories: ['Home > Kitchen > Knives', 'Home > Gifts'] },
		{ id: '2', title: 'Pan', brand: 'Ace', categories: ['home>kitchen'] },
		{ id: '3', title: 'Lamp', brand: 'Lux', categories: ['Home  >  Lamps'] },
		{ id: '4', title: 'Red lamp', brand: 'Lux', categories: ['Garden > Lamps', 'Home > Lamps'] },
		{ id: '5', title: 'Red rake', brand: 'Ace', categories: 'Garden' },
	];
	await shop.put(...items);
});
after(() => server[Symbol.asyncDispose]());

const facet = 'facets[0][field]=categories&facets[0][type]=hierarchy';
const encode = encodeURIComponent;

async function open(query: string): Promise<Json> {
	return (await shop.search(`${facet}&${query}`)).facets.categories;
}

/** Each level on a line: `Home: Home > Kitchen 2, Home > Lamps 2`. */
function toLines({ hierarchy }: Json): string[] {
	return hierarchy.levels.map(({ level, parent, buckets }: Json) => {
		const nodes = buckets.map(({ key, doc_count: count, selected }: Json) => `${key}${selected ? '*' : ''} ${count}`);
		return `${level} ${parent ?? ''}: ${nodes.join(', ')}`;
	});
}

test('the top level comes by itself, each item counted once for a node', async () => {
	const categories = await open('');
	assert.deepEqual(toLines(categories), ['0 : Home 4, Garden 2']);
	assert.deepEqual(categories.hierarchy.levels[0], {
		level: 0,
		parent: null,
		buckets: [
			{ key: 'Home', name: 'Home', doc_count: 4, selected: false },
			{ key: 'Garden', name: 'Garden', doc_count: 2, selected: false },
		],
		sum_other_doc_count: 0,
		total: { value: 2 },
	});
	assert.deepEqual(toLines(await open('query=red')), ['0 : Garden 2, Home 2']);
});

test('the chosen path is open, and counted as if nothing were chosen', async () => {
	const home = await open('filter[categories]=Home');
	assert.deepEqual(toLines(home), [
		'0 : Home* 4, Garden 2',
		'1 Home: Home > Kitchen 2, Home > Lamps 2, Home > Gifts 1',
	]);
	const kitchen = await open(`filter[categories]=${encode('home > kitchen')}&filter[brand]=Ace`);
	assert.deepEqual(toLines(kitchen), [
		'0 : Home 2, Garden 1',
		'1 Home: Home > Kitchen* 2, Home > Gifts 1',
		'2 Home > Kitchen: Home > Kitchen > Knives 1',
	]);
	assert.deepEqual(kitchen.selected.buckets, [{ key: 'Home > Kitchen', doc_count: 2 }]);
	const both = await open('filter[categories][]=Garden&filter[categories][]=Home&facets[0][size]=1');
	assert.deepEqual(toLines(both), ['0 : Home* 4', '1 Garden: Garden > Lamps 1', '1 Home: Home > Kitchen 2']);
	assert.equal(both.hierarchy.levels[2].sum_other_doc_count, 3);
});

test('what a node says is what choosing it finds', async () => {
	const paths = ['Home', 'Garden', 'Home > Kitchen', 'Home > Lamps', 'Home > Kitchen > Knives', 'Garden > Lamps'];
	for (const path of paths) {
		const { facets, total } = await shop.search(`${facet}&filter[categories]=${encode(path)}`);
		assert.deepEqual(facets.categories.selected.buckets, [{ key: path, doc_count: total }], path);
	}
});

test('a level that is named without those above it is open wherever it is', async () => {
	const lamps = await open('filter[categories]=lamps');
	assert.deepEqual(toLines(lamps), [
		'0 : Home 4, Garden 2',
		'1 Garden: Garden > Lamps* 1',
		'1 Home: Home > Kitchen 2, Home > Lamps* 2, Home > Gifts 1',
	]);
});

test('it has the keys of every client, is the same in version 5, and flat for a field without paths', async () => {
	const categories = await open('filter[categories]=Home');
	assert.deepEqual(categories.terms.buckets, [
		{ key: 'Home', doc_count: 4 },
		{ key: 'Garden', doc_count: 2 },
	]);
	assert.deepEqual(categories.terms.items[0], { name: 'Home', count: 4 });
	assert.deepEqual([categories._type, categories.selected.buckets.length], ['terms', 1]);
	const path = `/5/search?hashid=${shop.hashid}&${facet}&filter[categories][0]=Home`;
	const { json } = await createApi(server.url, shop.key).call(path);
	assert.deepEqual(json.facets.categories, categories);
	const brands = (await shop.search('facets[0][field]=brand&facets[0][type]=hierarchy')).facets.brand;
	assert.deepEqual(toLines(brands), ['0 : Ace 3, Lux 2']);
	const none = (await shop.search('facets[0][field]=nothing&facets[0][type]=hierarchy')).facets.nothing;
	assert.deepEqual(toLines(none), ['0 : ']);
});

test('levels map to what hierarchical menus read', async () => {
	const { hierarchy } = await open('filter[categories]=Home');
	const facets: Record<string, Record<string, number>> = {};
	for (const { level, buckets } of hierarchy.levels) {
		const counts = buckets.map(({ key, doc_count: count }: Json) => [key, count]);
		facets[`categories.lvl${level}`] = { ...facets[`categories.lvl${level}`], ...Object.fromEntries(counts) };
	}
	assert.deepEqual(facets, {
		'categories.lvl0': { Home: 4, Garden: 2 },
		'categories.lvl1': { 'Home > Kitchen': 2, 'Home > Lamps': 2, 'Home > Gifts': 1 },
	});
});
