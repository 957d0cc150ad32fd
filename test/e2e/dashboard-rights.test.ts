/** What members may do in the dashboard: every route of it, with every right. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { rightAreas } from '../../src/domain/account/rights.ts';
import type { Answer } from '../support/api.ts';
import { type DashboardClient, signInWithKey, signInWithLink } from '../support/dashboard-client.ts';
import { type RouteCall, toRouteCalls } from '../support/route-calls.ts';
import { type ServedApp, serveApp } from '../support/served-app.ts';
import { openScan } from '../support/shop.ts';
import { openTenant, type Tenant } from '../support/tenant.ts';
import { waitFor } from '../support/wait-for.ts';

let app: ServedApp;
let tenant: Tenant;
let member: DashboardClient;
let stranger: DashboardClient;
let calls: readonly RouteCall[];

before(async () => {
	app = await serveApp({}, openScan);
	tenant = await openTenant(app.url, app.operatorToken);
	member = await signInWithLink(app.url, `/dashboard#link=${tenant.linkToken}`);
	stranger = await signInWithKey(app.url, (await openTenant(app.url, app.operatorToken)).key);
	calls = toRouteCalls(app.routes, tenant).filter(({ access }) => access === 'session');
});
after(() => app[Symbol.asyncDispose]());

function send(client: DashboardClient, { method, path, body }: RouteCall): Promise<Answer> {
	return client.call(path.replace(/^\/dashboard\/api/, ''), { method, ...(body === undefined ? {} : { body }) });
}

async function grant(rights: object): Promise<void> {
	const { status, text } = await tenant.api.call(`/api/admin/v1/users/${tenant.memberCode}`, {
		method: 'PATCH',
		body: { rights },
	});
	assert.equal(status, 200, text);
}

const toWireArea = (area: string) => (area === 'searchSettings' ? 'search_settings' : area);
const nothing = Object.fromEntries(rightAreas.map((area) => [toWireArea(area), 'none']));

/** A scroll that was opened is no change. */
async function readRows(): Promise<object> {
	return { ...(await app.readAllRows()), scroll: [] };
}

/** Whether everything that tests deleted is gone from the store: what removes it works beside the calls. */
const isCollected = (rows: Awaited<ReturnType<ServedApp['readAllRows']>>) =>
	rows.removed_store?.length === 0 &&
	!rows.generation?.some((row) => (row as { readonly state: string }).state === 'retired');

async function withoutChange(work: () => Promise<void>): Promise<void> {
	await waitFor('the removal of what was deleted', () => app.readAllRows(), isCollected);
	const before = await readRows();
	await work();
	assert.deepEqual(await readRows(), before);
}

