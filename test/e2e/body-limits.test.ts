/** Limits of bodies to the byte, on every route and for every way to send a body. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { type Answer, createApi } from '../support/api.ts';
import { formatChunks, formatRequest, openConnection, type RawAnswer, sendRaw } from '../support/raw-http.ts';
import { assertFaulty, readRefusal } from '../support/refusal.ts';
import { type RouteCall, toRouteCalls } from '../support/route-calls.ts';
import { type ServedApp, serveApp } from '../support/served-app.ts';
import { openTenant, type Tenant } from '../support/tenant.ts';

const bodyBytesMax = 8 * 1024 * 1024;
const itemBytesMax = 1024 * 1024;

let app: ServedApp;
let tenant: Tenant;
let calls: readonly RouteCall[];
let items: string;

before(async () => {
	app = await serveApp();
	tenant = await openTenant(app.url, app.operatorToken);
	calls = toRouteCalls(app.routes, tenant).filter(({ method, access }) => {
		return (
			!['GET', 'HEAD', 'OPTIONS'].includes(method) &&
			(access === 'owner' || access === 'operator' || access === 'widget')
		);
	});
	items = `/api/v2/search_engines/${tenant.hashid}/indices/product/items`;
});
after(() => app[Symbol.asyncDispose]());

async function withoutChange(work: () => Promise<void>): Promise<void> {
	const before = await app.readAllRows();
	await work();
	assert.deepEqual(await app.readAllRows(), before);
}

function sendBytes(
	{ method, path, access }: RouteCall,
	headers: Record<string, string>,
	body?: Uint8Array,
): Promise<RawAnswer> {
	const token = access === 'operator' ? app.operatorToken : tenant.key;
	const all = { Authorization: `Token ${token}`, 'Content-Type': 'application/json', ...headers };
	return sendRaw(app.url, formatRequest({ method, path, headers: all, ...(body === undefined ? {} : { body }) }));
}

function assertTooLarge(answer: RawAnswer, { method, path, pattern }: RouteCall): void {
	assert.equal(answer.status, 413, `${method} ${pattern}: ${answer.text}`);
	readRefusal(answer, path);
	if (!path.startsWith('/api/widget/')) assert.equal(answer.json.error.code, 'too_many_items');
}

/** `text` and blanks, `length` bytes in all. */
function pad(text: string, length: number): Buffer {
	return Buffer.from(text.padEnd(length));
}

