import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Api, createApi } from '../support/api.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { waitFor } from '../support/wait-for.ts';

let server: TestServer;
let api: Api;

before(async () => {
	server = await startServer();
	api = createApi(server.url, server.firstRun?.key);
});
after(() => server[Symbol.asyncDispose]());

async function createEngine(): Promise<string> {
	const { json } = await api.call('/api/v2/search_engines', { method: 'POST', body: { name: 'Test', language: 'es' } });
	return `/api/v2/search_engines/${json.hashid}`;
}

/** The path of a new index, in an engine of its own. */
async function createIndex(preset = 'generic'): Promise<string> {
	const engine = await createEngine();
	const { status } = await api.call(`${engine}/indices`, { method: 'POST', body: { name: 'product', preset } });
	assert.equal(status, 201);
	return `${engine}/indices/product`;
}

test('a search engine has every key that clients read', async () => {
	const { status, json } = await api.call('/api/v2/search_engines', {
		method: 'POST',
		body: { name: 'Zapatos', language: 'es', currency: 'EUR', site_url: 'https://zapatos.example/' },
	});
	assert.equal(status, 201);
	assert.match(json.hashid, /^[a-f0-9]{32}$/);
	const { hashid, search_url: searchUrl, ...others } = json;
	assert.equal(searchUrl, server.url);
	assert.deepEqual(others, {
		name: 'Zapatos',
		indices: [],
		status: 'active',
		inactive: false,
		currency: 'EUR',
		language: 'es',
		locale: 'es',
		site_url: 'https://zapatos.example/',
		stopwords: false,
		default: false,
		platform: 'api',
		sector: null,
		has_grouping: false,
		store_id: null,
		locked: false,
	});
	const read = await api.call(`/api/v2/search_engines/${hashid}`);
	assert.deepEqual(read.json, json);
	const list = await api.call('/api/v2/search_engines');
	assert.ok(list.json.some((engine: { hashid: string }) => engine.hashid === hashid));
});

test('a search engine can be changed, and read-only fields may be sent back', async () => {
	const engine = await createEngine();
	const { json } = await api.call(engine);
	const changed = await api.call(engine, { method: 'PATCH', body: { ...json, name: 'Other', locale: 'pt-BR' } });
	assert.equal(changed.status, 200);
	assert.equal(changed.json.name, 'Other');
	assert.deepEqual([changed.json.language, changed.json.locale], ['pt-br', 'pt-BR']);
	const bad = await api.call(engine, { method: 'PATCH', body: { currency: 'euro', nonsense: 1, stopwords: 'yes' } });
	assert.equal(bad.status, 400);
	assert.equal(bad.json.error.code, 'bad_params');
	assert.deepEqual(bad.json.error.details.map((detail: { name: string }) => detail.name).sort(), [
		'currency',
		'nonsense',
		'stopwords',
	]);
	assert.equal((await api.call(engine)).json.currency, 'EUR');
});

test('deleting a search engine answers 204 without a body, and then it is gone', async () => {
	const index = await createIndex();
	const engine = index.replace('/indices/product', '');
	await api.call(`${index}/temp`, { method: 'POST' });
	const gone = await api.call(engine, { method: 'DELETE', body: [] });
	assert.equal(gone.status, 204);
	assert.equal(gone.text, '');
	for (const path of [engine, index, `${index}/items/_count`]) assert.equal((await api.call(path)).status, 404);
	assert.equal((await api.call(engine, { method: 'DELETE' })).json.error.code, 'not_found');
});

test('a malformed hashid is 404 where the operation knows no bad_params, and 400 where it does', async () => {
	const path = '/api/v2/search_engines/NOT-A-HASHID';
	assert.equal((await api.call(path, { method: 'DELETE' })).status, 404);
	const { status, json } = await api.call(`${path}/indices/Bad-Name/temp/`, { method: 'POST' });
	assert.equal(status, 400);
	assert.deepEqual(
		json.error.details.map((detail: { name: string }) => detail.name),
		['hashid', 'name'],
	);
	const bulk = await api.call(`${path}/indices/product/items/_bulk`, { method: 'DELETE', body: [{ id: '1' }] });
	assert.equal(bulk.status, 400);
});