describe('a member', () => {
	it('without rights is refused everywhere, but sees which search engines there are', async () => {
		await grant(nothing);
		await withoutChange(async () => {
			for (const call of calls.filter(({ right }) => right !== undefined)) {
				assert.equal((await send(member, call)).status, 403, `${call.method} ${call.pattern}`);
			}
		});
		const open = calls.filter(
			({ right, method, pattern }) => !right && method === 'GET' && !/\/session$/.test(pattern),
		);
		assert.deepEqual(open.map(({ pattern }) => pattern).toSorted(), [
			'/dashboard/api/health',
			'/dashboard/api/problems',
			'/dashboard/api/search_engines',
			'/dashboard/api/search_engines/:hashid',
			'/dashboard/api/search_engines/:hashid/indices',
		]);
		for (const call of open) assert.equal((await send(member, call)).status, 200, call.pattern);
	});

	it('may read what it has the right to read, and nothing else', async () => {
		for (const area of rightAreas) {
			await grant({ ...nothing, [toWireArea(area)]: 'read' });
			await withoutChange(async () => {
				for (const call of calls.filter(({ right }) => right !== undefined)) {
					const { status, text } = await send(member, call);
					const isOpen = call.right?.area === area && call.right.level === 'read';
					const isAbsent = status === 404 && call.pattern.endsWith('/_reindex_to_temp');
					const label = `${area}: ${call.method} ${call.pattern}: ${status} ${text}`;
					assert.ok(isOpen ? status < 300 || isAbsent : status === 403, label);
				}
			});
		}
	});

	it('with every right still has nothing of users and keys, and knows its rights', async () => {
		const everything = Object.fromEntries(Object.keys(nothing).map((area) => [area, 'write']));
		await grant(everything);
		const ofOwner = calls.filter(({ right }) => right?.area === 'owner');
		assert.ok(ofOwner.length >= 9);
		await withoutChange(async () => {
			for (const call of ofOwner) assert.equal((await send(member, call)).status, 403, call.pattern);
		});
		const { json } = await member.call('/session');
		assert.deepEqual([json.user.role, json.user.rights], ['member', everything]);
	});

	it('may change what it has the right to change, from the next call on', async () => {
		for (const [at, { method, right, pattern }] of calls.entries()) {
			if (right?.level !== 'write' || right.area === 'owner') continue;
			const own = await openTenant(app.url, app.operatorToken);
			const client = await signInWithLink(app.url, `/dashboard#link=${own.linkToken}`);
			const call = toRouteCalls(app.routes, own).filter(({ access }) => access === 'session')[at] as RouteCall;
			assert.equal((await send(client, call)).status, 403, `${method} ${pattern}`);
			const body = { rights: { [toWireArea(right.area)]: 'write' } };
			await own.api.call(`/api/admin/v1/users/${own.memberCode}`, { method: 'PATCH', body });
			const { status, text } = await send(client, call);
			assert.ok(status < 300, `${method} ${pattern}: ${status} ${text}`);
		}
	});
});

describe('the owner', () => {
	it('may read everything, and has nothing of another account', async () => {
		const owner = await signInWithKey(app.url, tenant.key);
		for (const call of calls.filter(({ method }) => method === 'GET')) {
			const { status, text } = await send(owner, call);
			const isAbsent = status === 404 && call.pattern.endsWith('/_reindex_to_temp');
			assert.ok(status === 200 || isAbsent, `${call.pattern}: ${status} ${text}`);
		}
		await withoutChange(async () => {
			for (const call of calls.filter(({ namesOwned }) => namesOwned)) {
				const { status, text } = await send(stranger, call);
				assert.ok(status === 403 || status === 404, `${call.method} ${call.pattern}: ${status}`);
				for (const word of tenant.ownWords.filter((own) => !call.path.includes(own))) assert.ok(!text.includes(word));
			}
		});
	});

	it('keeps all rights, and sets those of members in known words', async () => {
		const path = `/api/admin/v1/users/${tenant.ownerCode}`;
		const refused = await tenant.api.call(path, { method: 'PATCH', body: { rights: { shop: 'none' } } });
		assert.deepEqual([refused.status, refused.json.error.details[0].fields], [400, ['rights']]);
		for (const rights of [{ shop: 'all' }, { users: 'read' }, 'write', null]) {
			const body = { name: 'x', rights };
			const { status } = await tenant.api.call('/api/admin/v1/users', { method: 'POST', body });
			assert.equal(status, 400, JSON.stringify(rights));
		}
		const { json } = await tenant.api.call('/api/admin/v1/users', {
			method: 'POST',
			body: { name: 'Ben', rights: { statistics: 'read' } },
		});
		assert.deepEqual(json.rights, { ...nothing, statistics: 'read' });
	});
});

describe('a search in the dashboard', () => {
	it('answers as one of the search API, and is no search of a shopper', async () => {
		const owner = await signInWithKey(app.url, tenant.key);
		const count = async () => (await app.readAllRows()).event?.length;
		const before = await count();
		const paths = [
			`/search_engines/${tenant.hashid}/_search?query=mark`,
			`/search_engines/${tenant.hashid}/_explain?query=mark`,
		];
		for (const path of paths) assert.equal((await owner.call(path)).status, 200, path);
		// A search of the search API is recorded; it is behind those above in the queue.
		await tenant.api.call(`/6/${tenant.hashid}/_search?query=mark`);
		const recorded = await waitFor('a recorded search', count, (found) => found !== before);
		assert.equal(recorded, (before ?? 0) + 1);
	});
});
