/** The record of changes: who did what, in the dashboard, with keys and as the operator, and no secret in it. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { findChangeArea } from '../../src/http/shared/record-changes.ts';
import { operations } from '../../web/dashboard/texts/en/operations.ts';
import { createApi, type Json } from '../support/api.ts';
import { showCode } from '../support/authenticator-app.ts';
import {
	createDashboardClient,
	type DashboardClient,
	signInWithKey,
	signInWithLink,
} from '../support/dashboard-client.ts';
import { type RouteCall, toRouteCalls } from '../support/route-calls.ts';
import { type ServedApp, serveApp } from '../support/served-app.ts';
import { openScan } from '../support/shop.ts';
import { openTenant, type Tenant } from '../support/tenant.ts';

let app: ServedApp;

before(async () => {
	app = await serveApp({}, openScan);
});
after(() => app[Symbol.asyncDispose]());

interface Signed {
	readonly tenant: Tenant;
	readonly owner: DashboardClient;
}

async function openSigned(): Promise<Signed> {
	const tenant = await openTenant(app.url, app.operatorToken);
	return { tenant, owner: await signInWithKey(app.url, tenant.key) };
}

async function list(owner: DashboardClient, query = ''): Promise<Json> {
	const { status, json, text } = await owner.call(`/changes${query}`);
	assert.equal(status, 200, text);
	return json;
}

/** What was recorded during the work, the oldest first. */
async function record(owner: DashboardClient, work: () => Promise<unknown>): Promise<Json[]> {
	const [last] = (await list(owner, '?rpp=1')).changes;
	await work();
	const { changes } = await list(owner, '?rpp=100');
	return changes.filter(({ number }: Json) => number > last.number).toReversed();
}

interface Operation {
	readonly operationId?: string;
	readonly tags?: readonly string[];
}

function operationOf(pattern: string, method: string): Operation {
	const route = app.routes.find(({ url, method: own }) => url === pattern && String(own) === method);
	return (route?.schema ?? {}) as Operation;
}

const areaNames: Readonly<Record<string, string>> = { searchSettings: 'search_settings', owner: 'users' };

describe('every operation that changes something', () => {
	it('has an area, which is the one whose right it takes', () => {
		const isRecorded = /^\/(?:api\/admin|api\/v2\/search_engines|dashboard\/api)\//;
		for (const { url, method, config, schema } of app.routes) {
			const isOpen = config?.access === 'owner' || config?.access === 'session';
			const isReading = method === 'GET' || method === 'HEAD' || config?.isReading === true;
			if (!isOpen || isReading || !isRecorded.test(url)) continue;
			const area = findChangeArea(schema as Operation);
			const right = config.right?.area;
			assert.ok(area, `${method} ${url}`);
			if (right !== undefined) assert.equal(area, right === 'owner' ? 'users' : right, `${method} ${url}`);
		}
	});

	it('has words on the page that shows what was done', () => {
		const isRecorded = /^\/(?:api\/admin|dashboard\/api)\//;
		for (const { url, method, config, schema } of app.routes) {
			const isReading = method === 'GET' || method === 'HEAD' || config?.isReading === true;
			const { operationId = '', ...operation } = (schema ?? {}) as Operation;
			if (isReading || !isRecorded.test(url) || findChangeArea({ operationId, ...operation }) === undefined) continue;
			assert.ok(Object.hasOwn(operations, operationId), operationId);
		}
	});

	it('is recorded in the dashboard, with what it was about', async () => {
		const calls = toRouteCalls(app.routes, await openTenant(app.url, app.operatorToken));
		for (const [at, { method, right, pattern }] of calls.entries()) {
			if (right?.level !== 'write') continue;
			const tenant = await openTenant(app.url, app.operatorToken);
			// A session that a key opened would end with the key.
			const links = `/api/admin/v1/users/${tenant.ownerCode}/sign_in_links`;
			const link = await tenant.api.call(links, { method: 'POST' });
			const owner = await signInWithLink(app.url, link.json.path);
			const call = toRouteCalls(app.routes, tenant)[at] as RouteCall;
			const [change, ...others] = await record(owner, () =>
				owner.call(call.path.slice('/dashboard/api'.length), {
					method,
					...(call.body === undefined ? {} : { body: call.body }),
				}),
			);
			const label = `${method} ${pattern}`;
			assert.equal(others.length, 0, label);
			assert.equal(change?.operation, operationOf(pattern, method).operationId, label);
			assert.equal(change.area, areaNames[right.area] ?? right.area, label);
			assert.deepEqual([change.by, change.user.code, change.key], ['session', tenant.ownerCode, null], label);
			assert.equal(change.path, call.path.split('?', 1)[0], label);
			assert.equal(change.sent_whole, true, label);
			if (call.body !== undefined && !pattern.endsWith('/events')) assert.deepEqual(JSON.parse(change.sent), call.body);
		}
	});
});

