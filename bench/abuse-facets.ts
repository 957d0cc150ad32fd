/**
 * Does one client's expensive search delay others? The catalogue has items with 30 values each that no other item has.
 * Clients request facets of all 30 fields as often as a public client may. Beside them, one client sends short searches
 * to another engine of the same owner, and one requests `/health/live`. Each of these is measured alone first.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openSqliteDatabase } from '../src/adapters/sqlite/open-sqlite-database.ts';
import { toDatabaseFile } from '../src/main/topologies/embedded.ts';
import { createApi } from '../test/support/api.ts';
import { startServer, type TestServer } from '../test/support/server.ts';
import { after, checkAnswers, type LoadResult, runLoad, toRequest, toShopperHeaders } from './load.ts';
import { type Measurement, measure, percentile, report } from './measurement.ts';
import { createAccount, operatorEnvironment, readMemoryMb, readStarvedMs } from './server-process.ts';
import { createSyntheticCatalogue, toItem } from './synthetic-catalogue.ts';
import { waitForIndex } from './wait-for-index.ts';

interface Options {
	readonly itemCount: number;
	readonly clientCount: number;
	readonly durationMs: number;
}

const facetCount = 30;
const cheapItemCount = 5_000;
/** The default limit of a client without a key. */
const publicPerSecond = 20;
/** Below that limit. */
const victimPerSecond = 15;
const connectionsPerClient = 6;
const latencyMsMax = 50;
const memoryGrowthMbMax = 400;
const seed = 2_026;

export async function run(words: readonly string[]): Promise<readonly Measurement[]> {
	const { values } = parseArgs({
		args: [...words],
		options: {
			items: { type: 'string', default: '100000' },
			clients: { type: 'string', default: '5' },
			seconds: { type: 'string', default: '15' },
		},
	});
	const options: Options = {
		itemCount: Number(values.items),
		clientCount: Number(values.clients),
		durationMs: Number(values.seconds) * 1000,
	};
	const dataDir = await mkdtemp(join(tmpdir(), 'vitrine-bench-'));
	try {
		const shop = await makeShop(dataDir);
		await fill(dataDir, shop.costly, { count: options.itemCount, toFields: toDistinctFields });
		const catalogue = createSyntheticCatalogue(seed);
		const toProductFields = (number: number) => toItem(number, catalogue.toProduct(number)).fields;
		await fill(dataDir, shop.cheap, { count: cheapItemCount, toFields: toProductFields });
		const server = await startServing(dataDir);
		await waitForIndex(server, { hashid: shop.costly, key: shop.key, itemCount: options.itemCount });
		await waitForIndex(server, { hashid: shop.cheap, key: shop.key, itemCount: cheapItemCount });
		const measurements = await measureAttack(server, shop, options);
		await server.stop();
		return measurements;
	} finally {
		await rm(dataDir, { recursive: true, force: true });
	}
}

interface Shop {
	/** Engines, by their ids. */
	readonly costly: string;
	readonly cheap: string;
	readonly key: string;
}

function startServing(dataDir: string): Promise<TestServer> {
	const environment = {
		...operatorEnvironment,
		VITRINE_HTTP_THREADS: '1',
		VITRINE_TRUSTED_PROXIES: '127.0.0.1',
		VITRINE_PUBLIC_RATE_LIMIT_PER_SECOND: String(publicPerSecond),
	};
	return startServer({ dataDir, arguments: ['--no-demo'], environment });
}

async function makeShop(dataDir: string): Promise<Shop> {
	const server = await startServing(dataDir);
	const key = await createAccount(server);
	const api = createApi(server.url, key);
	const post = async (path: string, body: object) => (await api.call(path, { method: 'POST', body })).json;
	const store = await post('/api/admin/v1/stores', { name: 'Bench', cors_enforced: false });
	const makeEngine = async (name: string): Promise<string> => {
		const { hashid } = await post('/api/v2/search_engines', { name, store_id: store.id });
		await post(`/api/v2/search_engines/${hashid}/indices`, { name: 'product', preset: 'generic' });
		return hashid;
	};
	const shop = { costly: await makeEngine('Costly'), cheap: await makeEngine('Cheap'), key };
	await server.stop();
	return shop;
}

function toDistinctFields(number: number): Readonly<Record<string, unknown>> {
	const id = `P${number}`;
	const fields: Record<string, unknown> = { id, title: `Thing ${number % 977}` };
	for (let field = 0; field < facetCount; field++) fields[`attribute${field}`] = `value-${field}-${number}`;
	return fields;
}

async function fill(
	dataDir: string,
	hashid: string,
	{ count, toFields }: { readonly count: number; readonly toFields: (n: number) => Readonly<Record<string, unknown>> },
): Promise<void> {
	const database = await openSqliteDatabase({ file: toDatabaseFile(dataDir, 'eu1') });
	const batchSize = 500;
	for (let start = 0; start < count; start += batchSize) {
		const writes = Array.from({ length: Math.min(batchSize, count - start) }, (_, at) => ({
			kind: 'put' as const,
			id: `P${start + at}`,
			text: JSON.stringify(toFields(start + at)),
			groupId: null,
		}));
		await database.items.write({ hashid, indexName: 'product', generation: 'live' }, writes);
	}
	await database.close();
}

