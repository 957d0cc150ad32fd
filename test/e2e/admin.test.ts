/** The admin API as its callers see it: the real program, over real sockets. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createApi } from '../support/api.ts';
import { serveApp } from '../support/served-app.ts';
import { startServer, type TestServer } from '../support/server.ts';

const operatorToken = 'operator-token-of-the-admin-tests-0123456789';
const isoTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** As the owner has them. */
const allRights = Object.fromEntries(
	['catalogue', 'search_settings', 'recommendations', 'statistics', 'shop'].map((area) => [area, 'write']),
);

let server: TestServer;

before(async () => {
	const environment = { VITRINE_OPERATOR_TOKEN: operatorToken };
	server = await startServer({ arguments: ['--no-demo', '--no-search'], environment });
});
after(() => server[Symbol.asyncDispose]());

interface Answer {
	readonly status: number;
	// biome-ignore lint/suspicious/noExplicitAny: whatever JSON the server answers is what these tests look into
	readonly body: any;
}

/** One request below `/api/admin/v1`; a body that is not a text is sent as JSON. */
async function call(method: string, path: string, token?: string, body?: unknown): Promise<Answer> {
	const headers: Record<string, string> = {};
	if (token !== undefined) headers.authorization = token.includes(' ') ? token : `Token ${token}`;
	if (body !== undefined) headers['content-type'] = 'application/json';
	const text = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
	const response = await fetch(`${server.url}/api/admin/v1${path}`, { method, headers, body: text ?? null });
	const answer = await response.text();
	return { status: response.status, body: answer === '' ? undefined : JSON.parse(answer) };
}

/** The status and code of a failure; fails when the answer is not in the envelope. */
function refusal({ status, body }: Answer): string {
	assert.equal(typeof body?.error?.message, 'string', `${status} ${JSON.stringify(body)}`);
	return `${status} ${body.error.code}`;
}

function faultyFields({ body }: Answer): string[] {
	return body.error.details.map((detail: { name: string; fields: string[]; reason: string }) => {
		assert(detail.name !== '' && detail.reason !== '');
		return detail.fields.join();
	});
}

interface TestAccount {
	readonly id: string;
	readonly ownerCode: string;
	readonly key: string;
}

async function openAccount(name = 'Shoes'): Promise<TestAccount> {
	const { status, body } = await call('POST', '/accounts', operatorToken, { name, owner: { name: 'Ana' } });
	assert.equal(status, 201);
	return { id: body.id, ownerCode: body.owner.code, key: body.key };
}

const unknownId = 'f'.repeat(32);
const unknownCode = 'f'.repeat(16);
const unknownUuid = '3f2504e0-4f89-41d3-9a0c-0305e82c3301';

describe('accounts', () => {
	it('are opened by the operator, and the key works at once', async () => {
		const owner = { name: 'Ana', email: 'ana@shoes.example' };
		const { status, body } = await call('POST', '/accounts', operatorToken, { name: 'Shoes', owner });
		assert.equal(status, 201);
		assert.deepEqual(Object.keys(body).sort(), ['created_at', 'id', 'key', 'name', 'owner']);
		assert.deepEqual(
			{ ...body.owner, code: '', created_at: '' },
			{ ...owner, role: 'owner', rights: allRights, code: '', second_factor: false, created_at: '' },
		);
		assert.match(body.created_at, isoTime);
		const own = await call('GET', '/account', body.key);
		assert.deepEqual(own, { status: 200, body: { id: body.id, name: 'Shoes', created_at: body.created_at } });
		assert.equal((await call('GET', '/account', `Token eu1-${body.key}`)).status, 200);
	});

	it('are listed, read, renamed and deleted by the operator', async () => {
		const account = await openAccount();
		const renamed = await call('PATCH', `/accounts/${account.id}`, operatorToken, { name: 'Boots' });
		assert.equal(renamed.body.name, 'Boots');
		assert.deepEqual((await call('GET', `/accounts/${account.id}`, operatorToken)).body, renamed.body);
		const list = await call('GET', '/accounts', operatorToken);
		assert.deepEqual(list.body.at(-1), renamed.body);
		assert.deepEqual(await call('DELETE', `/accounts/${account.id}`, operatorToken), { status: 204, body: undefined });
		assert.equal(refusal(await call('GET', `/accounts/${account.id}`, operatorToken)), '404 not_found');
		assert.equal(refusal(await call('GET', '/account', account.key)), '401 not_authenticated');
	});

	it('are renamed by their owner', async () => {
		const account = await openAccount();
		assert.equal((await call('PATCH', '/account', account.key, { name: 'Boots' })).body.name, 'Boots');
		assert.equal((await call('GET', '/account', account.key)).body.name, 'Boots');
	});

	it('get a new key for their owner from the operator', async () => {
		const account = await openAccount();
		const issued = await call('POST', `/accounts/${account.id}/keys`, operatorToken, { name: 'replacement' });
		assert.equal(issued.status, 201);
		assert.equal(issued.body.user_code, account.ownerCode);
		assert.equal((await call('GET', '/account', issued.body.key)).body.id, account.id);
		const missing = await call('POST', `/accounts/${unknownId}/keys`, operatorToken, { name: 'x' });
		assert.equal(refusal(missing), '404 not_found');
	});

	it('are refused with every faulty field named', async () => {
		const missing = await call('POST', '/accounts', operatorToken, {});
		assert.equal(refusal(missing), '400 bad_params');
		assert.deepEqual(faultyFields(missing).sort(), ['name', 'owner']);
		const owner = { name: 5, email: 'x', phone: '1' };
		const faulty = await call('POST', '/accounts', operatorToken, { name: '', owner, plan: 'gold' });
		assert.deepEqual(faultyFields(faulty).sort(), ['name', 'owner.name', 'owner.phone', 'plan']);
		const email = await call('POST', '/accounts', operatorToken, { name: 'a', owner: { name: 'b', email: 'x' } });
		assert.deepEqual(faultyFields(email), ['owner.email']);
		assert.equal(refusal(await call('POST', '/accounts', operatorToken, '{"name":')), '400 bad_params');
		assert.equal(refusal(await call('GET', '/accounts/nonsense', operatorToken)), '400 bad_params');
	});
});