describe('with keys', () => {
	it('changes are recorded with the name of the key, but not what is sent about items', async () => {
		const { tenant, owner } = await openSigned();
		const engine = `/api/v2/search_engines/${tenant.hashid}`;
		const changes = await record(owner, async () => {
			const store = await tenant.api.call('/api/admin/v1/stores', { method: 'POST', body: { name: 'New' } });
			await tenant.api.call(`/api/admin/v1/stores/${store.json.id}`, { method: 'DELETE' });
			await tenant.api.call(engine, { method: 'PATCH', body: { name: 'Renamed' } });
			await tenant.api.call(`${engine}/indices/product/items`, { method: 'POST', body: { id: 'x' } });
			await tenant.api.call(`${engine}/indices/product/items/_bulk`, { method: 'POST', body: [{ id: 'y' }] });
			await tenant.api.call(`${engine}/indices/product/items/x`, { method: 'DELETE' });
			await tenant.api.call(`/api/admin/v1/stores/${'0'.repeat(32)}`, { method: 'DELETE' });
			await tenant.api.call('/api/admin/v1/stores', { method: 'POST', body: {} });
		});
		assert.deepEqual(
			changes.map(({ operation, by, sent, key }) => [operation, by, sent, key.id]),
			[
				['createStore', 'key', '{"name":"New"}', tenant.keyId],
				['deleteStore', 'key', null, tenant.keyId],
				['updateSearchEngine', 'key', '{"name":"Renamed"}', tenant.keyId],
			],
		);
		const [made, deleted] = changes;
		assert.equal(deleted.path, `/api/admin/v1/stores/${made.created}`);
		assert.equal(typeof made.key.name, 'string');
	});

	it("the operator's changes are recorded in the account that they are about", async () => {
		const { tenant, owner } = await openSigned();
		const operator = createApi(app.url, app.operatorToken);
		const [change, ...others] = await record(owner, () =>
			operator.call(`/api/admin/v1/accounts/${tenant.accountId}`, { method: 'PATCH', body: { name: 'Renamed' } }),
		);
		assert.deepEqual([change.by, change.user, change.operation, others], ['operator', null, 'updateAccount', []]);
	});
});

describe('signing in and out', () => {
	it('is recorded with the user and the way', async () => {
		const { tenant, owner } = await openSigned();
		const changes = await record(owner, async () => {
			const member = await signInWithLink(app.url, `/dashboard#link=${tenant.linkToken}`);
			await member.call('/sessions', { method: 'DELETE' });
			const other = await signInWithKey(app.url, tenant.key);
			await other.call('/session', { method: 'DELETE' });
		});
		assert.deepEqual(
			changes.map(({ operation, area, user }) => [operation, area, user.code]),
			[
				['signInWithLink', 'sign_in', tenant.memberCode],
				['signOutEverywhere', 'sign_in', tenant.memberCode],
				['signInWithKey', 'sign_in', tenant.ownerCode],
				['signOut', 'sign_in', tenant.ownerCode],
			],
		);
	});
});

