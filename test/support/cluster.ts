/** Several servers on one database of PostgreSQL, each a process with a data directory of its own. */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApi } from './api.ts';
import { sharedPostgresServer } from './postgres-server.ts';
import { queryPostgres } from './query-postgres.ts';
import { type FirstRun, startServer, type TestServer, type TestServerOptions } from './server.ts';
import { waitFor } from './wait-for.ts';

export interface TestCluster extends AsyncDisposable {
	readonly databaseUrl: string;
	/** What the node printed that created the demo shop. */
	readonly firstRun: FirstRun;
	readonly nodes: readonly TestNode[];
	readonly operatorToken: string;
	/** Starts another one. */
	addNode(): Promise<TestNode>;
	/** Which node holds the lease of a job now; undefined: none. */
	findHolder(job: string): Promise<TestNode | undefined>;
}

/** Another program, and variables beside those that it has, or in their place. */
export type NodeChanges = Pick<TestServerOptions, 'program' | 'environment'>;

export interface TestNode {
	readonly name: string;
	/** The process now; another one after `restart`. */
	readonly server: TestServer;
	/** Starts a process with the same data directory. @param changes of how it and later ones are started */
	restart(changes?: NodeChanges): Promise<void>;
	/** Logs of its processes so far, one after the other. */
	log(): string;
}

const operatorToken = 'operator-token-of-the-test-cluster-0001';

/** All nodes start at once, on an empty database. @param toUrl the address that nodes have of it */
export async function startCluster(
	nodeCount: number,
	settings: Readonly<Record<string, string>> = {},
	toUrl: (databaseUrl: string) => string = (url) => url,
): Promise<TestCluster> {
	const databaseUrl = await (await sharedPostgresServer()).createDatabase();
	const environment = {
		VITRINE_DATABASE_URL: toUrl(databaseUrl),
		VITRINE_SECRET_KEY: '5e'.repeat(32),
		VITRINE_OPERATOR_TOKEN: operatorToken,
		VITRINE_STORE_TIMEOUT_MS: '60000',
		VITRINE_HTTP_THREADS: '1',
		...settings,
	};
	const nodes = await Promise.all(
		Array.from({ length: nodeCount }, (_, index) => startNode(`node ${index + 1}`, { environment })),
	);
	const [firstRun, ...more] = nodes.flatMap(({ server }) => server.firstRun ?? []);
	assert(firstRun !== undefined && more.length === 0, 'one of them creates the demo shop');
	return {
		databaseUrl,
		firstRun,
		nodes,
		operatorToken,
		addNode: () => startNode('another node', { environment }),
		async findHolder(job) {
			const [row] = await queryPostgres(
				databaseUrl,
				'select home from lease join node on instance = holder where name = $1 and expires_at > clock_timestamp()',
				[job],
			);
			return nodes.find(({ server }) => String(row?.home).includes(server.dataDir));
		},
		async [Symbol.asyncDispose]() {
			for (const { server } of nodes) {
				server.process.kill('SIGCONT');
				await server[Symbol.asyncDispose]();
			}
		},
	};
}

/** @param options how each of its processes is started. */
export async function startNode(name: string, options: Omit<TestServerOptions, 'dataDir'>): Promise<TestNode> {
	const dataDir = await mkdtemp(join(tmpdir(), 'vitrine-node-'));
	let server = await startServer({ ...options, dataDir }).catch(async (error) => {
		await rm(dataDir, { recursive: true, force: true });
		throw error;
	});
	let past = '';
	let current = options;
	return {
		name,
		get server() {
			return server;
		},
		log: () => past + server.log(),
		async restart(changes = {}) {
			past += server.log();
			current = { ...current, ...changes, environment: { ...current.environment, ...changes.environment } };
			server = await startServer({ ...current, dataDir });
		},
	};
}

/** Ready, with all that it needs. */
export async function waitUntilReady({ name, server }: Pick<TestNode, 'name' | 'server'>): Promise<void> {
	const isReady = () => createApi(server.url).call('/health/ready');
	await waitFor(
		`${name} to be ready`,
		() => isReady().catch(() => undefined),
		(answer) => answer?.status === 200 && answer.json.store === undefined && answer.json.opensearch === undefined,
	);
}

export async function waitForHolder(
	cluster: TestCluster,
	job: string,
	isWanted: (holder: TestNode) => boolean = () => true,
): Promise<TestNode> {
	const holder = await waitFor(
		`a node that holds the lease of ${job}`,
		() => cluster.findHolder(job),
		(found) => found !== undefined && isWanted(found),
	);
	assert(holder);
	return holder;
}
