/** Signing in to the dashboard by a provider of identities: `oidc-provider`, and a browser in between. */
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { createApi } from '../support/api.ts';
import { showCode } from '../support/authenticator-app.ts';
import { createDashboardClient, signInWithKey } from '../support/dashboard-client.ts';
import { providerClient, startProvider, type TestProvider } from '../support/identity-provider.ts';
import { type ServedApp, serveApp } from '../support/served-app.ts';
import { openTenant, type Tenant } from '../support/tenant.ts';

let app: ServedApp;
let provider: TestProvider;

before(async () => {
	provider = await startProvider({ readReturnUrl: () => `${app.url}/dashboard/api/sign_in/oidc/callback` });
	app = await serveApp({
		VITRINE_OIDC_ISSUER: provider.issuer,
		VITRINE_OIDC_CLIENT_ID: providerClient.id,
		VITRINE_OIDC_CLIENT_SECRET: providerClient.secret,
		VITRINE_OIDC_NAME: 'Accounts of the shop',
	});
});
after(async () => {
	await app[Symbol.asyncDispose]();
	await provider.close();
});
afterEach(() => provider.answerInstead('/token', undefined));

const start = '/dashboard/api/sign_in/oidc';

interface Visit {
	readonly location: string;
	/** What the browser keeps, by name; an empty text where the answer removes it. */
	readonly cookies: Readonly<Record<string, string>>;
	readonly setCookies: readonly string[];
}

