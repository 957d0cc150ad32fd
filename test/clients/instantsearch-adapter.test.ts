/** What the adapter makes of queries and answers, against a server that only notes what it is asked. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
	type AdapterOptions,
	createInstantSearchClients,
} from '../../web/instantsearch-adapter/instantsearch-adapter.ts';
import type { Json } from '../support/api.ts';

interface Call {
	readonly url: string;
	readonly method: string | undefined;
	readonly body: Json;
}

const engineFacets = [{ name: 'brand' }, { name: 'categories' }, { name: 'color' }];
const emptyAnswer = { total_found: 0, facets: {}, results: [] };

/** @param answer what each search is answered */
function open(answer: object = emptyAnswer, options: Partial<AdapterOptions> = {}) {
	const calls: Call[] = [];
	const ask: typeof fetch = async (url, init) => {
		const body: Json = JSON.parse(String(init?.body ?? 'null'));
		calls.push({ url: String(url), method: init?.method, body });
		if (String(url).endsWith('/5/options/h')) return Response.json({ facets: engineFacets });
		const isMulti = String(url).endsWith('/_msearch');
		return Response.json(isMulti ? { results: body.requests.map(() => answer) } : { status: 'registered', values: [] });
	};
	const clients = createInstantSearchClients({ url: 'https://v.example/', hashid: 'h', fetch: ask, ...options });
	return { ...clients, calls };
}

async function toSearch(params: object, options?: Partial<AdapterOptions>): Promise<Json> {
	const { searchClient, calls } = open(emptyAnswer, options);
	await searchClient.search([{ indexName: 'products', params: { ...params } }]);
	return calls[0]?.body.requests[0];
}

describe('filters', () => {
	it('of facets and numbers keep what is asked together and what instead', async () => {
		const search = await toSearch({
			facetFilters: [['brand:Acme', 'brand:A: b'], 'tags:a', ['tags:b'], 'color:-red', 'size:\\-5'],
			numericFilters: ['price>=10', 'price<50', 'stock!=0', 'rating = 4'],
		});
		assert.deepEqual(search.filter, {
			...{ brand: ['Acme', 'A: b'], tags: ['a'], size: ['-5'] },
			...{ price: { gte: 10, lt: 50 }, rating: { gte: 4, lte: 4 } },
		});
		assert.deepEqual(search.filter_all, { tags: ['b'] });
		assert.deepEqual(search.exclude, { color: ['red'], stock: { gte: 0, lte: 0 } });
		assert.equal(search.filter_exact, true);
	});

	it('as a text are the same', async () => {
		const filters = `brand:Acme AND (color:"dark AND red" OR color:'blue') AND NOT size:XL AND price >= 3 AND year:2020 TO 2024`;
		const search = await toSearch({ filters });
		assert.deepEqual(search.filter, {
			...{ brand: ['Acme'], color: ['dark AND red', 'blue'], price: { gte: 3 }, year: { gte: 2020, lte: 2024 } },
		});
		assert.deepEqual(search.exclude, { size: ['XL'] });
	});

	it('of levels are nodes of a path, unless levels are fields', async () => {
		const params = { facetFilters: [['categories.lvl1:Home > Bath']], facets: ['categories.lvl0', 'categories.lvl1'] };
		const paths = await toSearch(params);
		assert.deepEqual([paths.filter, paths.filter_exact], [{ categories: ['Home > Bath'] }, false]);
		assert.deepEqual(paths.facets, [{ field: 'categories', type: 'hierarchy', size: 100, filtered: true }]);
		const fields = await toSearch(params, { levels: 'fields' });
		assert.deepEqual(fields.filter, { 'categories.lvl1': ['Home > Bath'] });
		assert.deepEqual(
			fields.facets.map(({ field }: Json) => field),
			params.facets,
		);
	});

	it('that are alternatives of different fields are refused', async () => {
		const { searchClient } = open();
		const query = { indexName: 'products', params: { facetFilters: [['brand:a', 'color:b']] } };
		await assert.rejects(searchClient.search([query]), /alternatives between values of one field only/);
	});
});

describe('queries', () => {
	it('go twenty to a call, in their order, counted in statistics unless they say otherwise', async () => {
		const { searchClient, calls } = open();
		const queries = Array.from({ length: 45 }, (_, at) => ({
			...{ indexName: 'products', params: { query: `${at}`, ...(at > 0 && { analytics: false, hitsPerPage: 0 }) } },
		}));
		const { results } = await searchClient.search<Json>(queries);
		assert.deepEqual(
			results.map(({ query }) => query),
			queries.map(({ params }) => params.query),
		);
		assert.deepEqual(
			calls.map(({ body }) => body.requests.length),
			[20, 20, 5],
		);
		const [first, second] = calls[0]?.body.requests ?? [];
		assert.deepEqual([first.stats, first.rpp, first.page, second.stats, second.rpp], [true, 20, 1, false, 1]);
		assert.equal(calls[0]?.url, 'https://v.example/6/h/_msearch');
	});

	it('behind the last page have no hits, and those near a point the nearest', async () => {
		const { searchClient } = open({ ...emptyAnswer, total_found: 5_000, results: [{ dfid: 'd' }] });
		const { results } = await searchClient.search<Json>([{ indexName: 'products', params: { page: 49 } }]);
		assert.deepEqual([results[0]?.hits, results[0]?.nbPages, results[0]?.nbHits], [[], 49, 5_000]);
		const near = await toSearch({ aroundLatLng: '41.4, 2.2', aroundRadius: 500, facetFilters: ['a.lvl0:b'] });
		assert.deepEqual(near.sort, [{ _geo_distance: { position: '41.4, 2.2', field: 'geo' } }]);
		assert.deepEqual(near.filter, { a: ['b'], geo: { distance: '500m', position: '41.4, 2.2' } });
	});

	it('that fail are errors with their status', async () => {
		const { searchClient } = open({ error: 'Invalid rpp', status: 400 });
		await assert.rejects(searchClient.search([{ indexName: 'products' }]), { message: 'Invalid rpp', status: 400 });
	});
});

