/**
 * Clients that disconnect at every stage of a request leave nothing behind: no handle, no memory, no server that cannot
 * stop.
 */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { after, before, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { createSeededRandom, type SeededRandom } from '../../src/lib/seeded-random.ts';
import { type Api, createApi } from '../support/api.ts';
import { chooseSeed } from '../support/chosen-seed.ts';
import { expectStatus } from '../support/crash/actor.ts';
import { readMetrics } from '../support/read-metrics.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { chooseLength } from '../support/test-length.ts';
import { waitFor } from '../support/wait-for.ts';

const requestCount = chooseLength(400, 4000);
const concurrentCount = 40;
/** How much more may be held after the same work than before it: a small part of the size of the requests. */
const growthBytesMax = 4 * 1024 * 1024;
/** Lets a test force a garbage collection, so that only what is still referenced remains. */
const collectOnSignal = "--expose-gc --import=data:text/javascript,process.on('SIGUSR2',()=>gc())";

let server: TestServer;
let api: Api;
let index: string;
/** Complete requests, as text without a body and a body. */
let requests: readonly { readonly head: string; readonly body: Buffer }[];

before(async () => {
	server = await startServer({ environment: { NODE_OPTIONS: collectOnSignal } });
	api = createApi(server.url, server.firstRun?.key);
	const { json } = await expectStatus(api, 201, '/api/v2/search_engines', { method: 'POST', body: { name: 'Abort' } });
	const engine = `/api/v2/search_engines/${json.hashid}`;
	await expectStatus(api, 201, `${engine}/indices`, { method: 'POST', body: { name: 'product', preset: 'generic' } });
	index = `${engine}/indices/product`;
	const large = Array.from({ length: 100 }, (_, number) => ({ id: `p${number}`, text: 'x'.repeat(3000) }));
	await expectStatus(api, 200, `${index}/items/_bulk`, { method: 'POST', body: large });
	// The code for browsers is bundled after the start, and kept: its memory must not look like that of requests.
	await expectStatus(api, 200, '/storefront.js');
	const small = large.map(({ id }) => ({ id }));
	requests = [
		toRequest('POST', `${index}/items/_bulk`, JSON.stringify(large)),
		toRequest('POST', `${index}/items/_bulk`, JSON.stringify(small)),
		toRequest('POST', `${index}/items/_bulk`, gzipSync(JSON.stringify(large)), 'Content-Encoding: gzip\r\n'),
		toRequest('POST', `${index}/items`, JSON.stringify({ id: 'one' })),
		toRequest('POST', `${index}/items/_mget`, JSON.stringify(small)),
		toRequest('GET', `${index}/items/_count`),
		toRequest('POST', '/nowhere', JSON.stringify(large)),
		toRequest('GET', '/openapi.json'),
	];
});
after(() => server[Symbol.asyncDispose]());

function toRequest(method: string, path: string, content: string | Buffer = '', more = '') {
	const body = Buffer.from(content);
	const type = body.length === 0 ? '' : `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n`;
	const credentials = `Authorization: Token ${server.firstRun?.key}\r\n`;
	return { head: `${method} ${path} HTTP/1.1\r\nHost: x\r\n${credentials}${type}${more}\r\n`, body };
}

async function openConnection(): Promise<Socket> {
	const { hostname, port } = new URL(server.url);
	const socket = connect({ host: hostname, port: Number(port) });
	// The server may be the first to close.
	socket.on('error', () => socket.destroy());
	await once(socket, 'connect');
	return socket;
}

/** Breaks a request off: within its head, within its body, after it was sent, or within its answer. */
async function abortOne(random: SeededRandom): Promise<void> {
	const { head, body } = random.pick(requests);
	const bytes = Buffer.concat([Buffer.from(head), body]);
	const socket = await openConnection();
	const closed = once(socket, 'close');
	const stage = random.pick(['head', 'body', 'sent', 'answer'] as const);
	if (stage === 'head') socket.write(bytes.subarray(0, random.integer(1, head.length - 1)), () => socket.destroy());
	if (stage === 'body')
		socket.write(bytes.subarray(0, random.integer(head.length, bytes.length)), () => socket.destroy());
	if (stage === 'sent') socket.write(bytes, () => socket.destroy());
	if (stage === 'answer') {
		socket.once('data', () => socket.resetAndDestroy());
		socket.write(bytes);
	}
	await closed;
}

async function abortMany(count: number, seed: number): Promise<void> {
	const random = createSeededRandom(seed);
	let left = count;
	async function work(): Promise<void> {
		while (left > 0) {
			left -= 1;
			await abortOne(random);
		}
	}
	await Promise.all(Array.from({ length: concurrentCount }, work));
}

/** The numbers that the process reports about itself. */
async function measure() {
	server.process.kill('SIGUSR2');
	const text = await readMetrics(server);
	const read = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]);
	return {
		files: read('process_open_fds'),
		handles: read('nodejs_active_handles_total'),
		resources: read('nodejs_active_resources_total'),
		requests: read('nodejs_active_requests_total'),
		heldBytes: read('nodejs_heap_size_used_bytes') + read('nodejs_external_memory_bytes'),
	};
}

type Numbers = Awaited<ReturnType<typeof measure>>;

/** Reads the metrics until they are as low as before: connections close a moment after their clients have. */
function waitForCalm(calm: Numbers): Promise<Numbers> {
	return waitFor(`the numbers of before, ${JSON.stringify(calm)}`, measure, (now) => {
		const areClosed = now.files <= calm.files && now.handles <= calm.handles && now.resources <= calm.resources;
		return areClosed && now.heldBytes < calm.heldBytes + growthBytesMax;
	});
}

test(`${requestCount} requests that are broken off leave no handle and no memory, and the server stops at once`, async (context) => {
	const seed = chooseSeed(context);
	await abortMany(requestCount / 2, seed + 1);
	const calm = await waitForCalm(await measure());
	await abortMany(requestCount, seed);
	const after = await waitForCalm(calm);
	context.diagnostic(`before ${JSON.stringify(calm)}, after ${JSON.stringify(after)}`);
	assert.doesNotMatch(server.log(), /"status":500/);
	assert.doesNotMatch(server.log(), /"level":60/);
	assert.equal((await api.call(`${index}/items/_count`)).status, 200);

	assert.equal(await server.stop(), 0, 'it did not have to be stopped by its own limit');
});