describe('a body of more than 8 MB', () => {
	it('ends its connection instead of reading the rest', async () => {
		for (const length of [bodyBytesMax + 1, 10 ** 12]) {
			const connection = await openConnection(app.url);
			const headers = { 'Content-Type': 'application/json', 'Content-Length': String(length) };
			await connection.send(formatRequest({ method: 'POST', path: items, headers, body: '[{' }));
			const answer = await connection.answer();
			assert.deepEqual([answer.status, answer.headers.connection], [413, 'close']);
			await connection.closed();
		}
	});

	it('is refused by every route before a byte of it is read, when its length is declared', async () => {
		await withoutChange(async () => {
			for (const call of calls) {
				for (const length of [bodyBytesMax + 1, 2 ** 40, Number.MAX_SAFE_INTEGER]) {
					assertTooLarge(await sendBytes(call, { 'Content-Length': String(length) }), call);
				}
			}
		});
	});

	it('is refused by every route while it arrives, when its length is not declared', async () => {
		const body = formatChunks(pad('', bodyBytesMax), ' ');
		await withoutChange(async () => {
			for (const call of calls) assertTooLarge(await sendBytes(call, { 'Transfer-Encoding': 'chunked' }, body), call);
		});
	});

	it('is refused by every route that reads it, when it is a few kilobytes that unpack to that', async () => {
		const bomb = gzipSync(pad('', bodyBytesMax + 1));
		assert.ok(bomb.length < 10_000);
		await withoutChange(async () => {
			for (const call of calls.filter(({ body }) => body !== undefined)) {
				assertTooLarge(await sendBytes(call, { 'Content-Encoding': 'gzip' }, bomb), call);
			}
			const [first = assert.fail()] = calls.filter(({ body }) => body !== undefined);
			const smallest = brotliCompressSync(pad('', bodyBytesMax + 1));
			assertTooLarge(await sendBytes(first, { 'Content-Encoding': 'br' }, smallest), first);
		});
	});

	it('is refused before the rest of it has come, when it would unpack to a gigabyte', async () => {
		// The members of a gzip file are concatenated: the first of sixteen alone exceeds the limit.
		const member = gzipSync(Buffer.alloc(64 * 1024 * 1024), { level: 9 });
		const bulk = calls.find(({ pattern }) => pattern.endsWith('/items/_bulk')) ?? assert.fail();
		const cart = calls.find(({ pattern }) => pattern.endsWith('/cart')) ?? assert.fail();
		for (const call of [bulk, cart]) {
			const headers = {
				Authorization: `Token ${tenant.key}`,
				'Content-Encoding': 'gzip',
				'Content-Length': String(16 * member.length),
			};
			const connection = await openConnection(app.url);
			await connection.send(formatRequest({ method: call.method, path: call.path, headers }));
			await connection.send(member);
			assertTooLarge(await connection.answer(), call);
			connection.destroy();
		}
	});

	it('is not read at all for a caller without a right to send it', async () => {
		const { path } = calls.find(({ pattern }) => pattern.endsWith('/items/_bulk')) ?? assert.fail();
		const connection = await openConnection(app.url);
		await connection.send(formatRequest({ method: 'POST', path, headers: { 'Transfer-Encoding': 'chunked' } }));
		// No chunk was sent, and the answer has arrived.
		assert.equal((await connection.answer()).status, 401);
		connection.destroy();
	});
});

describe('a body of 8 MB to the byte', () => {
	/** A hundred items that fill a body to the last byte. */
	function makeFullBatch(): Buffer {
		const lengthLeft = bodyBytesMax - Buffer.byteLength(JSON.stringify(makeBatch('')));
		const body = Buffer.from(JSON.stringify(makeBatch('x'.repeat(Math.floor(lengthLeft / 100)))));
		return pad(body.toString(), bodyBytesMax);
	}
	const makeBatch = (text: string) => Array.from({ length: 100 }, (_, index) => ({ id: `full-${100 + index}`, text }));

	it('is stored, however it is sent', async () => {
		const full = makeFullBatch();
		assert.equal(full.length, bodyBytesMax);
		const call =
			calls.find(({ pattern, method }) => pattern.endsWith(':name/items/_bulk') && method === 'POST') ?? assert.fail();
		const ways: readonly (readonly [Record<string, string>, Uint8Array])[] = [
			[{}, full],
			[{ 'Transfer-Encoding': 'chunked' }, formatChunks(full.subarray(0, 5_000_000), full.subarray(5_000_000))],
			[{ 'Content-Encoding': 'gzip' }, gzipSync(full)],
		];
		for (const [headers, bytes] of ways) {
			const { status, json } = await sendBytes(call, headers, bytes);
			assert.deepEqual([status, json.errors, json.results.length], [200, false, 100]);
		}
		assert.ok((await tenant.api.call(`${items}/full-150`)).json.text.length > 80_000);
	});

	it('is no reason to refuse its content on other routes', async () => {
		const fill = ({ body }: RouteCall) => pad(JSON.stringify(body), bodyBytesMax);
		for (const id of ['/stores', '/users']) {
			const call = calls.find(({ pattern, method }) => pattern.endsWith(id) && method === 'POST') ?? assert.fail(id);
			const { status, text } = await sendBytes(call, {}, fill(call));
			assert.equal(status, 201, `${id}: ${text}`);
		}
	});
});

