/** The owner tries what fields weigh, before shoppers see it. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Api, createApi } from '../support/api.ts';
import { type ServedApp, serveApp } from '../support/served-app.ts';
import { idsOf, openShop, type Shop } from '../support/shop.ts';
import { waitFor } from '../support/wait-for.ts';

let server: ServedApp;
let shop: Shop;
let owner: Api;

before(async () => {
	server = await serveApp({ VITRINE_SEARCH: 'true' });
	shop = await openShop(server);
	owner = createApi(`${server.url}/api/admin/v1/search_engines/${shop.hashid}`, shop.key);
	await shop.put(
		{ id: 'w1', title: 'Zither', claim: 'Acme', rating: 1 },
		{ id: 'w2', title: 'Acme', rating: 5 },
		{ id: 'w3', title: 'Acme', rating: 9 },
	);
	await server.zone.prepareSearch(shop.hashid, 'product');
});
after(() => server[Symbol.asyncDispose]());

const schemaPath = '/indices/product/schema';

async function saySchema(fields: object): Promise<void> {
	const { status, text } = await owner.call(schemaPath, { method: 'PATCH', body: { fields } });
	assert.equal(status, 200, text);
	await waitFor(
		'a current schema',
		() => owner.call(schemaPath),
		({ json: { state } }) => state === 'current',
	);
}

test('a trial orders by the weights and the popularity that it brings, as searches do once they are stored', async () => {
	await saySchema({ claim: { weight: 1 } });
	const find = async (fields?: object) => {
		const body = { queries: ['acme'], hits: 3, ...(fields && { schemas: { product: { fields } } }) };
		const { status, json, text } = await owner.call('/trial_searches', { method: 'POST', body });
		assert.equal(status, 200, text);
		return idsOf({ results: json.results[0].hits });
	};
	assert.equal((await find()).at(-1), 'w1');
	for (const fields of [
		{ claim: { weight: 10 }, title: { weight: 0.1 } },
		{ rating: { popularity: 10 } },
		{ rating: { popularity: 10, popularity_best: 'lowest' } },
	]) {
		const tried = await find(fields);
		assert.equal(tried.length, 3);
		await saySchema(fields);
		assert.deepEqual(idsOf(await shop.search('query=acme&stats=false')), tried);
		await saySchema({ claim: { weight: 1 }, title: null, rating: null });
	}
	assert.equal((await find({ claim: { weight: 10 }, title: { weight: 0.1 } }))[0], 'w1');
	assert.equal((await find({ rating: { popularity: 10 } }))[0], 'w3');
	assert.equal((await find({ rating: { popularity: 10, popularity_best: 'lowest' } }))[0], 'w2');
	await saySchema({ claim: null });
});

for (const [what, schemas, name] of [
	['a first weight', { product: { fields: { vendor: { weight: 8 } } } }, 'schemas.product.fields.vendor.weight'],
	['another role', { product: { fields: { vendor: { role: 'brand' } } } }, 'schemas.product.fields.vendor'],
	['another index', { blog: { fields: { title: { weight: 8 } } } }, 'schemas.blog'],
	['a weight out of range', { product: { fields: { title: { weight: 11 } } } }, 'schemas.product.fields.title.weight'],
	[
		'popularity by words',
		{ product: { fields: { title: { popularity: 5 } } } },
		'schemas.product.fields.title.popularity',
	],
	[
		'popularity by a field that no item has',
		{ product: { fields: { votes: { popularity: 5 } } } },
		'schemas.product.fields.votes.popularity',
	],
] as const) {
	test(`a trial of ${what} is refused, by its place in the body`, async () => {
		const body = { queries: ['a'], schemas };
		const { status, json, text } = await owner.call('/trial_searches', { method: 'POST', body });
		assert.equal(status, 400, text);
		assert.equal(json.error.details[0].name, name, text);
	});
}
