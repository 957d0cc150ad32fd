/**
 * How fast is Vitrine beside other search servers: the same products, the same queries, whole answers over HTTP?
 *
 *     npm run bench -- peers --meilisearch http://127.0.0.1:7701 --opensearch http://127.0.0.1:9201
 *
 * Vitrine is started by this program; of another server, the address is enough. Each class of queries is asked in four
 * ways (with an explicit way to match or without one, with the usual facets or with those of the class alone), of one
 * server after another, so that a busy machine slows all of them down. No answers are kept meanwhile; what that would
 * bring is measured at the end, of Vitrine alone. Load generator and servers share the machine.
 */
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { TestServer } from '../test/support/server.ts';
import { type BenchQuery, createQueries, queryClasses } from './fulltext-queries.ts';
import { after, runLoad } from './load.ts';
import { compare, type Measurement, measure, percentile, report } from './measurement.ts';
import { compareAnswers } from './peers/compare-answers.ts';
import { createMeilisearchPeer } from './peers/meilisearch-peer.ts';
import { createOpensearchPeer } from './peers/opensearch-peer.ts';
import type { Asking, Peer } from './peers/peer.ts';
import { type LoadedPeer, type Row, type Speed, showRows, showServers } from './peers/peer-tables.ts';
import { readProcessCpuMs, readProcessMemory } from './peers/process-usage.ts';
import { createEngine, createVitrinePeer, type Engine } from './peers/vitrine-peer.ts';
import { waitForRest } from './server-process.ts';
import { createSyntheticCatalogue, toItem } from './synthetic-catalogue.ts';
import { serveSyntheticShop } from './synthetic-shop.ts';
import { waitForIndex } from './wait-for-index.ts';

interface Options {
	readonly productCount: number;
	/** For one measurement. */
	readonly durationMs: number;
	readonly connectionCounts: readonly number[];
	readonly threadCount: string;
	/** A data directory that is kept; by default a new one, which is removed. */
	readonly directory: string | undefined;
	/** Classes of queries; undefined for all. */
	readonly only: readonly string[] | undefined;
	readonly askings: readonly Asking[];
	/** That bulks are sent over at the same time. */
	readonly bulkConnections: number;
	readonly urls: { readonly meilisearch?: string | undefined; readonly opensearch?: string | undefined };
}

const seed = 2_026;
const queriesPerClass = 100;
/** Longer than any delay of its background work. */
const restMs = 16_000;
const memoryMbMax = 1_000;
/** Enough for all answers of the mix in all four ways, which are warmed up together. */
const keptMb = 256;
const mixName = 'all classes in turn';

const askings: readonly Asking[] = [
	{ isNamed: true, facets: 'own' },
	{ isNamed: true, facets: 'usual' },
	{ isNamed: false, facets: 'own' },
	{ isNamed: false, facets: 'usual' },
];

export async function run(words: readonly string[]): Promise<readonly Measurement[]> {
	const text = { type: 'string' } as const;
	const { values } = parseArgs({
		args: [...words],
		options: {
			...{ meilisearch: text, opensearch: text, directory: text, facets: text },
			only: { ...text, multiple: true },
			'bulk-connections': { ...text, default: '4' },
			products: { ...text, default: '100000' },
			seconds: { ...text, default: '2' },
			connections: { ...text, default: '1,4,16' },
			threads: { ...text, default: '2' },
		},
	});
	const options: Options = {
		productCount: Number(values.products),
		durationMs: Number(values.seconds) * 1000,
		connectionCounts: values.connections.split(',').map(Number),
		threadCount: values.threads,
		directory: values.directory,
		only: values.only,
		askings: askings.filter(({ facets }) => values.facets === undefined || facets === values.facets),
		bulkConnections: Number(values['bulk-connections']),
		urls: values,
	};
	const dataDir = options.directory ?? (await mkdtemp(join(tmpdir(), 'vitrine-bench-')));
	try {
		await mkdir(dataDir, { recursive: true });
		return await comparePeers(dataDir, options);
	} finally {
		if (options.directory === undefined) await rm(dataDir, { recursive: true, force: true });
	}
}

