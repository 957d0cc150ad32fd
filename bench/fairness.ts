/**
 * How soon is a shop's item found while another shop imports? Two accounts share one server. One writes an item every
 * half second and searches until it finds it: first alone, then while the other imports over several connections as fast
 * as possible. The time of an item counts from the moment its write is sent; it is searched for every few milliseconds.
 */
import { parseArgs } from 'node:util';
import { type Api, createApi } from '../test/support/api.ts';
import { startServer } from '../test/support/server.ts';
import { checkAnswers, runLoad, toRequest } from './load.ts';
import { compare, type Measurement, measure, percentile, report } from './measurement.ts';
import { createAccount, operatorEnvironment } from './server-process.ts';
import { createSyntheticCatalogue, toItem } from './synthetic-catalogue.ts';
import { toItemsPath } from './synthetic-item.ts';

interface Shop {
	readonly api: Api;
	readonly key: string;
	readonly hashid: string;
}

interface Probe {
	readonly writtenMs: number;
	readonly foundMs: number;
}

const seed = 2_026;
const batchSize = 100;
const writeIntervalMs = 500;
const pollMs = 20;
const foundMsMax = 600_000;
/** Items that the small shop already has. */
const stockCount = 500;

export async function run(words: readonly string[]): Promise<readonly Measurement[]> {
	const { values } = parseArgs({
		args: [...words],
		options: {
			items: { type: 'string', default: '200000' },
			connections: { type: 'string', default: '4' },
			idle: { type: 'string', default: '20' },
			threads: { type: 'string', default: '1' },
		},
	});
	const environment = { ...operatorEnvironment, VITRINE_HTTP_THREADS: values.threads };
	await using server = await startServer({ arguments: ['--no-demo'], environment });
	const importer = await openShop(server.url, 'importer');
	const small = await openShop(server.url, 'small');
	const requests = createImport(importer, Number(values.items));
	await fillStock(small);
	const idleEndMs = performance.now() + Number(values.idle) * 1000;
	const idle = await probe(small, 'idle', () => performance.now() >= idleEndMs);
	let isOver = false;
	const importing = importAndFind(server.url, importer, {
		requests,
		connectionCount: Number(values.connections),
		lastId: `I${Number(values.items) - 1}`,
	}).finally(() => {
		isOver = true;
	});
	const busy = await probe(small, 'busy', () => isOver);
	const { seconds, settledMs } = await importing;
	return [...compareProbes(idle, busy), ...describeImport(Number(values.items), seconds, settledMs)];
}

async function openShop(url: string, name: string): Promise<Shop> {
	const key = await createAccount({ url });
	const api = createApi(url, key);
	const engine = { name, language: 'en', currency: 'EUR' };
	const { hashid } = (await api.call('/api/v2/search_engines', { method: 'POST', body: engine })).json;
	const index = { name: 'product', preset: 'product' };
	await api.call(`/api/v2/search_engines/${hashid}/indices`, { method: 'POST', body: index });
	return { api, key, hashid };
}

/** Prepared before anything is measured, because writing the texts takes longer than sending them. */
function createImport({ hashid, key }: Shop, itemCount: number): Uint8Array[] {
	const catalogue = createSyntheticCatalogue(seed);
	const requests: Uint8Array[] = [];
	for (let start = 0; start < itemCount; start += batchSize) {
		const items = Array.from({ length: Math.min(batchSize, itemCount - start) }, (_, at) => {
			const number = start + at;
			return { ...toItem(number, catalogue.toProduct(number)).fields, id: `I${number}`, marker: `I${number}` };
		});
		requests.push(toRequest('POST', `${toItemsPath(hashid)}/_bulk`, { key, body: JSON.stringify(items) }));
	}
	return requests;
}

async function fillStock({ api, hashid }: Shop): Promise<void> {
	for (let start = 0; start < stockCount; start += batchSize) {
		const body = Array.from({ length: batchSize }, (_, at) => toProbeItem(`stock${start + at}`));
		await api.call(`${toItemsPath(hashid)}/_bulk`, { method: 'POST', body });
	}
}

function toProbeItem(id: string) {
	return { id, title: `Garden chair ${id}`, link: `https://small.example/${id}`, price: 20, marker: id };
}

interface Import {
	readonly requests: readonly Uint8Array[];
	readonly connectionCount: number;
	readonly lastId: string;
}

/** Until all items can be found: what is left of the log when the last write is answered is part of an import. */
async function importAndFind(url: string, shop: Shop, { requests, connectionCount, lastId }: Import) {
	let next = 0;
	const result = await runLoad({ url, connectionCount, isOver: () => false, nextRequest: () => requests[next++] });
	checkAnswers('imports', result);
	return { seconds: result.seconds, settledMs: await waitForItem(shop, lastId, performance.now()) };
}

/** Writes an item every half second, even if earlier ones have not been found yet. */
async function probe(shop: Shop, prefix: string, isOver: () => boolean): Promise<Probe[]> {
	const probes: Promise<Probe>[] = [];
	for (let number = 0; !isOver(); number += 1) {
		probes.push(writeAndFind(shop, `${prefix}${number}`));
		await new Promise((resolve) => setTimeout(resolve, writeIntervalMs));
	}
	return Promise.all(probes);
}

async function writeAndFind(shop: Shop, id: string): Promise<Probe> {
	const startMs = performance.now();
	const { status } = await shop.api.call(toItemsPath(shop.hashid), { method: 'POST', body: toProbeItem(id) });
	if (status !== 201) throw new Error(`the small shop's write was answered with ${status}`);
	return { writtenMs: performance.now() - startMs, foundMs: await waitForItem(shop, id, startMs) };
}

async function waitForItem({ api, hashid }: Shop, id: string, startMs: number): Promise<number> {
	for (;;) {
		const { status, json } = await api.call(`/6/${hashid}/_search?rpp=1&stats=false&filter[mark]=${id}`);
		const elapsedMs = performance.now() - startMs;
		if (status === 200 && json.total_found === 1) return elapsedMs;
		if (elapsedMs > foundMsMax) throw new Error(`${id} is not found: ${status}`);
		await new Promise((resolve) => setTimeout(resolve, pollMs));
	}
}

function compareProbes(idle: readonly Probe[], busy: readonly Probe[]): Measurement[] {
	const found = (probes: readonly Probe[], share: number) =>
		percentile(
			probes.map(({ foundMs }) => foundMs),
			share,
		);
	const written = (probes: readonly Probe[]) =>
		percentile(
			probes.map(({ writtenMs }) => writtenMs),
			0.99,
		);
	return [
		report('items written while idle', 'items', idle.length),
		report('items written while the other imports', 'items', busy.length),
		...[0.5, 0.99, 1].map((share) =>
			compare(
				`${share === 1 ? 'longest' : `p${share * 100}`} until found while the other imports (idle)`,
				{ unit: 'ms', ours: found(busy, share), reference: found(idle, share) },
				{ atMost: 1.5 },
			),
		),
		measure('p99 until found while the other imports', 'ms', { ours: found(busy, 0.99), atMost: 1_000 }),
		compare(
			'p99 of the answer to the write (idle)',
			{ unit: 'ms', ours: written(busy), reference: written(idle) },
			{ atMost: Number.POSITIVE_INFINITY },
		),
	];
}

function describeImport(itemCount: number, seconds: number, settledMs: number): Measurement[] {
	return [
		report('items a second of the import', 'items/s', itemCount / seconds),
		report('from the end of the import until its last item is found', 'ms', settledMs),
	];
}
