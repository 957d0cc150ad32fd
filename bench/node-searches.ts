/**
 * What does a search cost a node on PostgreSQL, beside the embedded server, and one of three nodes, beside the only node of
 * another database? In processor time of all processes of the zone, which depends little on what else the machine does. What
 * one node does for the others, such as counting for statistics, is in it.
 */
import type { TestServer } from '../test/support/server.ts';
import { checkAnswers, runLoad, toRequest } from './load.ts';
import { compare, type Measurement, percentile, report } from './measurement.ts';
import { readProcessCpuMs } from './peers/process-usage.ts';
import { createAccount, operatorEnvironment, startNodes, waitForRest } from './server-process.ts';
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
	const openNodes = async (count: number, environment: Readonly<Record<string, string>>) =>
		openShop(
			await startNodes(stack, count, { arguments: ['--no-demo'], environment: { ...settings, ...environment } }),
		);
	const embedded = await openNodes(1, {});
	const single = await openNodes(1, await store.createEnvironment());
	const shared = await openNodes(nodeCount, await store.createEnvironment());
	const costs = { embedded: [] as number[], single: [] as number[], together: [] as number[] };
	for (let round = 0; round <= rounds; round += 1) {
		costs.embedded.push(await costOf(embedded));
		costs.single.push(await costOf(single));
		costs.together.push(await costOf(shared));
	}
	// In the first round code is compiled and caches are filled.
	const median = (values: readonly number[]) => percentile(values.slice(1), 0.5);
	const ratio = (ours: readonly number[], reference: readonly number[]) => ({
		...{ unit: 'ms', ours: median(ours), reference: median(reference) },
	});
	const limit = { atMost: 1.05 };
	const what = 'processor time of a search';
	return [
		report(`${what}, embedded`, 'ms', median(costs.embedded)),
		compare(`${what}, the only node on PostgreSQL (embedded)`, ratio(costs.single, costs.embedded), limit),
		compare(`${what}, ${nodeCount} nodes at once (the only node)`, ratio(costs.together, costs.single), limit),
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