describe('a second factor', () => {
	it('is recorded when it is set up, and when a code was wrong, but no code and no secret', async () => {
		const { tenant, owner } = await openSigned();
		const password = 'correct horse battery';
		const codes: string[] = [];
		const changes = await record(owner, async () => {
			await owner.call('/password', { method: 'PUT', body: { password } });
			const { secret } = (await owner.call('/second_factor', { method: 'POST', body: {} })).json;
			codes.push(secret, showCode(secret, Date.now()));
			await owner.call('/second_factor', { method: 'PUT', body: { code: codes.at(-1) } });
			const { email } = (await owner.call('/session')).json.user;
			const attempt = { email, password, code: '000000' };
			assert.equal(
				(await createDashboardClient(app.url).call('/sign_in', { method: 'POST', body: attempt })).status,
				401,
			);
		});
		assert.deepEqual(
			changes.map(({ operation, user }) => [operation, user.code]),
			['changePassword', 'beginSecondFactor', 'activateSecondFactor', 'wrongSecondFactor'].map((operation) => [
				operation,
				tenant.ownerCode,
			]),
		);
		for (const word of [...codes, '000000', password]) assert.ok(!JSON.stringify(changes).includes(word), word);
	});
});

describe('what is recorded', () => {
	it('has no secret, and nothing of a shopper who was erased', async () => {
		const { tenant, owner } = await openSigned();
		const password = 'correct horse battery';
		const secrets = [password, tenant.key, tenant.linkToken, 'shopper-4711'];
		await owner.call('/password', { method: 'PUT', body: { password } });
		await owner.call('/password', { method: 'PUT', body: { current: password, password: `${password} staple` } });
		const issued = await owner.call(`/users/${tenant.memberCode}/keys`, { method: 'POST', body: { name: 'till' } });
		const link = await owner.call(`/users/${tenant.memberCode}/sign_in_links`, { method: 'POST' });
		secrets.push(issued.json.key, link.json.path.split('=')[1]);
		const erasing = { user_id: 'shopper-4711', hashid: tenant.hashid };
		assert.equal((await owner.call('/events', { method: 'DELETE', body: erasing })).status, 200);
		const { change_record: rows = [] } = await app.readAllRows();
		const text = JSON.stringify(rows);
		for (const word of ['changePassword', 'createKey', 'createSignInLink', 'eraseEvents'])
			assert.ok(text.includes(word), word);
		for (const secret of secrets) assert.ok(!text.includes(secret), secret);
	});

	it('is cut where it is long, and never in the middle of a character', async () => {
		const { tenant, owner } = await openSigned();
		const item = { id: 'long', title: `${'x'.repeat(4060)}${'🧦'.repeat(200)}` };
		const path = `/search_engines/${tenant.hashid}/indices/product/items`;
		const [change] = await record(owner, () => owner.call(path, { method: 'POST', body: item }));
		assert.deepEqual([change.sent_whole, change.sent.length, change.sent.isWellFormed()], [false, 4096, true]);
		const many = Array.from({ length: 90 }, (_, number) => ({ id: `${number}`, title: 'y'.repeat(2000) }));
		const [bulk] = await record(owner, () => owner.call(`${path}/_bulk`, { method: 'POST', body: many }));
		assert.equal(bulk.sent_whole, false);
	});

	it('is read page by page, of a user, in an area, by owners alone', async () => {
		const { tenant, owner } = await openSigned();
		for (const name of ['a', 'b', 'c']) await owner.call('/stores', { method: 'POST', body: { name } });
		const first = await list(owner, '?rpp=2&area=shop');
		const second = await list(owner, `?rpp=2&area=shop&before=${first.next_before}`);
		assert.deepEqual(
			[...first.changes, ...second.changes].slice(0, 3).map(({ sent }: Json) => JSON.parse(sent).name),
			['c', 'b', 'a'],
		);
		assert.deepEqual((await list(owner, `?user=${tenant.memberCode}`)).changes, []);
		assert.ok((await list(owner, `?user=${tenant.ownerCode}&area=sign_in`)).changes.length > 0);
		for (const query of ['before=0', 'before=x', 'rpp=0', 'rpp=101', 'user=x', 'area=x'])
			assert.equal((await owner.call(`/changes?${query}`)).status, 400, query);
		const rights = Object.fromEntries(
			['catalogue', 'search_settings', 'recommendations', 'statistics', 'shop'].map((area) => [area, 'write']),
		);
		await tenant.api.call(`/api/admin/v1/users/${tenant.memberCode}`, { method: 'PATCH', body: { rights } });
		const member = await signInWithLink(app.url, `/dashboard#link=${tenant.linkToken}`);
		assert.equal((await member.call('/changes')).status, 403);
	});
});
