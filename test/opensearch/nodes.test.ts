/** Two servers on one PostgreSQL and one OpenSearch, behind TLS and a password, which is killed and comes back. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Api, createApi, type Json } from '../support/api.ts';
import { startCluster, type TestCluster, waitForHolder, waitUntilReady } from '../support/cluster.ts';
import { loseItems, readSeq } from '../support/lose-items.ts';
import { type OpenSearchNode, startOwnOpenSearch, whyNoOwnOpenSearch } from '../support/opensearch/opensearch-node.ts';
import { startTlsFront, type TlsFront } from '../support/opensearch/tls-front.ts';
import { waitFor } from '../support/wait-for.ts';

const skip = whyNoOwnOpenSearch();
const password = 'open: sésame/"%21"';
let node: OpenSearchNode;
let front: TlsFront;
let cluster: TestCluster;

before(async () => {
	if (skip !== false) return;
	node = await startOwnOpenSearch();
	front = await startTlsFront(node.url, 'vitrine', password);
	cluster = await startCluster(2, { ...front.environment, VITRINE_OPENSEARCH_REPLICAS: '0' });
});
after(async () => {
	await cluster?.[Symbol.asyncDispose]();
	await front?.[Symbol.asyncDispose]();
	await node?.[Symbol.asyncDispose]();
});

function apis(): readonly [Api, Api] {
	const [one, other] = cluster.nodes.map(({ server }) => createApi(server.url, cluster.firstRun.key));
	assert(one !== undefined && other !== undefined);
	return [one, other];
}

const itemsPath = () => `/api/v2/search_engines/${cluster.firstRun.hashid}/indices/product/items`;
const searchPath = (query: string) => `/6/${cluster.firstRun.hashid}/_search?query=${encodeURIComponent(query)}`;

async function waitForTitle(api: Api, query: string, title: string): Promise<void> {
	await waitFor(
		`${title} on ${query}`,
		() => api.call(searchPath(query)),
		({ status, json }) => status === 200 && json.results[0]?.title === title,
	);
}

async function waitForNone(api: Api, query: string): Promise<void> {
	await waitFor(
		`nothing on ${query}`,
		() => api.call(searchPath(query)),
		({ status, json }) => status === 200 && json.total === 0,
	);
}

async function write(api: Api, id: string, title: string): Promise<void> {
	const answer = await api.call(itemsPath(), { method: 'POST', body: { id, title } });
	assert.equal(answer.status, 201, answer.text);
}

/** What the metrics of each node say of indexes that are not whole. */
async function readBuilding(): Promise<readonly string[]> {
	const texts = cluster.nodes.map(async ({ server }) => {
		const { text } = await createApi(server.url, cluster.operatorToken).call('/metrics');
		return (
			text
				.match(/^vitrine_search_index_(building|failing)_.*$/gm)
				?.toSorted()
				.join(', ') ?? 'nothing'
		);
	});
	return await Promise.all(texts);
}

const noneBuilding = ['building_count', 'building_writes_missing', 'failing_count']
	.map((name) => `vitrine_search_index_${name}{zone="eu1"} 0`)
	.join(', ');

