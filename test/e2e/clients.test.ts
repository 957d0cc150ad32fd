/**
 * Requests of deployed clients, byte for byte, and the answers that they need. They were recorded from the clients and
 * are here as text, so that no library changes them.
 */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { openConnection, type RawAnswer, sendRaw } from '../support/raw-http.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { openTenant, type Tenant } from '../support/tenant.ts';
import { makeClaims, makeToken } from '../support/tokens.ts';
import { waitFor } from '../support/wait-for.ts';

const operatorToken = 'operator-token-of-the-client-tests-0123456789';

let server: TestServer;
let tenant: Tenant;
let port: string;
let base: string;

before(async () => {
	server = await startServer({ arguments: ['--no-demo'], environment: { VITRINE_OPERATOR_TOKEN: operatorToken } });
	({ port } = new URL(server.url));
	tenant = await openTenant(server.url, operatorToken);
	base = `/api/v2/search_engines/${tenant.hashid}/indices/product`;
});
after(() => server[Symbol.asyncDispose]());

/** The lines of a head as a client sends them, and its body. */
function write(lines: readonly string[], body = ''): Promise<RawAnswer> {
	return sendRaw(server.url, `${lines.join('\r\n')}\r\n\r\n${body}`);
}

const idOf = ({ json }: RawAnswer) => json?.id;

describe('the PHP library', () => {
	/** A new token for each request, as the library does, with blanks in its header. */
	function makeHead(method: string, path: string, more: readonly string[] = []): string[] {
		const header = '{"alg": "HS256", "typ": "JWT"}';
		const token = makeToken({ header, claims: makeClaims(tenant.ownerCode), secret: `eu1-${tenant.key}` });
		return [
			`${method} ${path} HTTP/1.1`,
			`Host: 127.0.0.1:${port}`,
			`Authorization: Bearer ${token}`,
			'Content-Type: application/json',
			'Accept: application/json',
			...more,
		];
	}

	const call = (method: string, path: string, body?: string) =>
		write(makeHead(method, path, body === undefined ? [] : [`Content-Length: ${Buffer.byteLength(body)}`]), body);

	it('ends every GET with a question mark, and declares an empty body as JSON', async () => {
		const engine = `/api/v2/search_engines/${tenant.hashid}`;
		for (const path of [
			'/api/v2/search_engines?',
			`${engine}?`,
			`${engine}/indices?`,
			`${base}?`,
			`${base}/items?`,
			`${base}/items/_count?`,
		]) {
			assert.equal((await call('GET', path)).status, 200, path);
		}
	});

	it('finds every key of a search engine and of an index that it expects', async () => {
		const { json: list } = await call('GET', '/api/v2/search_engines?');
		assert.ok(Array.isArray(list));
		const keys = 'language name currency hashid indices inactive search_url stopwords platform has_grouping'.split(' ');
		for (const engine of list) for (const key of keys) assert.ok(key in engine, key);
		const { json: index } = await call('GET', `${base}?`);
		for (const key of ['name', 'preset', 'options', 'datasources']) assert.ok(key in index, key);
		assert.ok(Array.isArray(index.datasources));
	});

	it('creates an engine from the deprecated fields only', async () => {
		const body =
			'{"name":"Tienda","language":"es","currency":"EUR","site_url":"http:\\/\\/tienda.example","stopwords":false,"platform":"api","has_grouping":false}';
		const { status, json } = await call('POST', '/api/v2/search_engines', body);
		assert.deepEqual(
			[status, json.language, json.site_url, json.inactive],
			[201, 'es', 'http://tienda.example', false],
		);
		const index =
			'{"name":"product","preset":"product","options":[],"datasources":[{"type":"file","options":{"url":"http:\\/\\/a.example\\/feed.csv","page_size":100}}]}';
		const created = await call('POST', `/api/v2/search_engines/${json.hashid}/indices`, index);
		assert.deepEqual([created.status, created.json.options, created.json.datasources[0].type], [201, {}, 'file']);
	});

	it('sends [] where it has nothing to send', async () => {
		const done = [
			['POST', `${base}/temp`, 201],
			['POST', `${base}/_reindex_to_temp`, 200],
			['DELETE', `${base}/temp`, 204],
			['POST', `${base}/temp`, 201],
			['POST', `${base}/_replace_by_temp`, 200],
			['DELETE', `${base}/temp`, 404],
		] as const;
		for (const [method, path, status] of done) {
			const answer = await call(method, path, '[]');
			assert.equal(answer.status, status, `${method} ${path}: ${answer.text}`);
			if (status === 204) assert.equal(answer.text, '');
		}
		const { json } = await call('POST', `${base}/items`, '{"id":"gone"}');
		assert.equal((await call('DELETE', `${base}/items/${json.id}`, '[]')).status, 204);
	});

	it('escapes slashes and non-ASCII characters, and puts ids into paths unchanged', async () => {
		const body = '[{"id":"sku\\/7+b","title":"Ca\\u00f1a \\ud83d\\udc5f","link":"https:\\/\\/shop.example\\/7"}]';
		const written = await call('POST', `${base}/items/_bulk`, body);
		assert.deepEqual(written.json, { results: [{ id: 'sku/7+b', result: 'created' }], errors: false });
		const read = await call('GET', `${base}/items/sku/7+b?`);
		assert.deepEqual([read.status, read.json.title], [200, 'Caña 👟']);
		const found = await call('POST', `${base}/items/_mget`, '[{"id":"sku\\/7+b"},{"id":"none"}]');
		assert.deepEqual(
			found.json.map(({ id, found: isFound }: { id: string; found: boolean }) => [id, isFound]),
			[
				['sku/7+b', true],
				['none', false],
			],
		);
		const removed = await call('DELETE', `${base}/items/_bulk`, '[{"id":"sku\\/7+b"}]');
		assert.deepEqual(removed.json, { results: [{ id: 'sku/7+b', result: 'deleted' }], errors: false });
	});

	it('asks first whether it may send two megabytes', async () => {
		const items = Array.from({ length: 100 }, (_, index) => ({ id: `big-${index}`, description: 'x'.repeat(20_500) }));
		const body = JSON.stringify(items);
		assert.ok(body.length > 2_000_000);
		const connection = await openConnection(server.url);
		const head = makeHead('POST', `${base}/items/_bulk`, [`Content-Length: ${body.length}`, 'Expect: 100-continue']);
		await connection.send(`${head.join('\r\n')}\r\n\r\n`);
		assert.equal((await connection.answer()).status, 100);
		await connection.send(body);
		const { status, json } = await connection.answer();
		connection.destroy();
		assert.deepEqual([status, json.errors, json.results.length], [200, false, 100]);
	});

	it('without a user code sends a name of null, and is unauthenticated', async () => {
		const token = makeToken({ claims: makeClaims(null), secret: tenant.key });
		const { status, json } = await write(['GET /api/v2/search_engines? HTTP/1.1', `Authorization: Bearer ${token}`]);
		assert.deepEqual([status, json.error.code], [401, 'not_authenticated']);
	});
});

