/**
 * What does a search cost a node on PostgreSQL, beside the embedded server, and a node that has two others beside it? In
 * processor time of the processes that answer, which depends little on what else the machine does.
 */
import { startServer, type TestServer } from '../test/support/server.ts';
import { checkAnswers, runLoad, toRequest } from './load.ts';
import { compare, type Measurement, percentile, report } from './measurement.ts';
import { readProcessCpuMs } from './peers/process-usage.ts';
import { createAccount, operatorEnvironment, waitForRest } from './server-process.ts';
import type { MeasuredStore } from './stores.ts';
import { createSyntheticCatalogue, toItem } from './synthetic-catalogue.ts';
import { toItemsPath } from './synthetic-item.ts';
import { createSyntheticRequests } from './synthetic-requests.ts';
import { createSyntheticEngine } from './synthetic-shop.ts';
import { waitForIndex } from './wait-for-index.ts';

const productCount = 30_000;
const seed = 2_026;
const nodeCount = 3;
const bulkSize = 100;
const rounds = 7;
/** Longer than any delay of its background work. */
const restMs = 16_000;
/** Searches differ, but benchmarks ask the same again: what is kept of answers would be measured, and not how they are found. */
const settings = { ...operatorEnvironment, VITRINE_HTTP_THREADS: '1', VITRINE_ANSWER_CACHE_MB: '0' };

interface Shop {
	readonly servers: readonly TestServer[];
	readonly requests: readonly Uint8Array[];
}

export async function benchSearchCost(store: MeasuredStore): Promise<Measurement[]> {
	await using stack = new AsyncDisposableStack();
	const start = async (environment: Readonly<Record<string, string>>) =>
		stack.use(await startServer({ arguments: ['--no-demo'], environment: { ...settings, ...environment } }));
	const embedded = await openShop([await start({})]);
	const environment = await store.createEnvironment();
	const nodes = [await start(environment)];
	while (nodes.length < nodeCount) nodes.push(await start(environment));
	const shared = await openShop(nodes);
	const alone = { ...shared, servers: nodes.slice(0, 1) };
	const costs = { embedded: [] as number[], alone: [] as number[], together: [] as number[] };
	for (let round = 0; round <= rounds; round += 1) {
		costs.embedded.push(await costOf(embedded));
		costs.alone.push(await costOf(alone));
		costs.together.push(await costOf(shared));
	}
	// In the first round code is compiled and caches are filled.
	const median = (values: readonly number[]) => percentile(values.slice(1), 0.5);
	const ratio = (ours: readonly number[], reference: readonly number[]) => ({
		...{ unit: 'ms', ours: median(ours), reference: median(reference) },
	});
	return [
		report('processor time of a search, embedded', 'ms', median(costs.embedded)),
		compare('processor time of a search, a node on PostgreSQL (embedded)', ratio(costs.alone, costs.embedded), {
			atMost: 1.05,
		}),
		compare(
			`processor time of a search, ${nodeCount} nodes at once (one of them)`,
			ratio(costs.together, costs.alone),
			{ atMost: 1.05 },
		),
	];
}

/** Fills an engine through the first server, and waits until all have it and are at rest. */
async function openShop(servers: readonly TestServer[]): Promise<Shop> {
	const [first] = servers as readonly [TestServer];
	const key = await createAccount(first);
	const hashid = await createSyntheticEngine(first, key);
	const catalogue = createSyntheticCatalogue(seed);
	const bulks = Array.from({ length: productCount / bulkSize }, (_, bulk) =>
		Array.from({ length: bulkSize }, (_item, index) => {
			const number = bulk * bulkSize + index;
			return toItem(number, catalogue.toProduct(number)).fields;
		}),
	);
	const queue = bulks
		.map((items) => toRequest('POST', `${toItemsPath(hashid)}/_bulk`, { key, body: JSON.stringify(items) }))
		.values();
	const nextRequest = () => queue.next().value;
	checkAnswers('bulk', await runLoad({ url: first.url, connectionCount: 2, isOver: () => false, nextRequest }));
	for (const server of servers) await waitForIndex(server, { hashid, key, itemCount: productCount });
	for (const server of servers) await waitForRest(server, restMs);
	return { servers, requests: createSyntheticRequests({ hashid, key }, { productCount, seed }) };
}

/** Sends all requests to each server, one at a time. @returns ms of processor time for each */
async function costOf({ servers, requests }: Shop): Promise<number> {
	const readMs = () => servers.reduce((sum, { process: { pid } }) => sum + readProcessCpuMs(pid as number), 0);
	const beforeMs = readMs();
	const results = await Promise.all(
		servers.map(({ url }) => {
			const queue = requests.values();
			return runLoad({ url, connectionCount: 1, isOver: () => false, nextRequest: () => queue.next().value });
		}),
	);
	for (const result of results) checkAnswers('searches', result);
	return (readMs() - beforeMs) / results.reduce((sum, { answerCount }) => sum + answerCount, 0);
}
