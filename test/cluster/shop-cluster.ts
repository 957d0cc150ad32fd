/**
 * Three nodes behind HAProxy, PostgreSQL with a synchronous standby, Redis, and OpenSearch when it is asked for, each on a
 * machine of its own.
 *
 *     this process ─┬─► proxy ─┬─► node1 ─┬─► database1 ══► database2
 *                   │          ├─► node2 ─┤
 *                   └──────────┴─► node3 ─┼─► redis
 *                                         └─► opensearch
 */
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Agent, type Dispatcher, Pool, setGlobalDispatcher } from 'undici';
import { type NodeChanges, startNode, type TestNode, waitUntilReady } from '../support/cluster.ts';
import { type OpenSearchNode, startOwnOpenSearch } from '../support/opensearch/opensearch-node.ts';
import { queryPostgres } from '../support/query-postgres.ts';
import { type RedisServer, startOwnRedis } from '../support/redis-server.ts';
import type { FirstRun } from '../support/server.ts';
import { waitFor } from '../support/wait-for.ts';
import { type DatabasePair, startDatabasePair } from './database-pair.ts';
import { createNetwork, fakeTimeLibrary, type Machine, type TestNetwork } from './network.ts';
import { startProxy, type TestProxy } from './proxy.ts';

export interface ShopCluster extends AsyncDisposable {
	readonly network: TestNetwork;
	readonly nodes: readonly ClusterNode[];
	readonly databases: DatabasePair;
	readonly redis: RedisServer;
	readonly redisMachine: Machine;
	readonly proxy: TestProxy;
	readonly proxyMachine: Machine;
	readonly firstRun: FirstRun;
	/** Undefined while the nodes have the indexes themselves. */
	readonly openSearch: { readonly node: OpenSearchNode; readonly machine: Machine } | undefined;
	/** Nodes stop and start one after another, and search in OpenSearch from then on. */
	searchInOpenSearch(): Promise<void>;
	/** The reverse. */
	searchOnNodes(): Promise<void>;
	/** Stops and starts one node after another. */
	replaceNodes(changes?: NodeChanges): Promise<void>;
	/** What makes nodes those of the version after the one that `toLaterVersion` gave before. */
	toLaterVersion(): NodeChanges;
	/** For calls that are given up after a while; they may have happened or not. */
	readonly impatient: Dispatcher;
	/** Moves the clock of the third node. @param offset as `+1h` */
	moveClock(offset: string): Promise<void>;
	/** Until all nodes are ready, and nothing that was begun before is still under way. */
	settle(): Promise<void>;
}

export interface ClusterNode extends TestNode {
	readonly machine: Machine;
}

const laterVersion = fileURLToPath(new URL('later-version.ts', import.meta.url));
const storeTimeoutMs = 5000;
/** Through the load balancer, calls are waited for as long as they take on a slow machine. */
const patienceMs = { direct: 1000, proxied: 15_000 };

/** Everything that is started is ended, also when something later does not start. */
export async function startShopCluster(): Promise<ShopCluster> {
	const stack = new AsyncDisposableStack();
	try {
		return await assemble(stack);
	} catch (error) {
		await stack.disposeAsync();
		throw error;
	}
}