async function comparePeers(dataDir: string, options: Options): Promise<Measurement[]> {
	const measurements = await withServer({ dataDir, options, keptMb: 0 }, async (server, engine) => {
		const { meilisearch, opensearch } = options.urls;
		const ours = createVitrinePeer(server, { ...engine, ...options });
		const others = [
			...(meilisearch === undefined ? [] : [createMeilisearchPeer(meilisearch)]),
			...(opensearch === undefined ? [] : [createOpensearchPeer(opensearch)]),
		];
		const peers = [ours, ...others];
		const loadSeconds = await loadPeers(peers, options, server);
		const queries = drawQueries(options);
		for (const line of await compareAnswers(peers, queries)) console.log(line);
		const rows = await measureRows(peers, queries, options);
		console.log(showRows(rows));
		const loaded = await Promise.all(peers.map((peer, at) => describePeer(peer, loadSeconds[at])));
		console.log(showServers(loaded));
		return toMeasurements(rows, loaded);
	});
	if (drawQueries(options).has(mixName)) console.log(await measureKept(dataDir, options));
	return measurements;
}

/** What Vitrine does with answers that are kept, as a table. */
async function measureKept(dataDir: string, options: Options): Promise<string> {
	const rows = await withServer({ dataDir, options, keptMb }, async (server, engine) => {
		await waitForIndex(server, { ...engine, itemCount: options.productCount });
		return measureRows(
			[createVitrinePeer(server, { ...engine, ...options })],
			drawQueries({ ...options, only: [mixName] }),
			options,
		);
	});
	const title = `Vitrine alone, where answers are kept (${keptMb} MB for each thread) and each query was asked before:`;
	return `\n${title}\n${showRows(rows)}`;
}

interface Serving {
	readonly dataDir: string;
	readonly options: Options;
	/** For answers that are kept by each thread. */
	readonly keptMb: number;
}

async function withServer<T>(
	{ dataDir, options, keptMb: megabytes }: Serving,
	measureIt: (server: TestServer, engine: Engine) => Promise<T>,
): Promise<T> {
	const server = await serveSyntheticShop(
		{ dataDir },
		{ VITRINE_HTTP_THREADS: options.threadCount, VITRINE_ANSWER_CACHE_MB: String(megabytes) },
	);
	try {
		return await measureIt(server, await openEngine(server, dataDir));
	} finally {
		await server.stop();
	}
}

/** The engine of an earlier run in this data directory, or a new one. */
async function openEngine(server: TestServer, dataDir: string): Promise<Engine> {
	const file = join(dataDir, 'bench-engine.json');
	try {
		return JSON.parse(await readFile(file, 'utf8')) as Engine;
	} catch {
		const engine = await createEngine(server);
		await writeFile(file, JSON.stringify(engine));
		return engine;
	}
}

/** @returns by server, how long loading took; undefined where it had as many products already. */
async function loadPeers(
	peers: readonly Peer[],
	{ productCount }: Options,
	server: TestServer,
): Promise<(number | undefined)[]> {
	const catalogue = createSyntheticCatalogue(seed);
	let products: string[] | undefined;
	const seconds: (number | undefined)[] = [];
	for (const peer of peers) {
		if ((await peer.count()) === productCount) {
			seconds.push(undefined);
			continue;
		}
		products ??= Array.from({ length: productCount }, (_, number) =>
			JSON.stringify(toItem(number, catalogue.toProduct(number)).fields),
		);
		const startMs = performance.now();
		await peer.load(products);
		seconds.push((performance.now() - startMs) / 1000);
	}
	if (seconds[0] !== undefined) await waitForRest(server, restMs);
	return seconds;
}

type QueriesByClass = ReadonlyMap<string, readonly BenchQuery[]>;

/** By class, and of all classes in turn. */
function drawQueries({ productCount: documentCount, only }: Options): QueriesByClass {
	const catalogue = createSyntheticCatalogue(seed);
	const drawing = { count: queriesPerClass, documentCount, seed };
	const compared = queryClasses.filter((queryClass) => queryClass !== 'three terms, filled');
	const byClass = compared.map((queryClass) => [queryClass, createQueries(catalogue, queryClass, drawing)] as const);
	const mix = Array.from({ length: queriesPerClass }, (_, at) =>
		byClass.map(([, queries]) => queries[at] as BenchQuery),
	);
	const all: (readonly [string, readonly BenchQuery[]])[] = [...byClass, [mixName, mix.flat()]];
	return new Map(all.filter(([name]) => only === undefined || only.includes(name)));
}

