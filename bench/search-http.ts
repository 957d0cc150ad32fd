/**
 * How many searches a second does the server answer over HTTP, and how fast? For several numbers of products and threads,
 * compared with a server that answers the same number of bytes without searching.
 *
 * The server has indexed the products before it is measured. All query classes of the full-text benchmark are
 * sent in rotation, and no answers are kept. Server and load generator share the machine: with as many threads as cores,
 * the generator takes its part of them. So what several threads bring is measured by the processor time of a search:
 * where it stays the same, n threads answer n times as many, if they have as many cores.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { TestServer } from '../test/support/server.ts';
import { after, checkAnswers, type LoadResult, runLoad } from './load.ts';
import { compare, type Measurement, measure, percentile } from './measurement.ts';
import { readProcessCpuMs } from './peers/process-usage.ts';
import { startReference } from './reference-process.ts';
import { readMemoryMb, waitForRest } from './server-process.ts';
import { createSyntheticRequests } from './synthetic-requests.ts';
import { createSyntheticShop, serveSyntheticShop } from './synthetic-shop.ts';
import { waitForIndex } from './wait-for-index.ts';

interface Options {
	readonly productCounts: readonly number[];
	/** Ascending. */
	readonly threadCounts: readonly number[];
	/** For one measurement. */
	readonly durationMs: number;
	readonly connectionCount: number;
	/** Before each server is measured: until then each thread compiles what it runs. */
	readonly warmUpMs: number;
}

const seed = 2_026;
/** For an answer to one of these requests with 1,000,000 products, on one core; see the targets of the full-text core. */
const latencyMsMax = { p50: 5, p99: 25 } as const;
/** For the whole process with the index of a million products. */
const memoryMbMax = 1_000;
/** Of the throughput of one thread, what each of several has. */
const shareMin = 0.9;
/** Longer than any delay of its background work. */
const restMs = 16_000;

export async function run(words: readonly string[]): Promise<readonly Measurement[]> {
	const { values } = parseArgs({
		args: [...words],
		options: {
			products: { type: 'string', default: '100000,1000000' },
			threads: { type: 'string', default: '1,2' },
			seconds: { type: 'string', default: '8' },
			connections: { type: 'string', default: '16' },
			'warm-up': { type: 'string', default: '40' },
		},
	});
	const toNumbers = (text: string) => text.split(',').map(Number);
	const options: Options = {
		productCounts: toNumbers(values.products),
		threadCounts: toNumbers(values.threads).sort((a, b) => a - b),
		durationMs: Number(values.seconds) * 1000,
		connectionCount: Number(values.connections),
		warmUpMs: Number(values['warm-up']) * 1000,
	};
	const measurements: Measurement[] = [];
	for (const count of options.productCounts) measurements.push(...(await measureCatalogue(count, options)));
	return measurements;
}

async function measureCatalogue(productCount: number, options: Options): Promise<Measurement[]> {
	const dataDir = await mkdtemp(join(tmpdir(), 'vitrine-bench-'));
	try {
		const shop = await createSyntheticShop(dataDir, { productCount, seed });
		const requests = createSyntheticRequests(shop, { productCount, seed });
		const measurements: Measurement[] = [];
		const cpuMs: number[] = [];
		for (const threadCount of options.threadCounts) {
			const settings = { VITRINE_HTTP_THREADS: String(threadCount), VITRINE_ANSWER_CACHE_MB: '0' };
			const server = await serveSyntheticShop(shop, settings);
			await waitForIndex(server, { ...shop, itemCount: productCount });
			await waitForRest(server, restMs);
			const what = `${productCount} products, ${threadCount} ${threadCount === 1 ? 'thread' : 'threads'}`;
			const measured = await measureServer(server, { ...options, requests, what });
			measurements.push(...measured.measurements);
			cpuMs.push(measured.cpuMs);
			const name = `processor time of a search at full load, ${what} (with the fewest threads)`;
			const times = { unit: 'ms', ours: measured.cpuMs, reference: cpuMs[0] as number };
			measurements.push(compare(name, times, { atMost: Number((1 / shareMin).toFixed(3)) }));
			await server.stop();
		}
		return measurements;
	} finally {
		await rm(dataDir, { recursive: true, force: true });
	}
}

interface ServerMeasurement extends Options {
	readonly requests: readonly Uint8Array[];
	readonly what: string;
}

interface MeasuredServer {
	readonly measurements: readonly Measurement[];
	/** Processor time of all its threads for each search at full load. */
	readonly cpuMs: number;
}

async function measureServer(server: TestServer, options: ServerMeasurement): Promise<MeasuredServer> {
	const { requests, durationMs, connectionCount, warmUpMs, what } = options;
	let next = 0;
	const load = async (url: string, count: number, forMs: number): Promise<LoadResult> => {
		const result = await runLoad({
			url,
			connectionCount: count,
			isOver: after(forMs),
			nextRequest: () => requests[next++ % requests.length],
		});
		checkAnswers('searches', result);
		return result;
	};
	await load(server.url, connectionCount, warmUpMs);
	const alone = await load(server.url, 1, durationMs / 2);
	const pid = server.process.pid as number;
	const beforeMs = readProcessCpuMs(pid);
	const together = await load(server.url, connectionCount, durationMs);
	const cpuMs = (readProcessCpuMs(pid) - beforeMs) / together.answerCount;
	const ceiling = await startReference('empty-handler', [
		String(Math.round(together.byteCount / together.answerCount)),
	]);
	const empty = await load(ceiling.url, connectionCount, durationMs / 2);
	ceiling.stop();
	const rate = ({ answerCount, seconds }: LoadResult) => answerCount / seconds;
	const values = { ours: rate(together), reference: rate(empty) };
	const memoryMb = await readMemoryMb(server, 'now');
	const measurements = [
		compare(
			`searches, ${what}, ${connectionCount} connections (empty)`,
			{ unit: 'searches/s', ...values },
			{ atLeast: 0 },
		),
		measure(`p50 of a search alone, ${what}`, 'ms', {
			ours: percentile(alone.durationsMs, 0.5),
			atMost: latencyMsMax.p50,
		}),
		measure(`p99 of a search alone, ${what}`, 'ms', {
			ours: percentile(alone.durationsMs, 0.99),
			atMost: latencyMsMax.p99,
		}),
		compare(
			`p99 at full load, ${what}, ${connectionCount} connections (alone × connections)`,
			{
				unit: 'ms',
				ours: percentile(together.durationsMs, 0.99),
				reference: percentile(alone.durationsMs, 0.99) * connectionCount,
			},
			{ atMost: 2 },
		),
		measure(`memory, ${what}`, 'MB', { ours: memoryMb, atMost: memoryMbMax }),
	];
	return { measurements, cpuMs };
}
