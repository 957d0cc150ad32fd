/**
 * How much does code gain that does by hand what the language or the engine could do? Each workaround alternates with the
 * plain solution. One that gains nothing any more should be removed.
 */
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { createRateLimitMemory, openSharedRateLimiter } from '../src/adapters/rate-limiter/shared-rate-limiter.ts';
import { readMonotonicMs } from '../src/lib/monotonic-time.ts';
import { createApi } from '../test/support/api.ts';
import { startServer } from '../test/support/server.ts';
import { fillEngine } from './fill-engine.ts';
import { compare, type Measurement, percentile } from './measurement.ts';
import { createAccount, operatorEnvironment, readMemoryMb } from './server-process.ts';
import { waitForIndex } from './wait-for-index.ts';

interface Options {
	readonly rounds: number;
	readonly itemCount: number;
}

export async function run(words: readonly string[]): Promise<readonly Measurement[]> {
	const { values } = parseArgs({
		args: [...words],
		options: {
			rounds: { type: 'string', default: '5' },
			items: { type: 'string', default: '100000' },
			only: { type: 'string' },
		},
	});
	const options = { rounds: Number(values.rounds), itemCount: Number(values.items) };
	const chosen = Object.entries(steps).filter(([name]) => values.only === undefined || values.only === name);
	if (chosen.length === 0) throw new Error(`--only takes ${Object.keys(steps).join(', ')}`);
	const measurements: Measurement[] = [];
	for (const [, step] of chosen) measurements.push(...(await step(options)));
	return measurements;
}

/** By the names that `--only` accepts. */
const steps: Readonly<Record<string, (options: Options) => Promise<Measurement[]>>> = {
	limits: benchLimits,
	queue: benchQueue,
	memory: benchMemory,
};

const keyCount = 5000;
const limitPasses = 400;

/** A call of the limiter whose buckets threads share, compared with one of a `Map` that only one thread can use. */
async function benchLimits(): Promise<Measurement[]> {
	const rate = { perSecond: 20, burst: 20 };
	const memory = createRateLimitMemory();
	const shared = openSharedRateLimiter({ ...rate, memory, seed: 1, monotonicMs: readMonotonicMs });
	const buckets = new Map<string, { tokens: number; atMs: number }>();
	const spendOfMap = (key: string): number => {
		const nowMs = readMonotonicMs();
		const { tokens, atMs } = buckets.get(key) ?? { tokens: rate.burst, atMs: nowMs };
		const now = Math.min(rate.burst, tokens + ((nowMs - atMs) * rate.perSecond) / 1000);
		buckets.set(key, { tokens: now < 1 ? now : now - 1, atMs: nowMs });
		return now < 1 ? (1 - now) / rate.perSecond : 0;
	};
	const keys = Array.from({ length: keyCount }, (_, number) => `engine 203.0.${number >> 8}.${number & 255}`);
	const spent = { ours: 0, reference: 0 };
	for (let pass = 0; pass < limitPasses; pass += 1) {
		spent.ours += cpuOf(() => keys.forEach(shared.spend));
		spent.reference += cpuOf(() => keys.forEach(spendOfMap));
	}
	const toNs = (microseconds: number) => (microseconds * 1000) / (limitPasses * keyCount);
	const values = { ours: toNs(spent.ours), reference: toNs(spent.reference) };
	return [compare('rate limit, a call (Map of one thread)', { unit: 'ns', ...values }, { atMost: 4 })];
}

/** CPU time of this thread, in µs: a call is too short for a wall clock on a shared machine. */
function cpuOf(work: () => void): number {
	const before = process.threadCpuUsage();
	work();
	const { user, system } = process.threadCpuUsage(before);
	return user + system;
}

