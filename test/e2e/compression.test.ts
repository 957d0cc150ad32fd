/** The bytes of answers on the wire: which are compressed, and how. */
import assert from 'node:assert/strict';
import { type IncomingHttpHeaders, type IncomingMessage, request as sendRequest } from 'node:http';
import { after, before, describe, it } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { RouteOptions } from 'fastify';
import { createApi } from '../support/api.ts';
import { type ServedApp, serveApp } from '../support/served-app.ts';
import { openScan, openShop, type Shop } from '../support/shop.ts';
import { awaiting, waitFor } from '../support/wait-for.ts';

let app: ServedApp;
let shop: Shop;
let indexPath: string;

const description = (id: number) => `A warm red jacket, number ${id}, for long days outside. `.repeat(20);

before(async () => {
	app = await serveApp({ VITRINE_RATE_LIMIT_PER_SECOND: '0', VITRINE_PUBLIC_RATE_LIMIT_PER_SECOND: '0' }, openScan);
	shop = await openShop(app, { isCorsEnforced: false });
	indexPath = `/api/v2/search_engines/${shop.hashid}/indices/product`;
	await shop.put(
		...Array.from({ length: 300 }, (_, id) => ({ id: `${id}`, title: `Jacket ${id}`, description: description(id) })),
	);
});
after(() => app[Symbol.asyncDispose]());

interface Bytes {
	readonly status: number;
	readonly headers: IncomingHttpHeaders;
	readonly bytes: Buffer;
}

async function ask(
	path: string,
	acceptEncoding: string | undefined,
	{ method = 'GET', body = '', headers = {} as Record<string, string> } = {},
): Promise<Bytes> {
	const response = await open(path, acceptEncoding, { method, body, headers });
	const chunks: Buffer[] = [];
	for await (const chunk of response) chunks.push(chunk as Buffer);
	return { status: response.statusCode ?? 0, headers: response.headers, bytes: Buffer.concat(chunks) };
}

function open(
	path: string,
	acceptEncoding: string | undefined,
	{ method = 'GET', body = '', headers = {} as Record<string, string> } = {},
): Promise<IncomingMessage> {
	const answered = Promise.withResolvers<IncomingMessage>();
	const sent = sendRequest(app.url + path, {
		method,
		headers: {
			authorization: `Token ${shop.key}`,
			...(acceptEncoding === undefined ? {} : { 'accept-encoding': acceptEncoding }),
			...(body === '' ? {} : { 'content-type': 'application/json' }),
			...headers,
		},
	});
	sent.on('response', answered.resolve).on('error', answered.reject).end(body);
	return awaiting(`the answer to ${method} ${path}`, answered.promise);
}

const unpack = {
	br: brotliDecompressSync,
	gzip: gunzipSync,
} as const;

const searchPath = () => `/6/${shop.hashid}/_search?query=jacket&rpp=20`;