describe('credentials', () => {
	const ownerRoutes = [
		['GET', '/account'],
		['PATCH', '/account'],
		['GET', '/users'],
		['POST', '/users'],
		['GET', `/users/${unknownCode}`],
		['PATCH', `/users/${unknownCode}`],
		['DELETE', `/users/${unknownCode}`],
		['POST', `/users/${unknownCode}/keys`],
		['GET', '/keys'],
		['DELETE', `/keys/${unknownCode}`],
		['GET', '/stores'],
		['POST', '/stores'],
		['GET', `/stores/${unknownId}`],
		['PATCH', `/stores/${unknownId}`],
		['DELETE', `/stores/${unknownId}`],
		['GET', '/widgets'],
		['POST', '/widgets'],
		['GET', `/widgets/${unknownUuid}`],
		['PATCH', `/widgets/${unknownUuid}`],
		['DELETE', `/widgets/${unknownUuid}`],
	] as const;
	const operatorRoutes = [
		['GET', '/accounts'],
		['POST', '/accounts'],
		['GET', `/accounts/${unknownId}`],
		['PATCH', `/accounts/${unknownId}`],
		['DELETE', `/accounts/${unknownId}`],
		['POST', `/accounts/${unknownId}/keys`],
	] as const;

	it('are required by every route, before any other check', async () => {
		for (const [method, path] of [...ownerRoutes, ...operatorRoutes]) {
			for (const token of [undefined, '0'.repeat(40), 'Bearer a.b.c', 'Basic eDp5', `${operatorToken}x`]) {
				const answer = await call(method, path, token, method === 'GET' ? undefined : '{');
				assert.equal(refusal(answer), '401 not_authenticated', `${method} ${path} ${token}`);
			}
		}
	});

	it('of the operator do not open an account, and those of an owner do not make one', async () => {
		const { key } = await openAccount();
		for (const [method, path] of ownerRoutes) {
			assert.equal(refusal(await call(method, path, operatorToken)), '403 access_denied', `${method} ${path}`);
		}
		for (const [method, path] of operatorRoutes) {
			assert.equal(refusal(await call(method, path, key)), '403 access_denied', `${method} ${path}`);
		}
	});

	it('of a member open nothing', async () => {
		const { key } = await openAccount();
		const member = await call('POST', '/users', key, { name: 'Ben' });
		const lent = await call('POST', `/users/${member.body.code}/keys`, key, { name: 'laptop' });
		for (const [method, path] of [...ownerRoutes, ...operatorRoutes]) {
			assert.equal(refusal(await call(method, path, lent.body.key)), '403 access_denied', `${method} ${path}`);
		}
	});

	it('of one account do not open another account', async () => {
		const [{ key }, other] = [await openAccount(), await openAccount()];
		const store = (await call('POST', '/stores', other.key, { name: 'Theirs' })).body;
		const widget = (await call('POST', '/widgets', other.key, { name: 'Theirs', store_id: store.id })).body;
		for (const path of [`/users/${other.ownerCode}`, `/stores/${store.id}`, `/widgets/${widget.id}`]) {
			assert.equal(refusal(await call('GET', path, key)), '403 access_denied', path);
			assert.equal(refusal(await call('PATCH', path, key, { name: 'Mine' })), '403 access_denied', path);
			assert.equal(refusal(await call('DELETE', path, key)), '403 access_denied', path);
		}
		const foreign = await call('POST', '/widgets', key, { name: 'W', store_id: store.id });
		assert.deepEqual([refusal(foreign), ...faultyFields(foreign)], ['400 bad_params', 'store_id']);
		assert.equal((await call('GET', `/widgets/${widget.id}`, other.key)).body.name, 'Theirs');
	});

	it('never show up in the log', async () => {
		const { key, ownerCode } = await openAccount();
		await call('GET', '/account', key);
		await call('GET', '/nowhere', `${key}`);
		await call('POST', '/users', key, { name: key, [key]: 1 });
		const password = 'a password for the log';
		const signIn = (path: string, body: object) =>
			createApi(server.url).call(`/dashboard/api${path}`, { method: 'POST', body });
		const { headers } = await signIn('/sign_in/key', { key });
		const cookie = headers.get('set-cookie')?.split(';')[0] ?? '';
		assert.match(cookie, /^vitrine_session=./);
		await createApi(server.url).call('/dashboard/api/nowhere', { headers: { cookie } });
		await createApi(server.url).call(`/dashboard/api/${cookie}`, { headers: { cookie } });
		await signIn('/sign_in', { email: 'ana@shoes.example', password });
		await signIn('/sign_in', { email: 'ana@shoes.example', password, [password]: 1 });
		await createApi(server.url).call('/dashboard/api/password', {
			method: 'PUT',
			body: { password, current: key },
			headers: { cookie },
		});
		const { body: link } = await call('POST', `/users/${ownerCode}/sign_in_links`, key);
		const token = link.path.split('=')[1];
		await signIn('/sign_in/link', { token });
		await signIn('/sign_in/link', { token });
		for (const secret of [key, operatorToken, password, token, cookie.slice(-40)])
			assert(!server.log().includes(secret));
	});
});

