/** Events of shoppers, from the pages that report them to the shop that reads and erases them. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { unknownClient } from '../../src/domain/event/shopper-event.ts';
import { toItemKey } from '../../src/domain/item/dfid.ts';
import { sampleWidget } from '../contract/sample-data.ts';
import { createApi } from '../support/api.ts';
import { readEvents } from '../support/read-events.ts';
import { type ServedApp, serveApp } from '../support/served-app.ts';
import { openScan } from '../support/shop.ts';
import { openTenant, type Tenant } from '../support/tenant.ts';
import { waitFor } from '../support/wait-for.ts';

let server: ServedApp;
let tenant: Tenant;

before(async () => {
	server = await serveApp({ VITRINE_TRUSTED_PROXIES: '127.0.0.1' }, openScan);
	tenant = await openTenant(server.url, server.operatorToken);
});
after(() => server[Symbol.asyncDispose]());

function call(path: string, method: string, body?: unknown, headers: Record<string, string> = {}) {
	return createApi(server.url).call(path, { method, ...(body === undefined ? {} : { body }), headers });
}

function callAsOwner(path: string, method: string, body?: unknown) {
	return call(`/api/admin/v1${path}`, method, body, { authorization: `Token ${tenant.key}` });
}

async function listEvents(query = '') {
	await server.catchUp();
	const { status, json } = await callAsOwner(`/search_engines/${tenant.hashid}/events${query}`, 'GET');
	assert.equal(status, 200);
	return json;
}

const click = (change: object = {}) => ({ session_id: 's', dfid: tenant.dfid, ...change });

test('a click on a recommended product is on disk with all its fields when it is answered', async () => {
	const path = `/api/widget/${tenant.widgetId}/click`;
	const { status, json } = await call(path, 'POST', click({ position: 3, user_id: 'u' }));
	assert.deepEqual([status, json], [200, { status: 'OK' }]);
	assert.deepEqual((await call(path, 'POST', click({ session_id: 'other' }))).json, { status: 'OK' });
	await server.catchUp();
	const events = await server.zone.database.events.listOfEngine(tenant.hashid, 'widget_click', 10);
	assert.deepEqual(
		events.map(({ sessionId, userId, action }) => ({ sessionId, userId, ...action })),
		[
			[3, 's', 'u'],
			[null, 'other', null],
		].map(([position, sessionId, userId]) => ({
			sessionId,
			userId,
			kind: 'widget_click',
			indexName: 'product',
			itemKey: toItemKey(tenant.itemId),
			widgetId: tenant.widgetId,
			position,
		})),
	);
});

test('a click on a missing item is answered with ERROR, an invalid one is refused, and neither is written', async () => {
	const path = `/api/widget/${tenant.widgetId}/click`;
	const countClicks = async () => {
		await server.catchUp();
		return (await server.zone.database.events.listOfEngine(tenant.hashid, 'widget_click', 100)).length;
	};
	const before = await countClicks();
	const unknown = `${tenant.hashid}@product@${toItemKey('nowhere')}`;
	assert.deepEqual((await call(path, 'POST', click({ dfid: unknown }))).json, { status: 'ERROR' });
	for (const [change, field] of [
		[{ session_id: '' }, 'session_id'],
		[{ session_id: undefined }, 'session_id'],
		[{ dfid: 'x' }, 'dfid'],
		[{ position: 0 }, 'position'],
		[{ position: 1.5 }, 'position'],
		[{ user_id: 'u'.repeat(37) }, 'user_id'],
	] as const) {
		const { status, text } = await call(path, 'POST', click(change));
		assert.equal(status, 400);
		assert.match(text, new RegExp(field));
	}
	assert.equal(await countClicks(), before);
});

test('additions to the cart and clicks at a widget name the search before them, and a wrong name is ignored', async () => {
	const named = '5'.repeat(32);
	const cart = { session_id: 'named', dfid: tenant.dfid, title: 'T', price: 1 };
	for (const query_id of [named, 'shoe', '', 7, null, [named], { named }]) {
		for (const [path, body] of [
			['click', click({ session_id: 'named', query_id })],
			['cart', { ...cart, query_id }],
		] as const) {
			const { status, json } = await call(`/api/widget/${tenant.widgetId}/${path}`, 'POST', body);
			assert.deepEqual([status, json], [200, { status: 'OK' }], `${path} with ${JSON.stringify(query_id)}`);
		}
	}
	await server.catchUp();
	const events = await readEvents(server.zone.database.events);
	for (const kind of ['widget_click', 'cart']) {
		const ofKind = events.filter((event) => event.sessionId === 'named' && event.kind === kind);
		assert.deepEqual(
			ofKind.map(({ queryId }) => queryId),
			[named, null, null, null, null, null, null],
		);
	}
});

test('pages of other sites may send no clicks, those of the shop may ask first', async () => {
	const path = `/api/widget/${tenant.widgetId}/click`;
	const preflight = await call(path, 'OPTIONS', undefined, { origin: 'https://shop.example' });
	assert.equal(preflight.status, 204);
	assert.match(preflight.headers.get('access-control-allow-methods') ?? '', /POST/);
});

test("an event says whether a bot sent it, and has the day's key of the sender's network", async () => {
	const path = `/api/widget/${tenant.widgetId}/click`;
	const send = (sessionId: string, ip: string, userAgent: string) =>
		call(path, 'POST', click({ session_id: sessionId }), { 'x-forwarded-for': ip, 'user-agent': userAgent });
	await send('browser', '203.0.113.7', 'Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0');
	await send('bot', '203.0.113.7', 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)');
	await send('phone', '203.0.113.8', 'curl/8.5.0');
	await send('port', '203.0.113.8:51312', 'curl/8.5.0');
	const search = `/6/${tenant.hashid}/stats/init?session_id=`;
	await call(`${search}shop`, 'PUT', undefined, {
		authorization: `Token ${tenant.key}`,
		'user-agent': 'Googlebot/2.1',
	});
	await server.catchUp();
	const events = await readEvents(server.zone.database.events);
	const bySession = (name: string) => events.find(({ sessionId }) => sessionId === name);
	assert.match(bySession('browser')?.clientKey ?? '', /^[0-9a-f]{16}$/);
	assert.equal(bySession('bot')?.clientKey, bySession('browser')?.clientKey);
	assert.notEqual(bySession('phone')?.clientKey, bySession('browser')?.clientKey);
	assert.equal(bySession('port')?.clientKey, bySession('phone')?.clientKey);
	assert.deepEqual(
		['browser', 'bot', 'phone'].map((name) => bySession(name)?.isBot),
		[false, true, false],
	);
	assert.deepEqual([bySession('shop')?.isBot, bySession('shop')?.clientKey], [false, null], 'a server of the shop');
	const stored = JSON.stringify((await server.readAllRows()).event);
	assert(!stored.includes('203.0.113') && !stored.includes('Googlebot'), 'no address and no user agent is stored');
});

test('an event says on which kind of device its sender was, and the export shows it', async () => {
	const path = `/6/${tenant.hashid}/stats/init?session_id=`;
	const phone = 'Mozilla/5.0 (Linux; Android 10; K) Chrome/131.0.0.0 Mobile Safari/537.36';
	const tablet = 'Mozilla/5.0 (Linux; Android 13; SM-X200) Chrome/131.0.0.0 Safari/537.36';
	const senders = {
		'd-phone': { 'user-agent': phone },
		'd-tablet': { 'user-agent': tablet, 'sec-ch-ua-mobile': '?0' },
		'd-app': { 'user-agent': 'OurShop/4.2', 'sec-ch-ua-mobile': '?1' },
		'd-desk': { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0' },
		'd-none': { 'user-agent': 'curl/8.5.0' },
		'd-shop': { 'user-agent': phone, authorization: `Token ${tenant.key}` },
	};
	for (const [sessionId, headers] of Object.entries(senders))
		await call(`${path}${sessionId}`, 'PUT', undefined, headers);
	const { events } = await listEvents('?limit=1000');
	const devices = events.filter((event: { session_id: string | null }) => event.session_id?.startsWith('d-'));
	assert.deepEqual(
		devices.map(({ session_id, device }: { session_id: string; device: string | null }) => [session_id, device]),
		[
			['d-phone', 'mobile'],
			['d-tablet', 'mobile'],
			['d-app', 'mobile'],
			['d-desk', 'desktop'],
			['d-none', null],
			['d-shop', null],
		],
	);
	assert(!JSON.stringify((await server.readAllRows()).event).includes('OurShop'), 'no user agent is stored');
});

test('everything that is stored of a shopper is one document', async () => {
	const own = await openTenant(server.url, server.operatorToken);
	const path = `/6/${own.hashid}/stats`;
	const send = (name: string, body: object) => own.api.call(`${path}/${name}`, { method: 'PUT', body });
	await send('init', { session_id: 'mine' });
	await send('init', { session_id: 'mine', user_id: 'ana' });
	await send('init', { session_id: 'theirs' });
	await server.catchUp();
	const ask = (body: unknown) => own.api.call('/api/admin/v1/events/_of_shopper', { method: 'POST', body });
	const user = await ask({ user_id: 'ana' });
	const { events: all } = (await own.api.call(`/api/admin/v1/search_engines/${own.hashid}/events`)).json;
	const who = { session_id: null, user_id: 'ana', hashid: null };
	assert.deepEqual([user.status, user.json], [200, { ...who, events: [all[1], all[0]] }]);
	assert.match(user.headers.get('content-type') ?? '', /^application\/json/);
	const session = await ask({ session_id: 'theirs', hashid: own.hashid });
	assert.deepEqual(session.json.events, [all[2]]);
	assert.deepEqual((await ask({ user_id: 'nobody' })).json, { ...who, user_id: 'nobody', events: [] });
	for (const [body, status] of [
		[{}, 400],
		[{ session_id: 's' }, 400],
		[{ user_id: 'u', session_id: 's', hashid: own.hashid }, 400],
		[{ user_id: 'u', hashid: tenant.hashid }, 403],
		[{ user_id: 'u', hashid: 'f'.repeat(32) }, 404],
	] as const) {
		assert.equal((await ask(body)).status, status, JSON.stringify(body));
	}
});

test('a checkout makes purchases of what a widget and the search API put into the cart', async () => {
	const cart = { session_id: 'buyer', dfid: tenant.dfid, title: 'T', amount: 2, price: 9.5 };
	await call(`/api/widget/${tenant.widgetId}/cart`, 'POST', cart);
	const authorization = `Token ${tenant.key}`;
	const line = { id: tenant.itemId, index: 'product', title: 'T', price: '10' };
	await call(`/6/${tenant.hashid}/stats/cart/buyer`, 'PUT', line, { authorization });
	await call(`/6/${tenant.hashid}/stats/checkout`, 'PUT', { session_id: 'buyer', user_id: 'u' }, { authorization });
	const { events } = await listEvents('?limit=1000');
	const purchases = events.filter((event: { kind: string }) => event.kind === 'purchase');
	assert.deepEqual(
		purchases.map(({ serial, occurred_at, ...purchase }: { serial: number; occurred_at: string }) => purchase),
		[
			{
				kind: 'purchase',
				hashid: tenant.hashid,
				dfid: tenant.dfid,
				shown: [],
				session_id: 'buyer',
				user_id: 'u',
				widget_id: tenant.widgetId,
				amount: 3,
				price: 10,
				text: null,
				...{ hit_count: null, first_rank: null, position: null },
				teams: null,
				...{ attempt: null, source: null, is_corrected: false, page: null, indices: [], filter: {}, facets: [] },
				...{ currency: null, lines: [], has_init: null, url: null, page_type: null },
				...{ target_id: null, custom_results_id: null, device: null, location: null },
				query_id: null,
				client_key: null,
				is_bot: false,
			},
		],
	);
});

test('views and impressions are written soon, without delaying the answer', async () => {
	const { services, database } = server.zone;
	const widget = sampleWidget(1, { id: tenant.widgetId, storeId: tenant.storeId });
	const shopper = { sessionId: 'viewer', userId: null, ...unknownClient };
	const item = { indexName: 'product', itemKey: toItemKey(tenant.itemId) };
	services.widgetEvents.queueView(widget, shopper, { hashid: tenant.hashid, ...item });
	services.widgetEvents.queueImpression(widget, shopper, { hashid: tenant.hashid, items: [] });
	const items = Array.from({ length: 60 }, () => item);
	services.widgetEvents.queueImpression(widget, shopper, { hashid: tenant.hashid, items });
	const read = () => database.events.listOfEngine(tenant.hashid, 'impression', 10);
	assert.deepEqual(await read(), [], 'nothing is written at once');
	const found = await waitFor('an impression', read, ({ length }) => length > 0);
	assert.equal(found.length, 1);
	const [{ action } = assert.fail()] = found;
	assert(action.kind === 'impression');
	assert.deepEqual(action, { kind: 'impression', widgetId: widget.id, shown: items.slice(0, 50) });
	const [view] = await database.events.listOfEngine(tenant.hashid, 'view', 10);
	assert.deepEqual(view?.action, { kind: 'view', ...item, widgetId: widget.id });
});

test('recorded events are counted by kind', async () => {
	const { text } = await call('/metrics', 'GET', undefined, { authorization: `Token ${server.operatorToken}` });
	for (const [kind, min] of [
		['widget_click', 6],
		['cart', 1],
		['checkout', 1],
		['view', 1],
		['impression', 1],
	] as const) {
		const count = new RegExp(`vitrine_events_total\\{kind="${kind}"\\} (\\d+)`).exec(text)?.[1];
		assert(Number(count) >= min, `${kind}: ${count}`);
	}
});

test('the owner pages through the events of a search engine', async () => {
	const all = await listEvents('?limit=1000');
	assert(all.events.length > 5 && all.next_after === null);
	const paged = [];
	for (let after: number | null = 0; after !== null; ) {
		const page: { events: object[]; next_after: number | null } = await listEvents(`?limit=3&after=${after}`);
		assert(page.events.length <= 3);
		paged.push(...page.events);
		after = page.next_after;
	}
	assert.deepEqual(paged, all.events);
	for (const query of ['?limit=0', '?limit=1001', '?after=-1', '?after=x']) {
		const { status } = await callAsOwner(`/search_engines/${tenant.hashid}/events${query}`, 'GET');
		assert.equal(status, 400, query);
	}
	assert.equal((await callAsOwner(`/search_engines/${'0'.repeat(32)}/events`, 'GET')).status, 404);
});

test('the owner erases what a session or a user did', async () => {
	const erase = async (body: unknown) => (await callAsOwner('/events', 'DELETE', body)).json;
	const { hashid } = tenant;
	assert.deepEqual(await erase({ session_id: 'browser', hashid }), { erased: 1 });
	assert.deepEqual(await erase({ session_id: 'browser', hashid }), { erased: 0 });
	// The cart and the purchase of "buyer", who is the user of the checkout and of one click.
	assert.deepEqual(await erase({ user_id: 'u' }), { erased: 5 });
	const { events } = await listEvents('?limit=1000');
	const left = events.map(({ session_id: sessionId }: { session_id: string }) => sessionId);
	assert(!left.includes('buyer') && !left.includes('browser') && !left.includes('s') && left.includes('other'));
	const stored = JSON.stringify(await server.readAllRows());
	assert(!stored.includes('"buyer"') && !stored.includes('"browser"'));
});

test('an erasure that does not say whose events, or of what, is refused', async () => {
	const { hashid } = tenant;
	for (const [body, field] of [
		[{}, 'user_id'],
		[{ session_id: 's' }, 'hashid'],
		[{ session_id: 's', user_id: 'u', hashid }, 'user_id'],
		[{ user_id: '' }, 'user_id'],
		[{ user_id: 'u', hashid: 'x' }, 'hashid'],
		[{ hashid }, 'user_id'],
		[{ user: 'u' }, 'user'],
	] as const) {
		const { status, json } = await callAsOwner('/events', 'DELETE', body);
		assert.equal(status, 400, JSON.stringify(body));
		assert.match(JSON.stringify(json.error), new RegExp(field));
	}
	const unknown = await callAsOwner('/events', 'DELETE', { session_id: 's', hashid: '0'.repeat(32) });
	assert.equal(unknown.status, 404);
	const stranger = await openTenant(server.url, server.operatorToken);
	const foreign = await callAsOwner('/events', 'DELETE', { session_id: 's', hashid: stranger.hashid });
	assert.equal(foreign.status, 403);
});