describe('a long answer', () => {
	for (const encoding of ['br', 'gzip'] as const) {
		it(`comes in ${encoding} for whom that is what it reads, a fraction as long and with its length`, async () => {
			const plain = await ask(searchPath(), undefined);
			const packed = await ask(searchPath(), encoding);
			assert.equal(plain.headers['content-encoding'], undefined);
			assert.equal(packed.headers['content-encoding'], encoding);
			assert.equal(packed.headers['content-length'], String(packed.bytes.length));
			assert.ok(packed.bytes.length * 5 < plain.bytes.length, `${packed.bytes.length} of ${plain.bytes.length}`);
			// Each answer to a search has a query id of its own.
			const read = (bytes: Buffer) => ({ ...JSON.parse(String(bytes)), query_id: '' });
			assert.deepEqual(read(unpack[encoding](packed.bytes)), read(plain.bytes));
		});
	}

	it("is sent in the browser's preferred encoding, and uncompressed to clients that want neither", async () => {
		const of = async (header: string | undefined) => (await ask(searchPath(), header)).headers['content-encoding'];
		assert.equal(await of('gzip, deflate, br, zstd'), 'br');
		assert.equal(await of('gzip, br;q=0.1'), 'gzip');
		assert.equal(await of('*'), 'br');
		assert.equal(await of('identity'), undefined);
		assert.equal(await of('deflate'), undefined);
		assert.equal(await of('br;q=0, gzip;q=0'), undefined);
	});

	it('says that it depends on what the reader takes, beside the origin that may read it', async () => {
		for (const header of [undefined, 'br', 'identity']) {
			const { headers } = await ask(searchPath(), header, { headers: { origin: 'https://shop.example' } });
			assert.deepEqual(headers.vary?.split(', ').sort(), ['Accept-Encoding', 'Origin'], header);
		}
		assert.equal((await ask('/openapi.json', 'identity')).headers.vary, 'Accept-Encoding');
	});

	it('has the same head for HEAD, and no body', async () => {
		for (const header of ['br', 'gzip', undefined]) {
			for (const path of ['/openapi.json', searchPath()]) {
				const get = await ask(path, header);
				const head = await ask(path, header, { method: 'HEAD' });
				assert.equal(head.bytes.length, 0);
				if (head.status !== 200) continue;
				// How far an answer to a search can be packed depends on its query id.
				const isSame = path !== searchPath() || header === undefined;
				for (const name of ['content-encoding', 'content-type', 'vary', ...(isSame ? ['content-length'] : [])]) {
					assert.equal(head.headers[name], get.headers[name], `${name} of ${path} in ${header}`);
				}
			}
		}
	});

	it('is compressed by every API: management, version 5, widgets, metrics, the document and its page', async () => {
		const scroll = `${indexPath}/items?rpp=20`;
		const operator = { authorization: `Token ${app.operatorToken}` };
		for (const [path, headers] of [
			[scroll, {}],
			[`/5/search?hashid=${shop.hashid}&query=jacket&rpp=20`, {}],
			['/metrics', operator],
			['/openapi.json', {}],
			['/docs/static/swagger-ui.css', {}],
		] as const) {
			const plain = await ask(path, 'identity', { headers });
			const packed = await ask(path, 'gzip', { headers });
			assert.equal(packed.status, 200, path);
			assert.equal(packed.headers['content-encoding'], 'gzip', path);
			const text = String(gunzipSync(packed.bytes));
			if (path !== '/metrics' && path !== scroll) assert.equal(text.length, String(plain.bytes).length, path);
		}
	});

	it('is an error, when it is one', async () => {
		const path = `/6/${shop.hashid}/_search?${Array.from({ length: 30 }, (_, n) => `indices[]=missing${'x'.repeat(60)}${n}`).join('&')}`;
		const { status, bytes, headers } = await ask(path, 'br, identity;q=0');
		assert.equal(status, 404);
		assert.equal(headers['content-encoding'], 'br');
		assert.match(String(brotliDecompressSync(bytes)), /error/);
	});
});

describe('an answer stays uncompressed', () => {
	it('below 1 kB, unless the client refuses identity', async () => {
		const short = await ask('/health/live', 'br, gzip');
		assert.equal(short.headers['content-encoding'], undefined);
		assert.equal(String(short.bytes), '{"status":"ok"}');
		const forced = await ask('/health/live', 'br, identity;q=0');
		assert.equal(forced.headers['content-encoding'], 'br');
		assert.equal(String(brotliDecompressSync(forced.bytes)), '{"status":"ok"}');
	});

	it('when it has no text', async () => {
		await shop.put('{"id":"gone","title":"Gone"}');
		const { status, headers, bytes } = await ask(`${indexPath}/items/gone`, 'br', { method: 'DELETE' });
		assert.equal(status, 204);
		assert.equal(headers['content-encoding'], undefined);
		assert.equal(bytes.length, 0);
	});

	it('when it carries a key, however long it is', async () => {
		const operator = { authorization: `Token ${app.operatorToken}` };
		const owner = { name: 'n'.repeat(60) };
		for (const header of ['br', 'gzip', 'br, identity;q=0']) {
			const body = JSON.stringify({ name: 'a'.repeat(60), owner });
			const made = await ask('/api/admin/v1/accounts', header, { method: 'POST', body, headers: operator });
			assert.equal(made.status, 201, String(made.bytes));
			assert.equal(made.headers['content-encoding'], undefined);
			assert.match(JSON.parse(String(made.bytes)).key, /[0-9a-f]{40}/);
		}
	});

	it('on every route whose answers carry a key, also those made later', async () => {
		const { json } = await createApi(app.url).call('/openapi.json');
		const secretive = new Set<string>();
		for (const [path, item] of Object.entries<Record<string, { responses: object }>>(json.paths)) {
			for (const [method, { responses }] of Object.entries(item)) {
				const successes = Object.entries(responses).filter(([status]) => status.startsWith('2'));
				// A link has its token in its path.
				const isLink = path.endsWith('/sign_in_links');
				if (isLink || secretText.test(JSON.stringify(resolve(successes, json)))) secretive.add(`${method} ${path}`);
			}
		}
		const declared = app.routes.filter(({ config }) => config?.carriesSecret).flatMap(toNames);
		// The dashboard's are those of the admin API, which the document has once.
		const originals = declared.map((name) => {
			const original = name.replace('/dashboard/api/', '/api/admin/v1/');
			return secretive.has(original) ? original : name;
		});
		assert.deepEqual([...new Set(originals)].sort(), [...secretive].sort());
		assert.ok(secretive.size >= 3);
	});
});

