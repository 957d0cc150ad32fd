/** Who may search, from where and how often, and which headers browsers get. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Answer, createApi, type Json, type Request } from '../support/api.ts';
import { startEarning } from '../support/earned-tokens.ts';
import { type ServedApp, serveApp } from '../support/served-app.ts';
import { openScan, openShop, type Shop } from '../support/shop.ts';

let server: ServedApp;
let shop: Shop;

before(async () => {
	server = await serveApp({ VITRINE_TRUSTED_PROXIES: '127.0.0.1' }, openScan);
	shop = await openShop(server, { blockedIps: ['203.0.113.0/24'] });
});
after(() => server[Symbol.asyncDispose]());

const origin = 'https://www.shop.example';

/** Every operation, with valid parameters. */
const operations: readonly (readonly [method: string, path: string, body?: object])[] = [
	['GET', '/_search?query=a'],
	['POST', '/_search'],
	['GET', '/_facet_search?facet=brand'],
	['POST', '/_facet_search?facet=brand', {}],
	['POST', '/_msearch', { requests: [{ query: 'a' }] }],
	['GET', '/_suggest?query=a'],
	['PUT', '/stats/init?session_id=s'],
	['PUT', '/stats/redirect?session_id=s&id=1'],
	['PUT', '/stats/image?session_id=s&id=1'],
	['PUT', '/stats/checkout?session_id=s'],
	['PUT', '/stats/cart/s?id=1&index=product&title=t'],
	['PATCH', '/stats/cart/s?id=1&index=product&amount=1'],
	['DELETE', '/stats/cart/s'],
];

async function callAll(of: Shop, headers: Request['headers'], authorization?: string): Promise<Set<string>> {
	const answers = new Set<string>();
	for (const [method, path, body] of operations) {
		const sent = { ...headers, ...(authorization === undefined ? {} : { authorization }) };
		const { status, text } = await of.publicApi.call(path, { method, headers: sent, body });
		answers.add(status === 200 ? '200' : `${status} ${text}`);
	}
	return answers;
}

const ok = new Set(['200']);
const forbidden = new Set(['403 {"error":"forbidden"}']);

test('a key of the account opens every operation, with its zone or without', async () => {
	assert.deepEqual(await callAll(shop, {}, `Token ${shop.key}`), ok);
	assert.deepEqual(await callAll(shop, {}, `Token eu1-${shop.key}`), ok);
});

test('without credentials a page of the store may, any other and no page may not', async () => {
	assert.deepEqual(await callAll(shop, { origin }), ok);
	assert.deepEqual(await callAll(shop, { referer: `${origin}/shoes?a=b` }), ok);
	assert.deepEqual(await callAll(shop, {}), forbidden);
	assert.deepEqual(await callAll(shop, { origin: 'https://evil.example' }), forbidden);
	assert.deepEqual(await callAll(shop, { origin, referer: 'https://evil.example/' }), forbidden);
});

test('bad credentials are refused, also from a page of the store', async () => {
	const stranger = await openShop(server);
	for (const authorization of [
		'Token nonsense',
		`Token ${'0'.repeat(40)}`,
		shop.key,
		'Bearer a.b.c',
		`Token ${stranger.key}`,
	]) {
		assert.deepEqual(await callAll(shop, { origin }, authorization), forbidden, authorization);
	}
});

test('a store that does not enforce its domains lets every page search; an engine without a store lets none', async () => {
	assert.deepEqual(await callAll(await openShop(server, { isCorsEnforced: false }), {}), ok);
	const alone = await openShop(server, {}, { storeId: null });
	assert.deepEqual(await callAll(alone, { origin }), forbidden);
	assert.deepEqual(await callAll(alone, {}, `Token ${alone.key}`), ok);
});

test('a blocked address is refused with that reason, with or without a key', async () => {
	const headers = { origin, 'x-forwarded-for': '203.0.113.7' };
	const banned = new Set(['403 {"error":"banned ip"}']);
	assert.deepEqual(await callAll(shop, headers), banned);
	assert.deepEqual(await callAll(shop, headers, `Token ${shop.key}`), banned);
	assert.deepEqual(await callAll(shop, { ...headers, 'x-forwarded-for': '203.0.114.7' }), ok);
});

test('the id of the engine may have upper case and a name behind it', async () => {
	const call = async (id: string) => {
		const { status, json } = await createApi(server.url, shop.key).call(`/6/${id}/_search`);
		return status === 200 ? json.hashid : `${status} ${json.error}`;
	};
	assert.equal(await call(`${shop.hashid}-any thing`), shop.hashid);
	assert.equal(await call(shop.hashid.toUpperCase()), shop.hashid);
	assert.equal(await call('0'.repeat(32)), '404 Mapping not found');
	assert.equal(await call('nonsense'), '404 Mapping not found');
});

