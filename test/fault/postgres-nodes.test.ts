/**
 * Two servers on one database, while shoppers and owners use both. The one that counts statistics is killed, and another
 * time stopped for longer than its leases last.
 *
 *     node 1 ─┬─ writers, deleters, carts, searches ─┐
 *             │                                       ├─ the same items on each, each event counted once
 *     node 2 ─┴─ killed │ stopped … goes on ─────────┘
 *
 * Kills and stops are for the long form and `npm run test:cluster`.
 */
import assert from 'node:assert/strict';
import { after, before, describe, it, type TestContext } from 'node:test';
import { formatDfid, toItemKey } from '../../src/domain/item/dfid.ts';
import { createSeededRandom, type SeededRandom } from '../../src/lib/seeded-random.ts';
import { type Answer, type Api, createApi, type Json } from '../support/api.ts';
import { assertCounted } from '../support/assert-counted.ts';
import { chooseSeed } from '../support/chosen-seed.ts';
import { searchAll, startCluster, type TestCluster, waitForHolder } from '../support/cluster.ts';
import { createCartActor } from '../support/crash/cart-actor.ts';
import { createRegisterWriter, type RegisterWriter } from '../support/crash/register-writer.ts';
import { signInWithKey } from '../support/dashboard-client.ts';
import { openTestDatabase } from '../support/prepared-postgres.ts';
import { queryPostgres } from '../support/query-postgres.ts';
import { chooseLength } from '../support/test-length.ts';
import { waitFor } from '../support/wait-for.ts';

/** Each kills a node once, and stops one once. */
const roundCount = Number(process.env.VITRINE_CLUSTER_ROUNDS ?? chooseLength(0, 2));
const writerCount = 3;

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
			'both nodes with their followers',
			async () => (await owner.call('/health')).json.nodes,
			(found: Json[]) => found.length === 2 && found.every(({ alive, followers }) => alive && followers.length === 2),
		);
		assert.deepEqual(nodes.map(({ self }) => self).sort(), [false, true]);
		assert(nodes.some(({ jobs }) => jobs.includes('statistics')));
		for (const { server } of cluster.nodes) {
			const { text } = await createApi(server.url, cluster.operatorToken).call('/metrics');
			assert.match(text, /^vitrine_nodes\{zone="eu1"\} 2$/m);
		}
	});

	const whyNot = roundCount === 0 && 'the long form alone';
	it(`lose nothing, and count nothing twice, in ${roundCount} rounds of kills and stops`, {
		skip: whyNot,
	}, async (t) => {
		const random = createSeededRandom(chooseSeed(t));
		const cast = await assemble();
		for (let round = 1; round <= roundCount; round += 1) {
			await workDuring(cast, random, killHolder);
			await workDuring(cast, random, stopHolder);
			await check(cast, t);
		}
		t.diagnostic(`${cast.writers.reduce((sum, writer) => sum + writer.countCertain(), 0)} items are certain`);
	});
});

/** Something that nodes remember of the database. */
interface Change {
	readonly what: string;
	/** Through the first node. */
	readonly change: () => Promise<Answer>;
	/** What a node answers that goes by it. */
	readonly read: (node: number) => Promise<number | undefined>;
}

interface Cast {
	readonly hashid: string;
	readonly writers: readonly RegisterWriter[];
	readonly cart: ReturnType<typeof createCartActor>;
}

async function assemble(): Promise<Cast> {
	const {
		nodes: [first],
		firstRun,
	} = cluster;
	assert(first);
	const api = createApi(first.server.url, firstRun.key);
	const engine = await api.call('/api/v2/search_engines', { method: 'POST', body: { name: 'Shared' } });
	const { hashid } = engine.json;
	const indices = `/api/v2/search_engines/${hashid}/indices`;
	await api.call(indices, { method: 'POST', body: { name: 'product', preset: 'generic' } });
	const demo = `/api/v2/search_engines/${firstRun.hashid}/indices/product/items?rpp=1`;
	const [item] = (await api.call(demo)).json.items;
	const dfid = formatDfid({ hashid: firstRun.hashid, indexName: 'product', itemKey: toItemKey(item.id) });
	return {
		hashid,
		writers: Array.from({ length: writerCount }, (_, number) =>
			createRegisterWriter(`${indices}/product/items`, `writer${number}`),
		),
		cart: createCartActor({ name: 'cart', widgetId: firstRun.widget_id, dfid }),
	};
}

/** Everybody works, through any node, until `nemesis` has resolved. A node that stands still holds up those who asked it. */
async function workDuring(
	{ writers, cart, hashid }: Cast,
	random: SeededRandom,
	nemesis: () => Promise<void>,
): Promise<void> {
	let isOver = false;
	const work = async (step: (api: Api, own: SeededRandom) => Promise<unknown>) => {
		const own = createSeededRandom(random.uint32());
		while (!isOver) {
			await step(createApi(own.pick(cluster.nodes).server.url, cluster.firstRun.key), own);
			await new Promise((resolve) => setTimeout(resolve, own.integer(1, 40)));
		}
	};
	const working = Promise.all([
		...writers.map((writer) => work(writer.step)),
		// A cart that was not acknowledged may be there or not.
		work((api, own) => cart.step(api, own).catch(ignoreLostAnswers)),
		work((api, own) =>
			api.call(`/6/${hashid}/_search?query=write&session_id=s${own.integer(1, 9)}`).catch(() => undefined),
		),
	]);
	await nemesis();
	isOver = true;
	await working;
}

/** Of `assert`, only a status or a body that must not be. */
function ignoreLostAnswers(error: unknown): void {
	if (error instanceof assert.AssertionError) throw error;
}

async function killHolder(): Promise<void> {
	const holder = await waitForHolder(cluster, 'statistics');
	await holder.server.kill();
	await waitForHolder(cluster, 'statistics', (other) => other !== holder);
	await holder.restart();
}

async function stopHolder(): Promise<void> {
	const holder = await waitForHolder(cluster, 'statistics');
	holder.server.process.kill('SIGSTOP');
	await waitForHolder(cluster, 'statistics', (other) => other !== holder);
	holder.server.process.kill('SIGCONT');
}

async function check({ hashid, writers, cart }: Cast, t: TestContext): Promise<void> {
	const database = openTestDatabase(t, cluster.databaseUrl);
	const target = { hashid, indexName: 'product', generation: 'live' } as const;
	const stored = await database.items.count(target);
	for (const node of cluster.nodes) {
		const search = () => searchAll(node, hashid, cluster.firstRun.key);
		await waitFor(`${stored} items on ${node.name}`, search, ({ size }) => size === stored);
		// An item that was changed may be found as it was before for a moment.
		await waitFor(
			`what was acknowledged, on ${node.name}`,
			async () => {
				const found = await search();
				return writers.flatMap((writer) => writer.listWrong(found));
			},
			(wrong) => wrong.length === 0,
		);
	}
	await cart.checkDatabase?.(database);
	await waitFor('an empty log of statistics', async () => {
		const end = await database.events.log().readEnd();
		return (await database.statistics.readWatermark()) === end;
	});
	await assertCounted(database, cluster.firstRun.hashid);
	await assertCounted(database, hashid);
	await waitFor('sums of widgets that are those of the log', async () => {
		const [row] = await queryPostgres(
			cluster.databaseUrl,
			`select (select sum(carts) from widget_day)::integer as counted,
				(select count(*) from event where kind = 'cart' and widget_id is not null)::integer as stored`,
		);
		return row?.counted === row?.stored && row;
	});
}
