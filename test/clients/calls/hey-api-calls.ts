/** The same calls through the client that @hey-api/openapi-ts makes of the document. */
import { client } from './hey/client.gen.ts';
import * as sdk from './hey/sdk.gen.ts';
import { untilFound } from './until-found.ts';

const [baseUrl = '', key = '', storeId = ''] = process.argv.slice(2);
client.setConfig({ baseUrl, headers: { Authorization: `Token ${key}` }, throwOnError: true });
const throwOnError = true;

const { data: engine } = await sdk.createSearchEngine({
	throwOnError,
	body: { name: 'Generated', currency: 'EUR', store_id: storeId },
});
const { hashid } = engine;
const { data: index } = await sdk.createIndex({
	throwOnError,
	path: { hashid },
	body: { name: 'product', preset: 'product' },
});
const path = { hashid, name: index.name };
const { data: bulk } = await sdk.createItems({
	throwOnError,
	path,
	body: [
		{ id: '1', title: 'Red shoe', brand: 'Nike', price: 20, link: 'https://shop.example/1' },
		{ id: 2, title: 'Blue shoe', brand: 'Puma', price: 10, link: 'https://shop.example/2' },
		{ id: '3', title: 'Green shoe', brand: 'Nike', price: 90, link: 'https://shop.example/3' },
	],
});
const byGet = await untilFound(async () => {
	const query = {
		query: 'shoe',
		filter: { brand: 'Nike' },
		exclude: { title: 'nothing' },
		facets: ['brand', 'price'],
		sort: ['price:desc'],
		indices: ['product'],
	};
	return (await sdk.search({ throwOnError, path: { hashid }, query })).data;
});
const { data: byBody } = await sdk.searchByBody({
	throwOnError,
	path: { hashid },
	body: {
		query: 'shoe',
		filter: { brand: ['Nike', 'Puma'], price: { gte: 10, lt: 50 } },
		facets: [
			{ field: 'brand', size: 5 },
			{ field: 'price', type: 'range' },
		],
		sort: [{ price: 'asc' }],
	},
});
const { brand, price } = byBody.facets;
const { data: suggested } = await sdk.suggest({ throwOnError, path: { hashid }, query: { query: 'sho' } });
const { data: clicked } = await sdk.registerClick({
	throwOnError,
	path: { hashid },
	body: { session_id: 's', dfid: byGet.results[0]?.dfid ?? '', position: 1 },
});
const { data: widget } = await sdk.createWidget({
	throwOnError,
	body: {
		name: 'Generated',
		store_id: storeId,
		kind: 'new_arrivals',
		hashid,
		filter: { brand: ['Nike'], price: { lt: 50 } },
	},
});
const { data: recommended } = await sdk.recommend({
	throwOnError,
	path: { widget_id: widget.id },
	body: { current_url: 'https://shop.example/' },
});
const { data: cart } = await sdk.addToCart({
	throwOnError,
	path: { hashid, session_id: 's' },
	body: { id: '1', index: 'product', title: 'Red shoe', price: 20 },
});
const { data: gone } = await sdk.deleteItems({ throwOnError, path, body: [{ id: '1' }] });
const missing = await sdk.readItem({ throwOnError: false, path: { ...path, item_id: '1' } });
await sdk.deleteSearchEngine({ throwOnError, path: { hashid } });

console.log(
	JSON.stringify({
		written: bulk.results.map(({ id, result }) => `${id} ${result}`),
		byGet: byGet.results.map(({ id }) => id),
		facets: Object.keys(byGet.facets),
		byBody: byBody.results.map(({ id }) => id),
		brands: brand?._type === 'terms' ? brand.terms.buckets.map((bucket) => bucket.key) : [],
		priceMax: price?._type === 'range' ? price.range.max : 0,
		suggested: suggested.length > 0,
		events: [clicked.status, cart.status],
		recommended: recommended.results.map(({ id }) => id),
		widgetFilter: widget.filter,
		gone: gone.results.map(({ id, result }) => `${id} ${result}`),
		missing: missing.error?.error.code,
	}),
);
