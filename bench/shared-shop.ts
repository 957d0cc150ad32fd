/** Nodes on one database, and how soon each shows what another was told. */
import { setTimeout as pause } from 'node:timers/promises';
import { createApi } from '../test/support/api.ts';
import { waitUntilReady } from '../test/support/cluster.ts';
import type { TestServer } from '../test/support/server.ts';
import { type Measurement, measure, percentile, report } from './measurement.ts';
import { startNodes } from './server-process.ts';
import type { MeasuredStore } from './stores.ts';

export const sharingCount = 3;
const pollMs = 10;
const goneMsMax = 30_000;

interface SharedEngine {
	readonly url: string;
	readonly hashid: string;
	readonly key: string;
}

export interface SharedShop {
	readonly nodes: readonly TestServer[];
	readonly key: string;
	/** Of the demo shop. */
	readonly hashid: string;
}

export async function startSharedShop(store: MeasuredStore, stack: AsyncDisposableStack): Promise<SharedShop> {
	const environment = { ...(await store.createEnvironment()), VITRINE_PUBLIC_RATE_LIMIT_PER_SECOND: '0' };
	const nodes = await startNodes(stack, sharingCount, { environment });
	// Nobody asks a node sooner.
	for (const server of nodes) await waitUntilReady({ name: server.url, server });
	const firstRun = nodes[0]?.firstRun;
	if (firstRun === undefined) throw new Error('the first server did not print its key');
	return { nodes, key: firstRun.key, hashid: firstRun.hashid };
}

/** Whether a search for a word finds one item. */
export async function isFound({ url, hashid, key }: SharedEngine, word: string): Promise<boolean> {
	const answer = await createApi(url, key).call(`/6/${hashid}/_search?query=${word}&stats=false`);
	return answer.json?.total === 1;
}

export function toVisibility(what: string, durations: readonly number[], atMost: number): Measurement[] {
	return [
		report(`${what}, p50`, 'ms', percentile(durations, 0.5)),
		measure(`${what}, p99`, 'ms', { ours: percentile(durations, 0.99), atMost }),
	];
}

/** @returns how long after `sinceMs` it was so. */
export async function waitUntil(sinceMs: number, isSo: () => Promise<boolean>): Promise<number> {
	for (;;) {
		if (await isSo()) return performance.now() - sinceMs;
		if (performance.now() - sinceMs > goneMsMax) throw new Error('what was written is not found');
		await pause(pollMs);
	}
}