async function measureRows(peers: readonly Peer[], queries: QueriesByClass, options: Options): Promise<Row[]> {
	const rows: Row[] = [];
	const pids = await Promise.all(peers.map(async (peer) => (await peer.readUsage()).pid));
	for (const ofClass of queries.values()) {
		for (const peer of peers) for (const asking of options.askings) await ask(peer, ofClass, { asking, ...warmUp });
	}
	for (const connectionCount of options.connectionCounts) {
		for (const [queryClass, ofClass] of queries) {
			for (const asking of options.askings) {
				const servers: Row['servers'][number][] = [];
				for (const [at, peer] of peers.entries()) {
					servers.push(await ask(peer, ofClass, { ...options, asking, connectionCount, pid: pids[at] }));
				}
				rows.push({ queryClass, connectionCount, asking, servers });
			}
		}
	}
	return rows;
}

interface AskOptions extends Pick<Options, 'durationMs'> {
	readonly asking: Asking;
	readonly connectionCount: number;
	readonly pid?: number | undefined;
}

/**
 * Of each class and way to ask: a server that compiles while it runs has answered some ten thousand searches within its
 * first minutes.
 */
const warmUp = { durationMs: 3_000, connectionCount: 2 };

/** All of the queries once, and again until the time is over. */
async function ask(peer: Peer, queries: readonly BenchQuery[], options: AskOptions): Promise<Speed> {
	const { asking, connectionCount, pid } = options;
	const requests = queries.map((query) => peer.toRequest(query, asking));
	const isLate = after(options.durationMs);
	let next = 0;
	const readCpuMs = () => (pid === undefined ? Number.NaN : readProcessCpuMs(pid));
	const beforeMs = readCpuMs();
	const { durationsMs, answerCount, seconds, statuses } = await runLoad({
		url: peer.url,
		connectionCount,
		isOver: () => next >= requests.length && isLate(),
		nextRequest: () => requests[next++ % requests.length],
	});
	return {
		name: peer.name,
		p50Ms: percentile(durationsMs, 0.5),
		p99Ms: percentile(durationsMs, 0.99),
		perSecond: answerCount / seconds,
		cpuMs: (readCpuMs() - beforeMs) / answerCount,
		failedCount: answerCount - (statuses.get(200) ?? 0),
	};
}

async function describePeer(peer: Peer, loadSeconds: number | undefined): Promise<LoadedPeer> {
	const { diskMb, pid } = await peer.readUsage();
	const memory = pid === undefined ? undefined : readProcessMemory(pid);
	return { name: peer.name, loadSeconds, diskMb, memory };
}

/** The targets: a third of the best peer's median without the usual facets, half of it with them. */
function toMeasurements(rows: readonly Row[], [ours]: readonly LoadedPeer[]): Measurement[] {
	const measurements: Measurement[] = [];
	const memoryMb = ours?.memory?.ownMb;
	if (memoryMb !== undefined) measurements.push(measure('memory', 'MB', { ours: memoryMb, atMost: memoryMbMax }));
	for (const { queryClass, connectionCount, asking, servers } of rows) {
		const [own, ...others] = servers;
		if (own === undefined) continue;
		const what = `${queryClass}, ${describeAsking(asking)}, ${connectionCount} connections`;
		const isMix = queryClass === mixName;
		if (others.length === 0) {
			measurements.push(report(`p50: ${what}`, 'ms', own.p50Ms));
		} else if (connectionCount === 1 && !isMix) {
			const p50 = { unit: 'ms', ours: own.p50Ms, reference: Math.min(...others.map(({ p50Ms }) => p50Ms)) };
			const p99 = { unit: 'ms', ours: own.p99Ms, reference: Math.min(...others.map(({ p99Ms }) => p99Ms)) };
			const share = asking.facets === 'usual' ? 1 / 2 : queryClass === 'one term, facets' ? 1 / 4 : 1 / 3;
			measurements.push(compare(`p50: ${what}`, p50, { atMost: Number(share.toFixed(3)) }));
			measurements.push(compare(`p99: ${what}`, p99, { atMost: 1 }));
		} else if (isMix) {
			const reference = Math.max(...others.map(({ perSecond }) => perSecond));
			measurements.push(compare(what, { unit: 'searches/s', ours: own.perSecond, reference }, { atLeast: 4 }));
		}
	}
	return measurements;
}

function describeAsking({ isNamed, facets }: Asking): string {
	return `${isNamed ? 'way to match named' : 'as it comes'}, ${facets === 'usual' ? 'with' : 'without'} usual facets`;
}