test('an index keeps options and data sources it does not know', async () => {
	const engine = await createEngine();
	const body = {
		name: 'blog_1',
		preset: 'page',
		options: { exclude_out_of_stock_items: true, own: { deep: [1] } },
		datasources: [{ type: 'martian', options: { url: 'https://a.example/feed' } }],
	};
	const { status, json } = await api.call(`${engine}/indices/`, { method: 'POST', body });
	assert.equal(status, 201);
	assert.deepEqual(json, body);
	assert.deepEqual((await api.call(`${engine}/indices`)).json, [body]);
	const again = await api.call(`${engine}/indices`, { method: 'POST', body });
	assert.equal(again.status, 409);
	assert.equal(again.json.error.code, 'index_exists');
	const changed = await api.call(`${engine}/indices/blog_1`, {
		method: 'PATCH',
		body: { options: [], name: 'blog_1' },
	});
	assert.deepEqual(changed.json, { ...body, options: {} });
	const renamed = await api.call(`${engine}/indices/blog_1`, { method: 'PATCH', body: { name: 'other' } });
	assert.equal(renamed.status, 400);
	assert.equal((await api.call(`${engine}/indices/blog_1`, { method: 'DELETE' })).status, 204);
	assert.equal((await api.call(`${engine}/indices/blog_1`)).status, 404);
});

test('an item is returned as it was sent, to the byte', async () => {
	const index = await createIndex();
	const text = '{ "id":"a\\/b", "price": 6.0,"10":"x", "1": 12345678901234567890, "ü":"\\u00fc" }';
	const created = await api.call(`${index}/items/`, { method: 'POST', body: text });
	assert.equal(created.status, 201);
	assert.equal(created.text, text);
	assert.equal((await api.call(`${index}/items/a/b`)).text, text);
	assert.equal((await api.call(`${index}/items/a%2Fb/`)).text, text);
	const page = await api.call(`${index}/items?`);
	assert.ok(page.text.endsWith(`"items":[${text}]}`));
});

test('an id in a path may be written in all the ways that clients write it', async () => {
	const index = await createIndex();
	for (const id of ['a b', 'a+b', 'c d/e f', '100%', 'x/', 'ñ']) {
		await api.call(`${index}/items`, { method: 'POST', body: { id } });
	}
	const spellings = [
		['a%20b', 'a b'],
		['a+b', 'a+b'],
		['a%2Bb', 'a+b'],
		['c+d%2Fe+f', 'c d/e f'],
		['c%20d/e%20f', 'c d/e f'],
		['100%25', '100%'],
		['x/', 'x/'],
		['%C3%B1', 'ñ'],
	];
	for (const [spelling, id] of spellings) {
		assert.equal((await api.call(`${index}/items/${spelling}`)).json?.id, id, spelling);
	}
	assert.equal((await api.call(`${index}/items/a+b`, { method: 'DELETE' })).status, 204);
	assert.equal((await api.call(`${index}/items/a+b`)).json.id, 'a b', 'without a literal a+b the plus is a space');
	assert.equal((await api.call(`${index}/items/%zz`)).status, 400);
	assert.equal((await api.call(`${index}/items/_bulk`)).status, 404);
});

test('creating is an upsert, and an item without an id gets one', async () => {
	const index = await createIndex('product');
	const made = await api.call(`${index}/items`, {
		method: 'POST',
		body: { title: 'No id', price: 10, sale_price: 7.5 },
	});
	assert.equal(made.status, 201);
	assert.ok(made.json.id.length > 0);
	assert.deepEqual([made.json.categories, made.json.best_price], [[], 7.5]);
	const dearer = await api.call(`${index}/items/${made.json.id}`, { method: 'PATCH', body: { sale_price: null } });
	assert.deepEqual(
		[dearer.json.price, dearer.json.best_price],
		[10, 10],
		'a patch of one price tells the best of both',
	);
	const again = await api.call(`${index}/items`, { method: 'POST', body: { id: made.json.id, title: 'Again' } });
	assert.equal(again.status, 201);
	assert.equal(again.json.best_price, null);
	assert.equal((await api.call(`${index}/items/_count`)).json.count, 1);
});

