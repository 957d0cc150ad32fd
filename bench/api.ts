/**
 * How fast is the API compared with what it is built on? Server, load generator and references are separate processes on
 * one machine, and every number is compared with one measured in the same run.
 */
import { parseArgs } from 'node:util';
import { createApi } from '../test/support/api.ts';
import { startServer, type TestServer } from '../test/support/server.ts';
import { benchImports } from './api-import.ts';
import { benchBulk, benchCart } from './api-writes.ts';
import { fillEngine } from './fill-engine.ts';
import { after, runLoad, toRequest } from './load.ts';
import { compare, type Measurement, measure, percentile } from './measurement.ts';
import { createAccount, startOperated } from './server-process.ts';
import { type MeasuredStore, openMeasuredStore } from './stores.ts';
import { smallItem, toItemsPath } from './synthetic-item.ts';

interface Options {
	readonly store: MeasuredStore;
	/** How long each throughput is measured. */
	readonly durationMs: number;
	/** The larger of the two sizes at which constant-time operations are timed. */
	readonly manyItems: number;
	/** Items imported for the memory measurement. */
	readonly importedItems: number;
}

export async function run(words: readonly string[]): Promise<readonly Measurement[]> {
	const { values } = parseArgs({
		args: [...words],
		options: {
			seconds: { type: 'string', default: '8' },
			many: { type: 'string', default: '200000' },
			import: { type: 'string', default: '1000000' },
			only: { type: 'string' },
			store: { type: 'string', default: 'sqlite' },
		},
	});
	await using store = await openMeasuredStore(values.store);
	const options = {
		store,
		durationMs: Number(values.seconds) * 1000,
		manyItems: Number(values.many),
		importedItems: Number(values.import),
	};
	const { only } = values;
	const chosen = Object.entries(steps).filter(([name]) => only === undefined || only === name);
	if (chosen.length === 0) throw new Error(`--only takes ${Object.keys(steps).join(', ')}`);
	const measurements: Measurement[] = [];
	for (const [, step] of chosen) measurements.push(...(await step(options)));
	return measurements;
}

/** By the names that `--only` accepts. */
const steps: Readonly<Record<string, (options: Options) => Promise<Measurement[]>>> = {
	cart: benchCart,
	bulk: benchBulk,
	'constant-time': benchConstantTime,
	reads: benchReadsUnderWrites,
	memory: benchImports,
};

/**
 * Operations whose time must not depend on the number of items, measured with 1,000 of them and with many. They alternate
 * on two servers, so that the background work of one does not delay the other.
 */
async function benchConstantTime({ store, manyItems }: Options): Promise<Measurement[]> {
	await using fewServer = await startOperated(store);
	await using manyServer = await startOperated(store);
	const lifecycles = [await createLifecycle(fewServer, 1000), await createLifecycle(manyServer, manyItems)] as const;
	for (const { fill } of lifecycles) await fill();
	for (let copy = 0; copy < copies; copy += 1) for (const { reindex } of lifecycles) await reindex(copy);
	for (const { fill } of lifecycles) await fill();
	for (let copy = 0; copy < copies; copy += 1) for (const { remove } of lifecycles) await remove(copy);
	const [few, many] = lifecycles;
	return (['create', 'replace', 'delete'] as const).map((what) =>
		compare(
			`${lifecycleNames[what]} at ${manyItems} items (at 1000)`,
			{ unit: 'ms', ours: percentile(many.times[what], 0.5), reference: percentile(few.times[what], 0.5) },
			{ atMost: 2 },
		),
	);
}

const lifecycleNames = { create: 'create temporary index', replace: 'replace by it', delete: 'delete search engine' };
const copies = 5;

/** The life of `copies` search engines of `itemCount` items each, with the time of each step. */
async function createLifecycle(server: TestServer, itemCount: number) {
	const key = await createAccount(server);
	const api = createApi(server.url, key);
	const times = { create: [] as number[], replace: [] as number[], delete: [] as number[] };
	const hashids: string[] = [];

	async function time(what: keyof typeof times, path: string, method: string): Promise<void> {
		const startMs = performance.now();
		const { status } = await api.call(path, { method });
		times[what].push(performance.now() - startMs);
		if (status >= 300) throw new Error(`${method} ${path}: ${status}`);
	}
	const toEngine = (copy: number) => hashids[copy] ?? missing('search engine');
	return {
		times,
		async fill() {
			for (let copy = 0; copy < copies; copy += 1) hashids.push(await fillEngine(server, key, itemCount));
		},
		async reindex(copy: number) {
			const index = toItemsPath(toEngine(copy)).replace('/items', '');
			await time('create', `${index}/temp`, 'POST');
			await time('replace', `${index}/_replace_by_temp`, 'POST');
		},
		/** The engines that were filled last. */
		remove: (copy: number) => time('delete', `/api/v2/search_engines/${toEngine(copies + copy)}`, 'DELETE'),
	};
}

/** One client writes 8 MB bulks back to back while another reads an item. */
async function benchReadsUnderWrites({ store, durationMs }: Options): Promise<Measurement[]> {
	await using server = await startServer({ environment: await store.createEnvironment() });
	const { hashid, key } = server.firstRun ?? missing('first run');
	const items = toItemsPath(hashid);
	const read = toRequest('GET', `${items}/read-me`, { key });
	await createApi(server.url, key).call(items, { method: 'POST', body: { id: 'read-me', title: 'x' } });
	const large = Array.from({ length: 100 }, (_, index) => ({
		...smallItem(index),
		description: 'lorem ipsum '.repeat(6800),
	}));
	const write = toRequest('POST', `${items}/_bulk`, { key, body: JSON.stringify(large) });
	const isOver = after(durationMs);
	const [, reads] = await Promise.all([
		runLoad({ url: server.url, connectionCount: 1, isOver, nextRequest: () => write }),
		runLoad({ url: server.url, connectionCount: 1, isOver, nextRequest: () => read }),
	]);
	return [
		measure('GET of an item during 8 MB bulk writes, p99', 'ms', {
			ours: percentile(reads.durationsMs, 0.99),
			atMost: 50,
		}),
	];
}

function missing(what: string): never {
	throw new Error(`the server did not print its ${what}`);
}
