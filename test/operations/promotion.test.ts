/**
 * An asynchronous standby is promoted, and what it had not received is lost. One node runs all the time, another is stopped
 * meanwhile and starts with what it had on disk. Afterwards both know what the database has, and nothing else.
 */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { openPostgresDatabase } from '../../src/adapters/postgres/open-postgres-database.ts';
import { createSharedCounter } from '../../src/lib/shared-counter.ts';
import type { Database } from '../../src/ports/database.ts';
import { type Api, createApi, type Json } from '../support/api.ts';
import { assertCounted } from '../support/assert-counted.ts';
import { startNode, type TestNode } from '../support/cluster.ts';
import { addToCart, checkOut, listItems } from '../support/full-shop.ts';
import { type LossyDatabase, startLossyDatabase } from '../support/lossy-database.ts';
import { queryPostgres } from '../support/query-postgres.ts';
import { openTenant, type Tenant } from '../support/tenant.ts';
import { waitFor } from '../support/wait-for.ts';

const operatorToken = 'operator-token-of-the-promotion-tests-01';

let database: LossyDatabase;
let nodes: readonly TestNode[];
let shop: Tenant;
let bestsellers: string;

before(async () => {
	database = await startLossyDatabase();
	const environment = {
		VITRINE_DATABASE_URL: database.url,
		VITRINE_SECRET_KEY: '5e'.repeat(32),
		VITRINE_OPERATOR_TOKEN: operatorToken,
		VITRINE_STORE_TIMEOUT_MS: '60000',
		VITRINE_HTTP_THREADS: '1',
	};
	const options = { environment, arguments: ['--no-demo'] };
	nodes = [await startNode('running', options), await startNode('stopped', options)];
	const [running] = nodes;
	assert(running);
	shop = await openTenant(running.server.url, operatorToken);
	const widget = { name: 'best', store_id: shop.storeId, kind: 'bestsellers', fallback: false };
	bestsellers = (await send(shop.api, 'POST', '/api/admin/v1/widgets', widget)).id;
});
after(async () => {
	for (const { server } of nodes ?? []) await server[Symbol.asyncDispose]();
	await database?.[Symbol.asyncDispose]();
});

const toIndex = () => `/api/v2/search_engines/${shop.hashid}/indices/product`;

async function send(api: Api, method: string, path: string, body?: unknown): Promise<Json> {
	const answer = await api.call(path, { method, ...(body !== undefined && { body }) });
	assert(answer.status >= 200 && answer.status < 300, `${method} ${path}: ${answer.status} ${answer.text}`);
	return answer.json;
}

const toApi = ({ server }: TestNode) => createApi(server.url, shop.key);
const toPage = ({ server }: TestNode) => createApi(server.url);

/** Id and title of all that a search finds. */
async function search(node: TestNode, query = ''): Promise<readonly string[]> {
	const answer = await toPage(node).call(`/6/${shop.hashid}/_search?query=${query}&rpp=90`);
	assert.equal(answer.status, 200, answer.text);
	return answer.json.results.map(toLine).sort();
}

const toLine = ({ id, title }: Json) => `${id}: ${title ?? ''}`;

async function suggest(node: TestNode): Promise<readonly string[]> {
	const { json } = await toPage(node).call(`/6/${shop.hashid}/_suggest?query=chair&indices[]=product`);
	return json;
}

async function recommend(node: TestNode): Promise<readonly string[]> {
	const body = { session_id: 'anyone', current_url: 'https://shop.example/' };
	const { results } = await send(toPage(node), 'POST', `/api/widget/${bestsellers}`, body);
	return results.map(({ id }: Json) => id);
}

async function buy({ server }: TestNode, id: string, sessions: readonly string[]): Promise<void> {
	for (const session of sessions) {
		await addToCart(server.url, shop, session, id);
		await checkOut(server.url, shop, session);
	}
}

/** As the server of the shop does, so that sessions are shoppers. */
async function searchFor(node: TestNode, query: string, sessions: readonly string[]): Promise<void> {
	for (const session of sessions) {
		await send(toApi(node), 'GET', `/6/${shop.hashid}/_search?query=${query}&session_id=${session}`);
	}
}

/** Waits until the nodes find what the database has. */
async function waitForItems(of: readonly TestNode[], titles: readonly string[]): Promise<void> {
	for (const node of of) {
		await waitFor(
			`the items on the ${node.name} node`,
			() => search(node),
			(found) => found.join('\n') === titles.toSorted().join('\n'),
		);
	}
}

async function writeKept(node: TestNode): Promise<void> {
	const items = ['stays', 'changes', 'goes', 'velvet'].map((id) => ({ id, title: `${id} chair`, price: 1 }));
	await send(toApi(node), 'POST', `${toIndex()}/items/_bulk`, items);
	await buy(node, 'stays', ['k-1', 'k-2']);
}

interface Lost {
	readonly key: string;
	/** Where the last of the lost writes was. */
	readonly position: string;
}

