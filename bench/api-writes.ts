/** Durable writes through the API beside writes straight to the store: see `stores.ts` for what those are. */
import { formatDfid, toItemKey } from '../src/domain/item/dfid.ts';
import { createApi } from '../test/support/api.ts';
import { type FirstRun, startServer, type TestServer } from '../test/support/server.ts';
import { after, checkAnswers, runLoad, toRequest } from './load.ts';
import { compare, type Measurement, percentile } from './measurement.ts';
import { startNodes, waitForRest } from './server-process.ts';
import type { BulkRates, MeasuredStore } from './stores.ts';
import { smallItem, toItemsPath } from './synthetic-item.ts';
import { waitForIndex } from './wait-for-index.ts';

interface WriteOptions {
	readonly store: MeasuredStore;
	/** How long each throughput is measured. */
	readonly durationMs: number;
}

interface SharedWriteOptions extends WriteOptions {
	/** Servers on one store, each of which is measured. */
	readonly nodeCount: number;
}

/** For the first rounds, some five seconds of load, the compiler's threads take part of the two cores. */
const warmUpRounds = 5;
/** Many short rounds: the speed of a shared machine changes within seconds. */
const cartRounds = 15;
const bulkRounds = 5;

/** What is answered when the event is on disk; the status is 200 when it is not, too. */
const recorded = '{"status":"OK"}';

/** Add-to-cart, 50 connections, durable. Alternated with each reference, to share the noise. */
export function benchCart(options: WriteOptions): Promise<Measurement[]> {
	return benchCartThroughNodes({ ...options, nodeCount: 1 });
}

export async function benchCartThroughNodes({
	store,
	durationMs,
	nodeCount,
}: SharedWriteOptions): Promise<Measurement[]> {
	await using stack = new AsyncDisposableStack();
	const { nodes, firstRun } = await startShop(store, nodeCount, stack);
	const references = await store.startCartReferences();
	const request = await toCartRequest(nodes[0]?.url ?? missing('address'), firstRun);
	const roundMs = durationMs / 8;

	async function rateAt(url: string): Promise<number> {
		const load = { url, connectionCount: 50, isOver: after(roundMs), nextRequest: () => request };
		const result = await runLoad(load);
		checkAnswers('add-to-cart', result);
		if (result.byteCount !== result.answerCount * recorded.length)
			throw new Error('add-to-cart: not all were recorded');
		return result.answerCount / result.seconds;
	}
	const ours = nodes.map((): number[] => []);
	const theirs = references.map((): number[] => []);
	for (let round = 0; round < warmUpRounds + cartRounds; round += 1) {
		for (const [at, { url }] of nodes.entries()) ours[at]?.push(await rateAt(url));
		for (const [at, { rate }] of references.entries()) theirs[at]?.push(await rate(roundMs, rateAt));
	}
	const median = (rates: readonly number[] = []) => percentile(rates.slice(warmUpRounds), 0.5);
	return nodes.flatMap((_, node) =>
		references.map(({ name, atLeast = 0 }, at) =>
			compare(
				`add-to-cart, 50 connections${nodeCount > 1 ? `, node ${node + 1}` : ''} (${name})`,
				{ unit: 'requests/s', ours: median(ours[node]), reference: median(theirs[at]) },
				{ atLeast },
			),
		),
	);
}

async function startShop(store: MeasuredStore, nodeCount: number, stack: AsyncDisposableStack) {
	const nodes = await startNodes(stack, nodeCount, { environment: await store.createEnvironment() });
	return { nodes, firstRun: nodes[0]?.firstRun ?? missing('first run') };
}

async function toCartRequest(url: string, { hashid, widget_id: widget, key }: FirstRun): Promise<Uint8Array> {
	const page = await createApi(url, key).call(`${toItemsPath(hashid)}?rpp=1`);
	const [item] = page.json.items;
	const dfid = formatDfid({ hashid, indexName: 'product', itemKey: toItemKey(item.id) });
	const body = JSON.stringify({ session_id: 'bench', dfid, title: item.title, amount: 1, price: 12.5 });
	return toRequest('POST', `/api/widget/${widget}/cart`, { body });
}

/** Longer than the delay of merges. */
const restMs = 3_000;

/**
 * Bulk create and delete, 4 connections, on a server whose indexer follows on the same machine, and on one without search.
 * Each turn begins when the one before has left nothing to do: what was written is indexed, and the server is at rest
 * before the reference runs. The first round is not counted.
 */
