/** Durable writes through the API beside writes straight to the store: see `stores.ts` for what those are. */
import { formatDfid, toItemKey } from '../src/domain/item/dfid.ts';
import { createApi } from '../test/support/api.ts';
import { startServer } from '../test/support/server.ts';
import { after, checkAnswers, runLoad, toRequest } from './load.ts';
import { compare, type Measurement, percentile } from './measurement.ts';
import type { BulkRates, MeasuredStore } from './stores.ts';
import { smallItem, toItemsPath } from './synthetic-item.ts';

interface WriteOptions {
	readonly store: MeasuredStore;
	/** How long each throughput is measured. */
	readonly durationMs: number;
}

/** For the first rounds, some five seconds of load, the compiler's threads take part of the two cores. */
const warmUpRounds = 5;
/** Many short rounds: the speed of a shared machine changes within seconds. */
const cartRounds = 15;
const bulkRounds = 5;

/** What is answered when the event is on disk; the status is 200 when it is not, too. */
const recorded = '{"status":"OK"}';

/** Add-to-cart, 50 connections, durable. Alternated with each reference, to share the noise. */
export async function benchCart({ store, durationMs }: WriteOptions): Promise<Measurement[]> {
	await using server = await startServer({ environment: await store.createEnvironment() });
	const references = await store.startCartReferences();
	const { hashid, widget_id: widget, key } = server.firstRun ?? missing('first run');
	const page = await createApi(server.url, key).call(`${toItemsPath(hashid)}?rpp=1`);
	const [item] = page.json.items;
	const dfid = formatDfid({ hashid, indexName: 'product', itemKey: toItemKey(item.id) });
	const body = JSON.stringify({ session_id: 'bench', dfid, title: item.title, amount: 1, price: 12.5 });
	const request = toRequest('POST', `/api/widget/${widget}/cart`, { body });
	const roundMs = durationMs / 8;

	async function rateAt(url: string): Promise<number> {
		const load = { url, connectionCount: 50, isOver: after(roundMs), nextRequest: () => request };
		const result = await runLoad(load);
		checkAnswers('add-to-cart', result);
		if (result.byteCount !== result.answerCount * recorded.length)
			throw new Error('add-to-cart: not all were recorded');
		return result.answerCount / result.seconds;
	}
	const ours: number[] = [];
	const theirs = references.map((): number[] => []);
	for (let round = 0; round < warmUpRounds + cartRounds; round += 1) {
		ours.push(await rateAt(server.url));
		for (const [at, { rate }] of references.entries()) theirs[at]?.push(await rate(roundMs, rateAt));
	}
	const median = (rates: readonly number[] = []) => percentile(rates.slice(warmUpRounds), 0.5);
	return references.map(({ name, atLeast = 0 }, at) =>
		compare(
			`add-to-cart, 50 connections (${name})`,
			{ unit: 'requests/s', ours: median(ours), reference: median(theirs[at]) },
			{ atLeast },
		),
	);
}

/**
 * Bulk create and delete, 4 connections, alternating with the reference. The first round is not counted, and there are
 * several: merges of what was written run in the background, and fall into some rounds and not into others.
 */
export async function benchBulk({ store, durationMs }: WriteOptions): Promise<Measurement[]> {
	await using server = await startServer({ environment: await store.createEnvironment() });
	const { hashid, key } = server.firstRun ?? missing('first run');
	const items = toItemsPath(hashid);
	const batchCount = Math.ceil(durationMs / 4);
	async function rate(requests: readonly Uint8Array[]): Promise<number> {
		const queue = requests.values();
		const nextRequest = () => queue.next().value;
		const load = { url: server.url, connectionCount: 4, isOver: () => false, nextRequest };
		const result = await runLoad(load);
		checkAnswers('bulk', result);
		return (result.answerCount * 100) / result.seconds;
	}
	const ours: BulkRates[] = [];
	const theirs: BulkRates[] = [];
	for (let round = 0; round <= bulkRounds; round += 1) {
		const bulks = batches(round * batchCount, batchCount);
		const creates = bulks.map((body) => toRequest('POST', `${items}/_bulk`, { key, body: JSON.stringify(body) }));
		const deletes = bulks.map((body) =>
			toRequest('DELETE', `${items}/_bulk`, { key, body: JSON.stringify(body.map(({ id }) => ({ id }))) }),
		);
		const rates = { create: await rate(creates), delete: await rate(deletes) };
		const raw = await store.rateBulk(batchCount);
		if (round === 0) continue;
		ours.push(rates);
		theirs.push(raw);
	}
	const median = (rates: readonly BulkRates[], what: keyof BulkRates) =>
		percentile(
			rates.map((each) => each[what]),
			0.5,
		);
	return (['create', 'delete'] as const).map((what) =>
		compare(
			`bulk ${what} of 100, 4 connections (${store.bulkName})`,
			{ unit: 'items/s', ours: median(ours, what), reference: median(theirs, what) },
			{ atLeast: 0.5 },
		),
	);
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
