/**
 * An owner inspects the search index of an index: over HTTP and on the command line, from the index that the program
 * runs.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createApi, type Json } from '../support/api.ts';
import { callCommand } from '../support/call-command.ts';
import { type ServedApp, serveApp } from '../support/served-app.ts';
import { openScan, openShop, type Shop } from '../support/shop.ts';

let server: ServedApp;
let shop: Shop;

before(async () => {
	server = await serveApp({ VITRINE_SEARCH: 'true' });
	shop = await openShop(server);
	await shop.put(
		{ id: '1', title: 'Red shoe', brand: 'Acme', price: 80, size: 42, link: 'https://shop.example/1' },
		{ id: '2', title: 'Blue shoe', brand: 'Acme', price: 60, size: 'large', made: '2026-01-02' },
		{ id: '3', title: 'Sock', story: 'long '.repeat(100) },
	);
	await server.zone.prepareSearch(shop.hashid, 'product');
});
after(() => server[Symbol.asyncDispose]());

const toPath = (hashid: string, name = 'product') =>
	`/api/admin/v1/search_engines/${hashid}/indices/${name}/search_index`;

test('the answer has the inferred types of fields, type conflicts, and what was left out', async () => {
	const { status, json, text } = await createApi(server.url, shop.key).call(toPath(shop.hashid));
	assert.equal(status, 200, text);
	const { fields, bytes, segments, language, ...rest } = json;
	assert.deepEqual(rest, {
		name: 'product',
		state: 'ready',
		writes_indexed: 3,
		items: 3,
		deleted_items: 0,
		writes_stored: 3,
		writes_searchable: 3,
		writes_behind: 0,
		type_conflicts: ['size'],
		notes: ['story has values of more than 200 characters; these cannot be filtered by.'],
	});
	assert.ok(bytes > 100 && segments === 1 && language === 'en', text);
	const usesOf = Object.fromEntries(fields.map((field: Json) => [field.name, field.uses]));
	assert.deepEqual(usesOf.size, ['text', 'keyword', 'number']);
	assert.deepEqual(usesOf.title, ['text']);
	assert.deepEqual(usesOf.made, ['text', 'keyword', 'date']);
	assert.deepEqual(usesOf.link, ['keyword']);
	assert.deepEqual(usesOf.best_price, ['number']);
	assert.deepEqual(
		fields.filter((field: Json) => field.mixed).map((field: Json) => field.name),
		['size'],
	);
});

test('the command prints it as a table, or as JSON', async () => {
	const setup = { url: server.url, environment: { VITRINE_KEY: shop.key } };
	const words = ['index', 'info', '--engine', shop.hashid, '--index', 'product'];
	const { stdout, exitCode, stderr } = await callCommand(words, setup);
	assert.equal(exitCode, 0, stderr);
	assert.match(stdout, /^name: +product$/m);
	assert.match(stdout, /^items: +3$/m);
	assert.match(stdout, /^writes behind: +0$/m);
	assert.match(stdout, /^FIELD +USES +NOTE$/m);
	assert.match(stdout, /^size +text, keyword, number +several types$/m);
	assert.match(stdout, /^title +text$/m);
	assert.match(stdout, /\nA field has values of several types\.\nstory has values of more than 200 characters/);
	const json = await callCommand([...words, '--json'], setup);
	assert.deepEqual(JSON.parse(json.stdout), (await createApi(server.url, shop.key).call(toPath(shop.hashid))).json);
	assert.equal((await callCommand(['index', 'info', '--engine', shop.hashid], setup)).exitCode, 2);
	const gone = await callCommand([...words.slice(0, -1), 'gone'], setup);
	assert.deepEqual([gone.exitCode, gone.stdout], [1, '']);
	assert.match(gone.stderr, /index gone: /);
});

test("a missing index, an invalid name and another account's engine are refused", async () => {
	const api = createApi(server.url, shop.key);
	const other = await openShop(server);
	assert.equal((await api.call(toPath(shop.hashid, 'gone'))).status, 404);
	assert.equal((await api.call(toPath(shop.hashid, 'No'))).status, 400);
	assert.equal((await api.call(toPath('0'.repeat(32)))).status, 404);
	assert.equal((await api.call(toPath(other.hashid))).status, 403);
});

test('an index without items has no fields', async () => {
	const empty = await openShop(server);
	const { json } = await createApi(server.url, empty.key).call(toPath(empty.hashid));
	assert.deepEqual([json.items, json.writes_behind, json.fields, json.segments], [0, 0, [], 0]);
});

test('a server without search keeps no search indexes, and reports that', async () => {
	await using bare = await serveApp({ VITRINE_SEARCH: 'false' });
	const { key, hashid } = await openShop(bare);
	const { status, text } = await createApi(bare.url, key).call(toPath(hashid));
	assert.equal(status, 404);
	assert.match(text, /search is switched off/);
});

test('writes under way are counted', async () => {
	await using scanned = await serveApp({}, (database) => {
		const scan = openScan(database);
		return {
			...scan,
			async describe(hashid, indexName) {
				const description = await scan.describe(hashid, indexName);
				return description && { ...description, writesSearchable: 1 };
			},
		};
	});
	const late = await openShop(scanned);
	await late.put(...['1', '2', '3'].map((id) => ({ id })));
	const { json } = await createApi(scanned.url, late.key).call(toPath(late.hashid));
	assert.deepEqual([json.writes_stored, json.writes_searchable, json.writes_behind], [3, 1, 2]);
});