export async function benchBulk({ store, durationMs }: WriteOptions): Promise<Measurement[]> {
	await using searching = await startServer({ environment: await store.createEnvironment() });
	await using plain = await startServer({
		environment: { ...(await store.createEnvironment()), VITRINE_SEARCH: 'false' },
	});
	const writers = [
		{ name: 'indexed meanwhile', rate: await createBulkWriter(searching, [searching]) },
		{ name: 'search off', rate: await createBulkWriter(plain, []) },
	];
	return await compareBulks(writers, { store, durationMs });
}

/** The same through each of several servers on one store, all of which index. */
export async function benchBulkThroughNodes(options: SharedWriteOptions): Promise<Measurement[]> {
	await using stack = new AsyncDisposableStack();
	const { nodes, firstRun } = await startShop(options.store, options.nodeCount, stack);
	const writers: BulkWriter[] = [];
	for (const { url, process } of nodes) {
		const rate = await createBulkWriter({ url, process, firstRun }, nodes);
		writers.push({ name: `node ${writers.length + 1}`, rate });
	}
	return await compareBulks(writers, options);
}

interface BulkWriter {
	readonly name: string;
	rate(bulks: ReturnType<typeof batches>): Promise<BulkRates>;
}

async function compareBulks(
	writers: readonly BulkWriter[],
	{ store, durationMs }: WriteOptions,
): Promise<Measurement[]> {
	const batchCount = Math.ceil(durationMs / 4);
	const ours = writers.map((): BulkRates[] => []);
	const theirs: BulkRates[] = [];
	for (let round = 0; round <= bulkRounds; round += 1) {
		for (const [at, { rate }] of writers.entries()) {
			// What one writer has deleted is slower to create for another on the same store.
			const bulks = batches((round * writers.length + at) * batchCount, batchCount);
			ours[at]?.push(await rate(bulks));
			await store.waitForRest(restMs);
		}
		theirs.push(await store.rateBulk(batchCount));
		await store.waitForRest(restMs);
	}
	const median = (rates: readonly BulkRates[] = [], what: keyof BulkRates) =>
		percentile(
			rates.slice(1).map((each) => each[what]),
			0.5,
		);
	return writers.flatMap(({ name }, at) =>
		(['create', 'delete'] as const).map((what) =>
			compare(
				`bulk ${what} of 100, 4 connections, ${name} (${store.bulkName})`,
				{ unit: 'items/s', ours: median(ours[at], what), reference: median(theirs, what) },
				{ atLeast: 0.5 },
			),
		),
	);
}

type WrittenServer = Pick<TestServer, 'url' | 'process' | 'firstRun'>;

/** @returns creates and deletes the items of the batches, and waits until the servers that index them are at rest again. */
async function createBulkWriter(server: WrittenServer, indexing: readonly WrittenServer[]) {
	const { hashid, key } = server.firstRun ?? missing('first run');
	const items = toItemsPath(hashid);
	const { count } = (await createApi(server.url, key).call(`${items}/_count`)).json;

	async function rate(method: string, bulks: readonly (readonly object[])[]): Promise<number> {
		const queue = bulks
			.map((body) => toRequest(method, `${items}/_bulk`, { key, body: JSON.stringify(body) }))
			.values();
		const nextRequest = () => queue.next().value;
		const result = await runLoad({ url: server.url, connectionCount: 4, isOver: () => false, nextRequest });
		checkAnswers('bulk', result);
		return (result.answerCount * 100) / result.seconds;
	}
	const waitForItems = async (itemCount: number) => {
		for (const each of indexing) await waitForIndex(each, { hashid, key, itemCount });
	};
	return async (bulks: ReturnType<typeof batches>): Promise<BulkRates> => {
		const create = await rate('POST', bulks);
		await waitForItems(count + bulks.length * 100);
		const deletion = await rate(
			'DELETE',
			bulks.map((body) => body.map(({ id }) => ({ id }))),
		);
		await waitForItems(count);
		for (const each of [server, ...indexing]) await waitForRest(each, restMs);
		return { create, delete: deletion };
	};
}

/** Batches of a hundred items, all of them different. */
function batches(first: number, batchCount: number): ReturnType<typeof smallItem>[][] {
	return Array.from({ length: batchCount }, (_, batch) =>
		Array.from({ length: 100 }, (_item, index) => smallItem((first + batch) * 100 + index)),
	);
}

function missing(what: string): never {
	throw new Error(`the server did not print its ${what}`);
}