it('a banner is user data, a redirection is followed, and points are where templates look for them', async () => {
	const item = { dfid: 'h@product@1', id: '1', title: 'T', geo: '41.4,2.2', _highlight: { title: { value: 'T' } } };
	const banner = { id: 1, image: 'x' };
	const { searchClient } = open({
		...emptyAnswer,
		results: [item],
		banner,
		redirect: { link: 'https://shop.example' },
	});
	const { results } = await searchClient.search<Json>([{ indexName: 'products' }]);
	const [{ userData, renderingContent, hits }] = results as [Json];
	assert.deepEqual([userData, renderingContent], [[banner], { redirect: { url: 'https://shop.example' } }]);
	assert.deepEqual([hits[0].objectID, hits[0]._geoloc], ['h@product@1', { lat: 41.4, lng: 2.2 }]);
	assert.equal(hits[0]._highlightResult.title.value, 'T');
});

it('all facets are those of the search engine, counted as by their names, and tell widgets their order', async () => {
	const terms = (key: string) => ({ terms: { buckets: [{ key, doc_count: 2 }] } });
	const levels = [{ level: 0, buckets: [{ key: 'Home', doc_count: 2 }] }];
	const facets = { brand: terms('Acme'), categories: { hierarchy: { levels } }, price: terms('5') };
	const { searchClient, calls } = open({ ...emptyAnswer, facets });
	const query = { indexName: 'products', params: { facets: ['*', 'price'] } };
	const { results } = await searchClient.search<Json>([query, query]);
	await searchClient.search([query]);
	assert.deepEqual(
		calls.map(({ url }) => new URL(url).pathname),
		['/5/options/h', '/6/h/_msearch', '/6/h/_msearch'],
	);
	const asked: Json[] = calls[1]?.body.requests[0].facets;
	assert.deepEqual(
		asked.map(({ field, type, filtered }) => [field, type, filtered]),
		[
			...[
				['categories', 'hierarchy', true],
				['price', 'term', true],
			],
			...[
				['brand', 'term', true],
				['color', 'term', true],
			],
		],
	);
	assert.deepEqual(results[0]?.facets, { price: { 5: 2 }, brand: { Acme: 2 }, 'categories.lvl0': { Home: 2 } });
	assert.deepEqual(results[0]?.renderingContent, {
		facetOrdering: { facets: { order: ['brand', 'categories.lvl0'] } },
	});
});

it('events name what was shown, and views are none', async () => {
	const item = { dfid: 'h@product@1', id: '1', type: 'product', title: 'T', price: 3 };
	const { searchClient, insightsClient, calls } = open({ ...emptyAnswer, results: [item] }, { sessionId: 's' });
	await searchClient.search([{ indexName: 'products' }]);
	calls.length = 0;
	const payload = { queryID: 'q', objectIDs: [item.dfid], positions: [4] };
	await insightsClient('viewedObjectIDs', payload);
	await insightsClient('clickedObjectIDsAfterSearch', payload);
	await insightsClient('addedToCartObjectIDsAfterSearch', { ...payload, objectData: [{ quantity: 2 }] });
	await insightsClient('convertedObjectIDs', { objectIDs: ['unknown'] });
	await insightsClient('convertedObjectIDs', payload);
	assert.deepEqual(
		calls.map(({ url, method }) => `${method} ${url.replace('https://v.example/6/h/stats/', '')}`),
		['PUT click', 'PUT cart/s', 'PUT cart/s', 'PUT checkout'],
	);
	assert.deepEqual(calls[0]?.body, { session_id: 's', dfid: item.dfid, query_id: 'q', position: 4 });
	const line = { id: '1', index: 'product', title: 'T', amount: 2, price: 3 };
	assert.deepEqual(calls[1]?.body, { session_id: 's', ...line, query_id: 'q' });
});

describe('Autocomplete of the same makers', () => {
	it('finds what it takes for credentials', () => {
		const { searchClient } = open();
		const { headers } = searchClient.transporter;
		assert.deepEqual([headers['x-algolia-application-id'], headers['x-algolia-api-key']], ['h', 'none']);
	});

	it('asks for values of a facet among searches, and gets all answers in their order', async () => {
		const { searchClient, calls } = open();
		const results = await searchClient.search([
			{ indexName: 'products', type: 'facet', facet: 'brand', params: { facetQuery: 'ac', maxFacetHits: 3 } },
			{ indexName: 'products', params: { query: 'shoe' } },
		]);
		assert.deepEqual(
			results.results.map((result) => Object.keys(result).includes('facetHits')),
			[true, false],
		);
		const asked = calls.find(({ url }) => url.endsWith('/_facet_search'))?.body;
		assert.deepEqual([asked.facet, asked.facet_query, asked.facet_size], ['brand', 'ac', 3]);
		const searches = calls.find(({ url }) => url.endsWith('/_msearch'))?.body.requests;
		assert.deepEqual(
			searches.map(({ query }: Json) => query),
			['shoe'],
		);
	});

	it('has texts as they are between its tags, because it escapes them', async () => {
		const search = await toSearch({ highlightPreTag: '__aa-highlight__', highlightPostTag: '__/aa-highlight__' });
		assert.equal(search.highlight_escape, false);
	});
});
