/** Callers that misbehave on the wire: partial requests, slow ones, several at once, requests that are not HTTP. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createApi } from '../support/api.ts';
import {
	formatChunks,
	formatRequest,
	openConnection,
	type RawAnswer,
	type RawConnection,
	sendRaw,
} from '../support/raw-http.ts';
import { readRefusal } from '../support/refusal.ts';
import { type FirstRun, startServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let shop: FirstRun;
let items: string;
let cart: string;
let auth: Record<string, string>;

before(async () => {
	server = await startServer();
	shop = server.firstRun ?? assert.fail('this is a first run');
	items = `/api/v2/search_engines/${shop.hashid}/indices/product/items`;
	cart = `/api/widget/${shop.widget_id}/cart`;
	auth = { Authorization: `Token ${shop.key}`, 'Content-Type': 'application/json' };
});
after(() => server[Symbol.asyncDispose]());

const countItems = async () => (await createApi(server.url, shop.key).call(`${items}/_count`)).json.count;

/** A request for the item routes, in bytes. */
function post(body: string, headers: Record<string, string> = {}): Buffer {
	return formatRequest({ method: 'POST', path: items, headers: { ...auth, ...headers }, body });
}

async function withConnection<T>(url: string, work: (connection: RawConnection) => Promise<T>): Promise<T> {
	const connection = await openConnection(url);
	try {
		return await work(connection);
	} finally {
		connection.destroy();
	}
}

function assertRefused(answer: RawAnswer, status: number, path = items): void {
	assert.equal(answer.status, status, answer.text);
	readRefusal(answer, path);
}

describe('a body that does not come to its end', () => {
	const half = () => post('{"id":"half"', { 'Content-Length': '100' });
	const unfinished = [
		['with a declared length', half],
		[
			'in chunks',
			() => Buffer.concat([post('', { 'Transfer-Encoding': 'chunked' }), Buffer.from('64\r\n{"id":"half"}')]),
		],
		[
			'complete, but without the chunk that ends it',
			() => Buffer.concat([post('', { 'Transfer-Encoding': 'chunked' }), Buffer.from('d\r\n{"id":"half"}\r\n')]),
		],
		['packed', () => post('\x1f\x8b\x08', { 'Content-Length': '100', 'Content-Encoding': 'gzip' })],
	] as const;

	for (const [what, makeBytes] of unfinished) {
		it(`changes nothing when its sender is gone: ${what}`, async () => {
			const count = await countItems();
			for (let round = 0; round < 20; round++) {
				await withConnection(server.url, async (connection) => {
					await connection.send(makeBytes());
					if (round % 2 === 0) connection.socket.resetAndDestroy();
				});
			}
			assert.equal(await countItems(), count);
		});

		it(`is refused when its sender only stops sending: ${what}`, async () => {
			await withConnection(server.url, async (connection) => {
				await connection.send(makeBytes());
				connection.socket.end();
				assertRefused(await connection.answer(), 400);
				await connection.closed();
			});
		});
	}
});

describe('a slow caller', () => {
	let slowServer: TestServer;
	before(async () => {
		slowServer = await startServer({ environment: { VITRINE_REQUEST_TIMEOUT_MS: '300' } });
	});
	after(() => slowServer[Symbol.asyncDispose]());

	const beginnings = {
		'says nothing': '',
		'sends half a request line': 'GET /heal',
		'sends half a head': 'GET /health/live HTTP/1.1\r\nHost: a\r\nX-',
		'sends a head and a piece of body': 'GET /health/live HTTP/1.1\r\nContent-Length: 10\r\n\r\n123',
	};
	for (const [what, bytes] of Object.entries(beginnings)) {
		it(`gets 408 and is hung up on when it ${what}`, async () => {
			await withConnection(slowServer.url, async (connection) => {
				await connection.send(bytes);
				const answer = await connection.answer();
				// A GET is answered without waiting for a body; then the rest of the body is awaited.
				const last = answer.status === 200 ? await connection.answer() : answer;
				assertRefused(last, 408);
				assert.equal(last.headers.connection, 'close');
				assert.equal(await connection.closed(), '');
			});
		});
	}

	it('gets 408 in the words of the API it called, and changes nothing, when its body does not come', async () => {
		const { key, hashid, widget_id: widgetId } = slowServer.firstRun ?? assert.fail('this is a first run');
		const path = `/api/v2/search_engines/${hashid}/indices/product/items`;
		const refuse = (target: string) =>
			withConnection(slowServer.url, async (connection) => {
				const headers = { Authorization: `Token ${key}`, 'Content-Length': '20' };
				await connection.send(formatRequest({ method: 'POST', path: target, headers, body: '{"name":"half"' }));
				const answer = await connection.answer();
				assertRefused(answer, 408, target);
				assert.equal(await connection.closed(), '');
			});
		await Promise.all([path, `${path}/_bulk`, '/api/admin/v1/stores', `/api/widget/${widgetId}/cart`].map(refuse));
		assert.deepEqual((await createApi(slowServer.url, key).call('/api/admin/v1/stores')).json.length, 1);
	});

	it('does not delay other clients', async () => {
		const slow = await Promise.all(Array.from({ length: 50 }, () => openConnection(slowServer.url)));
		for (const connection of slow) await connection.send('POST / HTTP/1.1\r\nContent-Length: 5\r\n\r\n1');
		assert.equal((await createApi(slowServer.url).call('/health/ready')).status, 200);
		await Promise.all(slow.map((connection) => connection.closed()));
	});
});

