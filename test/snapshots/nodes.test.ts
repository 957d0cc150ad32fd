/** Servers on one PostgreSQL that leave each other snapshots, in a directory and in a bucket. */
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { createApi, type Json } from '../support/api.ts';
import { startCluster, type TestCluster, type TestNode, waitUntilReady } from '../support/cluster.ts';
import { type S3Server, type S3User, startS3, whyNoS3 } from '../support/s3-server.ts';
import { ask, haveAsked, importItems, toItems, waitForSame } from '../support/snapshot-shop.ts';
import { waitFor } from '../support/wait-for.ts';

const itemCount = 1_200;
const operatorToken = 'operator-token-of-the-test-cluster-0001';
let s3: S3Server | undefined;
let home: string;
before(async () => {
	home = await mkdtemp(join(tmpdir(), 'vitrine-snapshots-'));
	if (whyNoS3() === false) s3 = await startS3();
});
after(async () => {
	await s3?.[Symbol.asyncDispose]();
	await rm(home, { recursive: true, force: true });
});

async function countSnapshots({ server }: TestNode, outcome: string): Promise<number> {
	const { text } = await createApi(server.url, operatorToken).call('/metrics');
	const line = new RegExp(`^vitrine_search_index_snapshots_total\\{.*outcome="${outcome}"\\} (\\d+)$`, 'm');
	return Number(line.exec(text)?.[1] ?? 0);
}

const waitForSnapshots = (node: TestNode, outcome: string) =>
	waitFor(
		`${outcome} snapshots`,
		() => countSnapshots(node, outcome),
		(count) => count > 0,
	);

const storages: readonly { name: string; skip: string | false; open: () => Promise<Record<string, string>> }[] = [
	{
		name: 'in a directory',
		skip: false,
		async open() {
			const path = join(home, 'shared');
			await mkdir(path);
			return { VITRINE_SNAPSHOT_URL: pathToFileURL(path).href };
		},
	},
	{ name: 'in a bucket', skip: whyNoS3(), open: async () => (s3 === undefined ? {} : openBucket(s3, s3.writer)) },
];

async function openBucket(server: S3Server, { accessKeyId, secretAccessKey }: S3User): Promise<Record<string, string>> {
	const url = await server.createBucket();
	return { VITRINE_SNAPSHOT_URL: url, AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey };
}

for (const { name, skip, open } of storages) {
	describe(`a server that joins others with snapshots ${name}`, { skip }, () => {
		let cluster: TestCluster;
		let other: TestNode;
		let settings: Record<string, string>;
		before(async () => {
			settings = await open();
			cluster = await startCluster(1, settings);
		});
		after(async () => {
			await other?.server[Symbol.asyncDispose]();
			await cluster[Symbol.asyncDispose]();
		});

		it('answers like one that built its index, and like one that has nothing but the log from then on', async () => {
			const [node] = cluster.nodes;
			assert(node);
			const { key, hashid } = cluster.firstRun;
			const api = createApi(node.server.url, key);
			await importItems(api, hashid, itemCount);
			await waitForSnapshots(node, 'published');
			await api.call(`${toItems(hashid)}/s77`, { method: 'DELETE' });
			await haveAsked(cluster, api);
			other = await cluster.addNode();
			await waitUntilReady(other);
			assert.match(other.server.log(), /a search index was taken from its snapshot/);
			const joined = createApi(other.server.url, key);
			await waitForSame(joined, api, hashid);
			const late = { id: 'late', title: 'zeppelin lamp', price: 1 };
			await api.call(toItems(hashid), { method: 'POST', body: late });
			await api.call(`${toItems(hashid)}/s78`, { method: 'DELETE' });
			for (const [query, total] of [
				['zeppelin', 1],
				['number78', 0],
			] as const) {
				await waitFor(
					`${total} of ${query}`,
					() => joined.call(`/6/${hashid}/_search?query=${query}&session_id=x`),
					({ json }) =>
						(json.results as Json[]).filter(({ title }) => title.split(' ').includes(query)).length === total,
				);
			}
			await waitForSame(joined, api, hashid);
		});

		it('has no secret in its log', () => {
			const logs = [...cluster.nodes, other]
				.filter((node) => node !== undefined)
				.map(({ server }) => server.log())
				.join('');
			const { AWS_SECRET_ACCESS_KEY: secret = '5e'.repeat(32) } = settings;
			assert(!logs.includes(secret));
		});
	});
}

describe('a server that may not write into the bucket', { skip: whyNoS3() }, () => {
	it('says so once, counts, and serves', async () => {
		await using guarded = await startS3({ isGuarded: true });
		const settings = await openBucket(guarded, guarded.reader);
		const cluster = await startCluster(1, settings);
		try {
			const [node] = cluster.nodes;
			assert(node);
			const { key, hashid } = cluster.firstRun;
			const api = createApi(node.server.url, key);
			await importItems(api, hashid, itemCount);
			await waitForSnapshots(node, 'unpublished');
			const words = node.server.log().match(/a snapshot of a search index could not be published/g);
			assert.equal(words?.length, 1);
			assert.match(node.server.log(), /the bucket answers \w+ with 403/);
			await ask(api, hashid);
			assert.equal((await api.call('/health/ready')).status, 200);
		} finally {
			await cluster[Symbol.asyncDispose]();
		}
	});
});
