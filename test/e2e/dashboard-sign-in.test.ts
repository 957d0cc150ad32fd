/** Signing in to the dashboard and out of it, and what a session opens. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createApi } from '../support/api.ts';
import { createDashboardClient, type DashboardClient, signInWithKey } from '../support/dashboard-client.ts';
import { openConnection } from '../support/raw-http.ts';
import { type ServedApp, serveApp } from '../support/served-app.ts';
import { openTenant, type Tenant } from '../support/tenant.ts';

const password = 'correct horse battery';
const otherPassword = 'staple of the horse';

let app: ServedApp;
const publicHost = 'search.shop.example';

before(async () => {
	app = await serveApp({ VITRINE_PUBLIC_URL: `https://${publicHost}` });
});
after(() => app[Symbol.asyncDispose]());

interface Shop {
	readonly tenant: Tenant;
	readonly email: string;
	/** A session that began with the owner's key. */
	readonly client: DashboardClient;
}

let shopCount = 0;

/** An account whose owner has an address and a password. */
async function openShop(): Promise<Shop> {
	const tenant = await openTenant(app.url, app.operatorToken);
	shopCount += 1;
	const email = `Ana${shopCount}@Shoes.example`;
	await tenant.api.call(`/api/admin/v1/users/${tenant.ownerCode}`, { method: 'PATCH', body: { email } });
	const client = await signInWithKey(app.url, tenant.key);
	const { status, text } = await client.call('/password', { method: 'PUT', body: { password } });
	assert.equal(status, 204, text);
	return { tenant, email, client };
}

async function signIn(body: object): Promise<DashboardClient> {
	const client = createDashboardClient(app.url);
	const { status, text } = await client.call('/sign_in', { method: 'POST', body });
	assert.equal(status, 204, text);
	return client;
}

async function isOpen(client: DashboardClient): Promise<boolean> {
	const { status } = await client.call('/session');
	assert.ok(status === 200 || status === 401, `${status}`);
	return status === 200;
}

describe('signing in', () => {
	it('by password says who is signed in, whatever the case of the address', async () => {
		const { tenant, email } = await openShop();
		const client = await signIn({ email: email.toUpperCase(), password });
		const { json } = await client.call('/session');
		assert.deepEqual(
			[json.account.id, json.user.code, json.user.role, json.user.email, json.method],
			[tenant.accountId, tenant.ownerCode, 'owner', email, 'password'],
		);
		assert.equal(Date.parse(json.expires_at) - Date.parse(json.created_at), 7 * 24 * 3_600_000);
	});

	it('is refused in the same words for a wrong password, an unknown address and a user without a password', async () => {
		const { tenant, email } = await openShop();
		const member = { name: 'Ben', email: 'ben@shoes.example' };
		await tenant.api.call('/api/admin/v1/users', { method: 'POST', body: member });
		const attempts = [
			{ email, password: `${password}.` },
			{ email: 'nobody@shoes.example', password },
			{ email: member.email, password },
			{ email, password, account_id: '0'.repeat(32) },
		];
		const answers = new Set<string>();
		for (const body of attempts) {
			const client = createDashboardClient(app.url);
			const { status, text, headers } = await client.call('/sign_in', { method: 'POST', body });
			assert.deepEqual([status, headers.get('set-cookie')], [401, null], text);
			answers.add(text);
		}
		assert.equal(answers.size, 1, [...answers].join('\n'));
	});

	it('finds the account that the password belongs to, or that is named', async () => {
		const [first, second] = [await openShop(), await openShop()];
		const path = `/api/admin/v1/users/${second.tenant.ownerCode}`;
		await second.tenant.api.call(path, { method: 'PATCH', body: { email: first.email } });
		const accountOf = async (body: object) => (await (await signIn(body)).call('/session')).json.account.id;
		const { email } = first;
		assert.equal(await accountOf({ email, password }), first.tenant.accountId);
		const account_id = second.tenant.accountId;
		assert.equal(await accountOf({ email, password, account_id }), account_id);
		await second.client.call('/password', { method: 'PUT', body: { password: otherPassword } });
		assert.equal(await accountOf({ email, password: otherPassword }), account_id);
	});

	it('by a link works once, and lets its user set a password', async () => {
		const { tenant } = await openShop();
		const ben = { name: 'Ben', email: 'ben-of-links@shoes.example' };
		const { json: user } = await tenant.api.call('/api/admin/v1/users', { method: 'POST', body: ben });
		const operator = createApi(app.url, app.operatorToken);
		const links = [
			await tenant.api.call(`/api/admin/v1/users/${user.code}/sign_in_links`, { method: 'POST' }),
			await operator.call(`/api/admin/v1/accounts/${tenant.accountId}/sign_in_links`, { method: 'POST' }),
		];
		for (const [at, { status, json }] of links.entries()) {
			const [, token] = /^\/dashboard#link=([0-9a-f]{40})$/.exec(json.path) ?? assert.fail(json.path);
			assert.equal(status, 201);
			const clients = Array.from({ length: 4 }, () => createDashboardClient(app.url));
			const used = await Promise.all(
				clients.map((client) => client.call('/sign_in/link', { method: 'POST', body: { token } })),
			);
			assert.deepEqual(used.map((answer) => answer.status).toSorted(), [204, 401, 401, 401]);
			const client = clients[used.findIndex((answer) => answer.status === 204)];
			const { json: session } = (await client?.call('/session')) ?? assert.fail();
			assert.deepEqual([session.method, session.user.role], ['link', at === 0 ? 'member' : 'owner']);
			assert.equal(
				(await client?.call('/password', { method: 'PUT', body: { password: otherPassword } }))?.status,
				204,
			);
		}
		assert.ok(await isOpen(await signIn({ email: ben.email, password: otherPassword })));
	});

	it("with a key takes the owner's, in any spelling", async () => {
		const { tenant } = await openShop();
		assert.ok(await isOpen(await signInWithKey(app.url, `us1-${tenant.key}`)));
		const refusals = { [tenant.memberKey]: 403, [tenant.revokedKey]: 401, [app.operatorToken]: 401, x: 401 };
		for (const [key, expected] of Object.entries(refusals)) {
			const client = createDashboardClient(app.url);
			const { status, headers } = await client.call('/sign_in/key', { method: 'POST', body: { key } });
			assert.deepEqual([status, headers.get('set-cookie')], [expected, null]);
		}
	});

	it('refuses bodies that are not its own, naming what is wrong', async () => {
		const client = createDashboardClient(app.url);
		for (const body of [{}, { email: 'a@b' }, { email: 1, password: 2 }, { email: 'a@b', password: '', x: 1 }]) {
			const { status, json } = await client.call('/sign_in', { method: 'POST', body });
			assert.deepEqual([status, json.error.code], [400, 'bad_params']);
			assert.ok(json.error.details.length > 0);
		}
	});
});

