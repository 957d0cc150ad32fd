/**
 * Bodies that do not unpack, or unpack endlessly, on routes that read them and on routes that do not: the process
 * survives.
 */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { createApi } from '../support/api.ts';
import { formatChunks, formatRequest, openConnection, sendRaw } from '../support/raw-http.ts';
import { readRefusal } from '../support/refusal.ts';
import { type FirstRun, startServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let shop: FirstRun;
let items: string;
let auth: Record<string, string>;

before(async () => {
	server = await startServer();
	shop = server.firstRun ?? assert.fail('this is a first run');
	items = `/api/v2/search_engines/${shop.hashid}/indices/product/items`;
	auth = { Authorization: `Token ${shop.key}`, 'Content-Type': 'application/json' };
});
after(() => server[Symbol.asyncDispose]());

async function assertAlive(): Promise<void> {
	assert.equal((await createApi(server.url).call('/health/live')).status, 200);
	assert.equal(server.process.exitCode, null, server.log());
}

const encodings = ['gzip', 'x-gzip', 'deflate', 'br', 'zstd', 'gzip, br', 'GZIP', 'identity', 'gifts'];

describe('a request whose body is ignored', () => {
	const paths = () => [
		'/docs',
		'/docs/json',
		'/docs/static/index.css',
		'/metrics',
		'/health/live',
		'/openapi.json',
		'/nowhere',
		`/6/${shop.hashid}/_search`,
		`/5/options/${shop.hashid}`,
		items,
	];

	for (const method of ['GET', 'HEAD', 'OPTIONS']) {
		it(`is answered as if it had none, whatever its Content-Encoding says: ${method}`, async () => {
			for (const path of paths()) {
				const { status } = await sendRaw(server.url, formatRequest({ method, path, headers: auth }), {
					isHead: method === 'HEAD',
				});
				for (const encoding of encodings) {
					const headers = { ...auth, 'Content-Encoding': encoding };
					const bytes = formatRequest({ method, path, headers, body: 'abc' });
					const answer = await sendRaw(server.url, bytes, { isHead: method === 'HEAD' });
					assert.equal(answer.status, status, `${method} ${path} ${encoding}`);
				}
			}
			await assertAlive();
		});
	}

	it('is answered as if it had none, whatever its Content-Type says', async () => {
		for (const type of ['a', '', ';', 'text/html', 'multipart/form-data; boundary=x', '\xff']) {
			for (const path of [`/6/${shop.hashid}/_search`, '/5/search', `/api/widget/${shop.widget_id}/cart`]) {
				const headers = { 'Content-Type': type, Origin: 'null', 'Content-Encoding': 'gzip' };
				const answer = await sendRaw(server.url, formatRequest({ method: 'OPTIONS', path, headers, body: '{}' }));
				assert.equal(answer.status, 204, `${path} ${type}`);
			}
			const path = `/api/v2/search_engines/${shop.hashid}/indices/none`;
			const headers = { Authorization: auth.Authorization ?? '', 'Content-Type': type };
			const answer = await sendRaw(server.url, formatRequest({ method: 'DELETE', path, headers, body: '{}' }));
			assert.equal(answer.status, 404, type);
		}
		await assertAlive();
	});
});

describe('a packed body', () => {
	const packed = { gzip: gzipSync('{"id":"packed"}'), deflate: deflateSync('{"id":"packed"}') };
	const broken = {
		'no packed bytes at all': ['gzip', Buffer.from('abc')],
		'nothing where a packed body should be': ['br', Buffer.alloc(0)],
		'a gzip file that ends early': ['gzip', packed.gzip.subarray(0, -6)],
		'a gzip file with a wrong sum': ['x-gzip', Buffer.from(packed.gzip.map((byte, at) => (at === 24 ? ~byte : byte)))],
		'deflated bytes in the middle of which some are others': ['deflate', Buffer.from(packed.deflate).fill(7, 4, 9)],
		'brotli that is gzip': ['br', packed.gzip],
	} as const;

	for (const [what, [encoding, body]] of Object.entries(broken)) {
		it(`is refused, and the connection closed, when it is ${what}`, async () => {
			for (const path of [items, `${items}/_bulk`, `/6/${shop.hashid}/_search`, `/api/widget/${shop.widget_id}/cart`]) {
				const headers = { ...auth, 'Content-Encoding': encoding };
				const answer = await sendRaw(server.url, formatRequest({ method: 'POST', path, headers, body }));
				assert.ok(answer.status === 400 || (body.length === 0 && answer.status < 500), `${path} ${answer.text}`);
			}
			await assertAlive();
		});
	}

	it('is refused with 413 as soon as it is too long on the wire, and the rest is discarded', async () => {
		const noise = randomBytes(30 * 1024 * 1024);
		const truncated = gzipSync(noise, { level: 0 }).subarray(0, -100);
		for (const path of [`/api/widget/${shop.widget_id}/cart`, `${items}/_bulk`]) {
			const headers = { ...auth, 'Content-Encoding': 'gzip', 'Transfer-Encoding': 'chunked' };
			const connection = await openConnection(server.url);
			void connection.send(Buffer.concat([formatRequest({ method: 'POST', path, headers }), formatChunks(truncated)]));
			const answer = await connection.answer();
			assert.equal(answer.status, 413, answer.text);
			readRefusal(answer, path);
			connection.destroy();
		}
		await assertAlive();
	});

	it('is released when its sender disconnects in the middle of it', async () => {
		const body = brotliCompressSync(randomBytes(100_000));
		for (let round = 0; round < 30; round++) {
			const headers = { ...auth, 'Content-Encoding': 'br', 'Content-Length': String(body.length) };
			const connection = await openConnection(server.url);
			await connection.send(
				formatRequest({ method: 'POST', path: items, headers, body: body.subarray(0, round * 900) }),
			);
			if (round % 2 === 0) connection.socket.resetAndDestroy();
			else connection.destroy();
		}
		await assertAlive();
	});

	it('is taken when it is whole', async () => {
		for (const [encoding, body] of Object.entries(packed)) {
			const headers = { ...auth, 'Content-Encoding': encoding };
			const answer = await sendRaw(server.url, formatRequest({ method: 'POST', path: items, headers, body }));
			assert.equal(answer.json.id, 'packed', answer.text);
		}
	});
});