describe('the Python library', () => {
	const makeHead = (method: string, path: string, more: readonly string[] = []) => [
		`${method} ${path} HTTP/1.1`,
		`Host: 127.0.0.1:${port}`,
		'User-Agent: doofinder-api-client/python',
		'Accept-Encoding: gzip, deflate',
		'Accept: */*',
		'Connection: keep-alive',
		`Authorization: Token eu1-${tenant.key}`,
		...more,
	];
	/** Without a body there is no Content-Type, but a Content-Length of 0. */
	const call = (method: string, path: string, body?: string) => {
		const isBare = body === undefined;
		const length = `Content-Length: ${isBare ? 0 : Buffer.byteLength(body)}`;
		const more = isBare && method === 'GET' ? [] : [length, ...(isBare ? [] : ['Content-Type: application/json'])];
		return write(makeHead(method, path, more), body);
	};

	it('writes ids in paths as forms are written', async () => {
		const ids = ['a b', 'x+y', 'c d/e+f', '100%', 'ñ&=?#', ' '];
		for (const id of ids) assert.equal((await call('POST', `${base}/items`, JSON.stringify({ id }))).status, 201, id);
		const quotePlus = (id: string) => encodeURIComponent(id).replaceAll('%20', '+');
		for (const id of ids) assert.equal(idOf(await call('GET', `${base}/items/${quotePlus(id)}`)), id);
		for (const id of ids)
			assert.equal((await call('PATCH', `${base}/items/${quotePlus(id)}`, '{"n":1}')).json?.n, 1, id);
		for (const id of ids) assert.equal((await call('DELETE', `${base}/items/${quotePlus(id)}`)).status, 204, id);
	});

	it('works without a body and a type, and sends undocumented parameters', async () => {
		assert.equal((await call('POST', `${base}/temp`)).status, 201);
		assert.equal((await call('POST', `${base}/_reindex_to_temp?reset=True`)).status, 200);
		const readTask = async () => (await call('GET', `${base}/_reindex_to_temp`)).json.status;
		assert.equal(await waitFor('the end of the copy', readTask, (status) => status !== 'reindexing'), 'completed');
		assert.equal((await call('POST', `${base}/_replace_by_temp`)).status, 200);
		for (const path of ['stats/query_log', 'internal/users/1/refresh']) {
			assert.equal((await call('GET', `/api/v2/${path}`)).status, 404);
		}
	});

	it('scrolls on with the first id until a page is empty', async () => {
		const ids = Array.from({ length: 12 }, (_, index) => ({ id: `scrolled-${index}` }));
		await call('POST', `${base}/items/_bulk`, JSON.stringify(ids));
		const first = await call('GET', `${base}/items/?rpp=5`);
		const items = [...first.json.items];
		for (let page = first; page.json.items.length > 0; items.push(...page.json.items)) {
			page = await call('GET', `${base}/items/?scroll_id=${first.json.scroll_id}&rpp=5`);
			assert.equal(page.status, 200);
		}
		assert.equal(new Set(items.map(({ id }) => id)).size, first.json.total);
		for (const { id } of ids)
			assert.ok(
				items.some((item) => item.id === id),
				id,
			);
	});

	it('copies the keys of an error onto its exception', async () => {
		const { status, json } = await call('GET', `/api/v2/search_engines/${'0'.repeat(32)}`);
		assert.deepEqual([status, json.error.code, typeof json.error.message], [404, 'not_found', 'string']);
	});
});