describe('users and keys', () => {
	it('are added, changed and removed', async () => {
		const { key, ownerCode } = await openAccount();
		const added = await call('POST', '/users', key, { name: 'Ben', email: 'ben@shoes.example' });
		assert.equal(added.status, 201);
		assert.equal(added.body.role, 'member');
		const path = `/users/${added.body.code}`;
		const changed = await call('PATCH', path, key, { email: null });
		assert.deepEqual(changed, { status: 200, body: { ...added.body, email: null } });
		assert.deepEqual((await call('PATCH', path, key, {})).body, changed.body);
		const codes = (await call('GET', '/users', key)).body.map((user: { code: string }) => user.code);
		assert.deepEqual(codes, [ownerCode, added.body.code]);
		assert.equal((await call('DELETE', path, key)).status, 204);
		assert.equal(refusal(await call('GET', path, key)), '404 not_found');
		assert.equal(refusal(await call('DELETE', `/users/${ownerCode}`, key)), '403 access_denied');
	});

	it('show a key once, and revoke it at once', async () => {
		const { key, ownerCode } = await openAccount();
		const { status, body } = await call('POST', `/users/${ownerCode}/keys`, key, { name: 'back end' });
		assert.equal(status, 201);
		assert.deepEqual(Object.keys(body).sort(), ['created_at', 'id', 'key', 'name', 'user_code']);
		assert.match(body.key, /^[0-9a-f]{40}$/);
		assert.equal((await call('GET', '/account', body.key)).status, 200);
		assert.equal((await call('DELETE', `/keys/${body.id}`, key)).status, 204);
		assert.equal(refusal(await call('GET', '/account', body.key)), '401 not_authenticated');
		const keys = (await call('GET', '/keys', key)).body;
		assert.equal(keys.length, 2);
		assert.deepEqual(Object.keys(keys[1]).sort(), ['created_at', 'id', 'name', 'revoked_at', 'user_code']);
		assert.deepEqual([keys[0].revoked_at, keys[1].id], [null, body.id]);
		assert.match(keys[1].revoked_at, isoTime);
	});

	it('of another account are not found', async () => {
		const [{ key }, other] = [await openAccount(), await openAccount()];
		const [theirs] = (await call('GET', '/keys', other.key)).body;
		assert.equal(refusal(await call('DELETE', `/keys/${theirs.id}`, key)), '404 not_found');
		assert.equal((await call('GET', '/account', other.key)).status, 200);
	});
});

