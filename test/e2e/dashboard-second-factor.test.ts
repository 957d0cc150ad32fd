/** A second factor in the dashboard: setting it up, signing in with it, and the ways back without it; other ways in. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createApi, type Json } from '../support/api.ts';
import { showCode } from '../support/authenticator-app.ts';
import { createDashboardClient, type DashboardClient, signInWithKey } from '../support/dashboard-client.ts';
import { type ServedApp, serveApp } from '../support/served-app.ts';
import { openTenant, type Tenant } from '../support/tenant.ts';

const password = 'correct horse battery';

let app: ServedApp;

before(async () => {
	app = await serveApp();
});
after(() => app[Symbol.asyncDispose]());

interface Person {
	readonly tenant: Tenant;
	readonly email: string;
	/** A session that began with the password. */
	readonly client: DashboardClient;
	readonly secret: string;
	readonly recoveryCodes: readonly string[];
}

function signIn(
	body: object,
): Promise<{ readonly client: DashboardClient; readonly status: number; readonly json: Json }> {
	return post('/sign_in', body);
}

async function post(path: string, body: object) {
	const client = createDashboardClient(app.url);
	const { status, json } = await client.call(path, { method: 'POST', body });
	return { client, status, json };
}

/** An account whose owner has a password, and no second factor yet. */
async function openOwner(): Promise<Pick<Person, 'tenant' | 'email' | 'client'>> {
	const tenant = await openTenant(app.url, app.operatorToken);
	const byKey = await signInWithKey(app.url, tenant.key);
	await byKey.call('/password', { method: 'PUT', body: { password } });
	const { email } = (await byKey.call('/session')).json.user;
	const { client, status } = await signIn({ email, password });
	assert.equal(status, 204);
	return { tenant, email, client };
}

/** The same with a second factor, whose code of the present step is used. */
async function openPerson(): Promise<Person> {
	const owner = await openOwner();
	const made = await owner.client.call('/second_factor', { method: 'POST', body: { current: password } });
	assert.equal(made.status, 201, made.text);
	const { secret } = made.json;
	const activated = await owner.client.call('/second_factor', {
		method: 'PUT',
		body: { code: showCode(secret, Date.now()) },
	});
	assert.equal(activated.status, 200, activated.text);
	return { ...owner, secret, recoveryCodes: activated.json.recovery_codes };
}

/** A code that has not been used: that of the next step, which fits already. */
const nextCode = ({ secret }: Person) => showCode(secret, Date.now() + 30_000);

async function hasFactor(client: DashboardClient): Promise<boolean> {
	return (await client.call('/session')).json.has_second_factor;
}

