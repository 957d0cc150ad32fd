/**
 * What does a search cost a node on PostgreSQL, beside the embedded server, and three nodes of one database, beside three
 * embedded servers that know nothing of each other? In processor time of all threads of these processes. What one node does
 * for the others, such as counting for statistics, is in it, and so is what each does in the background while the other side is
 * asked. Processes that are asked at once take the processors' caches from each other, so a search then costs more, whatever
 * they share: only equally many, equally busy ones are compared.
 */
import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import type { TestServer } from '../test/support/server.ts';
import { checkAnswers, runLoad, toRequest } from './load.ts';
import { type ComparedValues, compare, type Measurement } from './measurement.ts';
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
const roundCount = 11;
const requestsAtOnce = 60;
/** A queue of events is written sooner. */
const eventDelayMs = 500;
/** Longer than any delay of its background work. */
const restMs = 16_000;
/** Searches differ, but benchmarks ask the same again: what is kept of answers would be measured, and not how they are found. */
const settings = { ...operatorEnvironment, VITRINE_HTTP_THREADS: '1', VITRINE_ANSWER_CACHE_MB: '0' };

/** A server, and what it is asked. */
interface AskedServer {
	readonly server: TestServer;
	readonly requests: readonly Uint8Array[];
}

export async function benchSearchCost(store: MeasuredStore): Promise<Measurement[]> {
	await using stack = new AsyncDisposableStack();
	const openNodes = async (count: number, environment: Readonly<Record<string, string>> = {}) =>
		openShop(
			await startNodes(stack, count, { arguments: ['--no-demo'], environment: { ...settings, ...environment } }),
		);
	const embedded: AskedServer[] = [];
	while (embedded.length < nodeCount) embedded.push(...(await openNodes(1)));
	const single = await openNodes(1, await store.createEnvironment());
	const shared = await openNodes(nodeCount, await store.createEnvironment());
	const alone = await compareOften(single, embedded.slice(0, 1));
	const atOnce = await compareOften(shared, embedded);
	const limit = { atMost: 1.05 };
	const what = 'processor time of a search';
	return [
		compare(`${what}, the only node on PostgreSQL (an embedded server)`, alone, limit),
		compare(`${what}, ${nodeCount} nodes at once (${nodeCount} embedded servers at once)`, atOnce, limit),
	];
}

/** Of a search, in ms of processor time. */
interface Costs {
	readonly ours: number;
	readonly reference: number;
}

/**
 * The round with the median of ratios. Rounds of one comparison follow each other without a rest for either side: at rest,
 * code and memory are given up that the next searches need again.
 */
async function compareOften(ours: readonly AskedServer[], reference: readonly AskedServer[]): Promise<ComparedValues> {
	// Code is compiled and caches are filled.
	await compareCosts(ours, reference);
	const rounds: Costs[] = [];
	while (rounds.length < roundCount) rounds.push(await compareCosts(ours, reference));
	rounds.sort((a, b) => a.ours / a.reference - b.ours / b.reference);
	return { unit: 'ms', ...(rounds[roundCount >> 1] as Costs) };
}

/** Fills an engine through the first server, and waits until all have it and are at rest. */
async function openShop(servers: readonly TestServer[]): Promise<AskedServer[]> {
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
	const requests = createSyntheticRequests({ hashid, key }, { productCount, seed });
	return servers.map((server) => ({ server, requests }));
}

/**
 * Asks both alternately, some searches at a time, because machines become slower and faster from one second to the next. All
 * that they do until the last events are written counts.
 */
async function compareCosts(ours: readonly AskedServer[], reference: readonly AskedServer[]): Promise<Costs> {
	const [our, other] = [ours, reference].map((asked) => ({ asked, beforeMs: readCpuMs(asked), answerCount: 0 }));
	assert(our !== undefined && other !== undefined);
	const order = [our, other];
	for (let first = 0; first < (ours[0]?.requests.length ?? 0); first += requestsAtOnce) {
		for (const side of order) side.answerCount += await ask(side.asked, first);
		order.reverse();
	}
	await pause(eventDelayMs);
	const costOf = ({ asked, beforeMs, answerCount }: typeof our) => (readCpuMs(asked) - beforeMs) / answerCount;
	return { ours: costOf(our), reference: costOf(other) };
}

function readCpuMs(asked: readonly AskedServer[]): number {
	return asked.reduce((sum, { server }) => sum + readProcessCpuMs(server.process.pid as number), 0);
}

/** Sends each server the next of its requests, one at a time, to all servers at once. @returns how many were answered */
async function ask(asked: readonly AskedServer[], first: number): Promise<number> {
	const results = await Promise.all(
		asked.map(({ server, requests }) => {
			const queue = requests.slice(first, first + requestsAtOnce).values();
			return runLoad({
				url: server.url,
				connectionCount: 1,
				isOver: () => false,
				nextRequest: () => queue.next().value,
			});
		}),
	);
	for (const result of results) checkAnswers('searches', result);
	return results.reduce((sum, { answerCount }) => sum + answerCount, 0);
}
