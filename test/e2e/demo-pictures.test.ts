/** The pictures of the demo catalogue, as items name them. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createApi, type Json } from '../support/api.ts';
import { startServer, type TestServer } from '../support/server.ts';

describe('the pictures of the demo catalogue', () => {
	let server: TestServer;
	let items: readonly Json[];
	before(async () => {
		server = await startServer();
		const path = `/api/v2/search_engines/${server.firstRun?.hashid}/indices/product/items?rpp=100`;
		({ items } = (await createApi(server.url, server.firstRun?.key).call(path)).json);
	});
	after(() => server?.[Symbol.asyncDispose]());

	it('are served to pages of any origin, where items say that they are', async () => {
		const addresses = new Set(items.map(({ image_link }) => image_link));
		assert.ok(addresses.size > 50);
		for (const address of addresses) {
			const { status, headers, text } = await createApi(server.url).call(address);
			assert.equal(status, 200, address);
			assert.equal(headers.get('content-type'), 'image/svg+xml; charset=utf-8');
			assert.equal(headers.get('cross-origin-resource-policy'), 'cross-origin');
			assert.match(text, /^<svg .*<\/svg>$/s);
		}
	});

	it('need not be sent twice', async () => {
		const { call } = createApi(server.url);
		const tag = (await call(items[0].image_link)).headers.get('etag') ?? '';
		assert.equal((await call(items[0].image_link, { headers: { 'if-none-match': tag } })).status, 304);
	});

	it('are not found under other names', async () => {
		for (const name of [
			'beanies/no-colour.svg',
			'umbrellas/black.svg',
			'beanies/black.png',
			'beanies/..%2f..%2fpackage.json',
		]) {
			const { status, json } = await createApi(server.url).call(`/demo/images/${name}`);
			assert.deepEqual([status, json?.error?.code ?? json?.error], [404, 'not_found'], name);
		}
	});
});
