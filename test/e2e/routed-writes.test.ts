/**
 * The option `route_live_writes_to_temp`: while an index has a temporary generation, writes of its live items go there.
 * One plugin re-indexes in this way only.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Answer, type Api, createApi, type Json } from '../support/api.ts';
import { callCommand } from '../support/call-command.ts';
import { type ServedApp, serveApp } from '../support/served-app.ts';
import { openShop, type Shop } from '../support/shop.ts';

let server: ServedApp;
let shop: Shop;
let owner: Api;
let engine: string;
let index: string;

before(async () => {
	server = await serveApp({ VITRINE_SEARCH: 'true' });
});
after(() => server[Symbol.asyncDispose]());

const on = { route_live_writes_to_temp: true };

async function openIndex(options: object): Promise<void> {
	shop = await openShop(server);
	owner = createApi(server.url, shop.key);
	engine = `/api/v2/search_engines/${shop.hashid}`;
	index = `${engine}/indices/product`;
	await expect(200, index, 'PATCH', { options });
}

async function expect(status: number, path: string, method = 'GET', body?: unknown): Promise<Json> {
	const answer = await owner.call(path, { method, body });
	assert.equal(answer.status, status, `${method} ${path}: ${answer.text}`);
	return answer.json;
}

async function listIds(path = `${index}/items`): Promise<string[]> {
	return (await expect(200, path)).items.map(({ id }: Json) => id);
}

const toCode = ({ status, json }: Answer) => `${status} ${json?.error?.code ?? ''}`.trim();

test('a shop plugin that knows only the live path re-indexes, and shoppers see the old items until it is done', async () => {
	await openIndex(on);
	const old = {
		id: 'old',
		title: 'Old',
		link: 'https://shop.example/old',
		price: 5,
		group_id: '1',
		group_leader: true,
	};
	await expect(201, `${index}/items/`, 'POST', old);
	await expect(200, index);
	await expect(201, `${index}/temp/`, 'POST');
	for (let chunk = 0; chunk < 3; chunk += 1) {
		const items = Array.from({ length: 100 }, (_, at) => ({ ...old, id: `${chunk}-${at}`, title: 'New' }));
		assert.equal((await expect(200, `${index}/items/_bulk`, 'POST', items)).errors, false);
		assert.deepEqual(await listIds(), ['old']);
	}
	assert.deepEqual(await expect(200, `${index}/items/_count`), { count: 1 });
	const found = await shop.api.call('/_search?query=');
	assert.deepEqual([found.status, found.json.total], [200, 1]);
	await expect(200, `${index}/_replace_by_temp/`, 'POST');
	assert.deepEqual(await expect(200, `${index}/items/_count`), { count: 300 });
	await expect(404, `${index}/items/old`);
	assert.equal((await shop.api.call('/_search?query=')).json.total, 300);
	assert.equal((await owner.call(`${index}/temp/`, { method: 'DELETE' })).status, 404);
	// And item by item, as the shop saves products.
	await expect(201, `${index}/items/`, 'POST', { ...old, id: 'a b' });
	await expect(204, `${index}/items/a%20b`, 'DELETE');
	await expect(404, `${index}/items/a%20b`, 'DELETE');
});

test('a plugin that gives up leaves the live items as they were', async () => {
	await openIndex(on);
	await expect(201, `${index}/items/`, 'POST', { id: 'old' });
	await expect(201, `${index}/temp/`, 'POST');
	await expect(200, `${index}/items/_bulk`, 'POST', [{ id: 'new' }]);
	await expect(204, `${index}/temp/`, 'DELETE');
	assert.deepEqual(await listIds(), ['old']);
	await expect(201, `${index}/items/`, 'POST', { id: 'next' });
	assert.deepEqual(await listIds(), ['old', 'next']);
});

test('every write of items goes to the temporary index, and is answered as one of its own', async () => {
	await openIndex(on);
	await expect(200, `${index}/items/_bulk`, 'POST', [
		{ id: '1', v: 'live' },
		{ id: '2', v: 'live' },
	]);
	await expect(201, `${index}/temp/`, 'POST');
	await expect(404, `${index}/items/1`, 'PATCH', { v: 'patched' });
	await expect(404, `${index}/items/1`, 'DELETE');
	const mixed = await expect(200, `${index}/items/_bulk`, 'PATCH', [{ id: '1', v: 'patched' }]);
	assert.deepEqual([mixed.errors, mixed.results[0].result], [true, 'not_found']);
	assert.equal((await expect(201, `${index}/items/`, 'POST', { id: '1', v: 'new' })).v, 'new');
	assert.equal((await expect(200, `${index}/items/1`, 'PATCH', { w: 1 })).v, 'new');
	await expect(200, `${index}/items/_bulk`, 'POST', [{ id: '2' }, { id: '3' }, { id: 'a b/c' }]);
	assert.equal((await expect(200, `${index}/items/_bulk`, 'PATCH', [{ id: '2', v: 'patched' }])).errors, false);
	const deleted = await expect(200, `${index}/items/_bulk`, 'DELETE', [{ id: '3' }, { id: 'gone' }]);
	assert.deepEqual(
		deleted.results.map(({ result }: Json) => result),
		['deleted', 'not_found'],
	);
	await expect(204, `${index}/items/a+b/c`, 'DELETE');
	// Reads are for shoppers.
	assert.equal((await expect(200, `${index}/items/1`)).v, 'live');
	const [known] = await expect(200, `${index}/items/_mget`, 'POST', [{ id: '2' }]);
	assert.equal(known.item.v, 'live');
	await expect(200, `${index}/_replace_by_temp/`, 'POST');
	const ids = [{ id: '1' }, { id: '2' }, { id: '3' }, { id: 'a b/c' }];
	const items = await expect(200, `${index}/items/_mget`, 'POST', ids);
	assert.deepEqual(
		items.map(({ item }: Json) => item?.v),
		['new', 'patched', undefined, undefined],
	);
});

test('all else stays locked: settings, indices, other indices, and any index without the option', async () => {
	await openIndex({});
	const other = `${engine}/indices/other`;
	await expect(201, `${engine}/indices`, 'POST', { name: 'other', preset: 'generic', options: on });
	await expect(201, `${index}/temp/`, 'POST');
	for (const path of [index, other]) {
		const locked = await owner.call(`${path}/items/_bulk`, { method: 'POST', body: [{ id: '1' }] });
		assert.equal(toCode(locked), '409 searchengine_locked', path);
	}
	await expect(409, index, 'PATCH', { options: on });
	await expect(201, `${other}/temp/`, 'POST');
	await expect(201, `${other}/items/`, 'POST', { id: '1' });
	await expect(409, `${index}/items/`, 'POST', { id: '1' });
	await expect(409, engine, 'PATCH', { name: 'x' });
	await expect(204, `${index}/temp/`, 'DELETE');
	await expect(200, `${other}/_replace_by_temp/`, 'POST');
	await expect(200, `${other}/items/1`);
	await expect(200, index, 'PATCH', { options: { ...on, mine: [1] } });
	assert.deepEqual((await expect(200, index)).options, { ...on, mine: [1] });
});

test('the option is true or false', async () => {
	await openIndex({ route_live_writes_to_temp: null });
	for (const value of ['true', 1, {}]) {
		const body = { options: { route_live_writes_to_temp: value } };
		const { status, json } = await owner.call(index, { method: 'PATCH', body });
		assert.deepEqual([status, json.error.details[0].fields], [400, ['options.route_live_writes_to_temp']]);
	}
	await expect(400, `${engine}/indices`, 'POST', {
		name: 'other',
		preset: 'generic',
		options: { route_live_writes_to_temp: 'on' },
	});
});

test('items that the copy has still to bring are not brought back by it', async () => {
	await openIndex(on);
	await expect(200, `${index}/items/_bulk`, 'POST', [{ id: '1' }, { id: '2' }, { id: '3', v: 'old' }]);
	await expect(201, `${index}/temp/`, 'POST');
	await expect(200, `${index}/_reindex_to_temp/`, 'POST');
	await expect(200, `${index}/items/_bulk`, 'DELETE', [{ id: '2' }]);
	await expect(201, `${index}/items/`, 'POST', { id: '3', v: 'new' });
	while ((await expect(200, `${index}/_reindex_to_temp/`)).status !== 'completed');
	await expect(200, `${index}/_replace_by_temp/`, 'POST');
	assert.deepEqual((await listIds()).toSorted(), ['1', '3']);
	assert.equal((await expect(200, `${index}/items/3`)).v, 'new');
});

test('a write and the end of the temporary index never cross: an acknowledged write is where the answer says', async () => {
	await openIndex(on);
	for (let round = 0; round < 15; round += 1) {
		await expect(201, `${index}/temp/`, 'POST');
		const write = (id: number) => owner.call(`${index}/items/`, { method: 'POST', body: { id: `${round}-${id}` } });
		const patch = () => owner.call(`${index}/items/${round}-0`, { method: 'PATCH', body: { patched: true } });
		const end = () => owner.call(`${index}/_replace_by_temp/`, { method: 'POST' });
		const answers = await Promise.all([write(0), write(1), end(), write(2), patch(), write(3), patch()]);
		const [first, second, , third, , fourth] = answers;
		for (const written of [first, second, third, fourth]) assert.equal(written?.status, 201, written?.text);
		assert.deepEqual(
			(await listIds()).filter((id) => id.startsWith(`${round}-`)).toSorted(),
			[0, 1, 2, 3].map((id) => `${round}-${id}`),
		);
	}
});

test('the command line turns it on and off', async () => {
	await openIndex({ mine: 1 });
	const setup = { url: server.url, environment: { VITRINE_KEY: shop.key } };
	const run = async (...words: string[]) => {
		const { exitCode, stdout, stderr } = await callCommand(['engine', 'index', ...words], setup);
		assert.equal(exitCode, 0, stderr);
		return stdout;
	};
	await run('update', shop.hashid, 'product', '--route-live-writes-to-temp');
	assert.deepEqual((await expect(200, index)).options, { mine: 1, ...on });
	await run('update', shop.hashid, 'product', '--no-route-live-writes-to-temp');
	assert.deepEqual((await expect(200, index)).options, { mine: 1, route_live_writes_to_temp: false });
	await run('create', shop.hashid, 'second', '--route-live-writes-to-temp');
	assert.deepEqual((await expect(200, `${engine}/indices/second`)).options, on);
	assert.match(await run('show', shop.hashid, 'second'), /route_live_writes_to_temp/);
});
