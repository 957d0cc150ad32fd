/** A server that is told to stop does so soon, whatever its clients do, and keeps everything that it has acknowledged. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { test } from 'node:test';
import { createApi } from '../support/api.ts';
import { expectStatus } from '../support/crash/actor.ts';
import { blockIds } from '../support/crash/item-reading.ts';
import { checkDatabase, inspectDatabase } from '../support/database-checks.ts';
import { makeDataDir, spawnServe } from '../support/serve-process.ts';
import { startServer, type TestServer } from '../support/server.ts';

/** A server that its clients keep from stopping ends by a limit of its own, with an exit code other than 0. */
async function stopInTime(server: TestServer): Promise<void> {
	assert.equal(await server.stop(), 0, server.log().slice(-2000));
}

/** None of its limits ends a connection before the server stops. */
const environment = { VITRINE_REQUEST_TIMEOUT_MS: '600000' };

async function openConnection(server: TestServer, text: string): Promise<Socket> {
	const { hostname, port } = new URL(server.url);
	const socket = connect({ host: hostname, port: Number(port) });
	socket.on('error', () => socket.destroy());
	await once(socket, 'connect');
	if (text !== '') await new Promise((resolve) => socket.write(text, resolve));
	return socket;
}

test('clients that keep connections open and send nothing, or half a request, do not keep it from stopping', async () => {
	await using server = await startServer({ environment });
	const head = `POST /api/v2/search_engines HTTP/1.1\r\nHost: x\r\nAuthorization: Token ${server.firstRun?.key}\r\n`;
	const halves = [
		'',
		head,
		`${head}Content-Length: 100\r\n\r\n`,
		`${head}Content-Length: 100\r\n\r\n{"name":`,
		`${head}Transfer-Encoding: chunked\r\n\r\n5\r\n{"nam`,
		'GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n',
	];
	const sockets = await Promise.all(halves.map((half) => openConnection(server, half)));
	// A later request was answered, so the server has seen the earlier ones.
	await expectStatus(createApi(server.url), 200, '/health/live');
	await stopInTime(server);
	for (const socket of sockets) socket.destroy();
});

/** Code that the program runs before its own, in each of its threads. */
function preload(source: string): Readonly<Record<string, string>> {
	return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(source)}` };
}

const neverEnds = preload(`
	import { parentPort, threadName } from 'node:worker_threads';
	const hang = ({ kind }) => { if (kind === 'stop') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0); };
	if (threadName === 'recommender') parentPort.on('message', hang);`);

test('a server with a thread that does not end is cut off after ten seconds: its log and its exit code say so', async () => {
	await using server = await startServer({ environment: neverEnds });
	const dataDir = await makeDataDir();
	const other = createServer().listen(0, '127.0.0.1');
	await once(other, 'listening');
	const { port } = other.address() as AddressInfo;
	const refused = spawnServe({ dataDir, arguments: ['--port', String(port), '--no-demo'], environment: neverEnds });
	assert.deepEqual([await server.stop(), await refused.ended], [1, 1]);
	const [line = ''] = server.log().match(/.*not stopped within 10 seconds.*/) ?? [];
	const threads: readonly { readonly name: string }[] = JSON.parse(line).threads;
	const names = threads.map(({ name }) => name);
	assert.deepEqual([names.includes('recommender'), names.includes('indexer')], [true, false], line);
	assert.match(refused.stderr(), /EADDRINUSE.*not stopped within 10 seconds/);
	other.close();
	await rm(dataDir, { recursive: true });
});

test('a server that is told to stop while it starts does not begin to serve', async () => {
	const dataDir = await makeDataDir();
	const environment = preload(`
		process.on('worker', ({ threadName }) => { if (threadName === 'recommender') process.kill(process.pid, 'SIGTERM'); });`);
	const stopped = spawnServe({ dataDir, environment });
	assert.equal(await stopped.ended, 0, stopped.stderr());
	assert.equal(stopped.stdout(), '');
	assert.match(stopped.stderr(), /stopping before it serves/);
	// What it had begun is no obstacle.
	await using server = await startServer({ dataDir });
	assert(server.firstRun);
	await stopInTime(server);
});

test('a server that is stopped under load ends properly and has every write that it acknowledged', async () => {
	await using server = await startServer();
	const { firstRun } = server;
	assert(firstRun);
	const { hashid } = firstRun;
	const api = createApi(server.url, firstRun.key);
	const path = `/api/v2/search_engines/${hashid}/indices/product/items/_bulk`;
	const acknowledged = new Map<string, number>();
	const sent = new Map<string, number>();
	let stopped: Promise<void> | undefined;
	let answerCount = 0;

	/** Writes until the server is gone: first it refuses late writes, then connections. */
	async function write(name: string): Promise<void> {
		for (let round = 1; ; round += 1) {
			const body = blockIds(name).map((id) => ({ id, round }));
			sent.set(name, round);
			const answer = await api.call(path, { method: 'POST', body }).catch(() => undefined);
			if (answer === undefined) return;
			assert.ok(answer.status === 200 || answer.status === 503, `${answer.status}`);
			if (answer.status === 200) acknowledged.set(name, round);
			answerCount += 1;
			if (answerCount === 60) stopped = stopInTime(server);
		}
	}

	await Promise.all(Array.from({ length: 20 }, (_, number) => write(`writer${number}`)));
	await stopped;
	await checkDatabase(server.dataDir);
	await inspectDatabase(server.dataDir, async ({ items }) => {
		for (const [name, round] of acknowledged) {
			const found = await items.findMany({ hashid, indexName: 'product', generation: 'live' }, blockIds(name));
			assert.notEqual(found, 'missing');
			const rounds = [...found].map((item) => (typeof item === 'object' ? JSON.parse(item.text).round : undefined));
			assert.equal(new Set(rounds).size, 1, `${name} is there by halves`);
			assert.ok(rounds[0] === round || rounds[0] === sent.get(name), `${name}: ${rounds[0]}, acknowledged ${round}`);
		}
	});
});