test('an item that is there is overwritten as a whole by PUT, under its own id alone', async () => {
	const item = `${await createIndex()}/items/p%201`;
	assert.equal((await api.call(item, { method: 'PUT', body: { a: 1 } })).status, 404);
	await api.call(item.replace('/p%201', ''), { method: 'POST', body: { id: 'p 1', a: 1, b: 2 } });
	assert.deepEqual((await api.call(item, { method: 'PUT', body: { a: 3 } })).json, { a: 3, id: 'p 1' });
	assert.equal((await api.call(item, { method: 'PUT', body: { id: 'other' } })).json.error.details[0].name, 'id');
});
test('a bulk write answers for each item in order, and one bad item harms no other', async () => {
	const index = await createIndex();
	const first = await api.call(`${index}/items/_bulk`, {
		method: 'POST',
		body: [{ id: 1 }, { id: 'b', df_manual_boost: -1 }, { id: 'c' }, { id: 'c' }, { id: '' }],
	});
	assert.equal(first.status, 200);
	assert.equal(first.json.errors, true);
	assert.deepEqual(
		first.json.results.map((row: { id: string; result: string }) => [row.id, row.result]),
		[
			['1', 'created'],
			['b', 'error'],
			['c', 'created'],
			['c', 'updated'],
			['', 'error'],
		],
	);
	assert.ok(first.json.results[1].error.includes('df_manual_boost'));
	const update = await api.call(`${index}/items/_bulk`, {
		method: 'PATCH',
		body: [
			{ id: '1', color: 'red' },
			{ id: 'none', a: 1 },
		],
	});
	assert.equal(update.json.errors, true);
	assert.deepEqual(update.json.results[0], { id: '1', result: 'updated' });
	assert.equal(update.json.results[1].result, 'not_found');
	assert.equal((await api.call(`${index}/items/1`)).json.color, 'red');
	const removed = await api.call(`${index}/items/_bulk`, {
		method: 'DELETE',
		body: [{ id: 'c' }, { id: 'c' }, { id: 1 }],
	});
	assert.deepEqual(removed.json, {
		results: [
			{ id: 'c', result: 'deleted' },
			{ id: 'c', result: 'not_found' },
			{ id: '1', result: 'deleted' },
		],
		errors: false,
	});
});

test('a malformed bulk request fails as a whole and changes nothing', async () => {
	const index = await createIndex();
	await api.call(`${index}/items`, { method: 'POST', body: { id: 'kept' } });
	const bodies = [
		'',
		'{}',
		'[]',
		'[{"id":"kept"},7]',
		'[{"id":"kept"},{}]',
		'[{"id":"kept"},{"id":null}]',
		'[{"id":"kept"}',
	];
	for (const body of bodies) {
		const { status, json } = await api.call(`${index}/items/_bulk`, { method: 'DELETE', body });
		assert.equal(status, 400, body);
		assert.equal(json.error.code, 'bad_params');
		assert.ok(json.error.details.length > 0, body);
	}
	const many = Array.from({ length: 101 }, (_, number) => ({ id: `${number}` }));
	for (const method of ['POST', 'PATCH', 'DELETE']) {
		const { status, json } = await api.call(`${index}/items/_bulk`, { method, body: many });
		assert.equal(status, 422);
		assert.equal(json.error.code, 'too_many_items');
	}
	assert.equal((await api.call(`${index}/items/_count`)).json.count, 1);
});