async function assemble(stack: AsyncDisposableStack): Promise<ShopCluster> {
	setGlobalDispatcher(new Agent({ connect: { rejectUnauthorized: false } }));
	const impatient = new Agent({ factory: createPool });
	stack.defer(() => impatient.destroy());
	const network = await createNetwork();
	const clocks = await mkdtemp(join(tmpdir(), 'vitrine-clocks-'));
	stack.defer(() => rm(clocks, { recursive: true, force: true }));
	const clock = join(clocks, 'node3');
	const moveClock = (offset: string) => writeFile(clock, offset);
	await moveClock('+0');
	const proxyMachine = await network.addMachine('proxy', '10.91.0.5');
	const redisMachine = await network.addMachine('redis', '10.91.0.6');
	const machines = [
		await network.addMachine('database1', '10.91.0.21'),
		await network.addMachine('database2', '10.91.0.22'),
	] as const;
	const [databases, redis] = await Promise.all([
		startDatabasePair({ network, machines, address: '10.91.0.20' }),
		startOwnRedis({ 'protected-mode': 'no' }, redisMachine),
	]);
	stack.use(databases);
	stack.use(redis);
	const settings = toSettings({ databases, redis, proxyMachine });
	const nodeMachines = [
		await network.addMachine('node1', '10.91.0.11'),
		await network.addMachine('node2', '10.91.0.12'),
		await network.addMachine('node3', '10.91.0.13'),
	];
	const nodes = await Promise.all(
		nodeMachines.map((machine) => {
			const clockOfNode = machine === nodeMachines[2] ? toFakeTime(clock) : {};
			return startClusterNode(machine, { ...settings, ...clockOfNode }, stack);
		}),
	);
	const proxy = await startProxy(proxyMachine, nodeMachines);
	stack.use(proxy);
	const firstRun = nodes.find(({ server }) => server.firstRun)?.server.firstRun;
	assert(firstRun, 'one of them creates the demo shop');
	let openSearch: ShopCluster['openSearch'];
	let laterCount = 0;

	async function replaceNodes(changes?: NodeChanges): Promise<void> {
		for (const node of nodes) {
			assert.equal(await node.server.stop(), 0);
			await node.restart(changes);
			// The load balancer asks every other second.
			await pause(2000);
		}
	}

	return {
		...{ network, nodes, databases, redis, redisMachine, proxy, proxyMachine, firstRun },
		...{ impatient, moveClock, replaceNodes },
		get openSearch() {
			return openSearch;
		},
		async searchInOpenSearch() {
			const machine = await network.addMachine('opensearch', '10.91.0.7');
			const node = stack.use(await startOwnOpenSearch(machine));
			openSearch = { node, machine };
			await replaceNodes({ environment: { VITRINE_OPENSEARCH_URL: node.url, VITRINE_OPENSEARCH_REPLICAS: '0' } });
		},
		async searchOnNodes() {
			await replaceNodes({ environment: { VITRINE_OPENSEARCH_URL: '' } });
			await openSearch?.node.kill();
			openSearch = undefined;
		},
		toLaterVersion() {
			laterCount += 1;
			return { program: laterVersion, environment: { VITRINE_TEST_LATER: `${laterCount}` } };
		},
		settle: () => settle(nodes, databases.url),
		[Symbol.asyncDispose]: () => stack.disposeAsync(),
	};
}

async function startClusterNode(
	machine: Machine,
	settings: Readonly<Record<string, string>>,
	stack: AsyncDisposableStack,
): Promise<ClusterNode> {
	const environment = { ...settings, VITRINE_HOST: machine.address };
	const node = await startNode(machine.name, {
		...{ environment, launcher: machine.launcher, arguments: ['--port', '8080'] },
	});
	stack.defer(async () => {
		node.server.process.kill('SIGCONT');
		await node.server.kill();
		await rm(node.server.dataDir, { recursive: true, force: true });
	});
	// Its server is another one after each restart.
	return Object.defineProperties({ machine } as ClusterNode, Object.getOwnPropertyDescriptors(node));
}

function createPool(origin: string | URL, options: object): Pool {
	const isProxied = new URL(origin).protocol === 'https:';
	return new Pool(origin, {
		...options,
		headersTimeout: isProxied ? patienceMs.proxied : patienceMs.direct,
		connect: { rejectUnauthorized: false, timeout: patienceMs.direct },
	});
}

interface Parts {
	readonly databases: DatabasePair;
	readonly redis: RedisServer;
	readonly proxyMachine: Machine;
}

/** Limits that nobody reaches, so that Redis has something to count. */
function toSettings({ databases, redis, proxyMachine }: Parts): Readonly<Record<string, string>> {
	return {
		VITRINE_DATABASE_URL: databases.url,
		VITRINE_REDIS_URL: redis.url,
		VITRINE_TRUSTED_PROXIES: proxyMachine.address,
		VITRINE_SECRET_KEY: '5e'.repeat(32),
		VITRINE_STORE_TIMEOUT_MS: String(storeTimeoutMs),
		VITRINE_DRAIN_MS: '4000',
		VITRINE_HTTP_THREADS: '1',
		VITRINE_RATE_LIMIT_PER_SECOND: '100000',
		VITRINE_PUBLIC_RATE_LIMIT_PER_SECOND: '100000',
	};
}

/** The offset is in a file, which the library reads once a second. Durations are measured by another clock, and stay. */
function toFakeTime(file: string): Readonly<Record<string, string>> {
	return {
		...{ LD_PRELOAD: fakeTimeLibrary, FAKETIME_TIMESTAMP_FILE: file, FAKETIME_CACHE_DURATION: '1' },
		FAKETIME_DONT_FAKE_MONOTONIC: '1',
	};
}

async function settle(nodes: readonly ClusterNode[], databaseUrl: string): Promise<void> {
	for (const node of nodes) await waitUntilReady(node);
	// Calls that nobody waits for any more end when their time with the store is over.
	const [{ now } = {}] = await queryPostgres(databaseUrl, 'select clock_timestamp()::text as now');
	await waitFor('the end of calls that were cut', async () => {
		const [{ over } = {}] = await queryPostgres(
			databaseUrl,
			`select clock_timestamp() > $1::timestamptz + interval '${storeTimeoutMs} milliseconds' and not exists (
				select 1 from pg_stat_activity where application_name = 'vitrine' and xact_start <= $1::timestamptz) as over`,
			[now],
		);
		return over === true;
	});
}
