/** Callers that use more than their share of connections: silent ones, ones that never read, ones that never close. */
import assert from 'node:assert/strict';
import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { createApi } from '../support/api.ts';
import { formatRequest, openConnection, type RawConnection, sendRaw } from '../support/raw-http.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { waitFor } from '../support/wait-for.ts';

const isLinux = process.platform === 'linux';
const skip = isLinux ? false : 'descriptors of another process are known on Linux alone';

/** What these tests are about comes before anything that a shop or a search could say. */
const bare = { arguments: ['--no-demo', '--no-search'] };

function startBare(environment: Readonly<Record<string, string>>): Promise<TestServer> {
	return startServer({ ...bare, environment });
}

const countFiles = ({ process: { pid } }: TestServer) => readdirSync(`/proc/${pid}/fd`).length;

/** A connection whose peer never reads, and never closes its half. */
async function openUnread({ url }: TestServer, bytes: string | Uint8Array = ''): Promise<Socket> {
	const { hostname, port } = new URL(url);
	const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
	socket.on('error', () => undefined);
	await once(socket, 'connect');
	socket.pause();
	if (bytes.length > 0) socket.write(bytes);
	return socket;
}

const openMany = (server: TestServer, count: number, bytes?: string | Uint8Array) =>
	Promise.all(Array.from({ length: count }, () => openUnread(server, bytes)));

function destroyAll(sockets: readonly Socket[]): void {
	for (const socket of sockets) socket.destroy();
}

async function assertAnswers(server: TestServer): Promise<void> {
	for (let round = 0; round < 3; round++) assert.equal((await sendRaw(server.url, health)).status, 200);
}

/** From then on, data from this client is parsed in small chunks. */
async function sendPile({ url }: TestServer): Promise<void> {
	const connection = await openConnection(url);
	const count = 50;
	void connection.send(Buffer.concat(Array(count).fill(formatRequest({ method: 'GET', path: '/health/live' }))));
	for (let answer = 0; answer < count; answer++) assert.equal((await connection.answer()).status, 200);
	connection.destroy();
}

const health = formatRequest({ method: 'GET', path: '/health/live', headers: { Connection: 'close' } });
const bundle = formatRequest({ method: 'GET', path: '/docs/static/swagger-ui-bundle.js' });

describe('requests that are sent without waiting for answers', () => {
	let server: TestServer;
	before(async () => {
		server = await startServer();
	});
	after(() => server[Symbol.asyncDispose]());

	it('are begun one after another: each sees what the one before it has done', async () => {
		const { hashid, key } = server.firstRun ?? assert.fail();
		const path = `/api/v2/search_engines/${hashid}/indices/product/items`;
		const headers = { Authorization: `Token ${key}`, 'Content-Type': 'application/json' };
		const ask = (method: string, step = '') => formatRequest({ method, path: `${path}${step}`, headers });
		const create = formatRequest({ method: 'POST', path, headers, body: '{"id":"piped"}' });
		const calls = Array(20)
			.fill([create, ask('GET', '/piped'), ask('DELETE', '/piped'), ask('GET', '/piped')])
			.flat();
		const connection = await openConnection(server.url);
		await connection.send(Buffer.concat(calls));
		for (let round = 0; round < 20; round++) {
			for (const status of [201, 200, 204, 404]) assert.equal((await connection.answer()).status, status);
		}
		connection.destroy();
	});

	it('are all answered, in their order, however many there are', async () => {
		const connection = await openConnection(server.url);
		const paths = Array.from({ length: 3000 }, (_, at) => `/health/${at % 2 === 0 ? 'live' : at}`);
		void connection.send(Buffer.concat(paths.map((path) => formatRequest({ method: 'GET', path }))));
		for (const path of paths) assert.equal((await connection.answer()).status, path === '/health/live' ? 200 : 404);
		connection.destroy();
	});

	it('may send bodies late and in chunks', async () => {
		const { hashid, key } = server.firstRun ?? assert.fail();
		const path = `/api/v2/search_engines/${hashid}/indices/product/items`;
		const headers = { Authorization: `Token ${key}`, 'Content-Type': 'application/json' };
		const bodies = Array.from({ length: 5 }, (_, id) => JSON.stringify({ id: String(id), text: 'x'.repeat(200_000) }));
		const bytes = Buffer.concat(bodies.map((body) => formatRequest({ method: 'POST', path, headers, body })));
		const connection = await openConnection(server.url);
		for (let at = 0; at < bytes.length; at += 50_000) await connection.send(bytes.subarray(at, at + 50_000));
		for (const id of bodies.keys()) assert.equal((await connection.answer()).json.id, String(id));
		connection.destroy();
	});

	it('hold no files when answers are not read, and delay no other client', { skip }, async () => {
		await assertAnswers(server);
		const filesBefore = countFiles(server);
		const sockets = await openMany(server, 40, Buffer.concat(Array(900).fill(bundle)));
		for (let round = 0; round < 50; round++) await assertAnswers(server);
		const files = countFiles(server) - filesBefore;
		assert.ok(files <= 40 + 5, `${files} descriptors for 40 connections`);
		destroyAll(sockets);
		await assertAnswers(server);
	});
});

