/**
 * How soon does a node without any index answer searches of a large engine: with a snapshot in a directory, with one in a
 * bucket, and when it builds the index? The bucket is moto's, a server for tests in Python, which sends slower than others.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { createApi } from '../test/support/api.ts';
import { startS3, whyNoS3 } from '../test/support/s3-server.ts';
import { startServer, type TestServer } from '../test/support/server.ts';
import { runLoad, toRequest } from './load.ts';
import { compare, type Measurement, measure, report } from './measurement.ts';
import { createAccount, operatorEnvironment } from './server-process.ts';
import type { MeasuredStore } from './stores.ts';
import { createSyntheticCatalogue, toItem } from './synthetic-catalogue.ts';
import { toItemsPath } from './synthetic-item.ts';

type Environment = Readonly<Record<string, string>>;

interface Engine {
	readonly hashid: string;
	readonly key: string;
}

const pollMs = 20;
const batchSize = 100;
const seed = 1;
const answerMsMax = 15_000;

export async function benchFreshNode(store: MeasuredStore, productCount: number): Promise<Measurement[]> {
	await using stack = new AsyncDisposableStack();
	const home = await mkdtemp(join(tmpdir(), 'vitrine-bench-'));
	stack.defer(() => rm(home, { recursive: true, force: true }));
	const environment: Environment = {
		...(await store.createEnvironment()),
		...{ ...operatorEnvironment, VITRINE_RATE_LIMIT_PER_SECOND: '0', VITRINE_HTTP_THREADS: '1' },
	};
	const filled = join(home, 'first');
	const engine = await fill(environment, filled, productCount);
	const directory = { ...environment, VITRINE_SNAPSHOT_URL: pathToFileURL(home).href };
	await publish(directory, filled);
	const taken = await timeToAnswer(directory, engine);
	const built = await timeToAnswer(environment, engine);
	const what = `a fresh node with ${productCount.toLocaleString('en')} products answers`;
	const measurements = [
		measure(`${what}, from a directory`, 'ms', { ours: taken, atMost: answerMsMax }),
		compare(`${what}, of building`, { unit: 'ms', ours: taken, reference: built }, { atMost: 1 }),
	];
	if (whyNoS3() !== false) return measurements;
	const s3 = stack.use(await startS3());
	const bucket = {
		...{ ...environment, VITRINE_SNAPSHOT_URL: await s3.createBucket() },
		...{ AWS_ACCESS_KEY_ID: s3.writer.accessKeyId, AWS_SECRET_ACCESS_KEY: s3.writer.secretAccessKey },
	};
	await publish(bucket, filled);
	return [...measurements, report(`${what}, from moto`, 'ms', await timeToAnswer(bucket, engine))];
}

const serve = (environment: Environment, dataDir?: string): Promise<TestServer> =>
	startServer({ environment, arguments: ['--no-demo'], ...(dataDir !== undefined && { dataDir }) });

/** Leaves a data directory with the whole index. */
async function fill(environment: Environment, dataDir: string, productCount: number): Promise<Engine> {
	const server = await serve(environment, dataDir);
	const key = await createAccount(server);
	const api = createApi(server.url, key);
	const post = async (path: string, body: object) => (await api.call(path, { method: 'POST', body })).json;
	const { hashid } = await post('/api/v2/search_engines', { name: 'Bench', language: 'en', currency: 'EUR' });
	await post(`/api/v2/search_engines/${hashid}/indices`, { name: 'product', preset: 'product' });
	const catalogue = createSyntheticCatalogue(seed);
	let next = 0;
	const nextRequest = () => {
		if (next >= productCount) return undefined;
		const items = Array.from({ length: Math.min(batchSize, productCount - next) }, (_, at) => {
			const { id, fields } = toItem(next + at, catalogue.toProduct(next + at));
			return { ...fields, id };
		});
		next += items.length;
		return toRequest('POST', `${toItemsPath(hashid)}/_bulk`, { key, body: JSON.stringify(items) });
	};
	await runLoad({ url: server.url, connectionCount: 4, isOver: () => false, nextRequest });
	const last = { method: 'POST', body: { id: 'last', title: 'The last one' } };
	const position = (await api.call(toItemsPath(hashid), last)).headers.get('x-vitrine-position') ?? '';
	await waitForAnswer(server, { hashid, key }, { 'X-Vitrine-Position': position });
	// What it has in memory is saved.
	await server.stop();
	return { hashid, key };
}

/** The node of that directory publishes what it has. */
async function publish(environment: Environment, dataDir: string): Promise<void> {
	const server = await serve(environment, dataDir);
	const operator = createApi(server.url, operatorEnvironment.VITRINE_OPERATOR_TOKEN);
	while (!/snapshots_total\{[^}]*published"\} [1-9]/.test((await operator.call('/metrics')).text)) await pause(1_000);
	await server.stop();
}

/** From the start of the process. */
async function timeToAnswer(environment: Environment, engine: Engine): Promise<number> {
	const startMs = performance.now();
	const server = await serve(environment);
	await waitForAnswer(server, engine);
	const tookMs = performance.now() - startMs;
	await server[Symbol.asyncDispose]();
	return tookMs;
}

async function waitForAnswer({ url }: TestServer, { hashid, key }: Engine, headers = {}): Promise<void> {
	const api = createApi(url, key);
	for (;;) {
		const { status, json } = await api.call(`/6/${hashid}/_search?stats=false`, { headers });
		if (status === 200 && json.total > 0) return;
		await pause(pollMs);
	}
}