/** A browser that another site leads to an address of the server. */
async function visit(url: string, cookies: Visit['cookies'] = {}): Promise<Visit> {
	const cookie = Object.entries(cookies).map(([name, value]) => `${name}=${value}`);
	const answer = await fetch(new URL(url, app.url), {
		redirect: 'manual',
		headers: { cookie: cookie.join('; '), 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' },
	});
	assert.equal(answer.status, 302, await answer.text());
	assert.equal(answer.headers.get('cache-control'), 'no-store');
	const setCookies = answer.headers.getSetCookie();
	const set = setCookies.map((text) => /^([^=]+)=([^;]*)/.exec(text)?.slice(1) as [string, string]);
	return { location: answer.headers.get('location') ?? '', cookies: Object.fromEntries(set), setCookies };
}

/** All of a sign-in. @returns the last answer. */
async function signIn(query = ''): Promise<Visit> {
	const begun = await visit(start + query);
	return visit(await provider.visit(begun.location), begun.cookies);
}

let shopCount = 0;

/** An account whose owner has an address that nobody else has, and is at the provider. */
async function openOwner(): Promise<{ readonly tenant: Tenant; readonly email: string }> {
	const tenant = await openTenant(app.url, app.operatorToken);
	shopCount += 1;
	const email = `ana${shopCount}@shoes.example`;
	await giveAddress(tenant, email);
	provider.setPerson({ email: email.toUpperCase(), email_verified: true });
	return { tenant, email };
}

async function giveAddress(tenant: Tenant, email: string): Promise<void> {
	const path = `/api/admin/v1/users/${tenant.ownerCode}`;
	assert.equal((await tenant.api.call(path, { method: 'PATCH', body: { email } })).status, 200);
}

async function readSession({ cookies }: Visit) {
	const client = createDashboardClient(app.url);
	client.setCookie(cookies.vitrine_session ?? '');
	return (await client.call('/session')).json;
}

describe('the ways to sign in', () => {
	it('name the provider where there is one', async () => {
		const { json } = await createApi(app.url).call('/dashboard/api/sign_in');
		assert.deepEqual(json, { methods: ['password', 'link', 'key', 'oidc'], oidc_name: 'Accounts of the shop' });
	});

	it('are three without one, and then its addresses are not there', async () => {
		await using plain = await serveApp();
		const { json } = await createApi(plain.url).call('/dashboard/api/sign_in');
		assert.deepEqual(json, { methods: ['password', 'link', 'key'], oidc_name: null });
		for (const path of [start, `${start}/callback`]) assert.equal((await createApi(plain.url).call(path)).status, 404);
	});
});

describe('a provider of identities', () => {
	it('signs in whoever has the address, whatever its case', async () => {
		const { tenant } = await openOwner();
		const ended = await signIn();
		assert.equal(ended.location, '/dashboard');
		const session = await readSession(ended);
		assert.deepEqual([session.user.code, session.method], [tenant.ownerCode, 'oidc']);
	});

	it('gets the browser with a cookie that comes back from another site, to these addresses alone', async () => {
		const begun = await visit(start);
		const [cookie = '', ...others] = begun.setCookies;
		assert.deepEqual(others, []);
		const [value, ...attributes] = cookie.split('; ');
		assert.deepEqual(attributes, ['Max-Age=600', `Path=${start}`, 'HttpOnly', 'SameSite=Lax']);
		const sent = new URL(begun.location).searchParams;
		assert.deepEqual([sent.get('scope'), sent.get('code_challenge_method')], ['openid email', 'S256']);
		for (const name of ['state', 'nonce', 'code_challenge']) {
			assert.ok((sent.get(name) ?? '').length >= 43, name);
			assert.ok(!value?.includes(sent.get(name) ?? '-'), name);
		}
		const ended = await visit(await provider.visit(begun.location), begun.cookies);
		assert.equal(ended.cookies.vitrine_oidc, '', 'the cookie is removed');
		assert.match(ended.setCookies.find((text) => text.startsWith('vitrine_session=')) ?? '', /SameSite=Strict/);
	});

	it('stands for the second factor, too', async () => {
		const { tenant } = await openOwner();
		const client = await signInWithKey(app.url, tenant.key);
		const { json } = await client.call('/second_factor', { method: 'POST', body: {} });
		const code = showCode(json.secret, Date.now());
		assert.equal((await client.call('/second_factor', { method: 'PUT', body: { code } })).status, 200);
		assert.equal((await readSession(await signIn())).has_second_factor, true);
	});

	it('of an address that several users have signs in the one whose account is named', async () => {
		const [first, second] = [await openOwner(), await openOwner()];
		await giveAddress(first.tenant, second.email);
		assert.equal((await signIn()).location, '/dashboard#error=oidc_several_users');
		for (const { tenant } of [first, second]) {
			const session = await readSession(await signIn(`?account_id=${tenant.accountId}`));
			assert.equal(session.account.id, tenant.accountId);
		}
	});
});

describe('nobody is signed in', () => {
	async function assertRefused(visited: Visit, ending: string): Promise<void> {
		assert.equal(visited.location, `/dashboard#error=${ending}`);
		assert.equal(visited.cookies.vitrine_session, undefined);
	}

	it('whom no user has the address of, or the provider does not vouch for', async () => {
		const { email } = await openOwner();
		const people = [
			[{ email: 'nobody@shoes.example', email_verified: true }, 'oidc_unknown_user'],
			[{ email, email_verified: false }, 'oidc_unverified'],
			[{ email }, 'oidc_unverified'],
			[{}, 'oidc_unverified'],
			[null, 'oidc_denied'],
		] as const;
		for (const [person, ending] of people) {
			provider.setPerson(person);
			await assertRefused(await signIn(), ending);
		}
	});

	it('in a browser that did not begin, or for the second time', async () => {
		await openOwner();
		const begun = await visit(start);
		const back = await provider.visit(begun.location);
		await assertRefused(await visit(back), 'oidc_expired');
		await assertRefused(await visit(back, { vitrine_oidc: 'x' }), 'oidc_expired');
		await assertRefused(await visit(back, (await visit(start)).cookies), 'oidc_failed');
		const { cookies } = await signIn();
		await assertRefused(await visit(back, { vitrine_oidc: cookies.vitrine_session ?? '' }), 'oidc_expired');
		assert.equal((await visit(back, begun.cookies)).location, '/dashboard');
		await assertRefused(await visit(back, begun.cookies), 'oidc_failed');
		await assertRefused(await visit(`${start}/callback`, begun.cookies), 'oidc_failed');
	});

	it('while the provider does not answer', async () => {
		await openOwner();
		provider.answerInstead('/token', (_, response) => response.writeHead(503).end());
		await assertRefused(await signIn(), 'oidc_unavailable');
		await using other = await serveApp({
			VITRINE_OIDC_ISSUER: 'http://127.0.0.1:9',
			VITRINE_OIDC_CLIENT_ID: providerClient.id,
		});
		await assertRefused(await visit(other.url + start), 'oidc_unavailable');
	});

	it('and an account that is none is refused', async () => {
		const { status } = await createApi(app.url).call(`${start}?account_id=x`);
		assert.equal(status, 400);
	});
});

describe('the cookie of the sign-in', () => {
	it('opens nothing, and a page of another site changes nothing with it', async () => {
		const { cookies } = await visit(start);
		const headers = { cookie: `vitrine_session=${cookies.vitrine_oidc}; vitrine_oidc=${cookies.vitrine_oidc}` };
		const api = createApi(app.url);
		assert.equal((await api.call('/dashboard/api/session', { headers })).status, 401);
		const other = { ...headers, 'sec-fetch-site': 'cross-site', origin: provider.issuer };
		const posted = await api.call(`${start}/callback`, { method: 'POST', headers: other });
		assert.ok(posted.status === 403 || posted.status === 404, `${posted.status}`);
		const signOut = await api.call('/dashboard/api/sessions', { method: 'DELETE', headers: other });
		assert.equal(signOut.status, 403);
	});
});
