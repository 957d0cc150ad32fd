/** Of two who change one thing, the second is told: every thing of the dashboard has a version. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Answer } from '../support/api.ts';
import { type DashboardClient, signInWithKey } from '../support/dashboard-client.ts';
import { type RouteCall, toRouteCalls } from '../support/route-calls.ts';
import { type ServedApp, serveApp } from '../support/served-app.ts';
import { openScan } from '../support/shop.ts';
import { openTenant, type Tenant } from '../support/tenant.ts';

const strong = /^"[\w-]{22}"$/;
const changing = ['PATCH', 'PUT', 'DELETE'];

let app: ServedApp;
let tenant: Tenant;
let ana: DashboardClient;
let ben: DashboardClient;

before(async () => {
	app = await serveApp({}, openScan);
	tenant = await openTenant(app.url, app.operatorToken);
	ana = await signInWithKey(app.url, tenant.key);
	ben = await signInWithKey(app.url, tenant.key);
});
after(() => app[Symbol.asyncDispose]());

/** What the dashboard can change and read at the same address. */
function listThings(owner: Tenant): { read: RouteCall; changes: RouteCall[] }[] {
	const calls = toRouteCalls(app.routes, owner).filter(({ access, right }) => access === 'session' && right);
	return calls
		.filter(({ method }) => method === 'GET')
		.map((read) => ({
			read,
			changes: calls.filter(({ pattern, method }) => pattern === read.pattern && changing.includes(method)),
		}))
		.filter(({ changes }) => changes.length > 0);
}

function send(client: DashboardClient, { method, path, body }: RouteCall, ifMatch?: string): Promise<Answer> {
	return client.call(path.slice('/dashboard/api'.length), {
		method,
		...(body === undefined ? {} : { body }),
		headers: ifMatch === undefined ? {} : { 'if-match': ifMatch },
	});
}

