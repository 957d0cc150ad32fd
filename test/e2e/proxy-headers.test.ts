/** Which claims of proxies and callers are believed: an address, a protocol, and nothing else. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createApi } from '../support/api.ts';
import { type RawAnswer, sendRaw } from '../support/raw-http.ts';
import { readMetrics } from '../support/read-metrics.ts';
import { type ServedApp, serveApp } from '../support/served-app.ts';
import { startServer } from '../support/server.ts';
import { openScan } from '../support/shop.ts';
import { openTenant, type Tenant } from '../support/tenant.ts';
import { makeClaims, makeToken } from '../support/tokens.ts';
import { waitFor } from '../support/wait-for.ts';

/** One that has no trusted proxies, and one that trusts those of this machine. */
let direct: ServedApp;
let behind: ServedApp;
let directTenant: Tenant;
let tenant: Tenant;

before(async () => {
	const limits = { VITRINE_RATE_LIMIT_PER_SECOND: '100000', VITRINE_PUBLIC_RATE_LIMIT_PER_SECOND: '1000' };
	direct = await serveApp(limits, openScan);
	behind = await serveApp({ ...limits, VITRINE_TRUSTED_PROXIES: '127.0.0.1,10.0.0.0/8' }, openScan);
	directTenant = await openTenant(direct.url, direct.operatorToken);
	tenant = await openTenant(behind.url, behind.operatorToken);
	for (const { api, storeId } of [directTenant, tenant]) {
		const store = `/api/admin/v1/stores/${storeId}`;
		const { status } = await api.call(store, { method: 'PATCH', body: { blocked_ips: ['203.0.113.0/24'] } });
		assert.equal(status, 200);
	}
});
after(async () => {
	await direct[Symbol.asyncDispose]();
	await behind[Symbol.asyncDispose]();
});

/** Sends these head lines unchanged. */
function get(app: ServedApp, path: string, lines: readonly string[]): Promise<RawAnswer> {
	return sendRaw(app.url, `${[`GET ${path} HTTP/1.1`, ...lines, 'Connection: close'].join('\r\n')}\r\n\r\n`);
}

async function readSearchUrl(app: ServedApp, key: string, lines: readonly string[]): Promise<string> {
	const { json, text } = await get(app, '/api/v2/search_engines', [`Authorization: Token ${key}`, ...lines]);
	assert.ok(Array.isArray(json), text);
	return json[0].search_url;
}

/** Whether a search without a key counts as coming from the blocked network. */
async function isBlocked(app: ServedApp, { hashid }: Tenant, lines: readonly string[]): Promise<boolean> {
	const { status, text } = await get(app, `/6/${hashid}/_search?query=x`, ['Host: shop.example', ...lines]);
	assert.ok(status === 200 || (status === 403 && text.includes('banned ip')), text);
	return status === 403;
}

describe('X-Forwarded-Host', () => {
	it('opens no other API and no other zone, and is in no address', async () => {
		for (const host of ['eu1-search.shop.example', 'us1-api.shop.example', 'evil.example']) {
			const lines = ['Host: eu1-api.shop.example', `X-Forwarded-Host: ${host}`];
			assert.equal(await readSearchUrl(behind, tenant.key, lines), 'http://eu1-search.shop.example', host);
			const search = await get(behind, `/6/${tenant.hashid}/_search`, lines);
			assert.equal(search.status, 404, 'the host is for the management API');
		}
	});
});

describe('X-Forwarded-Proto', () => {
	it('is taken from a trusted proxy where it is http or https', async () => {
		const host = 'Host: shop.example';
		const read = (app: ServedApp, key: string, proto: string) =>
			readSearchUrl(app, key, [host, ...proto.split('|').map((value) => `X-Forwarded-Proto: ${value}`)]);
		assert.equal(await read(behind, tenant.key, 'https'), 'https://shop.example');
		for (const proto of ['javascript', 'HTTPS', 'https, https', 'https|https', 'ftp', 'https://evil.example/?', '']) {
			assert.equal(await read(behind, tenant.key, proto), 'http://shop.example', proto);
		}
		assert.equal(await read(direct, directTenant.key, 'https'), 'http://shop.example', 'not from anybody else');
	});
});