for (const isPiling of [false, true]) {
	describe(`a connection that was refused${isPiling ? ', of a client that has sent a pile of requests' : ''}`, {
		skip,
	}, () => {
		let server: TestServer;
		before(async () => {
			server = await startBare({ VITRINE_REQUEST_TIMEOUT_MS: '500' });
			if (isPiling) await sendPile(server);
		});
		after(() => server[Symbol.asyncDispose]());

		const live = 'GET /health/live HTTP/1.1\r\nHost: a\r\n';
		const refused: Readonly<Record<string, string>> = {
			'for saying nothing': '',
			'for half a head': `${live}X-`,
			'for a body that does not come': `POST /api/widget/x/cart HTTP/1.1\r\nContent-Length: 10\r\n\r\n1`,
			'for what is no HTTP': 'GARBAGE\r\n\r\nMORE GARBAGE',
			'for a head that is too large': `${live}X: ${'a'.repeat(20_000)}`,
			'for a body that is too large': 'POST /api/v2/search_engines HTTP/1.1\r\nContent-Length: 99999999\r\n\r\nabc',
			'for chunks that are none': 'POST /api/v2/search_engines HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n',
			'after requests that it has answered': `${live}\r\n${live}\r\nGARBAGE\r\n\r\n`,
		};
		for (const [why, bytes] of Object.entries(refused)) {
			it(`is gone soon, though its peer neither reads nor closes: ${why}`, async () => {
				await assertAnswers(server);
				const before = countFiles(server);
				const sockets = await openMany(server, 20, bytes);
				// Connections are accepted in their order, so those are, when this one is answered.
				await assertAnswers(server);
				await waitFor(
					'connections that are gone',
					() => countFiles(server),
					(count) => count <= before + 2,
				);
				destroyAll(sockets);
			});
		}
	});
}

describe('silent connections', { skip }, () => {
	for (const threads of ['1', '2']) {
		it(`keep nobody out, though there are a thousand and files for a thousand: ${threads} HTTP threads`, async () => {
			await using server = await startServer({
				...bare,
				openFilesMax: 1024,
				environment: { VITRINE_HTTP_THREADS: threads },
			});
			const used = await openConnection(server.url);
			const ask = formatRequest({ method: 'GET', path: '/health/live' });
			await used.send(ask);
			assert.equal((await used.answer()).status, 200);
			const sockets = await openMany(server, 500);
			sockets.push(...(await openMany(server, 500, 'GET /health/live HTTP/1.1\r\nX')));
			await assertAnswers(server);
			assert.equal((await createApi(server.url).call('/health/ready')).status, 200);
			assert.ok(countFiles(server) < 1000);
			// Silent connections make room, not one that was used.
			await used.send(ask);
			assert.equal((await used.answer()).status, 200);
			used.destroy();
			destroyAll(sockets);
		});
	}
});

describe('one address', { skip }, () => {
	it('has room for a new connection while one of its others is idle, and the oldest idle one makes it', async () => {
		await using server = await startBare({ VITRINE_CONNECTIONS_PER_CLIENT_MAX: '4' });
		const connections: RawConnection[] = [];
		for (let count = 0; count < 6; count++) {
			const connection = await openConnection(server.url);
			await connection.send(formatRequest({ method: 'GET', path: '/health/live' }));
			assert.equal((await connection.answer()).status, 200);
			connections.push(connection);
		}
		for (const connection of connections.slice(0, 2)) assert.equal(await connection.closed(), '');
		for (const connection of connections.slice(2)) {
			await connection.send(formatRequest({ method: 'GET', path: '/health/live' }));
			assert.equal((await connection.answer()).status, 200);
			connection.destroy();
		}
	});

	it('gets 429 when all of its connections are being answered', async () => {
		await using server = await startBare({ VITRINE_CONNECTIONS_PER_CLIENT_MAX: '4' });
		const sockets = await openMany(server, 4, Buffer.concat(Array(50).fill(bundle)));
		for (const socket of sockets) await once(socket, 'readable');
		const { status, headers } = await sendRaw(server.url, health);
		assert.equal(status, 429);
		assert.ok(Number(headers['retry-after']) >= 1);
		assert.equal(headers['x-content-type-options'], 'nosniff');
		destroyAll(sockets);
		// Once clients read again, there is room again.
		await waitFor('room', async () => (await sendRaw(server.url, health).catch(() => undefined))?.status === 200);
	});

	it('may be a proxy that is trusted: then it is the client behind it that has a share', async () => {
		const environment = { VITRINE_CONNECTIONS_PER_CLIENT_MAX: '4', VITRINE_TRUSTED_PROXIES: '127.0.0.0/8' };
		await using server = await startBare(environment);
		const ask = (path: string, client: string) =>
			formatRequest({ method: 'GET', path, headers: { 'X-Forwarded-For': client } });
		const idle = await Promise.all(Array.from({ length: 12 }, () => openConnection(server.url)));
		for (const [at, connection] of idle.entries()) {
			await connection.send(ask('/health/live', `198.51.100.${at}`));
			assert.equal((await connection.answer()).status, 200);
		}
		const greedy = Buffer.concat(Array(50).fill(ask('/docs/static/swagger-ui-bundle.js', '2001:db8::1')));
		const sockets = await openMany(server, 4, greedy);
		for (const socket of sockets) await once(socket, 'readable');
		assert.equal((await sendRaw(server.url, ask('/health/live', '2001:db8::2'))).status, 429);
		assert.equal((await sendRaw(server.url, ask('/health/live', '2001:db8:0:1::2'))).status, 200);
		for (const connection of idle) {
			await connection.send(ask('/health/live', '198.51.100.1'));
			assert.equal((await connection.answer()).status, 200);
			connection.destroy();
		}
		destroyAll(sockets);
	});
});

it('answers on every address that localhost is', async () => {
	const server = await startServer({ arguments: ['--no-demo', '--no-search', '--host', 'localhost'] });
	const { port } = new URL(server.url);
	for (const { address, family } of await lookup('localhost', { all: true })) {
		const url = `http://${family === 6 ? `[${address}]` : address}:${port}`;
		assert.equal((await createApi(url).call('/health/live')).status, 200, url);
	}
	assert.equal(await server.stop(), 0);
});
