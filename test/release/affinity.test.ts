/** The examples of proxies for several nodes send what is about one search engine to one node, while that is there. */
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it, type TestContext } from 'node:test';
import { Agent, request } from 'undici';
import { projectRoot } from '../rules/source-files.ts';
import { gather } from '../support/child-output.ts';
import { killAtExit } from '../support/last-resort.ts';
import { testCertificate, testCertificateKey } from '../support/test-certificate.ts';
import { waitFor } from '../support/wait-for.ts';
import { findFreePort } from './free-port.ts';

const readText = (name: string) => readFileSync(join(projectRoot, 'deploy', name), 'utf8');
const isThere = (program: string) => spawnSync(program, ['--version']).error === undefined;
const host = 'search.example.com';

/** Answers with its number, as a node would with anything. */
interface FakeNode {
	readonly number: number;
	readonly server: Server;
	port: number;
}

async function listen(node: FakeNode): Promise<void> {
	node.server.listen(node.port, '127.0.0.1');
	await once(node.server, 'listening');
	node.port = (node.server.address() as AddressInfo).port;
}

async function startFakeNode(number: number): Promise<FakeNode> {
	const server = createServer((_, response) => response.setHeader('x-node', number).end('{}'));
	const node = { number, server, port: 0 };
	await listen(node);
	return node;
}

async function stopFakeNode({ server }: FakeNode): Promise<void> {
	server.closeAllConnections();
	if (!server.listening) return;
	server.close();
	await once(server, 'close');
}

interface ClusterProxy {
	readonly program: string;
	readonly file: string;
	/** How the example names the nodes. */
	readonly addresses: readonly [string, string, string];
	readonly scheme: 'http' | 'https';
	/** @param parts `plain` is for what only redirects */
	render(text: string, parts: { readonly port: number; readonly plain: number; readonly folder: string }): string;
	toRun(config: string): readonly string[];
}

const addresses = ['192.0.2.11:8080', '192.0.2.12:8080', '192.0.2.13:8080'] as const;
const temporaries = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];

const proxies: readonly ClusterProxy[] = [
	{
		...{ program: 'nginx', file: 'nginx-nodes.conf', addresses, scheme: 'https' },
		render: (text, { port, plain, folder }) =>
			`daemon off; pid ${folder}/nginx.pid; error_log stderr; events {} http { access_log off; ${temporaries.map((name) => `${name}_temp_path ${folder}/${name};`).join(' ')}\n${text}}`
				.replace('listen 80;', `listen 127.0.0.1:${plain};`)
				.replace('listen 443 ', `listen 127.0.0.1:${port} `),
		toRun: (config) => ['-c', config],
	},
	{
		...{ program: 'haproxy', file: 'haproxy-nodes.cfg', addresses, scheme: 'https' },
		render: (text, { port, plain }) =>
			text.replace('bind :80\n', `bind 127.0.0.1:${plain}\n`).replace('bind :443 ', `bind 127.0.0.1:${port} `),
		toRun: (config) => ['-db', '-f', config],
	},
	{
		...{ program: 'haproxy', file: 'haproxy-compose.cfg', scheme: 'http' },
		addresses: ['node1:8080', 'node2:8080', 'node3:8080'],
		render: (text, { port }) => text.replace('bind :8080', `bind 127.0.0.1:${port}`),
		toRun: (config) => ['-db', '-f', config],
	},
	{
		...{ program: 'caddy', file: 'nodes.Caddyfile', addresses, scheme: 'https' },
		render: (text, { port, folder }) =>
			`{\n\tadmin off\n\tauto_https off\n}\n${text}`.replace(
				`${host} {`,
				`https://${host}:${port} {\n\tbind 127.0.0.1\n\ttls ${folder}/fullchain.pem ${folder}/key.pem`,
			),
		toRun: (config) => ['run', '--adapter', 'caddyfile', '--config', config],
	},
];

