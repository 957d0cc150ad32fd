/** Which pages and which addresses may report add-to-cart events, and in which order that is checked. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { formatRequest, type RawAnswer, sendRaw } from '../support/raw-http.ts';
import { type ServedApp, serveApp } from '../support/served-app.ts';
import { openTenant, type Tenant } from '../support/tenant.ts';

const proxied = { VITRINE_TRUSTED_PROXIES: '127.0.0.1' };

let server: ServedApp;
let tenant: Tenant;

before(async () => {
	server = await serveApp(proxied);
	tenant = await openTenant(server.url, server.operatorToken);
});
after(() => server[Symbol.asyncDispose]());

async function changeStore(change: object): Promise<void> {
	const { status, text } = await tenant.api.call(`/api/admin/v1/stores/${tenant.storeId}`, {
		method: 'PATCH',
		body: change,
	});
	assert.equal(status, 200, text);
}

const makeEvent = () => ({ session_id: 's', dfid: tenant.dfid, title: 'T', price: 1 });

/** Over bare sockets, because `fetch` does not let its caller set `Origin` and `Referer`. */
function send(
	headers: Record<string, string>,
	{ method = 'POST', body = JSON.stringify(makeEvent()), url = server.url, widgetId = tenant.widgetId } = {},
): Promise<RawAnswer> {
	const path = `/api/widget/${widgetId}/cart`;
	return sendRaw(url, formatRequest({ method, path, headers, ...(method === 'POST' ? { body } : {}) }));
}

const outcome = ({ status, json }: RawAnswer) => [status, json?.status ?? json?.error];
const recorded = [200, 'OK'];
const foreign = [403, 'Forbidden origin'];
const blocked = [403, 'Forbidden ip'];

