/** Calls through openapi-fetch, typed by what openapi-typescript makes of the document. */
import createClient from 'openapi-fetch';
import type { paths } from './schema.d.ts';
import { untilFound } from './until-found.ts';

const [baseUrl = '', key = '', storeId = ''] = process.argv.slice(2);
const client = createClient<paths>({ baseUrl, headers: { Authorization: `Token ${key}` } });

function take<T>({ data, error, response }: { data?: T; error?: unknown; response: Response }): T {
	if (data === undefined) throw new Error(`${response.url} ${response.status}: ${JSON.stringify(error)}`);
	return data;
}

const engine = take(
	await client.POST('/api/v2/search_engines', { body: { name: 'Generated', currency: 'EUR', store_id: storeId } }),
);
const { hashid } = engine;
const index = take(
	await client.POST('/api/v2/search_engines/{hashid}/indices', {
		params: { path: { hashid } },
		body: { name: 'product', preset: 'product' },
	}),
);
const path = { hashid, name: index.name };
const bulk = take(
	await client.POST('/api/v2/search_engines/{hashid}/indices/{name}/items/_bulk', {
		params: { path },
		body: [
			{ id: '1', title: 'Red shoe', brand: 'Nike', price: 20, link: 'https://shop.example/1' },
			{ id: 2, title: 'Blue shoe', brand: 'Puma', price: 10, link: 'https://shop.example/2' },
			{ id: '3', title: 'Green shoe', brand: 'Nike', price: 90, link: 'https://shop.example/3' },
		],
	}),
);
const byGet = await untilFound(async () =>
	take(
		await client.GET('/6/{hashid}/_search', {
			params: {
				path: { hashid },
				query: {
					query: 'shoe',
					filter: { brand: 'Nike' },
					exclude: { title: 'nothing' },
					facets: ['brand', 'price'],
					sort: ['price:desc'],
					indices: ['product'],
				},
			},
		}),
	),
);
const byBody = take(
	await client.POST('/6/{hashid}/_search', {
		params: { path: { hashid } },
		body: {
			query: 'shoe',
			filter: { brand: ['Nike', 'Puma'], price: { gte: 10, lt: 50 } },
			facets: [
				{ field: 'brand', size: 5 },
				{ field: 'price', type: 'range' },
			],
			sort: [{ price: 'asc' }],
		},
	}),
);
const { brand, price } = byBody.facets;
const suggested = take(
	await client.GET('/6/{hashid}/_suggest', { params: { path: { hashid }, query: { query: 'sho' } } }),
);
const clicked = take(
	await client.PUT('/6/{hashid}/stats/click', {
		params: { path: { hashid } },
		body: { session_id: 's', dfid: byGet.results[0]?.dfid ?? '', position: 1 },
	}),
);
const widget = take(
	await client.POST('/api/admin/v1/widgets', {
		body: {
			name: 'Generated',
			store_id: storeId,
			kind: 'new_arrivals',
			hashid,
			filter: { brand: ['Nike'], price: { lt: 50 } },
		},
	}),
);
const recommended = take(
	await client.POST('/api/widget/{widget_id}', {
		params: { path: { widget_id: widget.id } },
		body: { current_url: 'https://shop.example/' },
	}),
);
const cart = take(
	await client.PUT('/6/{hashid}/stats/cart/{session_id}', {
		params: { path: { hashid, session_id: 's' } },
		body: { id: '1', index: 'product', title: 'Red shoe', price: 20 },
	}),
);
const gone = take(
	await client.DELETE('/api/v2/search_engines/{hashid}/indices/{name}/items/_bulk', {
		params: { path },
		body: [{ id: '1' }],
	}),
);
const missing = await client.GET('/api/v2/search_engines/{hashid}/indices/{name}/items/{item_id}', {
	params: { path: { ...path, item_id: '1' } },
});
await client.DELETE('/api/v2/search_engines/{hashid}', { params: { path: { hashid } } });

console.log(
	JSON.stringify({
		written: bulk.results.map(({ id, result }) => `${id} ${result}`),
		byGet: byGet.results.map(({ id }) => id),
		facets: Object.keys(byGet.facets),
		byBody: byBody.results.map(({ id }) => id),
		brands: brand?._type === 'terms' ? brand.terms.buckets.map(({ key }) => key) : [],
		priceMax: price?._type === 'range' ? price.range.max : 0,
		suggested: suggested.length > 0,
		events: [clicked.status, cart.status],
		recommended: recommended.results.map(({ id }) => id),
		widgetFilter: widget.filter,
		gone: gone.results.map(({ id, result }) => `${id} ${result}`),
		missing: missing.error?.error.code,
	}),
);