describe('Host', () => {
	it('is in the address of a search engine where it can be part of one', async () => {
		for (const host of ['shop.example', 'shop.example:8443', 'vitrine_1:8080', '[2001:db8::1]:80', '192.0.2.1']) {
			assert.equal(await readSearchUrl(direct, directTenant.key, [`Host: ${host}`]), `http://${host}`);
		}
	});

	it('is else replaced by where the caller has reached the server', async () => {
		const garbage = [
			...['a"b', 'a<script>', 'user:pass@evil.example', 'evil.example/path', 'evil.example?x', 'x y', 'a:99999', 'a:b'],
			...['javascript:alert(1)', '[::1', '-x.example', 'a#b', "a'b", `${'a'.repeat(300)}.example`, '[1.2.3.4.5]'],
		];
		for (const host of garbage) {
			const { status, json } = await get(direct, '/api/v2/search_engines', [
				`Authorization: Token ${directTenant.key}`,
				`Host: ${host}`,
			]);
			if (status === 200) assert.equal(json[0].search_url, direct.url, host);
			else assert.equal(status, 400, host);
		}
		assert.equal(await readSearchUrl(direct, directTenant.key, ['Host: ']), direct.url);
	});
});

describe('X-Forwarded-For', () => {
	it("identifies the client by its rightmost address that is not a proxy's", async () => {
		const blocked = [
			['X-Forwarded-For: 203.0.113.7'],
			['X-Forwarded-For: 198.51.100.1, 203.0.113.7:4711, 10.0.0.2:4711'],
			['X-Forwarded-For: 198.51.100.1', 'X-Forwarded-For: 203.0.113.7', 'X-Forwarded-For: 10.0.0.2'],
			['X-Forwarded-For: [::ffff:203.0.113.7]:4711'],
			[`X-Forwarded-For: ${'9.9.9.9, '.repeat(1000)}203.0.113.7`],
		];
		for (const lines of blocked) assert.ok(await isBlocked(behind, tenant, lines), lines.join().slice(0, 100));
		const allowed = [
			['X-Forwarded-For: 203.0.113.7, 198.51.100.1'],
			['X-Forwarded-For: 203.0.113.7, unknown'],
			['X-Forwarded-For: 203.0.113.7, 999.1.1.1, 10.0.0.2'],
			['X-Real-IP: 203.0.113.7', 'Forwarded: for=203.0.113.7', 'CF-Connecting-IP: 203.0.113.7'],
			['True-Client-IP: 203.0.113.7', 'Client-IP: 203.0.113.7', 'X-Client-IP: 203.0.113.7'],
		];
		for (const lines of allowed) assert.ok(!(await isBlocked(behind, tenant, lines)), lines.join());
	});

	it('is never believed when no proxy is trusted', async () => {
		assert.ok(!(await isBlocked(direct, directTenant, ['X-Forwarded-For: 203.0.113.7'])));
	});
});

describe('forged credentials', () => {
	it('from the same address as the owner never keep the owner out', async () => {
		for (const [app, { ownerCode, key }] of [
			[direct, directTenant],
			[behind, tenant],
		] as const) {
			const genuine = () => `Bearer ${makeToken({ claims: makeClaims(ownerCode), secret: key })}`;
			const forged = [
				`Bearer ${makeToken({ claims: makeClaims(ownerCode), secret: '0'.repeat(40) })}`,
				`Bearer ${makeToken({ claims: makeClaims('f'.repeat(16)), secret: '0'.repeat(40) })}`,
				'Bearer nonsense',
				`Token ${'0'.repeat(40)}`,
			];
			const call = async (authorization: string) => {
				const { status, headers } = await createApi(app.url).call('/api/v2/search_engines', {
					headers: { authorization },
				});
				if (status === 429) assert.match(headers.get('retry-after') ?? '', /^[1-9]/);
				return status;
			};
			const flood = () => Promise.all(Array.from({ length: 100 }, (_, count) => call(forged[count % 4] ?? '')));
			await waitFor('a refusal', flood, (statuses) => statuses.includes(429));
			for (let count = 0; count < 20; count += 1) {
				const [statuses, owner, byKey] = await Promise.all([flood(), call(genuine()), call(`Token ${key}`)]);
				assert.deepEqual([owner, byKey], [200, 200]);
				assert.ok(
					statuses.every((status) => status === 401 || status === 429),
					String(statuses),
				);
			}
		}
	});

	it('do not slow down other forwarded clients', async () => {
		const call = async (address: string) => {
			const headers = { authorization: 'Bearer nonsense', 'x-forwarded-for': address };
			return (await createApi(behind.url).call('/api/v2/search_engines', { headers })).status;
		};
		const flood = () => Promise.all(Array.from({ length: 100 }, () => call('198.51.100.77')));
		await waitFor('a refusal', flood, (statuses) => statuses.includes(429));
		assert.equal(await call('198.51.100.78'), 401);
	});
});

