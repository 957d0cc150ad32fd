/**
 * Two servers on one database: what one of them is told, the other knows, and each goes on without the other.
 * `test/cluster` has what happens to three of them when machines fail.
 */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Answer, createApi, type Json } from '../support/api.ts';
import { startCluster, type TestCluster, type TestNode, waitForHolder } from '../support/cluster.ts';
import { signInWithKey } from '../support/dashboard-client.ts';
import { startPgBouncer, whyNoPgBouncer } from '../support/pgbouncer.ts';
import { sharedPostgresServer } from '../support/postgres-server.ts';
import { queryPostgres } from '../support/query-postgres.ts';
import { isSoak } from '../support/test-length.ts';
import { waitFor } from '../support/wait-for.ts';

let cluster: TestCluster;
before(async () => {
	cluster = await startCluster(2);
});
after(() => cluster[Symbol.asyncDispose]());

describe('two servers on one database', () => {
	it('have one demo shop, though both started on an empty one, and the same accounts, keys and settings', async () => {
		const [one, other] = cluster.nodes.map(({ server }) => createApi(server.url, cluster.firstRun.key));
		assert(one !== undefined && other !== undefined);
		const accounts = await queryPostgres(cluster.databaseUrl, 'select id from account');
		assert.equal(accounts.length, 1);
		const { hashid, user_code: userCode } = cluster.firstRun;
		const { json: key } = await one.call(`/api/admin/v1/users/${userCode}/keys`, {
			method: 'POST',
			body: { name: 'k' },
		});
		const withKey = cluster.nodes.map(({ server }) => createApi(server.url, key.key));
		const stores = (await one.call('/api/admin/v1/stores')).json;
		const changes: readonly Change[] = [
			{
				what: 'a key',
				change: () => one.call(`/api/admin/v1/keys/${key.id}`, { method: 'DELETE' }),
				read: async (at) => (await withKey[at]?.call('/api/v2/search_engines'))?.status,
			},
			{
				what: 'the domains of a store',
				change: () =>
					one.call(`/api/admin/v1/stores/${stores[0].id}`, {
						...{ method: 'PATCH', body: { cors_enforced: true, allowed_domains: ['shop.example'] } },
					}),
				async read(at) {
					const { url } = cluster.nodes[at]?.server ?? assert.fail();
					const headers = { origin: 'https://elsewhere.example' };
					return (await createApi(url).call(`/6/${hashid}/_search?query=shoe`, { headers })).status;
				},
			},
			{
				what: 'whether queries are suggested',
				change: () =>
					one.call(`/api/admin/v1/search_engines/${hashid}/search_settings`, {
						...{ method: 'PATCH', body: { suggestions: false } },
					}),
				read: async (at) => (await [one, other][at]?.call(`/6/${hashid}/_suggest?query=sh`))?.status,
			},
		];
		for (const { what, change, read } of changes) {
			const before = await read(1);
			assert.equal(await read(0), before, what);
			const { status, text } = await change();
			assert(status < 300, text);
			const now = await read(0);
			assert.notEqual(now, before, `${what}: the node that was told knows it at once`);
			await waitFor(
				`${what} on the other node`,
				() => read(1),
				(answered) => answered === now,
			);
		}
		await one.call(`/api/admin/v1/stores/${stores[0].id}`, { method: 'PATCH', body: { cors_enforced: false } });
	});

	it('refuse to change an item of a locked engine, also one that is not there, however new the lock is', async () => {
		const [one, other] = cluster.nodes.map(({ server }) => createApi(server.url, cluster.firstRun.key));
		assert(one !== undefined && other !== undefined);
		const { json: engine } = await one.call('/api/v2/search_engines', { method: 'POST', body: { name: 'Locked' } });
		const indices = `/api/v2/search_engines/${engine.hashid}/indices`;
		await one.call(indices, { method: 'POST', body: { name: 'product', preset: 'generic' } });
		const path = `${indices}/product/items/absent`;
		for (let count = 0; count < 50; count += 1) {
			// So that what the other node knows is what it was before the lock.
			await waitFor(
				'no item on the other node',
				() => other.call(path, { method: 'DELETE' }),
				({ status }) => status === 404,
			);
			assert.equal((await one.call(`${indices}/product/temp`, { method: 'POST', body: [] })).status, 201);
			for (const request of [{ method: 'DELETE' }, { method: 'PATCH', body: { title: 'A' } }]) {
				const answer: Answer = await other.call(path, request);
				assert.equal(answer.status, 409, `${request.method}: ${answer.text}`);
			}
			assert.equal((await one.call(`${indices}/product/temp`, { method: 'DELETE' })).status, 204);
		}
	});

	it('find what was written through the other, where the search says so', async () => {
		const [one, other] = cluster.nodes.map(({ server }) => createApi(server.url, cluster.firstRun.key));
		assert(one !== undefined && other !== undefined);
		const { hashid } = cluster.firstRun;
		const items = `/api/v2/search_engines/${hashid}/indices/product/items`;
		const position = 'x-vitrine-position';
		const find = async (query: string, written: Answer) => {
			const headers = { [position]: written.headers.get(position) ?? assert.fail() };
			const { status, json, text } = await other.call(`/6/${hashid}/_search?query=${query}`, { headers });
			assert.equal(status, 200, text);
			return json.results.map(({ title }: Json) => title);
		};
		for (const word of ['quokka', 'axolotl', 'capybara']) {
			const created = await one.call(items, { method: 'POST', body: { id: word, title: word, price: 1 } });
			assert.equal(created.status, 201, created.text);
			assert.deepEqual(await find(word, created), [word]);
			const change = await one.call(`${items}/${word}`, { method: 'PATCH', body: { title: `${word} two` } });
			assert.deepEqual(await find(word, change), [`${word} two`]);
			assert.deepEqual(await find(word, await one.call(`${items}/${word}`, { method: 'DELETE' })), []);
		}
	});

	it('know of each other', async () => {
		const url = cluster.nodes[0]?.server.url ?? assert.fail();
		const owner = await signInWithKey(url, cluster.firstRun.key);
		const nodes: Json[] = await waitFor(
			'both nodes with their followers, one of which counts statistics',
			async () => (await owner.call('/health')).json.nodes,
			(found: Json[]) =>
				found.length === 2 &&
				found.every(({ alive, followers }) => alive && followers.length === 2) &&
				found.some(({ jobs }) => jobs.includes('statistics')),
		);
		assert.deepEqual(nodes.map(({ self }) => self).sort(), [false, true]);
		for (const { server } of cluster.nodes) {
			const { text } = await createApi(server.url, cluster.operatorToken).call('/metrics');
			assert.match(text, /^vitrine_nodes\{zone="eu1"\} 2$/m);
		}
	});
});

