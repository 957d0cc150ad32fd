/** Whatever is sent on a connection, in whatever chunks: each request is answered completely, one after another. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { setImmediate as nextRound } from 'node:timers/promises';
import fc from 'fast-check';
import { formatChunks, formatRequest, openConnection } from '../../../test/support/raw-http.ts';
import { createHttpServer, type HttpServer } from './create-http-server.ts';

/** How many rounds of the event loop the handler waits before it reads a body. */
interface Call {
	readonly roundCount: number;
	readonly bytes: number;
	readonly isChunked: boolean;
}

const calls: fc.Arbitrary<readonly Call[]> = fc.array(
	fc.record({
		roundCount: fc.integer({ min: 0, max: 3 }),
		bytes: fc.oneof(fc.constant(0), fc.integer({ max: 100, min: 1 }), fc.integer({ min: 1, max: 90_000 })),
		isChunked: fc.boolean(),
	}),
	{ minLength: 1, maxLength: 60 },
);
/** The sizes of chunks; the rest is sent as one chunk. */
const chunks = fc.array(fc.oneof(fc.integer({ min: 1, max: 50 }), fc.integer({ min: 1, max: 20_000 })), {
	maxLength: 40,
});

const toBody = ({ bytes }: Call, at: number) => Buffer.alloc(bytes, `${at} `);
const toDigest = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

const splitAt = (bytes: Buffer, at: number) =>
	[bytes.subarray(0, at), bytes.subarray(at)].filter(({ length }) => length > 0);

function toRequest(call: Call, at: number): Buffer {
	const path = `/${at}/${call.roundCount}`;
	if (call.bytes === 0) return formatRequest({ method: 'GET', path });
	const body = toBody(call, at);
	if (!call.isChunked) return formatRequest({ method: 'POST', path, body });
	const headers = { 'Transfer-Encoding': 'chunked' };
	return formatRequest({ method: 'POST', path, headers, body: formatChunks(...splitAt(body, 7)) });
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
	const [, at, roundCount] = request.url?.split('/') ?? [];
	for (let count = 0; count < Number(roundCount); count++) await nextRound();
	const body: Buffer[] = [];
	for await (const bytes of request) body.push(bytes);
	response.end(JSON.stringify({ at: Number(at), digest: toDigest(Buffer.concat(body)) }));
}

for (const isPiling of [false, true]) {
	describe(`a client that ${isPiling ? 'has sent a pile of requests at once' : 'has done nothing yet'}`, () => {
		let http: HttpServer;
		let url: string;
		let openCount = 0;
		before(async () => {
			const begin = (request: IncomingMessage, response: ServerResponse) => {
				const { socket } = request;
				assert.equal(openOn.has(socket), false, 'two requests of a connection are begun at once');
				openOn.add(socket);
				response.once('close', () => openOn.delete(socket));
				void answer(request, response);
			};
			const openOn = new Set<unknown>();
			http = createHttpServer(begin, {
				requestTimeoutMs: 60_000,
				caps: { countMax: 100, perClientCountMax: 100 },
				// A separate client for each connection, so that no run makes the next one a piler.
				toClient: () => (isPiling ? 'one' : String(openCount++)),
				refuse: (socket) => socket.destroy(),
			});
			http.server.listen(0, '127.0.0.1');
			await once(http.server, 'listening');
			url = `http://127.0.0.1:${(http.server.address() as AddressInfo).port}`;
		});
		after(() => http.server.close());

		it('is answered in the requested form', async () => {
			await fc.assert(
				fc.asyncProperty(calls, chunks, async (asked, sizes) => {
					if (isPiling) await sendPile();
					const connection = await openConnection(url);
					const bytes = Buffer.concat(asked.map(toRequest));
					void sendInChunks(connection, bytes, sizes);
					for (const [at, call] of asked.entries()) {
						const { json } = await connection.answer();
						assert.deepEqual(json, { at, digest: toDigest(toBody(call, at)) });
					}
					connection.destroy();
				}),
				{ numRuns: 60 },
			);
		});

		async function sendPile(): Promise<void> {
			const connection = await openConnection(url);
			const count = 40;
			void connection.send(formatRequest({ method: 'GET', path: '/0/0' }).toString().repeat(count));
			for (let at = 0; at < count; at++) await connection.answer();
			connection.destroy();
		}
	});
}

async function sendInChunks(
	{ send }: Awaited<ReturnType<typeof openConnection>>,
	bytes: Buffer,
	sizes: readonly number[],
): Promise<void> {
	let at = 0;
	for (const size of sizes) {
		await send(bytes.subarray(at, at + size));
		await nextRound();
		at += size;
	}
	await send(bytes.subarray(at));
}