function tagOf({ status, headers, text }: Answer): string {
	const tag = headers.get('etag') ?? assert.fail(`no ETag: ${status} ${text}`);
	// Answers that were compressed have `W/` before it.
	return tag.replace(/^W\//, '');
}

describe('everything that can be read and changed', () => {
	it('has a version, and refuses a change of another one without changing anything', async () => {
		const things = listThings(tenant);
		assert.ok(things.length >= 9, String(things.map(({ read }) => read.pattern)));
		const before = await app.readAllRows();
		for (const { read, changes } of things) {
			const present = await send(ana, read);
			assert.match(tagOf(present), strong, read.pattern);
			assert.equal(tagOf(await send(ana, { ...read, method: 'HEAD' })), tagOf(present), read.pattern);
			for (const change of changes) {
				const { status, json } = await send(ana, change, '"another"');
				const label = `${change.method} ${change.pattern}`;
				assert.deepEqual([status, json.error.code], [412, 'outdated'], label);
			}
		}
		assert.deepEqual(await app.readAllRows(), before);
	});

	it('can be changed in the version that was read, and answers with the next one', async () => {
		const own = await openTenant(app.url, app.operatorToken);
		const owner = await signInWithKey(app.url, own.key);
		for (const { read, changes } of listThings(own)) {
			for (const change of changes.filter(({ method }) => method !== 'DELETE')) {
				const label = `${change.method} ${change.pattern}`;
				const present = tagOf(await send(owner, read));
				const changed = await send(owner, change, present);
				assert.equal(changed.status, 200, `${label}: ${changed.text}`);
				const next = await send(owner, read);
				assert.equal(tagOf(changed), tagOf(next), label);
				assert.notEqual(tagOf(next), present, label);
				assert.equal((await send(owner, change, present)).status, 412, label);
			}
		}
	});

	it('can be deleted in the version that was read', async () => {
		const deletions = listThings(tenant).flatMap(({ changes }) => changes.filter(({ method }) => method === 'DELETE'));
		for (const { pattern } of deletions) {
			const own = await openTenant(app.url, app.operatorToken);
			const owner = await signInWithKey(app.url, own.key);
			const thing = listThings(own).find(({ read }) => read.pattern === pattern) ?? assert.fail(pattern);
			const deletion = thing.changes.find(({ method }) => method === 'DELETE') ?? assert.fail(pattern);
			const { status, text } = await send(owner, deletion, tagOf(await send(owner, thing.read)));
			assert.equal(status, 204, `${pattern}: ${text}`);
		}
	});
});

describe('two who change one thing', () => {
	it('both see both versions: one is there, and the other was refused', async () => {
		const path = `/widgets/${tenant.widgetId}`;
		const tags = [tagOf(await ana.call(path)), tagOf(await ben.call(path))];
		assert.equal(tags[0], tags[1]);
		const change = (client: DashboardClient, title: string, tag = '') =>
			client.call(path, { method: 'PATCH', body: { title }, headers: { 'if-match': tag } });
		const first = await change(ana, "Ana's title", tags[0]);
		assert.equal(first.status, 200, first.text);
		const second = await change(ben, "Ben's title", tags[1]);
		assert.equal(second.status, 412);
		const present = await ben.call(path);
		assert.deepEqual([present.json.title, tagOf(present)], ["Ana's title", tagOf(first)]);
		assert.equal((await change(ben, "Ben's title", tagOf(present))).status, 200);
	});

	it('at the same moment do not both succeed, whatever they change', async () => {
		for (const [path, toBody] of [
			['/account', (name: string) => ({ name })],
			[`/search_engines/${tenant.hashid}`, (name: string) => ({ name })],
			[`/search_engines/${tenant.hashid}/indices/product`, (name: string) => ({ options: { [name]: true } })],
			[`/search_engines/${tenant.hashid}/indices/product/items/${tenant.itemId}`, (name: string) => ({ title: name })],
			[`/search_engines/${tenant.hashid}/search_settings`, (name: string) => ({ synonyms: [{ words: [name, 'x'] }] })],
		] as const) {
			const tag = tagOf(await ana.call(path));
			const answers = await Promise.all(
				Array.from({ length: 8 }, (_, at) =>
					(at % 2 === 0 ? ana : ben).call(path, {
						method: 'PATCH',
						body: toBody(`name ${at}`),
						headers: { 'if-match': tag },
					}),
				),
			);
			const statuses = answers.map(({ status }) => status).sort();
			assert.deepEqual(statuses, [200, ...Array(7).fill(412)], path);
		}
	});

	it('are not told of what nobody changed: items that come in, another order of headers, compression', async () => {
		const index = `/search_engines/${tenant.hashid}/indices/product`;
		const schema = await ana.call(`${index}/schema`);
		const tag = schema.headers.get('etag') ?? assert.fail('no version');
		const item = { id: 'newcomer', newcomer: 'a field that no item had' };
		await tenant.api.call(`/api/v2${index}/items`, { method: 'POST', body: item });
		for (const ifMatch of [tag, tag.replace('W/', ''), `"x", ${tag}`, '*']) {
			const body = { fields: { newcomer: { role: 'brand' } } };
			const { status, text } = await ana.call(`${index}/schema`, {
				method: 'PATCH',
				body: ifMatch === '*' ? body : { fields: {} },
				headers: { 'if-match': ifMatch },
			});
			assert.equal(status, 200, `${ifMatch}: ${text}`);
		}
		const late = { method: 'PATCH', body: { fields: {} }, headers: { 'if-match': tag } };
		assert.equal((await ana.call(`${index}/schema`, late)).status, 412);
	});

	it('are told that a thing is gone, not that it was changed', async () => {
		const made = await ana.call('/stores', { method: 'POST', body: { name: 'Short-lived' } });
		const path = `/stores/${made.json.id}`;
		const tag = tagOf(await ana.call(path));
		assert.equal(tagOf(made), tag);
		assert.equal((await ana.call(path, { method: 'DELETE', headers: { 'if-match': tag } })).status, 204);
		const late = await ben.call(path, { method: 'PATCH', body: { name: 'x' }, headers: { 'if-match': tag } });
		assert.equal(late.status, 404);
	});

	it('without If-Match are not compared, and neither is what has no version', async () => {
		assert.equal((await ana.call('/account', { method: 'PATCH', body: { name: 'x' } })).status, 200);
		const key = await ana.call(`/users/${tenant.memberCode}/keys`, { method: 'POST', body: { name: 'x' } });
		const headers = { 'if-match': '"anything"' };
		assert.equal((await ana.call(`/keys/${key.json.id}`, { method: 'DELETE', headers })).status, 204);
		assert.equal((await ana.call('/users')).headers.get('etag'), null);
	});
});