test('_mget answers in the order asked, with found on every entry', async () => {
	const index = await createIndex();
	await api.call(`${index}/items/_bulk`, { method: 'POST', body: [{ id: 'a', n: 1.5 }, { id: 'b' }] });
	const { json } = await api.call(`${index}/items/_mget`, {
		method: 'POST',
		body: [{ id: 'b' }, { id: 'x' }, { id: 'a' }],
	});
	assert.deepEqual(json, [
		{ id: 'b', found: true, item: { id: 'b' } },
		{ id: 'x', found: false },
		{ id: 'a', found: true, item: { id: 'a', n: 1.5 } },
	]);
});

test('a scroll keeps its id, shows the index as it was, and ends with an empty page', async () => {
	const index = await createIndex();
	const ids = Array.from({ length: 25 }, (_, number) => `p${number}`);
	await api.call(`${index}/items/_bulk`, { method: 'POST', body: ids.map((id) => ({ id, version: 1 })) });
	const first = await api.call(`${index}/items?rpp=10`);
	assert.equal(first.json.total, 25);
	await api.call(`${index}/items/_bulk`, { method: 'POST', body: ids.map((id) => ({ id, version: 2 })) });
	await api.call(`${index}/items/p24`, { method: 'DELETE' });
	const pages = [first];
	while (pages.at(-1)?.json.items.length > 0) {
		pages.push(await api.call(`${index}/items/?rpp=10&scroll_id=${first.json.scroll_id}`));
	}
	assert.deepEqual(
		pages.map((page) => page.json.items.length),
		[10, 10, 5, 0],
	);
	const items = pages.flatMap((page) => page.json.items);
	assert.deepEqual(items.map((item) => item.id).sort(), [...ids].sort());
	assert.ok(items.every((item) => item.version === 1));
	assert.equal((await api.call(`${index}/items?scroll_id=ffffffffffffffffffffffffffffffff`)).status, 404);
	assert.equal(
		(await api.call(`${index}/items?rpp=101`)).json.items.length,
		24,
		'100 is the most, also where more are asked for',
	);
	assert.equal((await api.call(`${index}/items?rpp=0`)).status, 400);
});

test('variants come back under both spellings and can be listed by their group', async () => {
	const index = await createIndex();
	await api.call(`${index}/items/_bulk`, {
		method: 'POST',
		body: [{ id: '1', group_id: 'g', group_leader: true }, { id: '2', df_grouping_id: 'g' }, { id: '3' }],
	});
	const { json } = await api.call(`${index}/items/2`);
	assert.deepEqual([json.group_id, json.df_grouping_id], ['g', 'g']);
	assert.equal((await api.call(`${index}/items/1`)).json.df_group_leader, true);
	const page = await api.call(`${index}/items?group_id=g`);
	assert.equal(page.json.total, 2);
	assert.deepEqual(page.json.items.map((item: { id: string }) => item.id).sort(), ['1', '2']);
});