describe('pages', () => {
	const shop = 'https://shop.example';
	const evil = 'https://evil.example';
	const exact = 'https://pay.example:8443';

	before(() =>
		changeStore({ cors_enforced: true, allowed_domains: ['shop.example', exact, 'bücher.example'], blocked_ips: [] }),
	);

	const allowed: readonly Record<string, string>[] = [
		{ Origin: shop },
		{ Origin: 'http://shop.example' },
		{ Origin: 'https://SHOP.example' },
		{ Origin: 'https://www.shop.example' },
		{ Origin: 'https://a.b.shop.example:9000' },
		{ Origin: 'https://shop.example:444' },
		{ Origin: exact },
		{ Origin: 'https://xn--bcher-kva.example' },
		{ Referer: `${shop}/a/page?with=query` },
		{ Origin: shop, Referer: `${shop}/` },
		{ Origin: shop, Referer: `${exact}/checkout` },
	];
	for (const headers of allowed) {
		it(`of an allowed domain may call: ${JSON.stringify(headers)}`, async () => {
			const answer = await send(headers);
			assert.deepEqual(outcome(answer), recorded);
			assert.equal(answer.headers['access-control-allow-origin'], headers.Origin);
			if (headers.Origin !== undefined) assert.match(answer.headers.vary ?? '', /\borigin\b/i);
		});
	}

	const refused: readonly Record<string, string>[] = [
		{},
		{ Origin: evil },
		{ Origin: 'null' },
		{ Origin: '' },
		{ Origin: 'shop.example' },
		{ Origin: 'https://shop.example.evil.example' },
		{ Origin: 'https://evilshop.example' },
		{ Origin: 'https://evil.example/shop.example' },
		{ Origin: 'https://shop.example@evil.example' },
		{ Origin: 'https://shop.example, https://evil.example' },
		{ Origin: 'ftp://shop.example' },
		{ Origin: 'https://pay.example' },
		{ Origin: 'http://pay.example:8443' },
		{ Origin: 'https://sub.pay.example:8443' },
		{ Referer: `${evil}/?${shop}` },
		{ Referer: 'not an address' },
		{ Origin: shop, Referer: `${evil}/` },
		{ Origin: evil, Referer: `${shop}/` },
	];
	for (const headers of refused) {
		it(`of other domains, or of none, may not: ${JSON.stringify(headers)}`, async () => {
			const answer = await send(headers);
			assert.deepEqual(outcome(answer), foreign);
			const readableBy = headers.Origin === shop ? shop : undefined;
			assert.equal(answer.headers['access-control-allow-origin'], readableBy, 'it is nothing for strangers');
			assert.match(answer.headers.vary ?? '', /\borigin\b/i);
		});
	}

	it('send a preflight, and learn what they may send', async () => {
		const asked = {
			Origin: shop,
			'Access-Control-Request-Method': 'POST',
			'Access-Control-Request-Headers': 'content-type',
		};
		const answer = await send(asked, { method: 'OPTIONS' });
		assert.deepEqual([answer.status, answer.text], [204, '']);
		assert.equal(answer.headers['access-control-allow-origin'], shop);
		assert.match(answer.headers['access-control-allow-methods'] ?? '', /\bPOST\b/);
		assert.match(answer.headers['access-control-allow-headers'] ?? '', /\bcontent-type\b/i);
		assert.ok(Number(answer.headers['access-control-max-age']) > 0);
		const other = await send({ ...asked, Origin: evil }, { method: 'OPTIONS' });
		assert.deepEqual([other.status, other.headers['access-control-allow-origin']], [204, undefined]);
		assert.match(other.headers.vary ?? '', /\borigin\b/i);
	});

	it('may read what is wrong with their event', async () => {
		const answer = await send({ Origin: shop }, { body: '{}' });
		assert.equal(answer.status, 400);
		assert.equal(answer.headers['access-control-allow-origin'], shop);
		assert.match(answer.headers['access-control-expose-headers'] ?? '', /x-request-id/i);
	});

	it('of any domain may call when the store does not enforce its domains', async () => {
		await changeStore({ cors_enforced: false });
		for (const headers of [...allowed, ...refused]) assert.deepEqual(outcome(await send(headers)), recorded);
		await changeStore({ cors_enforced: true });
		assert.deepEqual(outcome(await send({ Origin: evil })), foreign, 'a change holds from the next call on');
	});

	it('may not call a store that was never configured', async () => {
		const store = await tenant.api.call('/api/admin/v1/stores', { method: 'POST', body: { name: 'new' } });
		const widget = await tenant.api.call('/api/admin/v1/widgets', {
			method: 'POST',
			body: { name: 'new', store_id: store.json.id },
		});
		for (const headers of [{ Origin: shop }, {}])
			assert.deepEqual(outcome(await send(headers, { widgetId: widget.json.id })), foreign);
	});
});

describe('addresses', () => {
	before(() =>
		changeStore({
			cors_enforced: false,
			blocked_ips: ['203.0.113.7', '198.51.100.0/24', '2001:db8::/32', '2001:4860::8888'],
		}),
	);

	const cases: readonly (readonly [string, readonly unknown[]])[] = [
		['203.0.113.7', blocked],
		['203.0.113.8', recorded],
		['198.51.100.0', blocked],
		['198.51.100.255', blocked],
		['198.51.101.0', recorded],
		['::ffff:203.0.113.7', blocked],
		['::ffff:cb00:7107', blocked],
		['2001:db8::1', blocked],
		['2001:0DB8:ffff:0000::1', blocked],
		['2001:db9::1', recorded],
		['2001:4860:0:0::8888', blocked],
		['2001:4860::8889', recorded],
	];
	for (const [address, expected] of cases) {
		it(`${expected === blocked ? 'on the list may not' : 'off the list may'} call: ${address}`, async () => {
			assert.deepEqual(outcome(await send({ 'X-Forwarded-For': address })), expected);
			// Everything to the left of the address that the trusted proxy saw is a claim of the caller.
			assert.deepEqual(outcome(await send({ 'X-Forwarded-For': `192.0.2.1, ${address}` })), expected);
		});
	}

	it('that are invented do no harm', async () => {
		for (const address of [
			'',
			'unknown',
			'_hidden',
			'<script>',
			'203.0.113.7:80',
			'999.1.1.1',
			'a'.repeat(5000),
			', ,',
			"' or 1=1",
		]) {
			const { status } = await send({ 'X-Forwarded-For': address });
			assert.ok(status < 500, `${address}: ${status}`);
		}
	});

	it('are not taken from a header when the caller is not a trusted proxy', async () => {
		await using direct = await serveApp();
		const other = await openTenant(direct.url, direct.operatorToken);
		const where = { url: direct.url, widgetId: other.widgetId };
		const change = (body: object) => other.api.call(`/api/admin/v1/stores/${other.storeId}`, { method: 'PATCH', body });
		await change({ blocked_ips: ['203.0.113.7'] });
		assert.equal((await send({ 'X-Forwarded-For': '203.0.113.7' }, where)).status, 200);
		await change({ blocked_ips: ['127.0.0.0/8'] });
		assert.deepEqual(outcome(await send({ 'X-Forwarded-For': '192.0.2.1' }, where)), blocked);
	});
});

