/** Pages report what shoppers do, and it is recorded. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { packHits } from '../../src/domain/event/packed-hits.ts';
import type { ShopperActionKind } from '../../src/domain/event/shopper-event.ts';
import { toItemKey } from '../../src/domain/item/dfid.ts';
import { createApi } from '../support/api.ts';
import { readEvents } from '../support/read-events.ts';
import { type ServedApp, serveApp } from '../support/served-app.ts';
import { openScan, openShop, type Shop } from '../support/shop.ts';
import { waitFor } from '../support/wait-for.ts';

let server: ServedApp;

before(async () => {
	server = await serveApp({}, openScan);
});
after(() => server[Symbol.asyncDispose]());

async function openFilled(): Promise<Shop> {
	const shop = await openShop(server);
	await shop.put('{"id":"1","title":"Red shoe","brand":"Nike","price":10}');
	return shop;
}

async function listActions({ hashid }: Shop, kind: ShopperActionKind) {
	await server.catchUp();
	const events = await server.zone.database.events.listOfEngine(hashid, kind, 100);
	return events.map(({ action, sessionId, userId }) => ({ ...action, sessionId, userId }));
}

/** Sends parameters in the query string of a request without a body, and in a body. */
const ways = {
	'the query string': (shop: Shop, method: string, path: string, parameters: Record<string, unknown>) =>
		shop.api.call(`${path}?${new URLSearchParams(parameters as Record<string, string>)}&random=5`, { method }),
	'the body': (shop: Shop, method: string, path: string, parameters: Record<string, unknown>) =>
		shop.api.call(path, { method, body: parameters }),
};

for (const [name, send] of Object.entries(ways)) {
	test(`events come in ${name} and are on disk when they are answered`, async () => {
		const shop = await openFilled();
		const dfid = `${shop.hashid}@product@${toItemKey('1')}`;
		const session = { session_id: 's1', user_id: 'u1' };
		const line = { id: '1', index: 'product' };
		for (const [method, path, parameters] of [
			['PUT', 'init', session],
			['PUT', 'click', { ...session, dfid, query: 'shoe', position: 2, resource_id: 'r', custom_results_id: 4 }],
			['PUT', 'redirect', { ...session, id: 7, query: 'sale' }],
			['PUT', 'image', { ...session, id: 8 }],
			['PUT', 'checkout', session],
			['PUT', 'cart/s1', { ...line, title: 'Red shoe', amount: 2, price: 9.95, user_id: 'u1' }],
			['PUT', 'cart/s1', { ...line, title: 'Red shoe', user_id: 'u1' }],
			['PATCH', 'cart/s1', { ...line, amount: 1, user_id: 'u1' }],
			['DELETE', 'cart/s1', { user_id: 'u1', session_id: 'ignored' }],
		] as const) {
			const { status, json } = await send(shop, method, `/stats/${path}`, parameters);
			assert.deepEqual([status, json], [200, { status: 'registered' }], path);
		}
		const who = { sessionId: 's1', userId: 'u1' };
		const item = { indexName: 'product', itemKey: toItemKey('1') };
		assert.deepEqual(await listActions(shop, 'init'), [{ kind: 'init', ...who }]);
		assert.deepEqual(await listActions(shop, 'click'), [
			{ kind: 'click', ...item, text: 'shoe', position: 2, resourceId: 'r', customResultsId: '4', ...who },
		]);
		assert.deepEqual(await listActions(shop, 'redirect'), [{ kind: 'redirect', targetId: 7, text: 'sale', ...who }]);
		assert.deepEqual(await listActions(shop, 'image'), [{ kind: 'image', targetId: 8, text: null, ...who }]);
		assert.deepEqual(await listActions(shop, 'checkout'), [{ kind: 'checkout', sources: [], ...who }]);
		const added = { kind: 'cart_addition', ...item, title: 'Red shoe', ...who };
		assert.deepEqual(await listActions(shop, 'cart_addition'), [
			{ ...added, amount: 2, price: 9.95 },
			{ ...added, amount: 1, price: null },
		]);
		assert.deepEqual(await listActions(shop, 'cart_removal'), [{ kind: 'cart_removal', ...item, amount: 1, ...who }]);
		assert.deepEqual(await listActions(shop, 'cart_clearing'), [{ kind: 'cart_clearing', ...who }]);
	});
}