describe('a second factor', () => {
	it('takes the password to set up, and is there once a code was shown', async () => {
		const { client } = await openOwner();
		for (const body of [{}, { current: 'wrong' }]) {
			const { status, json } = await client.call('/second_factor', { method: 'POST', body });
			assert.deepEqual([status, json.error.details[0].fields], [400, ['current']]);
		}
		const unready = await client.call('/second_factor', { method: 'PUT', body: { code: '123456' } });
		assert.equal(unready.status, 404);
		const made = await client.call('/second_factor', { method: 'POST', body: { current: password } });
		assert.match(made.json.secret, /^[A-Z2-7]{32}$/);
		assert.equal(new URL(made.json.uri).searchParams.get('secret'), made.json.secret);
		assert.equal(await hasFactor(client), false);
		const code = showCode(made.json.secret, Date.now());
		const { status, json } = await client.call('/second_factor', { method: 'PUT', body: { code } });
		assert.deepEqual([status, new Set(json.recovery_codes).size], [200, 10]);
		assert.equal(await hasFactor(client), true);
		const again = await client.call('/second_factor', { method: 'POST', body: { current: password } });
		assert.equal(again.status, 400);
	});

	it('is shown in the list of users', async () => {
		const { client, email } = await openOwner();
		const read = async () => (await client.call('/users')).json.find((user: Json) => user.email === email);
		assert.equal((await read()).second_factor, false);
		const person = await openPerson();
		const { tenant, client: owner } = person;
		const users: readonly Json[] = (await owner.call('/users')).json;
		const factors = new Map(users.map(({ code, second_factor: factor }) => [code, factor]));
		assert.deepEqual(
			[factors.get(tenant.ownerCode), [...factors.values()].filter((factor) => factor === true).length],
			[true, 1],
		);
		assert.equal((await owner.call(`/users/${tenant.ownerCode}`)).json.second_factor, true);
		await owner.call('/second_factor', { method: 'DELETE', body: { code: person.recoveryCodes[0] } });
		assert.equal((await owner.call(`/users/${tenant.ownerCode}`)).json.second_factor, false);
	});

	it('ends the other sessions when it is activated', async () => {
		const { client, email } = await openOwner();
		const { client: other } = await signIn({ email, password });
		const { json } = await client.call('/second_factor', { method: 'POST', body: { current: password } });
		await client.call('/second_factor', { method: 'PUT', body: { code: showCode(json.secret, Date.now()) } });
		assert.deepEqual([(await client.call('/session')).status, (await other.call('/session')).status], [200, 401]);
	});

	it('is asked for behind a right password, and only there', async () => {
		const person = await openPerson();
		const { email } = person;
		const code = nextCode(person);
		const attempts = [
			[{ email, password }, 'second_factor_required'],
			[{ email, password, code: '000000' }, 'second_factor_required'],
			[{ email, password: 'wrong', code }, 'not_authenticated'],
			[{ email: 'nobody@shop.example', password, code }, 'not_authenticated'],
		] as const;
		for (const [body, expected] of attempts) {
			const { status, json, client } = await signIn(body);
			assert.deepEqual([status, json.error.code, client.cookie()], [401, expected, ''], JSON.stringify(body));
		}
		assert.equal((await signIn({ email, password, code: `${code.slice(0, 3)} ${code.slice(3)}` })).status, 204);
		assert.equal((await signIn({ email, password, code })).status, 401, 'it was used');
		const [recovery] = person.recoveryCodes;
		assert.equal((await signIn({ email, password, code: recovery })).status, 204);
		assert.equal((await signIn({ email, password, code: recovery })).status, 401, 'it was used');
	});

	it('is asked for behind a link, which stays good until the code is right', async () => {
		const person = await openPerson();
		const { tenant } = person;
		const operator = createApi(app.url, app.operatorToken);
		const paths = [
			() => tenant.api.call(`/api/admin/v1/users/${tenant.ownerCode}/sign_in_links`, { method: 'POST' }),
			() => operator.call(`/api/admin/v1/accounts/${tenant.accountId}/sign_in_links`, { method: 'POST' }),
		];
		for (const [at, make] of paths.entries()) {
			const token = (await make()).json.path.split('=')[1];
			for (const code of [undefined, '000000']) {
				const { status, json } = await post('/sign_in/link', { token, ...(code && { code }) });
				assert.deepEqual([status, json.error.code], [401, 'second_factor_required']);
			}
			const code = person.recoveryCodes[at];
			assert.equal((await post('/sign_in/link', { token, code })).status, 204);
			const again = await post('/sign_in/link', { token, code: person.recoveryCodes[at + 2] });
			assert.deepEqual([again.status, again.json.error.code], [401, 'not_authenticated'], 'the link was used');
		}
	});

	it("is not asked for with the owner's key, which also removes it", async () => {
		const person = await openPerson();
		const client = await signInWithKey(app.url, person.tenant.key);
		assert.equal(await hasFactor(client), true);
		assert.equal((await client.call('/second_factor', { method: 'DELETE', body: {} })).status, 204);
		assert.equal((await signIn({ email: person.email, password })).status, 204);
	});

	it('is removed by a code', async () => {
		const person = await openPerson();
		const { client } = person;
		for (const body of [{}, { code: '000000' }]) {
			const { status, json } = await client.call('/second_factor', { method: 'DELETE', body });
			assert.deepEqual([status, json.error.details[0].fields], [400, ['code']]);
		}
		const remove = () => client.call('/second_factor', { method: 'DELETE', body: { code: nextCode(person) } });
		assert.equal((await remove()).status, 204);
		assert.equal((await remove()).status, 404);
		assert.equal(await hasFactor(client), false);
		assert.equal((await signIn({ email: person.email, password })).status, 204);
	});
});