describe('several requests on one connection', () => {
	it('are answered in their order, although the client did not wait', async () => {
		await withConnection(server.url, async (connection) => {
			const ids = Array.from({ length: 20 }, (_, index) => `piped-${index}`);
			await connection.send(Buffer.concat(ids.map((id) => post(JSON.stringify({ id })))));
			for (const id of ids) assert.equal((await connection.answer()).json.id, id);
		});
	});

	it('go on after a refusal', async () => {
		await withConnection(server.url, async (connection) => {
			const bad = formatRequest({ method: 'POST', path: items, headers: auth, body: '{' });
			const stranger = formatRequest({ method: 'POST', path: items, body: '{}' });
			await connection.send(Buffer.concat([bad, stranger, post('{"id":"after"}')]));
			assertRefused(await connection.answer(), 400);
			assertRefused(await connection.answer(), 401);
			assert.equal((await connection.answer()).status, 201);
		});
	});

	it('are answered before the garbage that follows them is', async () => {
		await withConnection(server.url, async (connection) => {
			await connection.send(
				Buffer.concat([post('{"id":"first"}'), post('{"id":"second"}'), Buffer.from('GARBAGE\r\n\r\n')]),
			);
			assert.equal((await connection.answer()).json.id, 'first');
			assert.equal((await connection.answer()).json.id, 'second');
			assertRefused(await connection.answer(), 400);
			assert.equal(await connection.closed(), '');
		});
	});

	it('cannot be smuggled into the body of another', async () => {
		const inner = `DELETE ${items}/first HTTP/1.1\r\nHost: a\r\nAuthorization: Token ${shop.key}\r\n\r\n`;
		const both = { 'Transfer-Encoding': 'chunked', 'Content-Length': '4' };
		for (const headers of [
			both,
			{ 'Transfer-Encoding': 'chunked, identity' },
			{ 'Transfer-Encoding': 'xchunked' },
			{ 'Content-Length': '4, 5' },
		]) {
			await withConnection(server.url, async (connection) => {
				await connection.send(
					formatRequest({ method: 'POST', path: items, headers: { ...auth, ...headers }, body: `0\r\n\r\n${inner}` }),
				);
				assertRefused(await connection.answer(), 400);
				assert.equal(await connection.closed(), '');
			});
		}
		assert.equal((await createApi(server.url, shop.key).call(`${items}/first`)).status, 200);
	});
});

describe('Expect: 100-continue', () => {
	it('gets 100 Continue, and then the answer', async () => {
		await withConnection(server.url, async (connection) => {
			const body = JSON.stringify({ id: 'expected' });
			const headers = { ...auth, Expect: '100-continue', 'Content-Length': String(body.length) };
			await connection.send(formatRequest({ method: 'POST', path: items, headers }));
			assert.equal((await connection.answer()).status, 100);
			await connection.send(body);
			assert.equal((await connection.answer()).status, 201);
		});
	});

	it('may nevertheless send at once', async () => {
		await withConnection(server.url, async (connection) => {
			await connection.send(post('{"id":"impatient"}', { Expect: '100-continue' }));
			assert.equal((await connection.answer()).status, 100);
			assert.equal((await connection.answer()).status, 201);
		});
	});

	it('expecting anything else is refused', async () => {
		assert.equal((await sendRaw(server.url, post('{"id":"x"}', { Expect: 'gifts' }))).status, 417);
	});
});