describe('two servers behind one PgBouncer', {
	skip: isSoak ? whyNoPgBouncer() : 'the long form alone',
}, () => {
	it('go on without the one that stands still within a transaction', async (t) => {
		const server = await sharedPostgresServer();
		const pooler = await startPgBouncer(server.url);
		t.after(() => pooler.close());
		// A transaction that is left open ends by then; until it does, it has one of the four connections of the pooler.
		const settings = { VITRINE_STORE_TIMEOUT_MS: '3000' };
		await using pooled = await startCluster(2, settings, pooler.toPooled);
		const [still, other] = pooled.nodes;
		assert(still !== undefined && other !== undefined);
		const left = await stopWithinTransaction(still, pooled);
		const api = createApi(other.server.url, pooled.firstRun.key);
		const items = `/api/v2/search_engines/${pooled.firstRun.hashid}/indices/product/items`;
		const write = () => api.call(items, { method: 'POST', body: { id: 'later', title: 'Later' } });
		await waitFor('a write through the other', write, ({ status }) => status === 201);
		await waitForHolder(pooled, 'statistics', (holder) => holder === other);
		await waitFor(
			'the end of the transaction that was left open',
			() => listOpenTransactions(pooled),
			(open) => !open.some((transaction) => left.includes(transaction)),
		);
		still.server.process.kill('SIGCONT');
	});
});

/** Stops a node while somebody has a transaction open on the server, and nothing is about to end it. */
async function stopWithinTransaction({ server }: TestNode, cluster: TestCluster): Promise<readonly string[]> {
	let isOver = false;
	const api = createApi(server.url, cluster.firstRun.key);
	const work = async () => {
		for (let count = 1; !isOver; count += 1) {
			await api.call('/api/v2/search_engines', { method: 'POST', body: { name: `Engine ${count}` } });
		}
	};
	const working = Array.from({ length: 4 }, work);
	const left = await waitFor('an open transaction of a node that stands still', async () => {
		server.process.kill('SIGSTOP');
		const open = await listOpenTransactions(cluster);
		const still = (await listOpenTransactions(cluster)).filter((transaction) => open.includes(transaction));
		if (still.length > 0) return still;
		server.process.kill('SIGCONT');
		return false;
	});
	isOver = true;
	// They end when the node goes on, or is ended.
	for (const each of working) each.catch(() => undefined);
	return left || assert.fail();
}

/** Those that wait for their next statement. */
async function listOpenTransactions({ databaseUrl }: TestCluster): Promise<readonly string[]> {
	const rows = await queryPostgres(
		databaseUrl,
		`select pid || ' ' || xact_start as transaction from pg_stat_activity
		where state = 'idle in transaction' and datname = current_database()`,
	);
	return rows.map(({ transaction }) => String(transaction));
}

/** Something that nodes remember of the database. */
interface Change {
	readonly what: string;
	/** Through the first node. */
	readonly change: () => Promise<Answer>;
	/** What a node answers that goes by it. */
	readonly read: (node: number) => Promise<number | undefined>;
}