describe('the order of the checks', () => {
	it('is rate, UUID, widget, address, page, body', async () => {
		await using strict = await serveApp({ ...proxied, VITRINE_PUBLIC_RATE_LIMIT_PER_SECOND: '1' });
		const { api, storeId, widgetId } = await openTenant(strict.url, strict.operatorToken);
		const settings = { cors_enforced: true, allowed_domains: ['shop.example'], blocked_ips: ['203.0.113.7'] };
		await api.call(`/api/admin/v1/stores/${storeId}`, { method: 'PATCH', body: settings });
		// Each call also has all the faults that come after it in the list.
		const wrong = { Origin: 'https://evil.example', 'X-Forwarded-For': '203.0.113.7' };
		const faulty = { url: strict.url, body: '{' };
		const unknown = '3f2504e0-4f89-41d3-9a0c-0305e82c3301';
		const call = (headers: Record<string, string>, id = widgetId) => send(headers, { ...faulty, widgetId: id });
		assert.deepEqual(outcome(await call(wrong, 'no-uuid')), [400, 'Bad request']);
		assert.deepEqual(outcome(await call(wrong, unknown)), [404, 'Not found']);
		assert.deepEqual(outcome(await call(wrong)), blocked);
		assert.deepEqual(outcome(await call({ ...wrong, 'X-Forwarded-For': '192.0.2.1' })), foreign);
		assert.deepEqual(outcome(await call({ Origin: 'https://shop.example', 'X-Forwarded-For': '192.0.2.2' })), [
			400,
			'Bad request',
		]);
		// A preflight costs no token, whether or not there is one left.
		const preflight = await send({ Origin: 'https://shop.example' }, { url: strict.url, widgetId, method: 'OPTIONS' });
		assert.equal(preflight.status, 204);
		// Each of these has spent the single call of its widget and address.
		for (const id of ['no-uuid', unknown, widgetId, widgetId.toUpperCase()]) {
			const answer = await call(wrong, id);
			assert.deepEqual(outcome(answer), [429, 'Too many requests, throttled'], id);
			assert.equal(answer.headers['retry-after'], '1');
			const isOfNobody = id === 'no-uuid' || id === unknown;
			assert.equal(answer.headers['access-control-allow-origin'], isOfNobody ? wrong.Origin : undefined, id);
			assert.ok(answer.headers['x-request-id']);
		}
	});

	it('is checked after the size of the body, and before any of it is read', async () => {
		const tooLarge = { 'Content-Length': String(8 * 1024 * 1024 + 1) };
		assert.equal((await send(tooLarge, { body: '' })).status, 413);
		await changeStore({ cors_enforced: true, allowed_domains: ['shop.example'], blocked_ips: [] });
		assert.deepEqual(outcome(await send({ 'Content-Length': '1000' }, { body: '' })), foreign);
	});
});
