/**
 * Does affinity divide the memory? A thousand search engines on three nodes behind HAProxy, with the example for compose: after
 * their start, each engine is searched once, and each node says how many indexes it has in memory.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createApi } from '../test/support/api.ts';
import { findFreePort } from '../test/support/postgres-server.ts';
import { startServer, type TestServer } from '../test/support/server.ts';
import { fillEngine } from './fill-engine.ts';
import { compare, type Measurement } from './measurement.ts';
import { createAccount, operatorEnvironment } from './server-process.ts';
import type { MeasuredStore } from './stores.ts';

const nodeCount = 3;
const itemCount = 100;
const pollMs = 100;
const countMs = 15_000;
/** Of what each node would have if they were equal: hashing spreads, but does not count. */
const share = { atLeast: 0.75, atMost: 1.25 } as const;
const example = new URL('../deploy/haproxy-compose.cfg', import.meta.url);

export async function benchAffinity(store: MeasuredStore, engineCount: number): Promise<Measurement[]> {
	await using stack = new AsyncDisposableStack();
	const folder = await mkdtemp(join(tmpdir(), 'vitrine-bench-'));
	stack.defer(() => rm(folder, { recursive: true, force: true }));
	const environment = {
		...(await store.createEnvironment()),
		...{ ...operatorEnvironment, VITRINE_RATE_LIMIT_PER_SECOND: '0', VITRINE_HTTP_THREADS: '1' },
	};
	const startNodes = () =>
		Promise.all(
			Array.from({ length: nodeCount }, (_, at) =>
				startServer({ environment, arguments: ['--no-demo'], dataDir: join(folder, `node${at + 1}`) }),
			),
		);
	const before = await startNodes();
	const [first] = before;
	if (first === undefined) throw new Error('there is no node');
	const key = await createAccount(first);
	const hashids: string[] = [];
	while (hashids.length < engineCount) hashids.push(await fillEngine(first, key, itemCount));
	for (const node of before) await searchAll(node.url, key, hashids.slice(-nodeCount));
	for (const node of before) await node.stop();

	const nodes = await startNodes();
	for (const node of nodes) stack.use(node);
	const url = await startProxy(nodes, folder, stack);
	await searchAll(url, key, hashids);
	// What is in memory is counted once in a while.
	await pause(countMs);
	const counts = await Promise.all(nodes.map(countInMemory));
	const equal = engineCount / nodeCount;
	return counts.map((ours, at) => {
		const what = `indexes in memory of node ${at + 1}, of ${engineCount} search engines`;
		const values = { unit: 'indexes', ours, reference: equal };
		return compare(what, values, ours < equal ? { atLeast: share.atLeast } : { atMost: share.atMost });
	});
}

/** Until each is found. */
async function searchAll(url: string, key: string, hashids: readonly string[]): Promise<void> {
	const api = createApi(url, key);
	for (const hashid of hashids) {
		for (;;) {
			const { status, json } = await api.call(`/6/${hashid}/_search?stats=false`);
			if (status === 200 && json.total === itemCount) break;
			await pause(pollMs);
		}
	}
}

async function startProxy(nodes: readonly TestServer[], folder: string, stack: AsyncDisposableStack): Promise<string> {
	const port = await findFreePort();
	const text = (await readFile(example, 'utf8'))
		.replace('bind :8080', `bind 127.0.0.1:${port}`)
		.replace(/(server node(\d) )\S+/g, (_, words, number) => words + new URL(nodes[number - 1]?.url ?? '').host);
	const file = join(folder, 'haproxy.cfg');
	await writeFile(file, text);
	const child = spawn('haproxy', ['-db', '-f', file], { stdio: 'ignore' });
	stack.defer(() => end(child));
	const url = `http://127.0.0.1:${port}`;
	const isReady = () =>
		createApi(url)
			.call('/health/ready')
			.then(
				({ status }) => status === 200,
				() => false,
			);
	while (!(await isReady())) await pause(pollMs);
	// Until each node was asked, calls of its engines go to others.
	await pause(5_000);
	return url;
}

async function end(child: ChildProcess): Promise<void> {
	const ended = once(child, 'exit');
	child.kill('SIGTERM');
	await ended;
}

async function countInMemory({ url }: TestServer): Promise<number> {
	const { text } = await createApi(url, operatorEnvironment.VITRINE_OPERATOR_TOKEN).call('/metrics');
	const line = text.split('\n').find((one) => one.startsWith('vitrine_search_index_resident_count{'));
	return Number(line?.split(' ').at(-1));
}