test('re-indexing: a temporary index locks the engine, takes writes, and replaces the live one in one step', async () => {
	const index = await createIndex();
	const engine = index.replace('/indices/product', '');
	await api.call(`${index}/items`, { method: 'POST', body: { id: 'old' } });
	const created = await api.call(`${index}/temp/`, { method: 'POST', body: [] });
	assert.equal(created.status, 201);
	assert.deepEqual(created.json, { status: 'OK' });
	const second = await api.call(`${index}/temp`, { method: 'POST' });
	assert.equal(second.status, 409);
	assert.equal(second.json.error.code, 'too_many_temporary');

	const refused: [string, string, unknown][] = [
		[engine, 'PATCH', { name: 'x' }],
		[`${engine}/indices`, 'POST', { name: 'n', preset: 'generic' }],
		[index, 'PATCH', { options: {} }],
		[index, 'DELETE', undefined],
		[`${index}/items`, 'POST', { id: '1' }],
		[`${index}/items/old`, 'PATCH', { a: 1 }],
		[`${index}/items/old`, 'DELETE', undefined],
		[`${index}/items/_bulk`, 'POST', 'not even JSON: the lock is checked before the body'],
		[`${index}/items/_bulk`, 'PATCH', [{ id: 'old' }]],
		[`${index}/items/_bulk`, 'DELETE', [{ id: 'old' }]],
	];
	for (const [path, method, body] of refused) {
		const { status, json } = await api.call(path, { method, body });
		assert.equal(status, 409, `${method} ${path}`);
		assert.equal(json.error.code, 'searchengine_locked');
		assert.match(json.error.message, /being processed.*indexing in progress/);
	}
	assert.equal((await api.call(`${index}/items/old`)).status, 200, 'reads go on');

	const items = `${index}/temp/items`;
	assert.equal((await api.call(items, { method: 'POST', body: { id: 'new' } })).status, 201);
	await api.call(`${items}/_bulk`, { method: 'POST', body: [{ id: 'a' }, { id: 'b' }] });
	assert.deepEqual((await api.call(`${items}/a`, { method: 'PATCH', body: { x: 1 } })).json, { id: 'a', x: 1 });
	assert.equal((await api.call(`${items}/_mget`, { method: 'POST', body: [{ id: 'b' }] })).json[0].found, true);
	assert.equal((await api.call(`${items}/b`, { method: 'DELETE' })).status, 204);
	assert.deepEqual((await api.call(`${index}/temp`)).json, { items: 2 });
	assert.equal((await api.call(`${index}/items/new`)).status, 404, 'nothing of it is live yet');

	assert.deepEqual((await api.call(`${index}/_replace_by_temp/`, { method: 'POST' })).json, { status: 'OK' });
	assert.equal((await api.call(`${index}/items/_count`)).json.count, 2);
	assert.equal((await api.call(`${index}/items/old`)).status, 404);
	for (const method of ['GET', 'DELETE']) {
		assert.equal((await api.call(`${index}/temp`, { method })).status, 404, 'the temporary index was used up');
	}
	assert.equal((await api.call(engine, { method: 'PATCH', body: { name: 'free again' } })).status, 200);
});

test('deleting the temporary index unlocks the engine and keeps the live items', async () => {
	const index = await createIndex();
	await api.call(`${index}/items`, { method: 'POST', body: { id: 'live' } });
	await api.call(`${index}/temp`, { method: 'POST' });
	assert.equal((await api.call(`${index}/temp/`, { method: 'DELETE', body: [] })).status, 204);
	assert.equal((await api.call(`${index}/items`, { method: 'POST', body: { id: 'more' } })).status, 201);
	assert.equal((await api.call(`${index}/items/_count`)).json.count, 2);
});

test('the live items can be copied into the temporary index; items written there take precedence', async () => {
	const index = await createIndex();
	const ids = Array.from({ length: 100 }, (_, number) => `p${number}`);
	await api.call(`${index}/items/_bulk`, { method: 'POST', body: ids.map((id) => ({ id, from: 'live' })) });
	assert.equal(
		(await api.call(`${index}/_reindex_to_temp`, { method: 'POST' })).status,
		404,
		'there is no temporary index',
	);
	assert.equal((await api.call(`${index}/_reindex_to_temp`)).status, 404, 'there was no copy');
	await api.call(`${index}/temp`, { method: 'POST' });
	await api.call(`${index}/temp/items`, { method: 'POST', body: { id: 'p7', from: 'temporary' } });
	assert.deepEqual((await api.call(`${index}/_reindex_to_temp/`, { method: 'POST', body: [] })).json, { status: 'OK' });
	const readTask = async () => (await api.call(`${index}/_reindex_to_temp`)).json;
	const task = await waitFor('the end of the copy', readTask, ({ status, progress }) => {
		assert.ok(progress >= 0 && progress <= 1);
		return status !== 'reindexing';
	});
	assert.deepEqual(task, { status: 'completed', progress: 1 });
	await api.call(`${index}/_replace_by_temp`, { method: 'POST' });
	assert.equal((await api.call(`${index}/items/_count`)).json.count, 100);
	assert.equal((await api.call(`${index}/items/p7`)).json.from, 'temporary');
});
