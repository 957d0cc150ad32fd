/**
 * What does a search cost a node on PostgreSQL, beside the embedded server, and three nodes of one database, beside three
 * embedded servers that know nothing of each other? In processor time of all threads of these processes. What one node does
 * for the others, such as counting for statistics, is in it, and so is what each does in the background while the other side is
 * asked. Processes that are asked at once take the processors' caches from each other, so a search then costs more, whatever
 * they share: only equally many, equally busy ones are compared. What several nodes answer that have processors of their own is
 * simulated from what the single node's searches cost, and what one node's searches cost the others (`simulate-nodes.ts`).
 */
import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import type { TestServer } from '../test/support/server.ts';
import { checkAnswers, type LoadResult, runLoad, toRequest } from './load.ts';
import { type ComparedValues, compare, type Measurement, report } from './measurement.ts';
import { readProcessCpuMs } from './peers/process-usage.ts';
import { createAccount, operatorEnvironment, startNodes, waitForRest } from './server-process.ts';
import { type NodeCosts, simulateNodes } from './simulate-nodes.ts';
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
/** How often all requests are sent while servers are watched, and how long until all have read the events. */
const watchedRoundCount = 10;
const readDelayMs = 3_000;
/** Longer than any delay of its background work. */
const restMs = 16_000;
/** What is kept of answers would be measured, and not how they are found. */
const settings = { ...operatorEnvironment, VITRINE_HTTP_THREADS: '1', VITRINE_ANSWER_CACHE_MB: '0' };

/** A server, and what it is asked in each round: what was not asked before, of no server, because followers know such queries. */
interface AskedServer {
	readonly server: TestServer;
	readonly rounds: readonly (readonly Uint8Array[])[];
}

export async function benchSearchCost(store: MeasuredStore): Promise<Measurement[]> {
	await using stack = new AsyncDisposableStack();
	const openNodes = async (count: number, environment: Readonly<Record<string, string>> = {}, firstNumber = 0) =>
		openShop(
			await startNodes(stack, count, { arguments: ['--no-demo'], environment: { ...settings, ...environment } }),
			firstNumber,
		);
	const embedded: AskedServer[] = [];
	while (embedded.length < nodeCount) embedded.push(...(await openNodes(1, {}, embedded.length)));
	const single = await openNodes(1, await store.createEnvironment());
	const shared = await openNodes(nodeCount, await store.createEnvironment());
	const alone = await compareOften(single, embedded.slice(0, 1));
	const atOnce = await compareOften(shared, embedded);
	const costs = await measureCosts(single[0] as AskedServer, shared);
	const limit = { atMost: 1.05 };
	const what = 'processor time of a search';
	return [
		compare(`${what}, the only node on PostgreSQL (an embedded server)`, alone, limit),
		compare(`${what}, ${nodeCount} nodes at once (${nodeCount} embedded servers at once)`, atOnce, limit),
		report('processor time of a search on each node that does not answer it', 'ms', costs.otherNodeMs),
		report('processor time of a node that nobody asks, a second', 'ms', costs.restMs),
		...compareSimulated(costs),
	];
}

/** Several nodes with two processors each, beside as many times one of them. */
function compareSimulated(costs: NodeCosts): Measurement[] {
	const simulate = (count: number) =>
		simulateNodes(costs, {
			...{ nodeCount: count, processorsPerNode: 2, clientsPerProcessor: 32 },
			...{ seconds: 30, seed },
		});
	const one = simulate(1);
	return [2, nodeCount].map((count) =>
		compare(
			`searches a second of ${count} nodes with 2 processors each, simulated (${count} times one node)`,
			{ unit: '1/s', ours: simulate(count), reference: count * one },
			{ atLeast: 0.9 },
		),
	);
}