/** What clients call about a search engine. */
const toPaths = (hashid: string): readonly string[] => [
	`/6/${hashid}/_search?query=red`,
	`/6/${hashid}/_suggest?query=r`,
	`/api/v2/search_engines/${hashid}/indices/product/items/7`,
	`/5/search?query=red&hashid=${hashid}&page=2`,
	`/5/options/${hashid}`,
];
const engines = Array.from({ length: 60 }, (_, at) => (at * 7919).toString(16).padStart(32, 'c0ffee'));

describe('the examples of proxies for several nodes', () => {
	let folder: string;
	let nodes: readonly FakeNode[];
	const agent = new Agent({ connect: { rejectUnauthorized: false, servername: host } });
	before(async () => {
		folder = await mkdtemp(join(tmpdir(), 'vitrine-affinity-'));
		// Workers of nginx are another user.
		await chmod(folder, 0o755);
		await writeFile(join(folder, 'fullchain.pem'), testCertificate);
		await writeFile(join(folder, 'key.pem'), testCertificateKey);
		await writeFile(join(folder, 'vitrine.pem'), testCertificate + testCertificateKey);
		nodes = await Promise.all([1, 2, 3].map(startFakeNode));
	});
	after(async () => {
		await Promise.all(nodes.map(stopFakeNode));
		await agent.close();
		await rm(folder, { recursive: true, force: true });
	});

	async function start(t: TestContext, proxy: ClusterProxy): Promise<(path: string) => Promise<number | undefined>> {
		const [port, plain] = [await findFreePort(), await findFreePort()];
		const config = join(folder, proxy.file);
		let text = proxy.render(readText(proxy.file).replaceAll('/etc/ssl/vitrine', folder), { port, plain, folder });
		for (const [at, node] of nodes.entries()) {
			text = text.replace(proxy.addresses[at] ?? '', `127.0.0.1:${node.port}`);
		}
		await writeFile(config, text);
		const env = { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
		const child = spawn(proxy.program, proxy.toRun(config), { stdio: ['ignore', 'ignore', 'pipe'], env });
		killAtExit(child);
		t.after(() => child.kill('SIGTERM'));
		const log = gather(child.stderr);
		const ask = async (path: string): Promise<number | undefined> => {
			if (child.exitCode !== null) throw new Error(log());
			const options = { dispatcher: agent, headers: { host } };
			const answer = await request(`${proxy.scheme}://127.0.0.1:${port}${path}`, options).catch(() => undefined);
			await answer?.body.dump();
			return answer?.statusCode === 200 ? Number(answer.headers['x-node']) : undefined;
		};
		await waitFor(`${proxy.program} to answer`, () => ask('/health/live'));
		return ask;
	}

	for (const proxy of proxies) {
		it(`${proxy.file} keeps each search engine on one node, and moves only those of a node that is gone`, {
			skip: !isThere(proxy.program) && `no ${proxy.program}`,
		}, async (t) => {
			const ask = await start(t, proxy);
			const assigned = new Map<string, number>();
			for (const hashid of engines) {
				const [first, ...others] = await Promise.all(toPaths(hashid).map(ask));
				assert(first !== undefined, hashid);
				assert.deepEqual(others, [first, first, first, first], hashid);
				assigned.set(hashid, first);
			}
			for (const { number } of nodes) {
				const count = [...assigned.values()].filter((at) => at === number).length;
				assert(count >= 8 && count <= 36, `node ${number} has ${count} of ${engines.length}`);
			}

			const [gone] = nodes;
			assert(gone !== undefined);
			await stopFakeNode(gone);
			try {
				const askAll = async () => Promise.all(engines.map((hashid) => ask(`/6/${hashid}/_search`)));
				// Until it is noticed, a proxy may answer that a node is away.
				const found = await waitFor('answers without the node', askAll, (numbers) =>
					numbers.every((number) => number !== undefined && number !== gone.number),
				);
				for (const [at, hashid] of engines.entries()) {
					if (assigned.get(hashid) !== gone.number) assert.equal(found[at], assigned.get(hashid), hashid);
				}
			} finally {
				await listen(gone);
			}
		});
	}
});