/** A text in the schema of an answer that gives access; a record of changes has keys by their names. */
const secretText = /"(?:key|token|secret|password)":\{[^{}]*"type":"string"|"recovery_codes"/;

/** The schema with its references resolved. */
function resolve(schema: unknown, document: unknown): unknown {
	return JSON.parse(JSON.stringify(schema), (_name, value) => {
		if (typeof value?.$ref !== 'string') return value;
		const steps = value.$ref.slice(2).split('/');
		return steps.reduce((at: Record<string, unknown>, step: string) => at[step], document as never);
	});
}

function toNames({ method, url }: RouteOptions): string[] {
	const path = url.replaceAll(/:(\w+)/g, '{$1}').replace(/(.)\/$/, '$1');
	return [method].flat().map((name) => `${name.toLowerCase()} ${path}`);
}

describe('an answer that is sent in chunks', () => {
	let bulk: Shop;
	const bulkPath = () => `/api/v2/search_engines/${bulk.hashid}/indices/product/items?rpp=100`;
	const askBulk = (header: string | undefined) =>
		ask(bulkPath(), header, { headers: { authorization: `Token ${bulk.key}` } });

	before(async () => {
		bulk = await openShop(app);
		const long = (id: number) =>
			Array.from({ length: 3_000 }, (_, word) => (word * 7919 * (id + 3)).toString(36)).join(' ');
		await bulk.put(
			...Array.from({ length: 100 }, (_, id) => ({ id: `00long${id}`, title: 'Long', description: long(id) })),
		);
	});

	it('is compressed in chunks', async () => {
		const plain = await askBulk(undefined);
		assert.ok(plain.bytes.length > 1_000_000, `${plain.bytes.length}`);
		for (const encoding of ['br', 'gzip'] as const) {
			const { headers, bytes } = await askBulk(encoding);
			assert.equal(headers['content-encoding'], encoding);
			assert.equal(headers['content-length'], undefined);
			assert.equal(headers['transfer-encoding'], 'chunked');
			const text = String(unpack[encoding](bytes));
			assert.deepEqual(JSON.parse(text).items, JSON.parse(String(plain.bytes)).items);
		}
	});

	it('ends with its reader, and releases everything', async () => {
		const isPacking = () => process.getActiveResourcesInfo().filter((name) => /zlib|brotli/i.test(name)).length;
		for (const encoding of ['br', 'gzip']) {
			for (let round = 0; round < 30; round++) {
				const headers = { authorization: `Token ${bulk.key}` };
				const response = await open(bulkPath(), encoding, { headers });
				if (round % 2 === 0) await new Promise((resolve) => response.once('readable', resolve));
				response.destroy();
			}
		}
		await waitFor('streams that are gone', isPacking, (count) => count === 0);
		// More than may be compressed at once: none of the aborted ones counts any more.
		const { headers } = await askBulk('br');
		assert.equal(headers['content-encoding'], 'br');
		for (let round = 0; round < 10; round++)
			assert.equal((await ask(searchPath(), 'gzip')).headers['content-encoding'], 'gzip');
	});
});
