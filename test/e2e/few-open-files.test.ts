/** A process that may open few files (`ulimit -n`); each connection is one of them. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { Agent, get } from 'node:http';
import { connect, type Socket } from 'node:net';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { createApi } from '../support/api.ts';
import { startServer } from '../support/server.ts';
import { waitFor } from '../support/wait-for.ts';

/** The answer of `ready` on a connection that stays open. */
async function askReady(url: string, agent: Agent): Promise<number | undefined> {
	const [response] = await once(get(`${url}/health/ready`, { agent }), 'response');
	response.resume();
	await once(response, 'end');
	return response.statusCode;
}

async function connectMany(url: string, count: number): Promise<Socket[]> {
	const { port, hostname } = new URL(url);
	const sockets = Array.from({ length: count }, () => connect(Number(port), hostname).on('error', () => undefined));
	await Promise.all(sockets.map((socket) => once(socket, 'connect')));
	return sockets;
}

test('with too few files for its own work the server does not start, and says how many it needs', async () => {
	await assert.rejects(startServer({ openFilesMax: 48 }), /may open 48 files, and needs \d+ .*ulimit -n/);
});

test('with 90 files the server says how few connections that leaves, and serves them', async () => {
	await using server = await startServer({ openFilesMax: 90 });
	assert.match(server.log(), /may open 90 files, which leaves \d+ connections/);
	const { key, hashid } = server.firstRun ?? {};
	const api = createApi(server.url, key);
	const sockets = await connectMany(server.url, 100);
	assert.equal((await api.call(`/6/${hashid}/_search?query=shoes`)).status, 200);
	const items = `/api/v2/search_engines/${hashid}/indices/product/items`;
	assert.equal((await api.call(items, { method: 'POST', body: { id: 'n', title: 'One more' } })).status, 201);
	for (const socket of sockets) socket.destroy();
	await waitFor(
		'ready',
		() => api.call('/health/ready'),
		({ status }) => status === 200,
	);
	assert.equal(await server.stop(), 0);
	assert.doesNotMatch(server.log(), /EMFILE|"level":[56]0/);
});

test('with few files the code for browsers is bundled all the same', async () => {
	const code = `
		const { bundleBrowserCode } = await import('./src/adapters/browser-bundler/bundle-browser-code.ts');
		const { sources } = await bundleBrowserCode({ isDevelopment: false });
		console.log(Object.keys(sources).length);
	`;
	const words = ['-c', 'ulimit -n 48 && exec "$0" --input-type=module-typescript -e "$1"', process.execPath, code];
	const { stdout } = await promisify(execFile)('sh', words);
	assert.ok(Number(stdout) > 48, stdout);
});

test('while no file is left the server is not ready; it lives, and is ready when there are some again', async () => {
	// More connections than files, as an operator may configure, or other causes may lead to.
	await using server = await startServer({
		arguments: ['--no-demo'],
		openFilesMax: 96,
		environment: { VITRINE_CONNECTIONS_MAX: '1000', VITRINE_CONNECTIONS_PER_CLIENT_MAX: '1000' },
	});
	const agent = new Agent({ keepAlive: true, maxSockets: 1 });
	await waitFor(
		'ready at first',
		() => askReady(server.url, agent),
		(status) => status === 200,
	);
	const sockets = await connectMany(server.url, 200);
	await waitFor(
		'not ready for want of files',
		async () => ({ status: await askReady(server.url, agent), log: server.log() }),
		({ status, log }) => status === 503 && log.includes('EMFILE'),
	);
	for (const socket of sockets) socket.destroy();
	await waitFor(
		'ready',
		() => askReady(server.url, agent),
		(status) => status === 200,
	);
	agent.destroy();
	assert.equal(await server.stop(), 0);
});