describe('input that is not a request', () => {
	const live = 'GET /health/live HTTP/1.1\r\nHost: a\r\n';
	const hostile: Readonly<Record<string, readonly [string | Buffer, number]>> = {
		'a greeting of TLS': [Buffer.from('16030100c8010000c40303', 'hex'), 400],
		'a method nobody knows': ['FOO / HTTP/1.1\r\nHost: a\r\n\r\n', 400],
		'a method in lower case': ['get / HTTP/1.1\r\nHost: a\r\n\r\n', 400],
		'another version': ['GET / HTTP/3.7\r\nHost: a\r\n\r\n', 400],
		'a path of raw bytes': ['GET /\xe9 HTTP/1.1\r\nHost: a\r\n\r\n', 400],
		'a NUL in a header': [`${live}X: a\0b\r\n\r\n`, 400],
		'a folded header': [`${live}X: a\r\n b\r\nY\r\n\r\n`, 400],
		'a length of words': [`${live}Content-Length: ten\r\n\r\n`, 400],
		'a length below nothing': [`${live}Content-Length: -1\r\n\r\n`, 400],
		'a length beyond counting': [`${live}Content-Length: 99999999999999999999\r\n\r\n`, 400],
		'a header that is too large': [`${live}X: ${'a'.repeat(20_000)}\r\n\r\n`, 431],
		'too many headers': [`${live}${'X: a\r\n'.repeat(5000)}\r\n`, 431],
		'a path that is too long': [`GET /${'a'.repeat(20_000)} HTTP/1.1\r\n\r\n`, 431],
		'a path as long as can be': [`GET /${'a'.repeat(15_000)} HTTP/1.1\r\n\r\n`, 404],
		'a method we do not have': ['PROPFIND / HTTP/1.1\r\nHost: a\r\n\r\n', 404],
		'a method that must have a type': ['QUERY / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n{}', 404],
		'everything of the server': ['OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n', 404],
	};

	for (const [what, [bytes, status]] of Object.entries(hostile)) {
		it(`is refused: ${what}`, async () => {
			assertRefused(
				await sendRaw(server.url, typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes),
				status,
			);
		});
	}

	it('is refused when its chunks are malformed', async () => {
		const head = post('', { 'Transfer-Encoding': 'chunked' });
		for (const chunks of ['zz\r\n{}', '-1\r\n', `${'f'.repeat(20)}\r\n{}`, '2\r\n{}}\r\n0\r\n\r\n', '2;\0\r\n{}\r\n']) {
			assertRefused(await sendRaw(server.url, Buffer.concat([head, Buffer.from(chunks)])), 400);
		}
		const trailers = Buffer.concat([
			head,
			formatChunks('{"id":"chunked"}').subarray(0, -2),
			Buffer.from('X: a\r\n\r\n'),
		]);
		assert.equal((await sendRaw(server.url, trailers)).status, 201);
	});

	it('is refused when its path is not percent-encoded correctly', async () => {
		for (const step of ['%', '%z', '%zz', '%2', '%ff', '%C3', '%C0%AF', '%ED%A0%80']) {
			for (const method of ['GET', 'PATCH', 'DELETE']) {
				const path = `${items}/${step}`;
				assertRefused(await sendRaw(server.url, formatRequest({ method, path, headers: auth })), 400);
			}
			const path = `/api/widget/${step}/cart`;
			assertRefused(await sendRaw(server.url, formatRequest({ method: 'POST', path, body: '{}' })), 400, path);
		}
	});

	it('names nothing when its path parameters are absurd', async () => {
		for (const step of [
			'a%00b',
			'..',
			'%2e%2e%2f%2e%2e',
			'a'.repeat(5000),
			'__proto__',
			'constructor',
			'%25',
			'.',
			'%F0%9F%91%9F',
		]) {
			const path = `/api/v2/search_engines/${shop.hashid}/indices/${step}`;
			assertRefused(await sendRaw(server.url, formatRequest({ method: 'GET', path, headers: auth })), 404);
			const bulk = formatRequest({
				method: 'DELETE',
				path: `/api/v2/search_engines/${step}/indices/a/items/_bulk`,
				headers: auth,
				body: '[{"id":"1"}]',
			});
			assertRefused(await sendRaw(server.url, bulk), 400);
			const widgetPath = `/api/widget/${step}/cart`;
			assertRefused(
				await sendRaw(server.url, formatRequest({ method: 'POST', path: widgetPath, body: '{}' })),
				400,
				widgetPath,
			);
		}
	});
});

it('answers the next one after hostile requests, and none of them is an error of ours', async () => {
	const api = createApi(server.url, shop.key);
	const megabytes = `[{"id":"1","a":"${'x'.repeat(1_000_000)}`;
	const attack = async () => {
		await api.call(`${items}/_bulk`, { method: 'POST', body: megabytes });
		await api.call(cart, { method: 'POST', body: `{"title":"${'['.repeat(200_000)}` });
		await api.call(`/api/widget/${'f'.repeat(2000)}${Math.random()}/cart`, { method: 'POST', body: '{}' });
		await withConnection(server.url, (connection) => connection.send(post(megabytes, { 'Content-Length': '8000000' })));
		await sendRaw(server.url, 'GARBAGE\r\n\r\n');
	};
	for (let round = 0; round < 20; round++) await attack();
	assert.equal((await api.call(items, { method: 'POST', body: { id: 'last' } })).status, 201);
	assert.doesNotMatch(server.log(), /"level":[56]0/);
});