describe('two servers that search in OpenSearch', { skip }, () => {
	it('find the demo shop, its facets and completions', async () => {
		for (const api of apis()) {
			// The shop is found while it is filled.
			const { json } = await waitFor(
				'a node that has the rugs',
				() => api.call(searchPath('rug')),
				({ status, json }) => status === 200 && json.total > 0,
			);
			assert.match(json.results[0].title, /rug/i);
			assert(Object.keys(json.facets).length > 0);
			const suggested = await api.call(`/6/${cluster.firstRun.hashid}/_suggest?query=ru`);
			assert(suggested.json.length > 0, suggested.text);
		}
	});

	it('find on each what was written through any of them, typing errors or not', async () => {
		const [one, other] = apis();
		await write(one, 'zeppelin', 'Zeppelin lamp');
		await waitForTitle(other, 'zeppelin', 'Zeppelin lamp');
		await waitForTitle(one, 'zepelin', 'Zeppelin lamp');
	});

	it('find what the database has after a loss of its last writes, and what is written then', async () => {
		const [one, other] = apis();
		const { databaseUrl: url, firstRun } = cluster;
		const seq = await readSeq(url, firstRun.hashid);
		await write(one, 'lost', 'Lost gramophone');
		await waitForTitle(other, 'gramophone', 'Lost gramophone');
		await loseItems(url, { hashid: firstRun.hashid, seq });
		for (const id of ['ocarina', 'theremin']) {
			await waitFor(
				'a write to the database as it is now',
				() => one.call(itemsPath(), { method: 'POST', body: { id, title: `New ${id}` } }),
				({ status }) => status === 201 || status === 409,
			);
		}
		for (const api of [one, other]) {
			await waitForTitle(api, 'ocarina', 'New ocarina');
			await waitForTitle(api, 'theremin', 'New theremin');
			await waitForNone(api, 'gramophone');
		}
	});

	it('find what is written to a search engine all of whose items were lost', async () => {
		const [one, other] = apis();
		const engines = '/api/v2/search_engines';
		const { json } = await one.call(engines, { method: 'POST', body: { name: 'Lost' } });
		const { hashid } = json;
		await one.call(`${engines}/${hashid}/indices`, { method: 'POST', body: { name: 'product', preset: 'generic' } });
		const items = `${engines}/${hashid}/indices/product/items`;
		const waitForIds = (query: string, ids: string) =>
			waitFor(
				`${ids} on ${query}`,
				() => other.call(`/6/${hashid}/_search?query=${query}`),
				(found) => found.status === 200 && found.json.results.map(({ id }: Json) => id).join() === ids,
			);
		for (const id of ['a', 'b', 'c']) await one.call(items, { method: 'POST', body: { id, title: `Bassoon ${id}` } });
		await waitForIds('bassoon&sort=id', 'a,b,c');
		await loseItems(cluster.databaseUrl, { hashid, seq: 0 });
		// The indexer has compared everything before it brings this one there.
		await waitFor(
			'a write to the database as it is now',
			() => one.call(itemsPath(), { method: 'POST', body: { id: 'sitar', title: 'New sitar' } }),
			({ status }) => status === 201 || status === 409,
		);
		await waitForTitle(other, 'sitar', 'New sitar');
		await one.call(items, { method: 'POST', body: { id: 'd', title: 'Bassoon d' } });
		await waitForIds('bassoon', 'd');
	});

	it('answer 503 while it is away, take writes, and find them when it is back', async () => {
		const [one, other] = apis();
		for (const each of cluster.nodes) await waitUntilReady(each);
		assert.deepEqual(await readBuilding(), [noneBuilding, noneBuilding]);
		await node.kill();
		assert.deepEqual(await readBuilding(), ['nothing', 'nothing']);
		const away = await other.call(searchPath('rug'));
		assert.deepEqual([away.status, away.headers.get('retry-after') !== null], [503, true], away.text);
		// Writes go on, so load balancers must not take out all nodes.
		const ready = await other.call('/health/ready');
		assert.deepEqual([ready.status, ready.json], [200, { status: 'ok', opensearch: 'away' }]);
		await write(one, 'quokka', 'Quokka cushion');
		await node.start();
		await waitForTitle(other, 'quokka', 'Quokka cushion');
		for (const each of cluster.nodes) await waitUntilReady(each);
		assert.deepEqual(await readBuilding(), [noneBuilding, noneBuilding]);
	});

	it('answer 503 while their password is refused, and say so without it', async () => {
		const [one, other] = apis();
		front.setPassword('another');
		const refused = await other.call(searchPath('rug'));
		assert.equal(refused.status, 503, refused.text);
		await write(one, 'wombat', 'Wombat lamp');
		const readLogs = () => cluster.nodes.map(({ server }) => server.log()).join('');
		await waitFor('the refusal in a log', readLogs, (logs) => logs.includes('refuses the user or the password'));
		front.setPassword(password);
		await waitForTitle(other, 'wombat', 'Wombat lamp');
		for (const form of [password, encodeURIComponent(password), JSON.stringify(password).slice(1, -1)])
			assert(!readLogs().includes(form));
		assert(!readLogs().includes(Buffer.from(`vitrine:${password}`).toString('base64')));
	});

	it('have one that brings items there, and another when it ends', async () => {
		const holder = await waitForHolder(cluster, 'search indexing');
		const survivor = cluster.nodes.find((one) => one !== holder);
		assert(survivor !== undefined);
		holder.server.process.kill('SIGKILL');
		const api = createApi(survivor.server.url, cluster.firstRun.key);
		await write(api, 'narwhal', 'Narwhal mug');
		await waitForTitle(api, 'narwhal', 'Narwhal mug');
		await holder.restart();
	});

	it('answer 503, not a part of what there is, while the data of an index are lost, and build it anew when it is removed', async () => {
		const [one, other] = apis();
		const engine = `/api/v2/search_engines/${cluster.firstRun.hashid}`;
		await one.call(`${engine}/indices`, { method: 'POST', body: { name: 'guide', preset: 'generic' } });
		for (const [id, title] of ['Quokka guide', 'Axolotl guide'].entries()) {
			await one.call(`${engine}/indices/guide/items`, { method: 'POST', body: { id: String(id), title } });
		}
		const waitForBoth = () =>
			waitFor(
				'a product and a guide',
				() => other.call(searchPath('quokka')),
				({ status, json }) => status === 200 && json.total === 2,
			);
		await waitForBoth();
		await waitForTitle(other, 'axolotl', 'Axolotl guide');
		const listed = await fetch(`${node.url}/_cat/indices/vitrine-*?h=index,uuid,docs.count&format=json`);
		const indexes = (await listed.json()) as { readonly index: string; readonly uuid: string; 'docs.count': string }[];
		const guides = indexes.find(({ index, 'docs.count': count }) => count === '2' && !index.endsWith('progress'));
		assert(guides !== undefined, JSON.stringify(indexes));
		await node.kill();
		await node.loseIndex(guides.uuid);
		await node.start(1);
		for (const text of ['quokka', 'rug']) {
			const { status, text: answer } = await other.call(searchPath(text));
			assert.equal(status, 503, answer);
		}
		await fetch(`${node.url}/${guides.index}`, { method: 'DELETE' });
		// OpenSearch makes another index of that name for a write to it, without our mapping.
		await one.call(`${engine}/indices/guide/items`, { method: 'POST', body: { id: 'h', title: 'Kakapo guide' } });
		await waitForTitle(other, 'kakapo', 'Kakapo guide');
		await waitForBoth();
	});
});