describe('a bulk request', () => {
	const bulkCalls = () => calls.filter(({ pattern }) => /\/items\/_(bulk|mget)$/.test(pattern));
	const sendList = (call: RouteCall, list: unknown): Promise<Answer> =>
		createApi(app.url, tenant.key).call(call.path, { method: call.method, body: list });
	const makeList = (length: number) => Array.from({ length }, (_, index) => ({ id: `listed-${index}` }));

	it('of 101 entries is refused, whatever they are', async () => {
		assert.equal(bulkCalls().length, 8);
		await withoutChange(async () => {
			for (const call of bulkCalls()) {
				for (const list of [makeList(101), Array(101).fill(7), Array(100_000).fill({})]) {
					const { status, json } = await sendList(call, list);
					assert.deepEqual([status, json.error.code], [422, 'too_many_items'], `${call.method} ${call.pattern}`);
				}
			}
		});
	});

	it('of none is refused', async () => {
		await withoutChange(async () => {
			for (const call of bulkCalls()) {
				for (const body of [[], '', '[ ]', '{}']) assertFaulty(await sendList(call, body), call);
			}
		});
	});

	it('of a hundred is done', async () => {
		for (const call of bulkCalls()) assert.equal((await sendList(call, makeList(100))).status, 200, call.pattern);
	});
});

describe('the id of an item', () => {
	const longest = ['x'.repeat(512), 'é'.repeat(256), `${'日'.repeat(170)}xx`, '👟'.repeat(128)];

	it('may have 512 bytes, in whatever script', async () => {
		for (const id of longest) {
			assert.equal(Buffer.byteLength(id), 512);
			const created = await tenant.api.call(items, { method: 'POST', body: { id } });
			assert.equal(created.status, 201, created.text);
			const path = `${items}/${encodeURIComponent(id)}`;
			assert.equal((await tenant.api.call(path)).json.id, id);
			assert.equal((await tenant.api.call(path, { method: 'PATCH', body: { n: 1 } })).status, 200);
			assert.equal(
				(await tenant.api.call(`${items}/_bulk`, { method: 'DELETE', body: [{ id }] })).json.results[0].result,
				'deleted',
			);
		}
	});

	it('may not have 513', async () => {
		await withoutChange(async () => {
			for (const id of longest.map((text) => `${text}y`)) {
				const method = 'POST';
				assertFaulty(await tenant.api.call(items, { method, body: { id } }), { method, path: items }, 'id');
				const bulk = await tenant.api.call(`${items}/_bulk`, { method, body: [{ id }] });
				assert.deepEqual([bulk.json.errors, bulk.json.results[0].result], [true, 'error']);
				const removal = { method: 'DELETE', body: [{ id: tenant.itemId }, { id }] };
				assertFaulty(await tenant.api.call(`${items}/_bulk`, removal), { method: 'DELETE', path: items }, '[1].id');
				assert.equal((await tenant.api.call(`${items}/${encodeURIComponent(id)}`)).status, 404);
			}
		});
	});
});

describe('an item', () => {
	/** The text of an item of `length` bytes. */
	const makeItem = (length: number) => {
		const frame = '{"id":"large","text":""}';
		return frame.replace('""', `"${'x'.repeat(length - frame.length)}"`);
	};

	it('may have a megabyte, and comes back to the byte', async () => {
		const text = makeItem(itemBytesMax);
		assert.equal(Buffer.byteLength(text), itemBytesMax);
		assert.equal((await tenant.api.call(items, { method: 'POST', body: text })).status, 201);
		assert.equal((await tenant.api.call(`${items}/large`)).text, text);
	});

	it('may not have a byte more, and may not be changed into one that has', async () => {
		await withoutChange(async () => {
			const [method, path] = ['POST', items];
			assertFaulty(await tenant.api.call(items, { method, body: makeItem(itemBytesMax + 1) }), { method, path });
			const bulk = await tenant.api.call(`${items}/_bulk`, { method, body: `[${makeItem(itemBytesMax + 1)}]` });
			assert.deepEqual([bulk.json.errors, bulk.json.results[0].result], [true, 'error']);
			const grown = await tenant.api.call(`${items}/large`, { method: 'PATCH', body: { more: 'x' } });
			assertFaulty(grown, { method: 'PATCH', path: `${items}/large` });
		});
	});
});
