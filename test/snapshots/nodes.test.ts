/** Servers on one PostgreSQL that leave each other snapshots, in a directory and in a bucket. */
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { type Api, createApi, type Json } from '../support/api.ts';
import { startCluster, startNode, type TestCluster, type TestNode } from '../support/cluster.ts';
import { type S3Server, type S3User, startS3, whyNoS3 } from '../support/s3-server.ts';
import { waitFor } from '../support/wait-for.ts';

const itemCount = 1_200;
const operatorToken = 'operator-token-of-the-test-cluster-0001';
const colours = ['red', 'blue', 'green', 'black'];
const things = ['lamp', 'chair', 'rug', 'vase', 'clock'];

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

function toItem(number: number): Json {
	const [colour, thing] = [colours[number % colours.length], things[number % things.length]];
	return { id: `s${number}`, title: `${colour} ${thing} number${number}`, price: number, brand: `Brand ${number % 7}` };
}

async function importItems(api: Api, hashid: string): Promise<void> {
	for (let from = 0; from < itemCount; from += 100) {
		const body = Array.from({ length: 100 }, (_, at) => toItem(from + at));
		const answer = await api.call(`${toItems(hashid)}/_bulk`, { method: 'POST', body });
		assert.equal(answer.status, 200, answer.text);
	}
}

const toItems = (hashid: string) => `/api/v2/search_engines/${hashid}/indices/product/items`;

/** What searches of all kinds find, without what differs from call to call. */
async function ask(api: Api, hashid: string): Promise<Json[]> {
	const words = [...colours, ...things, 'number77', 'nmber78', 'lamps', 'red chair under 300', 'blak', ''];
	const queries = words.flatMap((word) => [`query=${encodeURIComponent(word)}`, `query=${word}&page=2&rpp=7`]);
	const answers: Json[] = [];
	for (const query of queries) {
		const { status, json, text } = await api.call(`/6/${hashid}/_search?${query}`);
		assert.equal(status, 200, text);
		answers.push({ query, total: json.total, results: json.results, facets: round(json.facets) });
	}
	return answers;
}

/** Sums depend on the order of the segments in their last digits. */
function round(facets: Json): Json {
	return JSON.parse(JSON.stringify(facets), (_, value) =>
		typeof value === 'number' ? Number(value.toPrecision(10)) : value,
	);
}

async function waitUntilReady({ server }: TestNode): Promise<void> {
	await waitFor(
		'a ready node',
		() => createApi(server.url).call('/health/ready'),
		({ status }) => status === 200,
	);
}

/** Each may know a write a moment before the other. */
async function waitForSame(one: Api, other: Api, hashid: string): Promise<void> {
	await waitFor(
		'the same answers',
		async () => [await ask(one, hashid), await ask(other, hashid)],
		([left, right]) => isDeepStrictEqual(left, right),
	);
}

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

async function addNode(cluster: TestCluster, settings: Readonly<Record<string, string>>): Promise<TestNode> {
	const environment = {
		VITRINE_DATABASE_URL: cluster.databaseUrl,
		VITRINE_SECRET_KEY: '5e'.repeat(32),
		VITRINE_OPERATOR_TOKEN: cluster.operatorToken,
		VITRINE_STORE_TIMEOUT_MS: '60000',
		VITRINE_HTTP_THREADS: '1',
		...settings,
	};
	return startNode('another node', { environment });
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
			await importItems(api, hashid);
			await waitForSnapshots(node, 'published');
			await api.call(`${toItems(hashid)}/s77`, { method: 'DELETE' });
			other = await addNode(cluster, settings);
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
			await importItems(api, hashid);
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
