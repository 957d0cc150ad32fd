/** Answers while a search index is being built: 503 for searches, never a part of the results. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { FailureError, fail } from '../../src/lib/failure.ts';
import type { SearchIndex } from '../../src/ports/search-index.ts';
import { createScanRecommender } from '../contract/scan-recommender.ts';
import { createApi } from '../support/api.ts';
import { type ServedApp, serveApp } from '../support/served-app.ts';
import { idsOf, openScan } from '../support/shop.ts';
import { openWidgetShop, toLink, type WidgetShop } from '../support/widget-shop.ts';

let isBuilding = false;
let served: ServedApp;
let shop: WidgetShop;

/** The same index, except that each of its methods rejects while it is being built. */
function whileBuilding(index: SearchIndex): SearchIndex {
	const failure = () => new FailureError(fail('index_building', { retryAfterSeconds: 7 }).failure);
	return new Proxy(index, {
		get(target, name) {
			const method = Reflect.get(target, name);
			if (method === undefined) return undefined;
			return (...call: unknown[]) => (isBuilding ? Promise.reject(failure()) : method.apply(target, call));
		},
	});
}

before(async () => {
	served = await serveApp(
		{ VITRINE_PUBLIC_RATE_LIMIT_PER_SECOND: '0' },
		(database) => whileBuilding(openScan(database)),
		({ events }) => createScanRecommender(events),
	);
	shop = await openWidgetShop(served);
	const items = ['a', 'b'].map((id) => ({ id, title: `Trail shoe ${id}`, price: 10, link: toLink(id) }));
	await shop.put(...items);
	isBuilding = true;
});
after(() => served[Symbol.asyncDispose]());

test('every way to search is answered 503, with the seconds to wait', async () => {
	const { hashid, key } = shop;
	const calls = [
		{ path: `/6/${hashid}/_search?query=shoe` },
		{ path: `/6/${hashid}/_search`, method: 'POST', body: { query: 'shoe' } },
		{ path: `/6/${hashid}/_search?sort[0][price]=asc` },
		{ path: `/6/${hashid}/_suggest?query=sh` },
		{ path: `/5/search?query=shoe&hashid=${hashid}` },
	];
	for (const { path, ...request } of calls) {
		const { status, headers, json } = await createApi(served.url, key).call(path, request);
		assert.equal(status, 503, `${path}: ${JSON.stringify(json)}`);
		assert.equal(headers.get('retry-after'), '7', path);
		assert.deepEqual(json, { error: 'The search index is being built, try again in a moment' }, path);
	}
});

test('a widget answers without results, whatever its kind', async () => {
	for (const kind of ['similar', 'trending', 'new_arrivals', 'recently_viewed']) {
		isBuilding = false;
		const id = await shop.create(kind, { fallback: true, pinned: ['a'] });
		isBuilding = true;
		assert.deepEqual(idsOf(await shop.ask(id, { page: 'a', session_id: 's' })), [], kind);
	}
});

test('items are written and read as always, and found when the index is whole', async () => {
	await shop.put({ id: 'c', title: 'Trail shoe c', price: 10, link: toLink('c') });
	isBuilding = false;
	const { status, json } = await createApi(served.url, shop.key).call(`/6/${shop.hashid}/_search?query=shoe`);
	assert.equal(status, 200);
	assert.equal(json.total_found, 3);
});