test('the body overrides the query string, and an empty list means no parameters', async () => {
	const shop = await openFilled();
	await shop.api.call('/stats/init?session_id=query', { method: 'PUT', body: { session_id: 'body' } });
	await shop.api.call('/stats/init?session_id=query', { method: 'PUT', body: [] });
	const sessions = (await listActions(shop, 'init')).map(({ sessionId }) => sessionId);
	assert.deepEqual(sessions, ['body', 'query']);
	assert.equal((await shop.api.call('/stats/cart/s', { method: 'DELETE', body: [] })).status, 200);
	assert.equal((await shop.api.call('/stats/init?session_id=got')).status, 200);
});

test('a shop says when an event happened, and a caller without a key cannot', async () => {
	const shop = await openShop(server, { isCorsEnforced: false });
	await shop.put('{"id":"1","title":"Red shoe"}');
	const dfid = `${shop.hashid}@product@${toItemKey('1')}`;
	const line = { id: '1', index: 'product', title: 'Red shoe', amount: 1 };
	const calls = [
		['PUT', 'init', {}],
		['PUT', 'click', { dfid }],
		['PUT', 'redirect', { id: 7 }],
		['PUT', 'image', { id: 8 }],
		['PUT', 'cart/s1', line],
		['PATCH', 'cart/s1', line],
		['PUT', 'cart/s1', line],
		['PUT', 'checkout', {}],
		['DELETE', 'cart/s1', {}],
	] as const;
	const beganMs = Date.now();
	const lateMs = beganMs - 29 * 24 * 3600 * 1000;
	for (const send of Object.values(ways)) {
		for (const [method, path, parameters] of calls) {
			const body = { session_id: 's1', ...parameters, occurred_at: lateMs };
			assert.equal((await send(shop, method, `/stats/${path}`, body)).status, 200, path);
		}
	}
	const old = `/5/stats/init?hashid=${shop.hashid}&session_id=s1&occurred_at=${lateMs}`;
	assert.equal((await createApi(server.url, shop.key).call(old)).status, 200);
	const readOwn = async () => {
		const events = await readEvents(server.zone.database.events);
		return events.filter(({ hashid }) => hashid === shop.hashid);
	};
	// On PostgreSQL events can be read once older transactions, also those of other tests, have ended.
	const log = await waitFor('the last event', readOwn, (all) => all.filter(({ kind }) => kind === 'init').length === 3);
	assert.deepEqual([...new Set(log.map(({ occurredAtMs }) => occurredAtMs))], [lateMs]);
	assert.equal(log.filter(({ kind }) => kind === 'purchase').length, 2);

	for (const [written, message] of [
		['yesterday', 'it must be a whole number of milliseconds since 1970'],
		[lateMs - 2 * 24 * 3600 * 1000, 'it must be at most 30 days ago'],
		[Math.floor(beganMs / 1000), 'it must be at most 30 days ago'],
		[beganMs + 3_600_000, 'it must not be in the future'],
	] as const) {
		const path = `/stats/init?session_id=s2&occurred_at=${written}`;
		const refused = await shop.api.call(path, { method: 'PUT' });
		assert.deepEqual([refused.status, refused.json], [400, { error: `Bad request, bad occurred_at: ${message}` }]);
		assert.equal((await shop.publicApi.call(path, { method: 'PUT' })).status, 200, 'without a key');
	}
	const aheadMs = beganMs + 59_000;
	await shop.api.call(`/stats/init?session_id=s2&occurred_at=${aheadMs}`, { method: 'PUT' });
	const all = await waitFor('five more', readOwn, ({ length }) => length >= log.length + 5);
	const arrived = all.slice(log.length);
	assert.equal(arrived.length, 5);
	for (const { occurredAtMs } of arrived) assert(occurredAtMs >= beganMs && occurredAtMs < aheadMs);
});