describe('the cookie', () => {
	it('is hidden from scripts and other sites, for the dashboard alone', async () => {
		const { tenant } = await openShop();
		const client = createDashboardClient(app.url);
		const { headers } = await client.call('/sign_in/key', { method: 'POST', body: { key: tenant.key } });
		const [value, ...attributes] = headers.get('set-cookie')?.split('; ') ?? [];
		assert.match(value ?? '', /^vitrine_session=[\w.-]+$/);
		assert.deepEqual(attributes, ['Max-Age=14400', 'Path=/dashboard', 'HttpOnly', 'SameSite=Strict']);
		assert.ok(!(value ?? '').includes(tenant.ownerCode));
	});

	it('is for TLS and this host alone where a trusted proxy says that there is TLS', async () => {
		await using behindProxy = await serveApp({ VITRINE_TRUSTED_PROXIES: '127.0.0.1' });
		const tenant = await openTenant(behindProxy.url, behindProxy.operatorToken);
		const call = (method: string, path: string, headers: Record<string, string>) =>
			createApi(behindProxy.url).call(`/dashboard/api${path}`, {
				...{ method, headers: { ...headers, 'x-forwarded-for': '203.0.113.7' } },
				...(method === 'POST' ? { body: { key: tenant.key } } : {}),
			});
		const expected = {
			https: ['__Host-vitrine_session', 'Path=/', 'HttpOnly', 'SameSite=Strict', 'Secure'],
			http: ['vitrine_session', 'Path=/dashboard', 'HttpOnly', 'SameSite=Strict'],
		};
		for (const [proto, [name = '', ...attributes]] of Object.entries(expected)) {
			const { headers } = await call('POST', '/sign_in/key', { 'x-forwarded-proto': proto });
			const [pair = '', , ...set] = headers.get('set-cookie')?.split('; ') ?? [];
			assert.deepEqual([pair.split('=', 1)[0], ...set], [name, ...attributes]);
			const value = pair.slice(name.length + 1);
			for (const [other, [otherName = '']] of Object.entries(expected)) {
				// What `shop.example` can set for `search.shop.example` has no prefix.
				const cookie = `${otherName}=${value}`;
				const { status } = await call('GET', '/session', { 'x-forwarded-proto': proto, cookie });
				assert.equal(status, other === proto ? 200 : 401, `${otherName} by ${proto}`);
			}
			const own = { 'x-forwarded-proto': proto, cookie: `vitrine_session=x; ${name}=${value}` };
			if (proto === 'https') assert.equal((await call('GET', '/session', own)).status, 200);
			const { headers: last } = await call('DELETE', '/session', { ...own, cookie: pair });
			assert.equal(last.get('set-cookie'), [`${name}=`, 'Max-Age=0', ...attributes].join('; '));
		}
	});

	it('is for TLS at the address that the operator says shops use, also where no proxy is trusted', async () => {
		const { key } = await openTenant(app.url, app.operatorToken);
		const connection = await openConnection(app.url);
		const body = JSON.stringify({ key });
		const names = { [publicHost]: '__Host-vitrine_session=', 'other.example': 'vitrine_session=' };
		for (const [host, name] of Object.entries(names)) {
			const head = `POST /dashboard/api/sign_in/key HTTP/1.1\r\nHost: ${host}\r\nOrigin: https://${host}`;
			await connection.send(`${head}\r\nContent-Length: ${body.length}\r\n\r\n${body}`);
			const { status, headers } = await connection.answer();
			const cookie = headers['set-cookie'] ?? '';
			assert.deepEqual(
				[status, cookie.startsWith(name), cookie.includes('; Secure')],
				[204, true, name.startsWith('__')],
			);
		}
		connection.destroy();
	});

	it('and what it opens are kept by no cache, also where a call is refused', async () => {
		const { client } = await openShop();
		for (const path of ['/session', '/search_engines', '/users', '/sign_in', '/users/none', '/stats/searches']) {
			const { headers, status } = await client.call(path);
			assert.equal(headers.get('cache-control'), 'no-store', `${path}: ${status}`);
		}
		const { headers } = await createApi(app.url).call('/dashboard/api/session');
		assert.equal(headers.get('cache-control'), 'no-store');
	});

	it('opens nothing outside the dashboard, and credentials of the other APIs open nothing inside', async () => {
		const { tenant, client } = await openShop();
		const cookie = `vitrine_session=${client.cookie()}`;
		for (const path of ['/api/v2/search_engines', '/api/admin/v1/account', '/api/v2/stats/searches']) {
			const { status } = await createApi(app.url).call(path, { headers: { cookie } });
			assert.equal(status, 401, path);
		}
		for (const key of [tenant.key, tenant.memberKey, app.operatorToken]) {
			assert.equal((await createApi(app.url, key).call('/dashboard/api/session')).status, 401);
		}
		const member = await createApi(app.url, tenant.memberKey).call('/api/v2/search_engines', { headers: { cookie } });
		assert.equal(member.status, 403, "a member's key stays refused, also beside a session");
	});

	it('is worthless when it is changed, cut off or of another name', async () => {
		const { client } = await openShop();
		const genuine = client.cookie();
		assert.ok(await isOpen(client));
		for (const value of [
			'',
			'x',
			genuine.slice(0, -5),
			`${genuine}x.y`,
			genuine.replace(/.{3}$/, '___'),
			`"${genuine}"`,
		]) {
			client.setCookie(value);
			assert.equal(await isOpen(client), false, value);
		}
		const { status } = await createApi(app.url).call('/dashboard/api/session', {
			headers: { cookie: `a=b; vitrine_session2=${genuine}; =; ;;` },
		});
		assert.equal(status, 401);
		const among = await createApi(app.url).call('/dashboard/api/session', {
			headers: { cookie: `theme=dark;vitrine_session=${genuine} ; a` },
		});
		assert.equal(among.status, 200);
	});
});

