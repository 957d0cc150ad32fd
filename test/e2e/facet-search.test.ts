/** Values of a facet by what is typed, with the counts that a search has. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Json } from '../support/api.ts';
import { type ServedApp, serveApp } from '../support/served-app.ts';
import { openShop, type Shop } from '../support/shop.ts';
import { waitFor } from '../support/wait-for.ts';

let server: ServedApp;
let shop: Shop;

before(async () => {
	server = await serveApp({ VITRINE_PUBLIC_RATE_LIMIT_PER_SECOND: '0', VITRINE_SEARCH: 'true' });
	shop = await openShop(server, { isCorsEnforced: false });
	const brands = ['New Balance', 'Newline', 'Nike', 'New Balance', 'New & <b>', 'Puma'];
	await shop.put(
		...brands.map((brand, at) => ({ id: `${at}`, title: at < 4 ? 'shoe' : 'shirt', brand, price: at * 10 })),
	);
	await waitFor(
		'all items',
		() => shop.search(''),
		({ total }) => total === brands.length,
	);
});
after(() => server[Symbol.asyncDispose]());

async function find(parameters: string): Promise<[value: string, count: number][]> {
	const { status, json, text } = await shop.api.call(`/_facet_search?${parameters}`);
	assert.equal(status, 200, text);
	return json.values.map(({ value, count }: Json) => [value, count]);
}

test('values match by the beginnings of their words, and have the counts of the search', async () => {
	assert.deepEqual(await find('facet=brand&facet_query=new'), [
		['New Balance', 2],
		['New & <b>', 1],
		['Newline', 1],
	]);
	assert.deepEqual(await find('facet=brand&facet_query=new&query=shoe'), [
		['New Balance', 2],
		['Newline', 1],
	]);
	assert.deepEqual(await find('facet=brand&facet_query=balence&filter[price][gte]=20'), [['New Balance', 1]]);
	assert.equal((await find('facet=brand')).length, 5);
	assert.equal((await find('facet=brand&facet_size=2')).length, 2);
	assert.deepEqual(await find('facet=price&facet_query=2'), [['20', 1]]);
	assert.deepEqual(await find('facet=nothing&facet_query=2'), []);
});

test('the filter on its own field counts where that is asked for', async () => {
	const parameters = 'facet=brand&facet_query=n&filter[brand]=Nike';
	assert.equal((await find(parameters)).length, 4);
	assert.deepEqual(await find(`${parameters}&filtered=true`), [['Nike', 1]]);
});

test('what matches is in tags, and HTML in values is text', async () => {
	const body = { facet: 'brand', facet_query: 'new b', highlight_pre_tag: '[', highlight_post_tag: ']' };
	const { json } = await shop.api.call('/_facet_search', { method: 'POST', body });
	assert.deepEqual(
		json.values.map(({ highlighted }: Json) => highlighted),
		['[New] [B]alance', '[New] &amp; &lt;[b]&gt;'],
	);
	assert.deepEqual([json.facet, json.facet_query, json.total.value], ['brand', 'new b', 2]);
});

test('a request without a facet is refused, and one of a search that is', async () => {
	for (const [parameters, error] of [
		['', 'Bad request, bad facet: it is missing'],
		['facet=brand&facet_size=0', 'Bad request, bad facets: size of brand must be a whole number from 1'],
		['facet=brand&rpp=0', 'Invalid rpp'],
	] as const) {
		const { status, json } = await shop.api.call(`/_facet_search?${parameters}`);
		assert.deepEqual([status, json.error], [400, error]);
	}
});