/** One value is added and the oldest one removed, while others wait. */
async function benchQueue({ rounds }: Options): Promise<Measurement[]> {
	const measurements: Measurement[] = [];
	for (const waitingCount of [100, 10_000]) {
		const results = { ring: [] as QueueResult[], map: [] as QueueResult[] };
		for (let round = 0; round < rounds; round += 1) {
			for (const kind of ['ring', 'map'] as const) results[kind].push(await measureQueue(kind, waitingCount));
		}
		const median = (kind: keyof typeof results, name: keyof QueueResult) =>
			percentile(
				results[kind].map((result) => result[name]),
				0.5,
			);
		const report = (what: string, unit: string, name: keyof QueueResult) => {
			const values = { ours: median('ring', name), reference: median('map', name) };
			measurements.push(
				compare(`numbered queue, ${waitingCount} waiting: ${what} (Map)`, { unit: unit, ...values }, { atMost: 0.8 }),
			);
		};
		report('a put and a take', 'ns', 'pairNs');
		report('most heap', 'MB', 'heapMb');
	}
	return measurements;
}

/** The message of `queue-worker.ts`. */
export interface QueueResult {
	readonly pairNs: number;
	readonly heapMb: number;
}

async function measureQueue(kind: 'ring' | 'map', waitingCount: number): Promise<QueueResult> {
	const workerData = { kind, waitingCount };
	// As much room for young objects as the server gives its threads.
	const resourceLimits = { maxYoungGenerationSizeMb: 48 };
	const worker = new Worker(new URL('./queue-worker.ts', import.meta.url), { workerData, resourceLimits });
	const [result] = await once(worker, 'message');
	return result;
}

const restMs = 25_000;

/** Resident memory of a server, in MB. */
interface Memory {
	readonly restMb: number;
	readonly peakMb: number;
}

const memoryNames: Readonly<Record<keyof Memory, string>> = { restMb: 'resting', peakMb: 'peak' };

/**
 * Memory of a server that imports a catalogue, deletes it, and imports it again: with all workarounds, and without some.
 */
async function benchMemory({ rounds, itemCount }: Options): Promise<Measurement[]> {
	const variants = {
		whole: '',
		atRest: 'collectAtRest',
		released: 'noteReleased,collectReleased',
		young: 'limitYoungObjects',
	};
	const results: Record<keyof typeof variants, Memory[]> = { whole: [], atRest: [], released: [], young: [] };
	const names = Object.keys(variants) as (keyof typeof variants)[];
	for (let round = 0; round < rounds; round += 1) {
		for (const name of names) results[name].push(await measureMemory(variants[name], itemCount));
	}
	const median = (name: keyof typeof variants, which: keyof Memory) =>
		percentile(
			results[name].map((memory) => memory[which]),
			0.5,
		);
	const report = (name: keyof typeof variants, which: keyof Memory, atMost = 0.9) =>
		compare(
			`${memoryNames[which]} memory, imports of ${itemCount} items (no ${variants[name]})`,
			{ unit: 'MB', ours: median('whole', which), reference: median(name, which) },
			{ atMost },
		);
	return [
		report('atRest', 'restMb'),
		report('released', 'restMb'),
		report('released', 'peakMb'),
		report('young', 'peakMb', 0.95),
	];
}

async function measureMemory(without: string, itemCount: number): Promise<Memory> {
	const preload = new URL('./without-function.ts', import.meta.url).href;
	const environment = {
		...operatorEnvironment,
		...(without === '' ? {} : { NODE_OPTIONS: `--import ${preload}`, VITRINE_BENCH_WITHOUT: without }),
	};
	await using server = await startServer({ arguments: ['--no-demo'], environment });
	const key = await createAccount(server);
	const gone = await fillEngine(server, key, itemCount);
	await waitForIndex(server, { hashid: gone, key, itemCount });
	await createApi(server.url, key).call(`/api/v2/search_engines/${gone}`, { method: 'DELETE' });
	const hashid = await fillEngine(server, key, itemCount);
	await waitForIndex(server, { hashid, key, itemCount });
	await setTimeout(restMs);
	return { restMb: await readMemoryMb(server, 'now'), peakMb: await readMemoryMb(server, 'peak') };
}