test('a preflight is answered for every operation without credentials, and lets the pages of the store call', async () => {
	const ask = (of: Shop, path: string, from: string) =>
		of.publicApi.call(path, {
			method: 'OPTIONS',
			headers: {
				origin: from,
				'access-control-request-method': 'PUT',
				'access-control-request-headers': 'authorization',
			},
		});
	const open = await openShop(server, { isCorsEnforced: false });
	const alone = await openShop(server, {}, { storeId: null });
	for (const [, path] of operations) {
		for (const any of [open, alone]) {
			const { headers } = await ask(any, path, 'https://any.example');
			assert.equal(headers.get('access-control-allow-origin'), 'https://any.example');
		}
		const stranger = await ask(shop, path, 'https://any.example');
		assert.deepEqual([stranger.status, stranger.headers.get('access-control-allow-origin')], [204, null], path);
		assert.match(stranger.headers.get('vary') ?? '', /Origin/);
		const { status, headers, text } = await ask(shop, path, origin);
		assert.deepEqual([status, text], [204, ''], path);
		assert.equal(headers.get('access-control-allow-origin'), origin);
		for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) {
			assert((headers.get('access-control-allow-methods') ?? '').includes(method));
		}
		for (const name of ['Authorization', 'Content-Type', 'Accept', 'X-Vitrine-Position']) {
			assert((headers.get('access-control-allow-headers') ?? '').includes(name));
		}
	}
});

test('a page of the store may read the answer, and the refusal; a stranger neither', async () => {
	const answered = await shop.publicApi.call('/_search', { headers: { origin } });
	assert.equal(answered.headers.get('access-control-allow-origin'), origin);
	assert.match(answered.headers.get('vary') ?? '', /Origin/);
	const bad = await shop.publicApi.call('/_search?rpp=0', { headers: { origin } });
	assert.deepEqual([bad.status, bad.headers.get('access-control-allow-origin')], [400, origin]);
	const refusals = [
		[shop.api, '/nothing', origin, 404],
		[createApi(`${server.url}/6/${'0'.repeat(32)}`), '/_search', origin, 404],
	] as const;
	for (const [api, path, from, expected] of refusals) {
		const refused = await api.call(path, { headers: { origin: from } });
		assert.deepEqual([refused.status, refused.headers.get('access-control-allow-origin')], [expected, from], path);
	}
	for (const [api, path, expected] of [
		[shop.publicApi, '/_search', 403],
		[shop.publicApi, '/_search?rpp=0', 403],
		[shop.publicApi, '/nothing', 404],
		[shop.api, '/_search', 200],
		[shop.api, '/_search?rpp=0', 400],
		[shop.api, '/_suggest?query=a', 200],
		[createApi(`${server.url}/6/${shop.hashid.toUpperCase()}-mine`, shop.key), '/_search', 200],
	] as const) {
		for (const from of ['https://evil.example', 'null', 'https://shop.example.evil.example']) {
			const { status, headers } = await api.call(path, { headers: { origin: from } });
			assert.deepEqual([status, headers.get('access-control-allow-origin')], [expected, null], path);
			assert.match(headers.get('vary') ?? '', /Origin/);
		}
	}
	const large = { method: 'POST', headers: { origin }, body: 'x'.repeat(300_000) };
	const tooLarge = await shop.publicApi.call('/_search', large);
	assert.deepEqual([tooLarge.status, tooLarge.headers.get('access-control-allow-origin')], [413, origin]);
	const plain = await shop.api.call('/_search');
	assert.equal(plain.headers.get('access-control-allow-origin'), null);
});

test('calls are limited by key, and without one by engine and address', async () => {
	const limits = { VITRINE_RATE_LIMIT_PER_SECOND: '2', VITRINE_PUBLIC_RATE_LIMIT_PER_SECOND: '3' };
	await using limited = await serveApp({ ...limits, VITRINE_TRUSTED_PROXIES: '127.0.0.1' }, openScan);
	const one = await openShop(limited);
	const other = await openShop(limited);
	const countAnswered = async (call: () => Promise<Answer>, perSecond: number, readableBy: string | null = null) => {
		const readEarned = startEarning(perSecond);
		const answers = await Promise.all(Array.from({ length: 50 }, call));
		const refused = answers.filter(({ status }) => status === 429);
		for (const { text, headers } of refused) {
			assert.equal(text, '{"error":"Too many requests, throttled"}');
			assert.equal(headers.get('retry-after'), '1');
			assert.equal(headers.get('access-control-allow-origin'), readableBy);
		}
		return { count: answers.length - refused.length, earned: readEarned() };
	};
	const from = (address: string) => ({ headers: { origin, 'x-forwarded-for': address } });
	// Tokens come back while the calls are being answered, however long that takes.
	const keyed = await countAnswered(() => one.api.call('/_search'), 2);
	assert(keyed.count >= 4 && keyed.count <= 4 + keyed.earned, JSON.stringify(keyed));
	const open = await countAnswered(() => one.publicApi.call('/_search', from('198.51.100.1')), 3, origin);
	assert(open.count >= 3 && open.count <= 3 + open.earned, JSON.stringify(open));
	assert.equal((await one.publicApi.call('/_search', from('198.51.100.2'))).status, 200);
	assert.equal((await other.publicApi.call('/_search', from('198.51.100.1'))).status, 200);
});

test('each search of a call counts', async () => {
	await using limited = await serveApp({ VITRINE_RATE_LIMIT_PER_SECOND: '3' }, openScan);
	const one = await openShop(limited);
	const readEarned = startEarning(3);
	const requests = Array.from({ length: 20 }, () => ({ query: 'a' }));
	const { status, json } = await one.api.call('/_msearch', { method: 'POST', body: { requests } });
	const refused = json.results.filter((entry: Json) => entry.status === 429);
	assert.deepEqual(refused[0], { error: 'Too many requests, throttled', status: 429, retry_after: 1 });
	const answered = json.results.length - refused.length;
	assert.deepEqual([status, json.results.length], [200, 20]);
	assert(answered >= 6 && answered <= 6 + readEarned(), `${answered}`);
});