async function measureCosts(single: AskedServer, shared: readonly AskedServer[]): Promise<NodeCosts> {
	const [answering, ...others] = shared as readonly [AskedServer, ...AskedServer[]];
	// What was begun before is done in the background.
	await pause(restMs);
	const [beforeMs, startMs] = [readCpuMs(others), performance.now()];
	await pause(restMs);
	const restPerMs = (readCpuMs(others) - beforeMs) / others.length / (performance.now() - startMs);
	// After a rest code is compiled again.
	await watch(others, answering);
	const asked = await watch(others, answering);
	await watch([single], single);
	const own = await watch([single], single);
	const answerCount = own.durationsMs.length;
	const searchMs = (own.cpuMs - restPerMs * own.tookMs) / answerCount;
	const meanMs = own.durationsMs.reduce((sum, durationMs) => sum + durationMs, 0) / answerCount;
	return {
		// On a machine that does nothing else a search takes its processor time, and some waiting in proportion.
		searchesMs: own.durationsMs.map((durationMs) => (durationMs * searchMs) / meanMs),
		otherNodeMs: Math.max(0, asked.cpuMs / others.length - restPerMs * asked.tookMs) / asked.durationsMs.length,
		restMs: restPerMs * 1000,
	};
}

/** What some servers do while one is asked, until its events are read. */
async function watch(watched: readonly AskedServer[], asked: AskedServer) {
	const [beforeMs, startMs] = [readCpuMs(watched), performance.now()];
	const durationsMs: number[] = [];
	for (let round = 0; round < watchedRoundCount; round++) {
		durationsMs.push(...(await sendOneByOne(asked.server, requestsOf(asked, round))).durationsMs);
	}
	await pause(readDelayMs);
	return { durationsMs, cpuMs: readCpuMs(watched) - beforeMs, tookMs: performance.now() - startMs };
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
	await compareCosts(ours, reference, roundCount);
	const rounds: Costs[] = [];
	while (rounds.length < roundCount) rounds.push(await compareCosts(ours, reference, rounds.length));
	rounds.sort((a, b) => a.ours / a.reference - b.ours / b.reference);
	return { unit: 'ms', ...(rounds[roundCount >> 1] as Costs) };
}

/**
 * Fills an engine through the first server, and waits until all have it and are at rest.
 * @param firstNumber of the first server: each number has queries of its own
 */
async function openShop(servers: readonly TestServer[], firstNumber: number): Promise<AskedServer[]> {
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
	const listRounds = (number: number) =>
		Array.from({ length: roundCount + 1 }, (_, round) =>
			createSyntheticRequests({ hashid, key }, { productCount, seed }, round * nodeCount + number),
		);
	return servers.map((server, index) => ({ server, rounds: listRounds(firstNumber + index) }));
}

function requestsOf({ rounds }: AskedServer, round: number): readonly Uint8Array[] {
	const requests = rounds[round];
	assert(requests);
	return requests;
}

/**
 * Asks both alternately, some searches at a time, because machines become slower and faster from one second to the next. All
 * that they do until the last events are written counts.
 */
async function compareCosts(
	ours: readonly AskedServer[],
	reference: readonly AskedServer[],
	round: number,
): Promise<Costs> {
	const [our, other] = [ours, reference].map((asked) => ({ asked, beforeMs: readCpuMs(asked), answerCount: 0 }));
	assert(our !== undefined && other !== undefined);
	const order = [our, other];
	for (let first = 0; first < requestsOf(our.asked[0] as AskedServer, round).length; first += requestsAtOnce) {
		for (const side of order) side.answerCount += await ask(side.asked, { round, first });
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
async function ask(
	asked: readonly AskedServer[],
	{ round, first }: { readonly round: number; readonly first: number },
): Promise<number> {
	const results = await Promise.all(
		asked.map((one) => sendOneByOne(one.server, requestsOf(one, round).slice(first, first + requestsAtOnce))),
	);
	return results.reduce((sum, { answerCount }) => sum + answerCount, 0);
}

async function sendOneByOne(server: TestServer, requests: readonly Uint8Array[]): Promise<LoadResult> {
	const queue = requests.values();
	const nextRequest = () => queue.next().value;
	const result = await runLoad({ url: server.url, connectionCount: 1, isOver: () => false, nextRequest });
	checkAnswers('searches', result);
	return result;
}
