/** How long after its answer is an event of one node in the recommendations of each of three? */
import { setTimeout as pause } from 'node:timers/promises';
import { createApi, type Json } from '../test/support/api.ts';
import { startServer, type TestServer } from '../test/support/server.ts';
import { type Measurement, measure, percentile, report } from './measurement.ts';
import type { MeasuredStore } from './stores.ts';
import { toItemsPath } from './synthetic-item.ts';

const nodeCount = 3;
const probeCount = 120;
const pollMs = 10;
const goneMsMax = 30_000;

interface SharedEngine {
	readonly url: string;
	readonly hashid: string;
	readonly key: string;
}

interface SharedShop {
	readonly nodes: readonly TestServer[];
	readonly key: string;
	/** Of the demo shop. */
	readonly hashid: string;
}

async function startShop(store: MeasuredStore, stack: AsyncDisposableStack): Promise<SharedShop> {
	const environment = { ...(await store.createEnvironment()), VITRINE_PUBLIC_RATE_LIMIT_PER_SECOND: '0' };
	const nodes: TestServer[] = [];
	while (nodes.length < nodeCount) nodes.push(stack.use(await startServer({ environment })));
	const firstRun = nodes[0]?.firstRun;
	if (firstRun === undefined) throw new Error('the first server did not print its key');
	return { nodes, key: firstRun.key, hashid: firstRun.hashid };
}

/** A view through one node, until the widget of what a session viewed last shows it through each. */
export async function benchEventVisibility(store: MeasuredStore): Promise<Measurement[]> {
	await using stack = new AsyncDisposableStack();
	const { nodes, key, hashid } = await startShop(store, stack);
	const [first] = nodes;
	const api = createApi(first?.url ?? '', key);
	const [shop] = (await api.call('/api/admin/v1/stores')).json;
	const body = { name: 'Viewed', store_id: shop.id, kind: 'recently_viewed', fallback: false };
	const { id: widget } = (await api.call('/api/admin/v1/widgets', { method: 'POST', body })).json;
	const item = { id: 'viewed', title: 'Viewed', link: 'https://shop.example/viewed', price: 1 };
	await api.call(toItemsPath(hashid), { method: 'POST', body: item });
	for (const { url } of nodes) await waitUntil(performance.now(), () => isFound({ url, hashid, key }, item.title));
	const show = async (url: string, session: string, page: string): Promise<Json> => {
		const asked = { method: 'POST', body: { current_url: page, session_id: session } };
		const { status, json, text } = await createApi(url).call(`/api/widget/${widget}`, asked);
		if (status !== 200) throw new Error(text);
		return json;
	};
	const durations: number[] = [];
	for (let probe = 0; probe < probeCount; probe += 1) {
		const session = `viewer-${probe}`;
		await show(nodes[probe % nodeCount]?.url ?? '', session, item.link);
		const answeredMs = performance.now();
		const waits = nodes.map(async ({ url }) =>
			waitUntil(answeredMs, async () => {
				const { results } = await show(url, session, 'https://shop.example/');
				return results.some(({ id }: Json) => id === item.id);
			}),
		);
		durations.push(...(await Promise.all(waits)));
	}
	return toMeasurements('a view in the recommendations of three nodes', durations, 2000);
}

async function isFound({ url, hashid, key }: SharedEngine, word: string): Promise<boolean> {
	const answer = await createApi(url, key).call(`/6/${hashid}/_search?query=${word}&stats=false`);
	return answer.json?.total === 1;
}

function toMeasurements(what: string, durations: readonly number[], atMost: number): Measurement[] {
	return [
		report(`${what}, p50`, 'ms', percentile(durations, 0.5)),
		measure(`${what}, p99`, 'ms', { ours: percentile(durations, 0.99), atMost }),
	];
}

/** @returns how long after `sinceMs` it was so. */
async function waitUntil(sinceMs: number, isSo: () => Promise<boolean>): Promise<number> {
	for (;;) {
		if (await isSo()) return performance.now() - sinceMs;
		if (performance.now() - sinceMs > goneMsMax) throw new Error('what was written is not found');
		await pause(pollMs);
	}
}