describe('the Craft plug-in', () => {
	const call = (method: string, path: string, body?: string) =>
		write(
			[
				`${method} ${path} HTTP/1.1`,
				`Host: 127.0.0.1:${port}`,
				`Authorization: Token eu1-${tenant.key}`,
				'Content-Type: application/json',
				...(body === undefined ? [] : [`Content-Length: ${Buffer.byteLength(body)}`]),
			],
			body,
		);

	it('rebuilds an index with slashes at the ends of its paths, and deletes what may not be there', async () => {
		assert.equal((await call('GET', base)).status, 200, 'its test of the connection');
		assert.equal((await call('DELETE', `${base}/temp/`)).status, 404);
		assert.equal((await call('POST', `${base}/temp/`)).status, 201);
		const locked = await call('POST', `${base}/items/`, '{"id":"craft"}');
		assert.equal(locked.status, 409);
		assert.match(locked.json.error.message, /indexing.*progress/i);
		assert.equal((await call('POST', `${base}/temp/items/_bulk/`, '[{"id":"craft 1/a","title":"One"}]')).status, 200);
		assert.equal((await call('POST', `${base}/_replace_by_temp/`)).status, 200);
		assert.equal((await call('DELETE', `${base}/temp/`)).status, 404);
		const path = `${base}/items/craft%201%2Fa`;
		assert.equal((await call('PATCH', path, '{"title":"Two"}')).json.title, 'Two');
		assert.equal((await call('POST', `${base}/items/`, '{"id":"craft 1/a","title":"Three"}')).status, 201);
		assert.equal((await call('DELETE', path)).status, 204);
		assert.equal((await call('DELETE', path)).status, 404);
	});
});

describe('the Magento module', () => {
	it('reads the engine before each batch with the bare key, and one line of an error', async () => {
		const head = (path: string) => [`GET ${path} HTTP/1.1`, 'Host: a', `Authorization: Token ${tenant.key}`];
		const { json } = await write(head(`/api/v2/search_engines/${tenant.hashid}`));
		assert.deepEqual([json.hashid, json.indices[0].name, typeof json.name], [tenant.hashid, 'product', 'string']);
		const missing = await write(head('/api/v2/search_engines/x'));
		assert.doesNotMatch(missing.text, /\n/);
	});
});

describe('a storefront', () => {
	it('reports an addition from the browser as fetch does it', async () => {
		const { json } = await tenant.api.call(`${base}/items`, { method: 'POST', body: { id: 'fetched' } });
		const dfid = `${tenant.hashid}@product@${createHash('md5').update(json.id).digest('hex')}`;
		const body = JSON.stringify({ session_id: 'a1b2', dfid, title: 'Boots', amount: 1, price: 10 });
		const head = [
			`POST /api/widget/${tenant.widgetId}/cart HTTP/1.1`,
			'Host: eu1-recommendations.shop.example',
			'Content-Type: text/plain;charset=UTF-8',
			'Origin: https://shop.example',
			'Referer: https://shop.example/',
			`Content-Length: ${body.length}`,
		];
		const beacon = await write(head, body);
		assert.equal(beacon.status, 400, 'a type that needs no preflight is no JSON: any page could send it');
		const asJson = await write(
			head.map((line) => line.replace('text/plain;charset=UTF-8', 'application/json')),
			body,
		);
		assert.deepEqual([asJson.status, asJson.json], [200, { status: 'OK' }]);
	});
});
