/** `fields` of a search: which members each result has, in every spelling and version. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createApi, type Json } from '../support/api.ts';
import { type ServedApp, serveApp } from '../support/served-app.ts';
import { openScan, openShop, type Shop } from '../support/shop.ts';

let server: ServedApp;
let shop: Shop;

before(async () => {
	server = await serveApp({ VITRINE_PUBLIC_RATE_LIMIT_PER_SECOND: '0' }, openScan);
	shop = await openShop(server, { isCorsEnforced: false }, { hasGrouping: true });
	await shop.put(
		'{"id":"1","title":"Red \\"shoe\\"","price":6.0,"link":"https://shop.example/1","image_link":"https://shop.example/1.png","description":"Long","tags":["a",{"price":1}],"group_id":"g","df_group_leader":true,"empty":null}',
		'{"id":"2","name":"Red boot","price":7,"type":"mine","dfid":"mine","constructor":1}',
	);
});
after(() => server[Symbol.asyncDispose]());

const search = async (query: string): Promise<Json[]> => {
	const { results } = await shop.search(`query=red&sort=id&${query}`);
	return results;
};

test('those that are named come, as they are stored, and those that say which item it is', async () => {
	const dfid = (await search(''))[0].dfid;
	const expected = { id: '1', title: 'Red "shoe"', price: 6, dfid, type: 'product' };
	for (const query of [
		'fields[]=title&fields[]=price',
		'fields[0]=title&fields[1]=price',
		'fields=title,price',
		'fields=title, price,',
		'fields=price&fields=title&fields=nothing',
		'fields%5B%5D=title&fields%5B%5D=price&fields[]=title',
	]) {
		assert.deepEqual((await search(query))[0], expected, query);
	}
	for (const fields of [['title', 'price'], 'title,price', ['title,price']]) {
		const { json } = await shop.api.call('/_search', { method: 'POST', body: { query: 'red', sort: ['id'], fields } });
		assert.deepEqual(json.results[0], expected, JSON.stringify(fields));
	}
	const legacy = await createApi(server.url, shop.key).call(
		`/5/search?hashid=${shop.hashid}&query=red&sort=id&fields=title,price`,
	);
	assert.deepEqual(legacy.json.results[0], expected);
});

test('numbers and texts are kept byte for byte', async () => {
	const { text } = await shop.api.call('/_search?query=shoe&fields=price,tags,empty');
	assert.match(
		text,
		/\{"id":"1","price":6\.0,"tags":\["a",\{"price":1\}\],"empty":null,"dfid":"[^"]+","type":"product"\}/,
	);
});

test('aliases that other clients expect are sent when they are requested', async () => {
	const [first, second] = await search('fields=url,image_url,title');
	assert.deepEqual(Object.keys(first).sort(), ['dfid', 'id', 'image_url', 'title', 'type', 'url']);
	assert.equal(first.url, 'https://shop.example/1');
	assert.equal(second.title, 'Red boot', 'the name of an item without a title');
	assert.deepEqual(Object.keys((await search('fields=link'))[0]).sort(), ['dfid', 'id', 'link', 'type']);
});

test('an item cannot say that it is in another index, and names of JavaScript are names', async () => {
	const [, second] = await search('fields=constructor,__proto__,toString');
	assert.deepEqual([second.type, second.constructor, Object.keys(second).length], ['product', 1, 4]);
	assert.notEqual(second.dfid, 'mine');
});

test('variants come beside them', async () => {
	const [first] = await search('fields=price&with_variants[]=title');
	assert.deepEqual(first.df_variants, [{ title: 'Red "shoe"' }]);
	assert.equal(first.title, undefined);
});

test('all fields are returned if none is named', async () => {
	const all = await search('');
	for (const query of ['fields=', 'fields[]=', 'fields=,', 'fields[]=&fields[]=']) {
		assert.deepEqual(await search(query), all, query);
	}
	const { json } = await shop.api.call('/_search', {
		method: 'POST',
		body: { query: 'red', sort: ['id'], fields: [] },
	});
	assert.deepEqual(json.results, all);
});

test('there is an end to how many can be named, and how long they are', async () => {
	const names = (count: number) => Array.from({ length: count }, (_, number) => `f${number}`).join();
	assert.deepEqual(Object.keys((await search(`fields=${names(100)}`))[0]), ['id', 'dfid', 'type']);
	for (const query of [`fields=${names(101)}`, `fields=${'x'.repeat(300)}`]) {
		const { status, json } = await shop.api.call(`/_search?${query}`);
		assert.equal(status, 400);
		assert.match(json.error, /^Bad request, bad fields/);
	}
});