describe('the metrics', () => {
	it('are only for the operator, wherever the call comes from', async () => {
		for (const [app, { key, memberKey }] of [
			[direct, directTenant],
			[behind, tenant],
		] as const) {
			const read = async (authorization: string | undefined, headers: Record<string, string> = {}) => {
				const credentials = authorization === undefined ? {} : { authorization };
				return (await createApi(app.url).call('/metrics', { headers: { ...headers, ...credentials } })).status;
			};
			for (const address of ['127.0.0.1', '::1', '203.0.113.9', '127.0.0.1, 203.0.113.9', 'localhost']) {
				const headers = { 'x-forwarded-for': address };
				assert.equal(await read(undefined, headers), 401);
				assert.equal(await read('Token x', headers), 401);
				assert.equal(await read(`Token ${key}`, headers), 403);
				assert.equal(await read(`Token ${memberKey}`, headers), 403);
				assert.equal(await read(`Token ${app.operatorToken}`, headers), 200);
			}
			assert.equal(await read(undefined), 401);
		}
	});

	it('have a port of their own on the loopback address if configured, with the counts of all threads', async () => {
		const environment = { VITRINE_METRICS_PORT: '0', VITRINE_HTTP_THREADS: '2', VITRINE_HOST: '0.0.0.0' };
		await using server = await startServer({ arguments: ['--no-demo', '--no-search'], environment });
		const [, url = ''] = /"url":"(http:\/\/127\.0\.0\.1:\d+)\/metrics"/.exec(server.log()) ?? [];
		const connectionCount = 40;
		for (let count = 0; count < connectionCount; count += 1) {
			await sendRaw(server.url, 'GET /health/live HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
		}
		const { status, text } = await createApi(url).call('/metrics');
		assert.equal(status, 200);
		const counters = [...text.matchAll(/^vitrine_http_connections_total\{thread="[12]"\} (\d+)/gm)];
		assert.equal(
			counters.reduce((sum, [, value]) => sum + Number(value), 0),
			connectionCount,
		);
		assert.equal((await createApi(url).call('/health/live')).status, 404);
		assert.equal((await createApi(url).call('/metrics', { method: 'POST', body: {} })).status, 405);
		const rebound = await sendRaw(url, 'GET /metrics HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n');
		assert.equal(rebound.status, 421);
		assert.equal((await createApi(server.url).call('/metrics')).status, 404, 'and are nowhere else');
		await assert.rejects(readMetrics(server));
	});
});

describe('the log', () => {
	it('has the address of the client as the proxy forwards it, as much as is wanted', async () => {
		for (const [form, expected] of [
			['full', '203.0.113.7'],
			['network', '203.0.113.0/24'],
			['none', undefined],
		] as const) {
			const environment = { VITRINE_TRUSTED_PROXIES: '127.0.0.1', VITRINE_LOG_ADDRESS: form };
			await using server = await startServer({ arguments: ['--no-demo', '--no-search'], environment });
			await createApi(server.url).call('/nowhere', { headers: { 'x-forwarded-for': '198.51.100.1, 203.0.113.7' } });
			const line = await waitFor(
				'the line of the request',
				async () =>
					server
						.log()
						.split('\n')
						.find((text) => text.includes('/nowhere')) ?? '',
				(text) => text !== '',
			);
			assert.equal(JSON.parse(line).client, expected);
		}
	});
});