test('an event names the search that it follows by the query id of its answer, and a wrong one is ignored', async () => {
	const shop = await openFilled();
	const { query_id: queryId } = await shop.search('query=shoe&session_id=s1');
	const dfid = `${shop.hashid}@product@${toItemKey('1')}`;
	const line = { id: '1', index: 'product', title: 'Red shoe', amount: 1 };
	const made = 'f'.repeat(32);
	for (const named of [
		queryId,
		made,
		'shoe',
		'',
		queryId.toUpperCase(),
		`${queryId}0`,
		['x', 'y'],
		{ a: 1 },
		7,
		null,
	]) {
		for (const [method, path, parameters] of [
			['PUT', 'init', {}],
			['PUT', 'click', { dfid }],
			['PUT', 'redirect', { id: 7 }],
			['PUT', 'image', { id: 8 }],
			['PUT', 'cart/s1', line],
			['PATCH', 'cart/s1', line],
			['PUT', 'checkout', {}],
			['DELETE', 'cart/s1', {}],
		] as const) {
			const body = { session_id: 's1', ...parameters, query_id: named };
			const { status, text } = await shop.api.call(`/stats/${path}`, { method, body });
			assert.equal(status, 200, `${path} with ${JSON.stringify(named)}: ${text}`);
		}
	}
	await server.catchUp();
	const { events } = server.zone.database;
	for (const kind of [
		'init',
		'click',
		'redirect',
		'cart_addition',
		'cart_removal',
		'checkout',
		'cart_clearing',
	] as const) {
		const recorded = await events.listOfEngine(shop.hashid, kind, 100);
		const named = recorded.map((event) => event.queryId);
		assert.deepEqual(named, [queryId, made, ...Array.from({ length: 8 }, () => undefined)], kind);
	}
	const search = await waitFor(
		'the event of the search',
		() => events.listOfEngine(shop.hashid, 'search', 10),
		({ length }) => length > 0,
	);
	assert.deepEqual(
		search.map(({ id }) => id),
		[queryId],
	);
});

test('a checkout keeps its sources in every spelling', async () => {
	const shop = await openFilled();
	await shop.api.call('/stats/checkout?session_id=s&sources[]=search&sources[]=mail', { method: 'PUT' });
	await shop.api.call('/stats/checkout', { method: 'PUT', body: { session_id: 's', sources: ['search', 'mail'] } });
	const [first, second] = await listActions(shop, 'checkout');
	assert.deepEqual(first, second);
	assert.deepEqual(first, { kind: 'checkout', sources: ['search', 'mail'], sessionId: 's', userId: null });
});