describe('a body', () => {
	it('that is larger than any sign-in is refused before it is read', async () => {
		for (const path of ['/sign_in', '/sign_in/link', '/sign_in/key']) {
			const body = { email: 'a@b', password: 'x'.repeat(20_000) };
			const { status } = await createDashboardClient(app.url).call(path, { method: 'POST', body });
			assert.equal(status, 413, path);
		}
	});
});

describe('a session ends', () => {
	it('where it is signed out, and the cookie is removed', async () => {
		const { email, client } = await openShop();
		const other = await signIn({ email, password });
		const kept = other.cookie();
		const { status, headers } = await other.call('/session', { method: 'DELETE' });
		assert.equal(status, 204);
		assert.match(headers.get('set-cookie') ?? '', /^vitrine_session=; Max-Age=0; Path=\/dashboard;/);
		other.setCookie(kept);
		assert.deepEqual([await isOpen(other), await isOpen(client)], [false, true]);
	});

	it('everywhere at once', async () => {
		const { email, client } = await openShop();
		const stranger = await openShop();
		const others = [await signIn({ email, password }), await signIn({ email, password })];
		assert.equal((await others[0]?.call('/sessions', { method: 'DELETE' }))?.status, 204);
		for (const ended of [...others, client]) assert.equal(await isOpen(ended), false);
		assert.ok(await isOpen(stranger.client));
	});

	it('when the password changes, except the one that changes it', async () => {
		const { email } = await openShop();
		const [here, there] = [await signIn({ email, password }), await signIn({ email, password })];
		const change = (body: object) => here.call('/password', { method: 'PUT', body });
		for (const current of [undefined, 'wrong', otherPassword]) {
			const { status, json } = await change({ ...(current && { current }), password: otherPassword });
			assert.deepEqual([status, json.error.details[0].fields], [400, ['current']]);
		}
		assert.ok(await isOpen(there));
		assert.equal((await change({ current: password, password: otherPassword })).status, 204);
		assert.deepEqual([await isOpen(here), await isOpen(there)], [true, false]);
		const { status } = await createDashboardClient(app.url).call('/sign_in', {
			method: 'POST',
			body: { email, password },
		});
		assert.equal(status, 401);
		assert.ok(await isOpen(await signIn({ email, password: otherPassword })));
	});

	it('when the key that opened it is revoked, the user is removed, or the account', async () => {
		const { tenant, email, client } = await openShop();
		const byPassword = await signIn({ email, password });
		await tenant.api.call(`/api/admin/v1/keys/${tenant.keyId}`, { method: 'DELETE' });
		assert.deepEqual([await isOpen(client), await isOpen(byPassword)], [false, true]);
		const operator = createApi(app.url, app.operatorToken);
		await operator.call(`/api/admin/v1/accounts/${tenant.accountId}`, { method: 'DELETE' });
		assert.equal(await isOpen(byPassword), false);
	});
});

