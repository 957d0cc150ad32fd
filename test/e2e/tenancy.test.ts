/** Zones by host name, each with its own data and families; and rate limits. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startEarning } from '../support/earned-tokens.ts';
import { formatRequest, type RawAnswer, sendRaw } from '../support/raw-http.ts';
import { readRefusal } from '../support/refusal.ts';
import { type ServedApp, serveApp } from '../support/served-app.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { openTenant, type Tenant } from '../support/tenant.ts';
import { makeClaims, makeToken } from '../support/tokens.ts';
import { waitFor } from '../support/wait-for.ts';

const operatorToken = 'operator-token-of-the-tenancy-tests-0123456789';

interface Call {
	readonly host?: string;
	readonly method?: string;
	readonly token?: string;
	readonly headers?: Readonly<Record<string, string>>;
	readonly body?: unknown;
}

function call(
	server: Pick<TestServer, 'url'>,
	path: string,
	{ host, method = 'GET', token, headers, body }: Call = {},
): Promise<RawAnswer> {
	const all = {
		...(host === undefined ? {} : { Host: host }),
		...(token === undefined ? {} : { Authorization: `Token ${token}` }),
		...headers,
	};
	const text = body === undefined ? {} : { body: JSON.stringify(body) };
	return sendRaw(server.url, formatRequest({ method, path, headers: all, ...text }));
}

const engines = '/api/v2/search_engines';
const accounts = '/api/admin/v1/accounts';

describe('zones', () => {
	let server: TestServer;
	const keys: Record<string, string> = {};
	const widgets: Record<string, string> = {};

	before(async () => {
		const environment = { VITRINE_OPERATOR_TOKEN: operatorToken, VITRINE_ZONES: 'us1,eu1' };
		server = await startServer({ arguments: ['--no-demo'], environment });
		for (const zone of ['eu1', 'us1']) {
			const host = `${zone}-api.shop.example`;
			const body = { name: `of ${zone}`, owner: { name: 'Ana' } };
			const account = await call(server, accounts, { host, method: 'POST', token: operatorToken, body });
			assert.equal(account.status, 201, account.text);
			const token = account.json.key;
			keys[zone] = token;
			const create = async (path: string, more: object) =>
				(await call(server, path, { host, method: 'POST', token, body: { name: `of ${zone}`, ...more } })).json;
			await create(engines, {});
			const store = await create('/api/admin/v1/stores', { cors_enforced: false });
			widgets[zone] = (await create('/api/admin/v1/widgets', { store_id: store.id })).id;
		}
	});
	after(() => server[Symbol.asyncDispose]());

	it('are named by the host, in any case, with any domain and port', async () => {
		for (const zone of ['eu1', 'us1']) {
			const hosts = ['shop.example', 'localhost:8080', 'a.b.c.d.', 'x'].map((domain) => `${zone}-api.${domain}`);
			for (const host of [...hosts, ...hosts.map((text) => text.toUpperCase())]) {
				const { status, json } = await call(server, engines, { host, token: keys[zone] ?? '' });
				assert.deepEqual([status, json[0]?.name, json.length], [200, `of ${zone}`, 1], host);
				assert.equal(json[0].search_url, `http://${host.replace(/-api/i, '-search')}`);
			}
		}
	});

	it('do not know of each other', async () => {
		for (const [zone, other] of [
			['eu1', 'us1'],
			['us1', 'eu1'],
		] as const) {
			const host = `${other}-api.shop.example`;
			const foreignKey = keys[zone] ?? '';
			for (const token of [foreignKey, `${zone}-${foreignKey}`, `${other}-${foreignKey}`]) {
				const answer = await call(server, engines, { host, token });
				assert.equal(answer.status, 401, `${zone} key at ${host}`);
			}
			const names = (await call(server, accounts, { host, token: operatorToken })).json.map(
				({ name }: { name: string }) => name,
			);
			assert.deepEqual(names, [`of ${other}`]);
			const cart = await call(server, `/api/widget/${widgets[zone]}/cart`, {
				host: `${other}-recommendations.shop.example`,
				method: 'POST',
				body: {},
			});
			assert.equal(cart.status, 404);
		}
	});

	it('are the first one of the list on hosts that name none', async () => {
		for (const host of [
			'127.0.0.1',
			'vitrine',
			'us1',
			'eu1-api',
			'eu1-stats.shop.example',
			'xeu1-api.shop.example',
			'',
			'eu1-api .x',
		]) {
			assert.equal((await call(server, engines, { host, token: keys.us1 ?? '' })).status, 200, host);
			assert.equal((await call(server, engines, { host, token: keys.eu1 ?? '' })).status, 401, host);
		}
	});

	it('that are not served here are 421, before anything else is looked at', async () => {
		for (const zone of ['ap1', 'zz9']) {
			for (const family of ['api', 'search', 'recommendations', 'category-merchandising']) {
				const host = `${zone}-${family}.shop.example`;
				for (const path of [
					engines,
					accounts,
					'/health/live',
					'/nothing',
					`/api/widget/${widgets.us1}/cart`,
					'/docs',
				]) {
					const answer = await call(server, path, { host, token: keys.us1 ?? '' });
					assert.equal(answer.status, 421, `${host}${path}: ${answer.text}`);
					readRefusal(answer, path);
				}
			}
		}
	});

	it('have a host for each family of APIs, and no other family there', async () => {
		const families = ['api', 'recommendations', 'search', 'category-merchandising'];
		const homes = [
			[engines, 'api'],
			[accounts, 'api'],
			['/api/admin/v1/stores', 'api'],
			[`/api/widget/${widgets.eu1}/cart`, 'recommendations'],
		] as const;
		for (const [path, home] of homes) {
			for (const family of families) {
				const host = `eu1-${family}.shop.example`;
				for (const spelling of [path, `/%61${path.slice(2)}`, `http://${host}${path}`]) {
					const method = home === 'api' ? 'GET' : 'POST';
					const { status, text } = await call(server, spelling, { host, method, token: keys.eu1 ?? '' });
					assert.equal(status === 404, family !== home, `${host} ${spelling}: ${text}`);
					assert.ok(status < 500, text);
				}
			}
		}
		for (const family of families) {
			assert.equal((await call(server, '/health/live', { host: `eu1-${family}.shop.example` })).status, 200);
		}
	});

	it('are named by the address in the request line before they are by Host', async () => {
		const path = `http://eu1-api.shop.example${engines}`;
		const answer = await call(server, path, { host: 'us1-api.shop.example', token: keys.eu1 ?? '' });
		assert.deepEqual([answer.status, answer.json[0]?.name], [200, 'of eu1']);
	});
});

describe('rates', () => {
	let server: ServedApp;
	let tenant: Tenant;
	let other: Tenant;

	before(async () => {
		server = await serveApp({
			VITRINE_TRUSTED_PROXIES: '127.0.0.1',
			VITRINE_RATE_LIMIT_PER_SECOND: '20',
			VITRINE_PUBLIC_RATE_LIMIT_PER_SECOND: '5',
		});
		tenant = await openTenant(server.url, server.operatorToken);
		other = await openTenant(server.url, server.operatorToken);
	});
	after(() => server[Symbol.asyncDispose]());

	/** Calls until one is refused. @returns how many were not, and the refusal. */
	async function exhaust(send: () => Promise<RawAnswer>) {
		for (let count = 0; ; ) {
			const answers = await Promise.all(Array.from({ length: 20 }, send));
			const refusal = answers.find(({ status }) => status === 429);
			count += answers.filter(({ status }) => status !== 429).length;
			if (refusal !== undefined) return { count, refusal };
		}
	}

	function assertThrottled(answer: RawAnswer, path: string): void {
		assert.equal(answer.status, 429);
		readRefusal(answer, path);
		assert.match(answer.text, /throttled/);
		assert.match(answer.headers['retry-after'] ?? '', /^[1-9]\d*$/);
	}

	it('are limited for each key, whatever it is used for and however it is written, and come back', async () => {
		// A new key has its whole burst.
		const keysPath = `/api/admin/v1/users/${tenant.ownerCode}/keys`;
		const key = (await tenant.api.call(keysPath, { method: 'POST', body: { name: 'new' } })).json.key;
		const readEarned = startEarning(20);
		const { count, refusal } = await exhaust(() => call(server, engines, { token: key }));
		assertThrottled(refusal, engines);
		assert.equal(refusal.json.error.code, 'too_many_requests');
		const earnedSoFar = readEarned();
		assert.ok(count >= 40 && count <= 40 + earnedSoFar, `${count} of a burst of 40 and ${earnedSoFar}`);
		const token = makeToken({ claims: makeClaims(tenant.ownerCode), secret: `eu1-${key}` });
		// Together far more than would pass if one of these spellings had a burst of its own.
		const others = Array.from({ length: 15 }, () => [
			call(server, engines, { token: `us1-${key}` }),
			call(server, '/api/admin/v1/stores', { token: key }),
			call(server, engines, { headers: { Authorization: `Bearer ${token}` } }),
			call(server, `${engines}/x`, { method: 'DELETE', token: key }),
		]).flat();
		const statuses = (await Promise.all(others)).map(({ status }) => status);
		const earned = readEarned();
		const passed = statuses.filter((status) => status !== 429).length;
		assert.ok(passed <= Math.max(3, earned), `${passed} passed, ${earned} earned: ${statuses}`);
		assert.equal((await call(server, engines, { token: other.key })).status, 200, 'another key has its own');
		assert.equal((await call(server, engines, { token: '0'.repeat(40) })).status, 401, 'who is nobody has none');
		assert.equal(refusal.headers['retry-after'], '1', 'a token is back within a second');
		const again = () => call(server, engines, { token: key });
		const answer = await waitFor('a token', again, ({ status }) => status !== 429);
		assert.equal(answer.status, 200);
	});

	it('are limited for the operator too', async () => {
		const { refusal } = await exhaust(() => call(server, accounts, { token: server.operatorToken }));
		assertThrottled(refusal, accounts);
	});

	it('are limited for each widget and address', async () => {
		const send = (widgetId: string, ip: string) => () =>
			call(server, `/api/widget/${widgetId}/cart`, { method: 'POST', body: {}, headers: { 'X-Forwarded-For': ip } });
		const path = `/api/widget/${tenant.widgetId}/cart`;
		const readEarned = startEarning(5);
		const { count, refusal } = await exhaust(send(tenant.widgetId, '192.0.2.1'));
		assertThrottled(refusal, path);
		assert.deepEqual(refusal.json, { error: 'Too many requests, throttled' });
		const earned = readEarned();
		assert.ok(count >= 5 && count <= 5 + earned, `${count} of a burst of 5 and ${earned}`);
		assert.equal((await send(tenant.widgetId, '192.0.2.2')()).status, 400, 'another address');
		assert.equal((await send(other.widgetId, '192.0.2.1')()).status, 400, 'another widget');
		const { refusal: made } = await exhaust(send(tenant.widgetId, '192.0.2.77, 192.0.2.1'));
		assert.equal(made.status, 429, 'an address put in front changes nothing');
	});

	it('are not limited by a forged address when no proxy is trusted', async () => {
		await using direct = await serveApp({ VITRINE_PUBLIC_RATE_LIMIT_PER_SECOND: '2' });
		const { widgetId } = await openTenant(direct.url, direct.operatorToken);
		let number = 0;
		const { refusal } = await exhaust(() => {
			number += 1;
			const headers = { 'X-Forwarded-For': `192.0.2.${number % 250}`, Forwarded: `for=192.0.2.${number}` };
			return call(direct, `/api/widget/${widgetId}/cart`, { method: 'POST', body: {}, headers });
		});
		assert.equal(refusal.status, 429);
		// The limit of keys is off here.
		const { key } = await openTenant(direct.url, direct.operatorToken);
		const answers = await Promise.all(Array.from({ length: 600 }, () => call(direct, engines, { token: key })));
		assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200]);
	});

	it('are not limited at all with 0', async () => {
		await using free = await serveApp({ VITRINE_RATE_LIMIT_PER_SECOND: '0' });
		const { widgetId } = await openTenant(free.url, free.operatorToken);
		const cart = () => call(free, `/api/widget/${widgetId}/cart`, { method: 'POST', body: {} });
		const answers = await Promise.all(Array.from({ length: 200 }, cart));
		assert.deepEqual([...new Set(answers.map(({ status }) => status))], [400]);
	});
});