test('a faulty event is refused in the words that clients know, and not written', async () => {
	const shop = await openFilled();
	const other = '0'.repeat(32);
	const key = toItemKey('1');
	for (const [method, path, error] of [
		['PUT', 'init', '[session_id] fields are missing'],
		['PUT', `init?session_id=${'s'.repeat(33)}`, 'session_id should have 32 characters or less'],
		['PUT', `init?session_id=s&user_id=${'u'.repeat(37)}`, 'invalid_user_id'],
		['PUT', 'click', '[dfid, session_id] fields are missing'],
		['PUT', `click?dfid=${shop.hashid}@product@${key}`, '[session_id] fields are missing'],
		['PUT', 'click?session_id=s&dfid=shoe', 'Bad request, dfid is invalid'],
		['PUT', `click?session_id=s&dfid=${other}@product@${key}`, 'Item hashid must be the same as search engine hashid'],
		['PUT', `click?session_id=s&dfid=${shop.hashid}@product@${key}&position=0`, 'Bad request, bad position'],
		['PUT', 'redirect', '[session_id, id] fields are missing'],
		['PUT', 'redirect?session_id=s&id=x', 'Invalid redirect id'],
		['PUT', 'image', '[id, session_id] fields are missing'],
		['PUT', 'image?session_id=s&id=x', 'Invalid redirect id'],
		['PUT', 'checkout', '[session_id] fields are missing'],
		['PUT', 'cart/s', 'Following fields are missing: ["id", "index", "title"]'],
		['PUT', 'cart/s?id=1&index=product', 'Following fields are missing: ["title"]'],
		['PUT', 'cart/s?id=1&index=product&title=t&amount=0', 'Invalid cart item data'],
		['PUT', 'cart/s?id=1&index=product&title=t&amount=1.5', 'Invalid cart item data'],
		['PUT', 'cart/s?id=1&index=product&title=t&price=-1', 'Invalid cart item data'],
		['PUT', 'cart/s?id=1&index=blog&title=t', 'Invalid cart item data'],
		['PUT', `cart/${'s'.repeat(33)}?id=1&index=product&title=t`, 'session_id should have 32 characters or less'],
		['PATCH', 'cart/s', 'Following fields are missing: ["id", "index", "amount"]'],
	] as const) {
		const { status, json } = await shop.api.call(`/stats/${path}`, { method });
		assert.deepEqual([status, json], [400, { error }], `${method} ${path}`);
	}
	for (const kind of ['init', 'click', 'redirect', 'image', 'checkout', 'cart_addition', 'cart_removal'] as const) {
		assert.deepEqual(await listActions(shop, kind), []);
	}
});

test('a click on an item that is not there is 404', async () => {
	const shop = await openFilled();
	for (const dfid of [`${shop.hashid}@product@${toItemKey('2')}`, `${shop.hashid}@blog@${toItemKey('1')}`]) {
		const { status, json } = await shop.api.call(`/stats/click?session_id=s&dfid=${dfid}`, { method: 'PUT' });
		assert.deepEqual([status, json], [404, { error: 'Not found' }]);
	}
	assert.deepEqual(await listActions(shop, 'click'), []);
});

test('every answered search is an event, unless it says otherwise', async () => {
	const shop = await openFilled();
	const values = Array.from({ length: 12 }, (_, index) => `filter[size][]=${index}`).join('&');
	await shop.api.call(`/_search?query=red&session_id=s&user_id=u&page=2&filter[price][gte]=5&${values}`);
	await shop.api.call('/_search', {
		method: 'POST',
		body: { query: 'red', query_name: 'match_or', indices: ['product'] },
	});
	await shop.api.call('/_search?query=secret&stats=false');
	await shop.api.call('/_search?query=bad&rpp=1000');
	await shop.api.call('/_suggest?query=re');
	const events = await waitForEvents(2);
	assert.deepEqual(
		events.map(({ action, sessionId, userId }) => ({ ...action, sessionId, userId })),
		[
			{
				kind: 'search',
				text: 'red',
				queryName: 'fuzzy',
				indexNames: [],
				page: 2,
				hitCount: 0,
				firstRank: 11,
				hits: [],
				filters: [
					{ kind: 'range', fieldName: 'price', gte: 5 },
					{ kind: 'terms', fieldName: 'size', values: Array.from({ length: 10 }, (_, index) => String(index)) },
				],
				sessionId: 's',
				userId: 'u',
			},
			{
				kind: 'search',
				text: 'red',
				queryName: 'match_or',
				indexNames: ['product'],
				page: 1,
				hitCount: 1,
				firstRank: 1,
				hits: packHits([{ indexName: 'product', itemKey: toItemKey('1') }]),
				filters: [],
				sessionId: null,
				userId: null,
			},
		],
	);

	/** Searches are recorded within a quarter of a second after their answer. */
	function waitForEvents(count: number) {
		const read = () => server.zone.database.events.listOfEngine(shop.hashid, 'search', 10);
		return waitFor(`${count} events`, read, ({ length }) => length >= count);
	}
});
