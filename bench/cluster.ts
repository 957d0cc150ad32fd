/**
 * What does it cost that several nodes share a database, and how soon does each know what another was told? Nodes, the
 * database, the load and what they are compared with are processes on one machine, and ratios are of one run.
 */
import { parseArgs } from 'node:util';
import { benchAffinity } from './affinity.ts';
import { benchBulkThroughNodes, benchCartThroughNodes } from './api-writes.ts';
import { benchEventVisibility } from './event-visibility.ts';
import { benchFreshNode } from './fresh-node.ts';
import type { Measurement } from './measurement.ts';
import { benchSearchCost } from './node-searches.ts';
import { type MeasuredStore, openMeasuredStore } from './stores.ts';
import { benchWriteVisibility } from './write-visibility.ts';

interface Options {
	readonly store: MeasuredStore;
	/** How long each throughput is measured. */
	readonly durationMs: number;
	/** Of the engine that a fresh node is asked for. */
	readonly productCount: number;
	/** On all nodes together. */
	readonly engineCount: number;
}

const nodeCount = 2;

export async function run(words: readonly string[]): Promise<readonly Measurement[]> {
	const { values } = parseArgs({
		args: [...words],
		options: {
			seconds: { type: 'string', default: '8' },
			products: { type: 'string', default: '1000000' },
			engines: { type: 'string', default: '1000' },
			only: { type: 'string' },
		},
	});
	await using store = await openMeasuredStore('postgres');
	const options = {
		...{ store, durationMs: Number(values.seconds) * 1000 },
		...{ productCount: Number(values.products), engineCount: Number(values.engines) },
	};
	const chosen = Object.entries(steps).filter(([name]) => values.only === undefined || values.only === name);
	if (chosen.length === 0) throw new Error(`--only takes ${Object.keys(steps).join(', ')}`);
	const measurements: Measurement[] = [];
	for (const [, step] of chosen) measurements.push(...(await step(options)));
	return measurements;
}

/** By the names that `--only` accepts. */
const steps: Readonly<Record<string, (options: Options) => Promise<Measurement[]>>> = {
	cart: (options) => benchCartThroughNodes({ ...options, nodeCount }),
	bulk: (options) => benchBulkThroughNodes({ ...options, nodeCount }),
	events: ({ store }) => benchEventVisibility(store),
	items: ({ store }) => benchWriteVisibility(store),
	searches: ({ store }) => benchSearchCost(store),
	affinity: ({ store, engineCount }) => benchAffinity(store, engineCount),
	fresh: ({ store, productCount }) => benchFreshNode(store, productCount),
};
