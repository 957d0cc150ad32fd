/** The three reports of the statistics API: a cart, a sale, a visit. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Api, createApi } from '../support/api.ts';
import { type ServedApp, serveApp } from '../support/served-app.ts';
import { openScan } from '../support/shop.ts';
import { openTenant, type Tenant } from '../support/tenant.ts';
import { makeClaims, makeToken } from '../support/tokens.ts';

let server: ServedApp;
let tenant: Tenant;

before(async () => {
	server = await serveApp({}, openScan);
});
after(() => server[Symbol.asyncDispose]());

async function report(path: string, body: unknown, api: Api = tenant.api) {
	const { status, json } = await api.call(`/api/v2/stats/${path}`, { method: 'POST', body });
	return [status, json] as const;
}

const registered = [200, { status: 'registered' }] as const;

async function listEvents() {
	await server.catchUp();
	const { json } = await tenant.api.call(`/api/admin/v1/search_engines/${tenant.hashid}/events?limit=1000`);
	return json.events;
}

test('a cart replaces the one before, and a sale buys it at the prices of the page', async () => {
	tenant = await openTenant(server.url, server.operatorToken);
	const { hashid, itemId, widgetId, dfid } = tenant;
	const session = { session_id: 'buyer', user_id: 'u', hashid };
	const page = { session_id: 'buyer', dfid, title: 'T', price: 30 };
	await createApi(server.url).call(`/api/widget/${widgetId}/cart`, { method: 'POST', body: page });
	const first = [{ id: 'gone', quantity: 9, price: 1 }];
	assert.deepEqual(await report('carts', { ...session, checkout_json: first }), registered);
	const stated = [
		{ id: itemId, quantity: 2, price: '1.019,99 €', title: 'Shoe' },
		{ id: 77, quantity: 1, price: 0.1 },
		{ id: 'none', quantity: 0, price: '5' },
	];
	assert.deepEqual(
		await report('carts/', { ...session, checkout_json: stated, currency: 'eur', title: 1 }),
		registered,
	);
	assert.deepEqual(await report('sales', { ...session, has_init: false }), registered);
	assert.deepEqual(await report('sales', session), registered);
	const events = await listEvents();
	const replaced = events.filter(({ kind }: { kind: string }) => kind === 'cart_replacement')[1];
	assert.deepEqual([replaced.currency, replaced.user_id, replaced.client_key], ['EUR', 'u', null]);
	assert.deepEqual(
		replaced.lines.map(({ amount, price }: { amount: number; price: string }) => [amount, price]),
		[
			[2, '1019.99'],
			[1, '0.1'],
		],
	);
	const bought = events.filter(({ kind }: { kind: string }) => kind === 'purchase');
	assert.deepEqual(
		bought.map((event: Record<string, unknown>) => [event.dfid === dfid, event.amount, event.price, event.currency]),
		[
			[true, 2, 1019.99, 'EUR'],
			[false, 1, 0.1, 'EUR'],
		],
	);
	const checkouts = events.filter(({ kind }: { kind: string }) => kind === 'checkout');
	assert.deepEqual(
		checkouts.map(({ has_init }: { has_init: boolean }) => has_init),
		[false, true],
	);
});

test('a visit is recorded with its page, and the view of its item where there is one', async () => {
	tenant = await openTenant(server.url, server.operatorToken);
	const { hashid, storeId: store, dfid } = tenant;
	const visit = {
		store,
		session_id: 's',
		page_type: 'product',
		url: 'https://shop.example/p/1?email=ana@x.example#top',
	};
	const unknown = `${hashid}@product@${'0'.repeat(32)}`;
	for (const body of [{ ...visit, dfid }, { ...visit, dfid: unknown, hashid }, { store }]) {
		assert.deepEqual(await report('visit', body), registered);
	}
	const nowMs = Date.now();
	const late = { ...visit, dfid, hashid, occurred_at: nowMs - 86_400_000 };
	assert.deepEqual(await report('visit', late), registered);
	const events = await listEvents();
	assert.deepEqual(
		events.map((event: Record<string, unknown>) => [
			event.kind,
			event.dfid,
			event.url,
			event.page_type,
			event.session_id,
		]),
		[
			['visit', null, 'https://shop.example/p/1', 'product', 's'],
			['view', dfid, null, null, 's'],
			['visit', null, 'https://shop.example/p/1', 'product', 's'],
			['visit', null, null, null, null],
			['visit', null, 'https://shop.example/p/1', 'product', 's'],
			['view', dfid, null, null, 's'],
		],
	);
	assert.equal(Date.parse(events.at(-1).occurred_at), late.occurred_at);
});

test('a shop says which browser the shopper had, and neither it nor the address is stored', async () => {
	tenant = await openTenant(server.url, server.operatorToken);
	const { hashid } = tenant;
	const phone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) Mobile/15E148';
	for (const who of [
		{ session_id: 'none' },
		{ session_id: 'phone', user_agent: phone, ip: '203.0.113.9', referer: 'https://news.example/' },
		{ session_id: 'bot', user_agent: 'Googlebot/2.1', ip: 'nonsense' },
		{ session_id: 'empty', user_agent: '', ip: null, user_id: '' },
	]) {
		assert.deepEqual(await report('sales', { hashid, ...who }), registered);
	}
	const events = await listEvents();
	assert.deepEqual(
		events.map((event: Record<string, unknown>) => [event.session_id, event.device, event.is_bot, event.client_key]),
		[
			['none', null, false, null],
			['phone', 'mobile', false, null],
			['bot', null, true, null],
			['empty', null, false, null],
		],
	);
	const stored = JSON.stringify((await server.readAllRows()).event);
	for (const word of ['203.0.113', 'iPhone', 'news.example']) assert(!stored.includes(word), word);
});

test('a signed token may report, and what cannot be is refused with the field and the reason', async () => {
	tenant = await openTenant(server.url, server.operatorToken);
	const { hashid, storeId: store } = tenant;
	const jwt = makeToken({ claims: makeClaims(tenant.ownerCode), secret: tenant.key });
	const headers = { authorization: `Bearer ${jwt}` };
	const signed = await createApi(server.url).call('/api/v2/stats/sales', { method: 'POST', body: { hashid }, headers });
	assert.equal(signed.status, 200);
	const line = { id: 'a', quantity: 1, price: 1 };
	const cart = { hashid, checkout_json: [line] };
	for (const [path, body, field, reason] of [
		['carts', { checkout_json: [] }, 'hashid', /^is required/],
		['carts', { hashid }, 'checkout_json', /^is required/],
		['carts', { ...cart, checkout_json: {} }, 'checkout_json', /array/],
		['carts', { ...cart, checkout_json: [{ ...line, quantity: 1.5 }] }, 'checkout_json.0.quantity', /integer/],
		['carts', { ...cart, checkout_json: [{ ...line, price: 'free' }] }, 'checkout_json.0.price', /^must be a price$/],
		['carts', { ...cart, checkout_json: [{ ...line, price: -1 }] }, 'checkout_json.0.price', /greater/],
		[
			'carts',
			{ ...cart, checkout_json: [line, { ...line, id: '' }] },
			'checkout_json.1.id',
			/^must have 1 to 512 bytes$/,
		],
		['carts', { ...cart, currency: 'XQX' }, 'currency', /ISO 4217/],
		['carts', { ...cart, checkout_json: [{ ...line, price: '1,50 €' }], currency: '€' }, 'currency', /ISO 4217/],
		['carts', { ...cart, session_id: 'x'.repeat(33) }, 'session_id', /32/],
		['sales', { hashid, user_id: 'x'.repeat(37) }, 'user_id', /36/],
		['sales', { hashid, has_init: 'yes' }, 'has_init', /boolean/],
		['sales', { hashid, occurred_at: 5 }, 'occurred_at', /^must be at most 30 days ago$/],
		['sales', { hashid, occurred_at: Date.now() + 3_600_000 }, 'occurred_at', /^must not be in the future$/],
		['visit', { hashid }, 'store', /^is required/],
		['visit', { store, dfid: 'x' }, 'dfid', /match/],
	] as const) {
		const [status, json] = await report(path, body);
		assert.deepEqual([status, json.error.code, json.error.details[0].fields], [400, 'bad_params', [field]], path);
		assert.match(json.error.details[0].reason, reason);
	}
	assert.equal((await listEvents()).length, 1);
});

test('what is missing is 404, and a search engine of another store is refused', async () => {
	tenant = await openTenant(server.url, server.operatorToken);
	const { hashid, api } = tenant;
	const missing = 'f'.repeat(32);
	for (const [path, body] of [
		['carts', { hashid: missing, checkout_json: [] }],
		['sales', { hashid: missing }],
		['visit', { store: missing }],
		['visit', { store: tenant.storeId, hashid: missing }],
	] as const) {
		const [status, json] = await report(path, body);
		assert.deepEqual([status, json.error.code], [404, 'not_found'], path);
	}
	const other = await api.call('/api/admin/v1/stores', { method: 'POST', body: { name: 'Other' } });
	const [status, json] = await report('visit', { store: other.json.id, hashid });
	assert.deepEqual([status, json.error.details[0].fields], [400, ['hashid']]);
	const [emptyStatus, empty] = await report('visit', { store: other.json.id });
	assert.deepEqual([emptyStatus, empty.error.message], [404, 'Not found: the store has no search engine']);
});