describe('stores and widgets', () => {
	it('are created with defaults for missing fields, and changed in part', async () => {
		const { key } = await openAccount();
		const { status, body } = await call('POST', '/stores', key, { name: 'Shoes' });
		assert.equal(status, 201);
		const defaults = { allowed_domains: [], cors_enforced: true, ...{ blocked_ips: [], attribution_hours: 24 } };
		assert.deepEqual(body, { id: body.id, name: 'Shoes', ...defaults, created_at: body.created_at });
		const change = { allowed_domains: ['Shoes.Example'], blocked_ips: ['::ffff:203.0.113.7'], cors_enforced: false };
		const changed = await call('PATCH', `/stores/${body.id}`, key, change);
		const normal = { allowed_domains: ['shoes.example'], blocked_ips: ['203.0.113.7'], cors_enforced: false };
		assert.deepEqual(changed, { status: 200, body: { ...body, ...normal } });
		assert.deepEqual((await call('PATCH', `/stores/${body.id}`, key, {})).body, changed.body);
		assert.deepEqual((await call('GET', '/stores', key)).body, [changed.body]);
	});

	it('are deleted with their widgets', async () => {
		const { key } = await openAccount();
		const store = (await call('POST', '/stores', key, { name: 'Shoes' })).body;
		const made = await call('POST', '/widgets', key, { name: 'Bought together', store_id: store.id });
		assert.equal(made.status, 201);
		const path = `/widgets/${made.body.id}`;
		const renamed = await call('PATCH', path, key, { name: 'Similar' });
		assert.deepEqual(renamed, { status: 200, body: { ...made.body, name: 'Similar' } });
		assert.deepEqual((await call('GET', '/widgets', key)).body, [renamed.body]);
		assert.equal((await call('DELETE', `/stores/${store.id}`, key)).status, 204);
		assert.equal(refusal(await call('GET', path, key)), '404 not_found');
		assert.deepEqual((await call('GET', '/widgets', key)).body, []);
	});

	it('are refused with every faulty field named', async () => {
		const { key } = await openAccount();
		const shape = await call('POST', '/stores', key, { allowed_domains: 'x', cors_enforced: 'yes', colour: 'red' });
		assert.equal(refusal(shape), '400 bad_params');
		assert.deepEqual(faultyFields(shape).sort(), ['allowed_domains', 'colour', 'cors_enforced', 'name']);
		const lists = { allowed_domains: ['a.example', '*.b.example'], blocked_ips: ['1.2.3.4/99', 'x'] };
		const entries = await call('POST', '/stores', key, { name: 'Shoes', ...lists });
		assert.deepEqual(faultyFields(entries), ['allowed_domains.1', 'blocked_ips.0', 'blocked_ips.1']);
		const widget = await call('POST', '/widgets', key, { name: 'W', store_id: unknownId });
		assert.deepEqual([refusal(widget), ...faultyFields(widget)], ['400 bad_params', 'store_id']);
		assert.equal(refusal(await call('GET', '/widgets/nonsense', key)), '400 bad_params');
		assert.equal(refusal(await call('GET', `/widgets/${unknownUuid}`, key)), '404 not_found');
		assert.equal(refusal(await call('GET', `/stores/${unknownId}`, key)), '404 not_found');
	});
});

it('answers with and without a slash at the end', async () => {
	const { key, ownerCode } = await openAccount();
	const store = (await call('POST', '/stores/', key, { name: 'Shoes' })).body;
	for (const path of [
		'/account',
		'/users',
		`/users/${ownerCode}`,
		'/keys',
		'/stores',
		`/stores/${store.id}`,
		'/widgets',
	]) {
		assert.deepEqual(await call('GET', `${path}/`, key), await call('GET', path, key));
	}
});

it('limits the rate of the operator and of each key by itself', async () => {
	await using limited = await serveApp({ VITRINE_RATE_LIMIT_PER_SECOND: '1' });
	const send = (method: string, path: string, token: string, body?: string) =>
		fetch(`${limited.url}/api/admin/v1${path}`, {
			method,
			headers: { authorization: `Token ${token}`, 'content-type': 'application/json' },
			body: body ?? null,
		});
	const created = await send('POST', '/accounts', limited.operatorToken, '{"name":"Shoes","owner":{"name":"Ana"}}');
	const { key } = (await created.json()) as { key: string };
	for (const [path, token] of [
		['/accounts', limited.operatorToken],
		['/account', key],
	] as const) {
		assert.equal((await send('GET', path, token)).status, 200);
		// A burst of two, then one a second: 50 calls in a row exceed it, unless the machine takes a second for each.
		let refused: Response | undefined;
		for (let count = 0; count < 50 && refused === undefined; count++) {
			const answer = await send('GET', path, token);
			if (answer.status === 429) refused = answer;
		}
		assert(refused, path);
		assert(Number(refused.headers.get('retry-after')) >= 1);
	}
});

it('keeps everything it acknowledged when it is killed', async () => {
	const { key } = await openAccount();
	const store = (await call('POST', '/stores', key, { name: 'Shoes', allowed_domains: ['shoes.example'] })).body;
	const environment = { VITRINE_OPERATOR_TOKEN: operatorToken };
	await server.kill();
	server = await startServer({ dataDir: server.dataDir, arguments: ['--no-demo', '--no-search'], environment });
	assert.deepEqual((await call('GET', `/stores/${store.id}`, key)).body, store);
});
