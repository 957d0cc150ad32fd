/**
 * A search index is served only when it is whole: whatever happened to `search/` between two starts, a search finds
 * everything or is answered 503, and the server is ready when every search finds everything.
 */
import assert from 'node:assert/strict';
import { readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { type Api, createApi } from '../support/api.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { chooseLength } from '../support/test-length.ts';

const operatorToken = 'operator-token-of-the-test-0123456789';
const environment = { VITRINE_OPERATOR_TOKEN: operatorToken, VITRINE_HTTP_THREADS: '2' };
const batchSize = 100;
/** Together enough for some tenths of a second of indexing, so that the tests see answers in between. */
const largeCount = chooseLength(1_000, 3_000);
const killedCount = chooseLength(4_000, 12_000);
const smallCount = 40;

interface Shop {
	readonly key: string;
	readonly hashid: string;
	readonly itemCount: number;
}

function start(dataDir?: string): Promise<TestServer> {
	return startServer({ ...(dataDir === undefined ? {} : { dataDir }), arguments: ['--no-demo'], environment });
}

async function openShop({ url }: TestServer, name: string, itemCount: number): Promise<Shop> {
	const operator = createApi(url, operatorToken);
	const account = { name, owner: { name, email: null } };
	const { key } = (await operator.call('/api/admin/v1/accounts', { method: 'POST', body: account })).json;
	const api = createApi(url, key);
	const engine = { name, language: 'en', currency: 'EUR' };
	const { hashid } = (await api.call('/api/v2/search_engines', { method: 'POST', body: engine })).json;
	const index = { name: 'product', preset: 'product' };
	await api.call(`/api/v2/search_engines/${hashid}/indices`, { method: 'POST', body: index });
	return { key, hashid, itemCount };
}

function toBatch(start: number, count: number) {
	return Array.from({ length: count }, (_, at) => {
		const number = start + at;
		const title = `Lamp ${number} of series ${number % 977} with shade ${number % 89}`;
		return {
			id: `L${number}`,
			title,
			link: `https://lamps.example/${number}`,
			price: 10 + (number % 90),
			brand: 'Lux',
		};
	});
}

async function importItems(api: Api, { hashid, itemCount }: Shop): Promise<void> {
	const path = `/api/v2/search_engines/${hashid}/indices/product/items/_bulk`;
	for (let start = 0; start < itemCount; start += batchSize) {
		const body = toBatch(start, Math.min(batchSize, itemCount - start));
		assert.equal((await api.call(path, { method: 'POST', body })).status, 200);
	}
}

/** What a search for all items found, or 503 with the seconds to wait. */
async function search(url: string, { key, hashid }: Shop): Promise<number | 'later'> {
	const { status, headers, json } = await createApi(url, key).call(`/6/${hashid}/_search?query=lamp&rpp=1`);
	if (status === 200) return json.total_found;
	assert.equal(status, 503, JSON.stringify(json));
	assert.match(headers.get('retry-after') ?? '', /^[1-9]\d*$/);
	assert.equal(typeof json.error, 'string');
	return 'later';
}

/** Polls until the server is ready. @returns how often it was not, and what searches were answered meanwhile. */
async function watchStart({ url }: TestServer, shops: readonly Shop[]) {
	const operator = createApi(url, operatorToken);
	const seen = { unreadyCount: 0, laterCount: 0, engines: new Set<string>() };
	for (;;) {
		const { status, json } = await operator.call('/health/ready');
		const isReady = status === 200;
		for (const shop of shops) {
			const found = await search(url, shop);
			if (found === 'later') {
				assert(!isReady, 'a server that is ready answers every search');
				seen.laterCount += 1;
			} else assert.equal(found, shop.itemCount, 'all or nothing');
		}
		if (isReady) return seen;
		assert.equal(status, 503);
		seen.unreadyCount += 1;
		for (const { hashid, writes_indexed, writes_wanted } of json.search?.engines ?? []) {
			assert(writes_indexed <= writes_wanted, JSON.stringify(json));
			seen.engines.add(hashid);
		}
	}
}

async function waitUntilFound({ url }: TestServer, shop: Shop): Promise<void> {
	while ((await search(url, shop)) !== shop.itemCount) await new Promise((resolve) => setTimeout(resolve, 20));
}

/** What may happen to an index, by its name in the test. */
const losses: Readonly<Record<string, (index: LargeIndex) => Promise<void>>> = {
	'its directory was deleted': ({ directory }) => rm(directory, { recursive: true }),
	'a segment was cut short': ({ segment }) => truncate(segment, 1_000),
	'a segment was deleted': ({ segment }) => rm(segment),
	'a byte of a segment was changed': async ({ segment }) => {
		const bytes = await readFile(segment);
		const at = bytes.byteLength >> 1;
		bytes[at] = (bytes[at] as number) ^ 1;
		await writeFile(segment, bytes);
	},
	'it is of another version': async ({ directory }) => {
		const manifest = join(directory, 'manifest');
		await writeFile(manifest, (await readFile(manifest, 'utf8')).replace(/^vitrine-index \d+/, 'vitrine-index 1'));
	},
};

interface LargeIndex {
	readonly directory: string;
	/** Its largest file. */
	readonly segment: string;
}

/** The largest indexes, the largest first. */
async function listIndexes(searchPath: string): Promise<readonly LargeIndex[]> {
	const indexes: (LargeIndex & { readonly byteCount: number })[] = [];
	for (const entry of await readdir(searchPath, { withFileTypes: true })) {
		if (!entry.isDirectory()) continue;
		const directory = join(searchPath, entry.name);
		const files = await Promise.all(
			(await readdir(directory)).map(async (name) => {
				const segment = join(directory, name);
				return { directory, segment, byteCount: (await stat(segment)).size };
			}),
		);
		indexes.push(...files.toSorted((a, b) => b.byteCount - a.byteCount).slice(0, 1));
	}
	return indexes.toSorted((a, b) => b.byteCount - a.byteCount);
}

describe('after a start', () => {
	let dataDir: string;
	const shops: Shop[] = [];

	before(async () => {
		const server = await start();
		dataDir = server.dataDir;
		for (const what of Object.keys(losses)) shops.push(await openShop(server, what, largeCount));
		shops.push(await openShop(server, 'small', smallCount));
		for (const shop of shops) await importItems(createApi(server.url, shop.key), shop);
		for (const shop of shops) await waitUntilFound(server, shop);
		await server.stop();
	});

	after(() => rm(dataDir, { recursive: true, force: true }));

	async function assertWhole(diagnose: (message: string) => void): Promise<void> {
		const server = await start(dataDir);
		try {
			const { unreadyCount, laterCount, engines } = await watchStart(server, shops);
			diagnose(`not ready ${unreadyCount} times, ${laterCount} searches put off`);
			for (const hashid of engines) assert(shops.some((shop) => shop.hashid === hashid));
		} finally {
			await server.stop();
		}
	}

	it(`nothing is found by halves when of one index ${Object.keys(losses).join(', of another ')}`, async (t) => {
		const indexes = await listIndexes(join(dataDir, 'eu1', 'search'));
		for (const [at, lose] of Object.values(losses).entries()) await lose(indexes[at] as LargeIndex);
		await assertWhole((message) => t.diagnostic(message));
	});

	it('nothing is found by halves after a restore without search/', async (t) => {
		await rm(join(dataDir, 'eu1', 'search'), { recursive: true });
		await assertWhole((message) => t.diagnostic(message));
	});

	it('the server is ready at once when the indexes are whole, and no batch is half found when it was killed in the middle of an import', async () => {
		const first = await start(dataDir);
		assert.equal((await watchStart(first, shops)).laterCount, 0);
		const shop = await openShop(first, 'killed', killedCount);
		await importItems(createApi(first.url, shop.key), shop);
		await first.kill();
		const server = await start(dataDir);
		try {
			await watchStart(server, [...shops, shop]);
		} finally {
			await server.stop();
		}
	});
});