/** All items, or a word of every title, so that each search counts 30 facets of all items. */
function toCostlyRequest(hashid: string, client: number, number: number): Uint8Array {
	const facets = Array.from({ length: facetCount }, (_, field) => `facets[${field}][field]=attribute${field}`);
	const query = number % 2 === 0 ? '' : 'thing';
	const path = `/6/${hashid}/_search?query=${query}&rpp=10&${facets.join('&')}`;
	return toRequest('GET', path, { headers: toShopperHeaders(client) });
}

const victim = 65_000;

async function askCheaply({ url }: TestServer, { cheap }: Shop, durationMs: number): Promise<LoadResult> {
	const { words } = createSyntheticCatalogue(seed);
	let next = 0;
	const nextRequest = () => {
		const path = `/6/${cheap}/_search?query=${words[200 + (next++ % 500)]}&rpp=10`;
		return toRequest('GET', path, { headers: toShopperHeaders(victim) });
	};
	const load = { url, connectionCount: 2, isOver: after(durationMs), nextRequest, perSecond: victimPerSecond };
	const result = await runLoad(load);
	checkAnswers('short searches', result);
	return result;
}

async function askHealth({ url }: TestServer, durationMs: number): Promise<LoadResult> {
	const request = toRequest('GET', '/health/live');
	const load = { url, connectionCount: 2, isOver: after(durationMs), nextRequest: () => request };
	const result = await runLoad({ ...load, perSecond: publicPerSecond });
	checkAnswers('/health/live', result);
	return result;
}

function attack({ url }: TestServer, { costly }: Shop, { clientCount, durationMs }: Options): Promise<LoadResult[]> {
	return Promise.all(
		Array.from({ length: clientCount }, (_, client) => {
			let next = 0;
			const nextRequest = () => toCostlyRequest(costly, client + 1, next++);
			const isOver = after(durationMs);
			const perSecond = publicPerSecond;
			return runLoad({ url, connectionCount: connectionsPerClient, isOver, nextRequest, perSecond });
		}),
	);
}

async function measureAttack(server: TestServer, shop: Shop, options: Options): Promise<Measurement[]> {
	const { durationMs, clientCount } = options;
	// So that code is compiled and caches of the segments are filled before the attack is measured.
	await attack(server, shop, { ...options, clientCount: 1, durationMs: 3_000 });
	await askCheaply(server, shop, 2_000);
	const alone = await Promise.all([askCheaply(server, shop, durationMs / 2), askHealth(server, durationMs / 2)]);
	const memoryBeforeMb = await readMemoryMb(server, 'now');
	const starvedBeforeMs = await readStarvedMs(server);
	const [attacked, cheap, health] = await Promise.all([
		attack(server, shop, options),
		askCheaply(server, shop, durationMs),
		askHealth(server, durationMs),
	]);
	const starvedMs = (await readStarvedMs(server)) - starvedBeforeMs;
	const memoryAfterMb = await readMemoryMb(server, 'peak');
	const statuses = countStatuses(attacked);
	const costly = attacked.flatMap((result) => result.durationsMs);
	const what = `${clientCount} clients ask ${facetCount} facets of ${options.itemCount} items`;
	const p50 = (result: LoadResult | undefined) => percentile(result?.durationsMs ?? [], 0.5);
	const p99 = (result: LoadResult | undefined) => percentile(result?.durationsMs ?? [], 0.99);
	return [
		report('p50 of a short search, alone', 'ms', p50(alone[0])),
		report('p99 of a short search, alone', 'ms', p99(alone[0])),
		report(`p50 of a short search while ${what}`, 'ms', p50(cheap)),
		measure(`p99 of a short search while ${what}`, 'ms', { ours: p99(cheap), atMost: latencyMsMax }),
		report('p99 of /health/live, alone', 'ms', p99(alone[1])),
		report(`p50 of /health/live while ${what}`, 'ms', p50(health)),
		measure(`p99 of /health/live while ${what}`, 'ms', { ours: p99(health), atMost: latencyMsMax }),
		report('p50 of the searches with facets', 'ms', percentile(costly, 0.5)),
		report('searches with facets answered', 'answers/s', ((statuses.get(200) ?? 0) * 1000) / durationMs),
		report('refused with 503', 'answers/s', ((statuses.get(503) ?? 0) * 1000) / durationMs),
		report('longest wait for /health/live, which is that for the event loop', 'ms', Math.max(...health.durationsMs)),
		// If it is more than a few percent, the machine is doing something else, and latencies are not the server's
		// alone.
		report('time that the server was ready to run and had no processor', '%', (starvedMs * 100) / durationMs),
		measure('memory that the attack adds', 'MB', { ours: memoryAfterMb - memoryBeforeMb, atMost: memoryGrowthMbMax }),
	];
}

function countStatuses(results: readonly LoadResult[]): ReadonlyMap<number, number> {
	const sums = new Map<number, number>();
	for (const { statuses } of results) {
		for (const [status, count] of statuses) sums.set(status, (sums.get(status) ?? 0) + count);
	}
	return sums;
}