describe('who has lost the device', () => {
	it('gets in again when the operator removes the second factor of the owner', async () => {
		const { tenant, email } = await openPerson();
		const operator = createApi(app.url, app.operatorToken);
		const path = `/api/admin/v1/accounts/${tenant.accountId}/second_factor`;
		for (let count = 0; count < 2; count += 1)
			assert.equal((await operator.call(path, { method: 'DELETE' })).status, 204);
		assert.equal((await signIn({ email, password })).status, 204);
		const missing = await operator.call(`/api/admin/v1/accounts/${'0'.repeat(32)}/second_factor`, { method: 'DELETE' });
		assert.equal(missing.status, 404);
	});

	it('gets in again when the owner removes that of a member, in the dashboard or by key', async () => {
		const { tenant, client: owner } = await openOwner();
		const ways = [
			() => owner.call(`/users/${tenant.memberCode}/second_factor`, { method: 'DELETE' }),
			() => tenant.api.call(`/api/admin/v1/users/${tenant.memberCode}/second_factor`, { method: 'DELETE' }),
		];
		for (const remove of ways) {
			const link = () => tenant.api.call(`/api/admin/v1/users/${tenant.memberCode}/sign_in_links`, { method: 'POST' });
			const first = (await link()).json.path.split('=')[1];
			const { client: member } = await post('/sign_in/link', { token: first });
			const { json } = await member.call('/second_factor', { method: 'POST', body: {} });
			await member.call('/second_factor', { method: 'PUT', body: { code: showCode(json.secret, Date.now()) } });
			const token = (await link()).json.path.split('=')[1];
			assert.equal((await post('/sign_in/link', { token })).status, 401);
			assert.equal((await remove()).status, 204);
			assert.equal((await post('/sign_in/link', { token })).status, 204);
		}
	});

	it('does not get around the code as the owner in a session', async () => {
		const { tenant, client } = await openPerson();
		const { status } = await client.call(`/users/${tenant.ownerCode}/second_factor`, { method: 'DELETE' });
		assert.equal(status, 403);
		assert.equal(await hasFactor(client), true);
	});
});

describe('a session that began with the password', () => {
	it('gives its user no other way in without the password', async () => {
		const { tenant, email, client } = await openOwner();
		const path = `/users/${tenant.ownerCode}`;
		const calls = [
			{ method: 'POST', path: `${path}/keys`, body: { name: 'intruder' }, done: 201 },
			{ method: 'PATCH', path, body: { email: `other-${email}` }, done: 200 },
		];
		for (const { done, path: called, ...request } of calls) {
			for (const current of [undefined, 'staple of the horse']) {
				const body = { ...request.body, current };
				const { status, json } = await client.call(called, { ...request, body });
				assert.deepEqual([status, json.error.details[0].fields], [400, ['current']]);
			}
			const body = { ...request.body, current: password };
			assert.equal((await client.call(called, { ...request, body })).status, done);
		}
		const link = await client.call(`${path}/sign_in_links`, { method: 'POST' });
		assert.deepEqual([link.status, link.json.error.code], [403, 'access_denied']);
	});

	it('needs no password for other users, for what is no way in, or where it began otherwise', async () => {
		const { tenant, email, client } = await openOwner();
		const byKey = await signInWithKey(app.url, tenant.key);
		const [own, other] = [`/users/${tenant.ownerCode}`, `/users/${tenant.memberCode}`];
		const calls = [
			[client, 'PATCH', own, { name: 'Ana', email }],
			[client, 'PATCH', other, { email: `ben-${email}` }],
			[client, 'POST', `${other}/keys`, { name: 'x' }],
			[client, 'POST', `${other}/sign_in_links`, undefined],
			[byKey, 'POST', `${own}/keys`, { name: 'x' }],
			[byKey, 'PATCH', own, { email: `ana-${email}` }],
		] as const;
		for (const [caller, method, path, body] of calls) {
			const { status, text } = await caller.call(path, { method, body });
			assert.ok(status < 300, `${method} ${path}: ${text}`);
		}
		assert.equal((await tenant.api.call(`/api/admin/v1${own}/sign_in_links`, { method: 'POST' })).status, 201);
	});
});