describe('a password', () => {
	it('that is weak is refused with the reason, and needs an address to sign in with', async () => {
		const { email, client } = await openShop();
		for (const weak of ['short', 'aaaaaaaaaaaaaaaa', email.padEnd(5), 'x'.repeat(300)]) {
			const { status, json } = await client.call('/password', { method: 'PUT', body: { password: weak } });
			assert.deepEqual([status, json.error.details[0].fields], [400, ['password']], weak);
		}
		const tenant = await openTenant(app.url, app.operatorToken);
		await tenant.api.call(`/api/admin/v1/users/${tenant.ownerCode}`, { method: 'PATCH', body: { email: null } });
		const nameless = await signInWithKey(app.url, tenant.key);
		const { status, json } = await nameless.call('/password', { method: 'PUT', body: { password } });
		assert.equal(status, 400);
		assert.match(json.error.message, /e-mail/);
	});
});

describe('a call from another site', () => {
	it('changes nothing, whatever the browser says of it', async () => {
		const { client, email } = await openShop();
		const origins: Record<string, string>[] = [
			{ origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
			{ 'sec-fetch-site': 'same-site' },
			{ 'sec-fetch-site': 'none' },
			{ origin: 'null' },
			{ origin: 'https://evil.example' },
			{ origin: `${app.url}.evil.example` },
			{ origin: app.url.replace('127.0.0.1', '127.0.0.2') },
			{ origin: 'file://' },
			{ origin: '' },
		];
		for (const headers of origins) {
			for (const [method, path, body] of [
				['DELETE', '/sessions', undefined],
				['PUT', '/password', { password: otherPassword }],
				['POST', '/sign_in', { email, password }],
			] as const) {
				const { status, json } = await client.call(path, { method, body, headers });
				assert.deepEqual([status, json.error.code], [403, 'access_denied'], JSON.stringify(headers));
			}
		}
		assert.ok(await isOpen(client));
		assert.ok(await isOpen(await signIn({ email, password })));
	});

	it('is none where a program that is no browser calls', async () => {
		const { tenant } = await openShop();
		const { status } = await createApi(app.url).call('/dashboard/api/sign_in/key', {
			method: 'POST',
			body: { key: tenant.key },
		});
		assert.equal(status, 204);
	});
});