async function writeLost(node: TestNode): Promise<Lost> {
	const api = toApi(node);
	await send(api, 'POST', `${toIndex()}/items/_bulk`, [
		{ id: 'lost-1', title: 'lost chair' },
		{ id: 'lost-2', title: 'lost chair' },
	]);
	await send(api, 'PATCH', `${toIndex()}/items/changes`, { title: 'lost title of a chair' });
	const gone = await api.call(`${toIndex()}/items/goes`, { method: 'DELETE' });
	assert.equal(gone.status, 204, gone.text);
	await searchFor(node, 'chair%20velvet', ['l-1', 'l-2', 'l-3', 'l-4']);
	await buy(node, 'velvet', ['l-1', 'l-2', 'l-3', 'l-4']);
	await send(api, 'PATCH', `/api/admin/v1/search_engines/${shop.hashid}/search_settings`, {
		synonyms: [{ words: ['chair', 'seat'] }],
	});
	const { key } = await send(api, 'POST', `/api/admin/v1/users/${shop.ownerCode}/keys`, { name: 'lost' });
	return { key, position: gone.headers.get('x-vitrine-position') ?? assert.fail() };
}

/** Both nodes have made everything of what is going to be lost. */
async function seeLost(of: readonly TestNode[], { key }: Lost): Promise<void> {
	for (const node of of) {
		await waitFor(
			`a popular query on the ${node.name} node`,
			() => suggest(node),
			(queries) => queries.includes('chair velvet'),
		);
		await waitFor(
			`recommendations of the ${node.name} node`,
			() => recommend(node),
			([first]) => first === 'velvet',
		);
		await waitFor(
			`a synonym on the ${node.name} node`,
			() => search(node, 'seat'),
			({ length }) => length > 0,
		);
		assert.equal((await createApi(node.server.url, key).call('/api/v2/search_engines')).status, 200);
	}
}

const kept = ['changes: changes chair', 'goes: goes chair', 'stays: stays chair', 'velvet: velvet chair'] as const;

describe('nodes whose database lost its last writes with a promotion', () => {
	it('find, suggest, recommend and allow what it has, and all that is written from then on', async () => {
		const [running, stopped] = nodes;
		assert(running && stopped);
		// The item that each shop of the tests has.
		const own = `${shop.itemId}: `;
		const all = (...titles: readonly string[]) => [own, ...titles];
		await writeKept(running);
		await waitForItems(nodes, all(...kept));
		await database.cut();

		const lost = await writeLost(running);
		const lostTitles = ['lost-1: lost chair', 'lost-2: lost chair', 'changes: lost title of a chair'];
		await waitForItems(nodes, all(...lostTitles, 'stays: stays chair', 'velvet: velvet chair'));
		await seeLost(nodes, lost);
		assert.equal(await stopped.server.stop(), 0);
		await database.promote();

		// As many writes as were lost.
		const fresh = ['fresh-1', 'fresh-2', 'fresh-3', 'fresh-4'].map((id) => ({ id, title: 'fresh chair' }));
		const written = await waitFor(
			'writes to the promoted database',
			() => toApi(running).call(`${toIndex()}/items/_bulk`, { method: 'POST', body: fresh }),
			({ status }) => status === 201 || status === 200,
		);
		const position = written.headers.get('x-vitrine-position') ?? assert.fail();
		const sent = { headers: { 'x-vitrine-position': position } };
		const first = await toPage(running).call(`/6/${shop.hashid}/_search?query=fresh`, sent);
		assert.equal(first.json.total_found, 4, 'a search with the position finds what was written');
		const old = { headers: { 'x-vitrine-position': lost.position } };
		const answer = await toPage(running).call(`/6/${shop.hashid}/_search?query=lost`, old);
		assert([200, 503].includes(answer.status), answer.text);
		await stopped.restart();

		const now = all(...kept, ...fresh.map(toLine));
		await waitForItems(nodes, now);
		await checkForgotten(lost);
		const listed = await listItems(toApi(running), toIndex());
		assert.deepEqual(listed.map(toLine).sort(), now.toSorted());

		// Events go on, too.
		await buy(running, 'changes', ['n-1', 'n-2', 'n-3']);
		for (const node of nodes) {
			await waitFor(
				`recommendations of new purchases by the ${node.name} node`,
				() => recommend(node),
				([best]) => best === 'changes',
			);
		}
		await checkStatistics();
	});
});

async function checkForgotten({ key }: Lost): Promise<void> {
	for (const node of nodes) {
		const { status } = await createApi(node.server.url, key).call('/api/v2/search_engines');
		assert.equal(status, 401, `the lost key on the ${node.name} node`);
		await waitFor(
			`the ${node.name} node without the lost synonym`,
			() => search(node, 'seat'),
			({ length }) => length === 0,
		);
		await waitFor(
			`the ${node.name} node without the lost query`,
			() => suggest(node),
			(queries) => !queries.includes('chair velvet'),
		);
		await waitFor(
			`the ${node.name} node without the lost purchases`,
			() => recommend(node),
			(ids) => ids.join() === 'stays',
		);
	}
}

/** What is counted is what a recount of the log says. */
async function checkStatistics(): Promise<void> {
	const store: Database = openPostgresDatabase({
		...{ url: database.url, deadlineMs: 60_000, connectionsMax: 2, random: () => 0, nowMs: Date.now },
		onConnectionLost: () => undefined,
		changes: { items: createSharedCounter(), settings: createSharedCounter() },
	});
	try {
		await waitFor('an empty log of statistics', async () => {
			const end = await store.events.log().readEnd();
			return (await store.statistics.readWatermark()) === end;
		});
		await assertCounted(store, shop.hashid);
	} finally {
		await store.close();
	}
	const timelines = await queryPostgres(database.url, 'select timeline from store_incarnation order by number');
	assert.equal(timelines.length, 2, 'the promotion was noticed');
}
