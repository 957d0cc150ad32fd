/** What the dashboard says of the server's state and of what is wrong, with all threads of the program running. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { deriveOperatorToken } from '../../src/domain/account/operator-token.ts';
import { type Api, createApi, type Json } from '../support/api.ts';
import { type DashboardClient, signInWithKey, signInWithLink } from '../support/dashboard-client.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { waitFor } from '../support/wait-for.ts';

const secretKey = 'cd'.repeat(32);
const operatorToken = deriveOperatorToken(Buffer.from(secretKey, 'hex'));

let server: TestServer;
let owner: DashboardClient;
let hashid: string;

before(async () => {
	server = await startServer({ environment: { VITRINE_HTTP_THREADS: '2', VITRINE_SECRET_KEY: secretKey } });
	assert(server.firstRun);
	owner = await signInWithKey(server.url, server.firstRun.key);
	hashid = server.firstRun.hashid;
});
after(() => server[Symbol.asyncDispose]());

async function read(client: DashboardClient, path: string): Promise<Json> {
	const { status, json, text } = await client.call(path);
	assert.equal(status, 200, text);
	return json;
}

describe('the state of the server', () => {
	it('has its versions, threads, memory, disk and followers', async () => {
		const health = await waitFor(
			'followers that have caught up',
			() => read(owner, '/health'),
			({ followers }) => followers.every((follower: Json) => follower.behind === 0),
		);
		assert.match(health.node, /^24\./);
		assert.ok(['sqlite', 'postgresql'].includes(health.store));
		const names = health.threads.map(({ name }: Json) => name);
		const writers = health.store === 'sqlite' ? ['writer'] : [];
		assert.deepEqual(names.toSorted(), ['http', 'indexer', 'main', 'recommender', 'statistics', ...writers].toSorted());
		assert.equal(names[0], 'main');
		for (const { busy, heap_bytes: heapBytes } of health.threads)
			assert.ok(busy >= 0 && busy <= 1 && heapBytes > 1_000_000);
		const { memory, disk } = health;
		assert.ok(memory.used_bytes > 10_000_000 && memory.limit_bytes > 10_000_000);
		assert.ok(disk.free_bytes > 0 && disk.free_bytes <= disk.total_bytes && disk.store_bytes > 10_000);
		assert.deepEqual(
			health.followers.map(({ name }: Json) => name),
			['search', 'recommendations', 'statistics'],
		);
	});

	it('has each index of the account, with what searches find in it', async () => {
		const index = `/api/v2/search_engines/${hashid}/indices/product/items/_count`;
		const { json } = await createApi(server.url, server.firstRun?.key).call(index);
		const { indexes } = await waitFor(
			'indexes that are whole',
			() => read(owner, '/health'),
			(health) => health.indexes.every(({ state }: Json) => state === 'ready'),
		);
		const product = indexes.find((report: Json) => report.hashid === hashid && report.index === 'product');
		assert.deepEqual([product.items, product.writes_behind, product.state], [json.count, 0, 'ready']);
		assert.ok(product.segments >= 1 && product.bytes > 1000);
	});

	it('is the same from every HTTP thread', async () => {
		// Calls at the same time have a connection each, which the kernel gives to one of the two threads.
		const answers = await Promise.all(Array.from({ length: 20 }, () => read(owner, '/health')));
		for (const health of answers) assert.deepEqual([health.threads[0].name, health.followers.length], ['main', 3]);
	});
});

/** Somebody without rights. */
async function openMember(api: Api): Promise<DashboardClient> {
	const user = await api.call('/api/admin/v1/users', { method: 'POST', body: { name: 'Ben' } });
	const link = await api.call(`/api/admin/v1/users/${user.json.code}/sign_in_links`, { method: 'POST' });
	return signInWithLink(server.url, link.json.path);
}

describe('what is wrong', () => {
	it('is an engine without items, for everybody, and an import into it that has not ended, for who may see items', async () => {
		const api = createApi(server.url, server.firstRun?.key);
		const made = await api.call('/api/v2/search_engines', { method: 'POST', body: { name: 'Empty' } });
		const engine = made.json.hashid;
		const indices = `/api/v2/search_engines/${engine}/indices`;
		await api.call(indices, { method: 'POST', body: { name: 'product', preset: 'product' } });
		await api.call(`${indices}/product/temp`, { method: 'POST' });
		const isOfEngine = (problem: Json) => problem.engine === engine;
		const found = await waitFor(
			'the problems',
			async () => (await read(owner, '/problems')).filter(isOfEngine),
			({ length }) => length === 2,
		);
		const empty = { code: 'engine_empty', severity: 'warning', engine, values: {} };
		assert.deepEqual(found, [empty, { code: 'import_open', severity: 'notice', engine, index: 'product', values: {} }]);
		const member = await openMember(api);
		assert.deepEqual((await read(member, '/problems')).filter(isOfEngine), [empty]);
	});

	it('is a widget whose answers are mostly without items, in its statistics, too', async () => {
		const api = createApi(server.url, server.firstRun?.key);
		const [store] = (await api.call('/api/admin/v1/stores')).json;
		const rules = { kind: 'new_arrivals', fallback: false, filter: { brand: ['of nobody'] } };
		const body = { name: 'Hollow', store_id: store.id, ...rules };
		const { id } = (await api.call('/api/admin/v1/widgets', { method: 'POST', body })).json;
		const shopper = createApi(server.url);
		const ask = (headers: Readonly<Record<string, string>> = {}) =>
			shopper.call(`/api/widget/${id}`, { method: 'POST', body: { current_url: 'https://shop.example/' }, headers });
		const answers = await Promise.all(Array.from({ length: 50 }, () => ask()));
		for (const { json } of answers) assert.deepEqual(json.results, []);
		await ask({ 'user-agent': 'Googlebot/2.1 (+http://www.google.com/bot.html)' });
		const [problem] = await waitFor(
			'the problem',
			async () => (await read(owner, '/problems')).filter(({ widget }: Json) => widget === id),
			(found) => found.length > 0,
		);
		const values = { count: 50, empty: 50 };
		assert.deepEqual(problem, { code: 'widget_empty', severity: 'warning', widget: id, values });
		const { totals } = await read(owner, `/widgets/${id}/stats`);
		assert.deepEqual([totals.impressions, totals.empty_answers], [0, 50]);
		const member = await openMember(api);
		assert.deepEqual(
			(await read(member, '/problems')).filter(({ widget }: Json) => widget === id),
			[],
		);
	});

	it('is nothing of another account', async () => {
		const operator = createApi(server.url, operatorToken);
		const body = { name: 'Stranger', owner: { name: 'Stranger' } };
		const { json } = await operator.call('/api/admin/v1/accounts', { method: 'POST', body });
		const stranger = await signInWithKey(server.url, json.key);
		const { indexes, indexes_left_out: leftOut } = await read(stranger, '/health');
		assert.deepEqual([indexes, leftOut], [[], 0]);
		for (const problem of await read(stranger, '/problems'))
			assert.deepEqual([problem.engine, problem.index], [undefined, undefined]);
	});
});
