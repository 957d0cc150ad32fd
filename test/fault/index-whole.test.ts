/**
 * A search index is served only when it is whole: whatever happened to `search/` between two starts, a search finds
 * everything or is answered 503, and the server is ready when every search finds everything.
 */
import assert from 'node:assert/strict';
import { readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { type Api, createApi } from '../support/api.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { chooseLength } from '../support/test-length.ts';

const operatorToken = 'operator-token-of-the-test-0123456789';
const environment = { VITRINE_OPERATOR_TOKEN: operatorToken, VITRINE_HTTP_THREADS: '2' };
const batchSize = 100;
/** Enough for some tenths of a second of indexing, so that the tests see answers in between. */
const largeCount = chooseLength(4_000, 12_000);
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

describe('after a start', () => {
	let dataDir: string;
	let large: Shop;
	let small: Shop;

	before(async () => {
		const server = await start();
		dataDir = server.dataDir;
		large = await openShop(server, 'large', largeCount);
		small = await openShop(server, 'small', smallCount);
		for (const shop of [large, small]) {
			await importItems(createApi(server.url, shop.key), shop);
			await waitUntilFound(server, shop);
		}
		await server.stop();
	});

	after(() => rm(dataDir, { recursive: true, force: true }));

	const searchPath = () => join(dataDir, 'eu1', 'search');

	/** The directory of the large index, and the name of its largest file. */
	async function findLargest(): Promise<{ readonly directory: string; readonly path: string }> {
		let largest = { directory: '', path: '', byteCount: -1 };
		for (const generation of await readdir(searchPath(), { withFileTypes: true })) {
			if (!generation.isDirectory()) continue;
			const directory = join(searchPath(), generation.name);
			for (const name of await readdir(directory)) {
				const path = join(directory, name);
				const byteCount = (await readFile(path)).byteLength;
				if (byteCount > largest.byteCount) largest = { directory, path, byteCount };
			}
		}
		return largest;
	}

	async function editManifest(edit: (text: string) => string): Promise<void> {
		const path = join((await findLargest()).directory, 'manifest');
		await writeFile(path, edit(await readFile(path, 'utf8')));
	}

	const losses: Readonly<Record<string, () => Promise<void>>> = {
		'a restore without search/': () => rm(searchPath(), { recursive: true }),
		'the directory of one index was deleted': async () => rm((await findLargest()).directory, { recursive: true }),
		'a segment was cut short': async () => truncate((await findLargest()).path, 1_000),
		'a segment was deleted': async () => rm((await findLargest()).path),
		'a byte of a segment was changed': async () => {
			const { path } = await findLargest();
			const bytes = await readFile(path);
			const at = bytes.byteLength >> 1;
			bytes[at] = (bytes[at] as number) ^ 1;
			await writeFile(path, bytes);
		},
		'the indexes are of another version': () =>
			editManifest((text) => text.replace(/^vitrine-index \d+/, 'vitrine-index 1')),
	};
	for (const [what, lose] of Object.entries(losses)) {
		it(`nothing is found by halves when ${what}`, async (t) => {
			await lose();
			const server = await start(dataDir);
			try {
				const { unreadyCount, laterCount, engines } = await watchStart(server, [large, small]);
				t.diagnostic(`not ready ${unreadyCount} times, ${laterCount} searches put off`);
				for (const hashid of engines) assert([large.hashid, small.hashid].includes(hashid));
			} finally {
				await server.stop();
			}
		});
	}

	it('the server is ready at once when the indexes are whole', async () => {
		const server = await start(dataDir);
		try {
			const { laterCount } = await watchStart(server, [large, small]);
			assert.equal(laterCount, 0);
		} finally {
			await server.stop();
		}
	});

	it('no batch is half found when the server was killed in the middle of an import', async () => {
		const first = await start(dataDir);
		const shop = await openShop(first, 'killed', largeCount);
		await importItems(createApi(first.url, shop.key), shop);
		await first.kill();
		const server = await start(dataDir);
		try {
			await watchStart(server, [large, small, shop]);
		} finally {
			await server.stop();
		}
	});
});
