/**
 * The item operations over HTTP against a `Map`: after any sequence of operations, the two agree on every answer and at
 * the end.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { type Answer, type Api, createApi, type Json } from '../support/api.ts';
import { chooseSeed } from '../support/chosen-seed.ts';
import { expectStatus } from '../support/crash/actor.ts';
import { scrollAll } from '../support/crash/item-reading.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { chooseLength } from '../support/test-length.ts';
import { waitFor } from '../support/wait-for.ts';

const runCount = chooseLength(12, 300);

let server: TestServer;
let api: Api;

before(async () => {
	server = await startServer();
	api = createApi(server.url, server.firstRun?.key);
});
after(() => server[Symbol.asyncDispose]());

type Fields = Readonly<Record<string, unknown>>;
type Item = Fields & { readonly id: string };

/** The items of one generation, and the ids that were deleted from it, which a copy must not bring back. */
class Model extends Map<string, Item> {
	readonly deleted = new Set<string>();

	override delete(own: string): boolean {
		if (this.has(own)) this.deleted.add(own);
		return super.delete(own);
	}
}

/** Few, so that operations collide; chosen for what paths, JSON and SQL could do to them. */
const ids = [
	'plain',
	'with space',
	' edges ',
	'a/b',
	'a/b/',
	'/',
	'a//b',
	'a+b',
	'a b',
	'100%',
	'%2F',
	'a?b=c#d',
	'a&b;c',
	'"quoted" \\ \'it\'',
	'ünïcødé',
	'U\u0308', // decomposed: another id than the composed one below
	'\u00dc',
	'商品',
	'👟🏃‍♀️',
	'_bulkier',
	'temp',
	'items',
	'0',
	'-7',
	'__proto__',
	'constructor',
	'x'.repeat(512),
] as const;
const id = fc.constantFrom(...ids);

/** Fields that clients could use. Names with a special meaning for presets or variants have tests of their own. */
const fields: fc.Arbitrary<Fields> = fc.dictionary(
	fc.constantFrom('title', 'brand', 'colour', 'stock', 'ü', 'nested'),
	fc.oneof(
		fc.string({ unit: 'grapheme', maxLength: 20 }),
		fc.integer(),
		fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => (Object.is(value, -0) ? 0 : value)),
		fc.boolean(),
		fc.constant(null),
		fc.array(fc.integer(), { maxLength: 3 }),
		fc.string({ unit: 'grapheme-ascii', maxLength: 5 }).map((inner) => ({ inner })),
	),
	{ maxKeys: 4, noNullPrototype: true },
);
const item: fc.Arbitrary<Item> = fc.tuple(id, fields).map(([own, others]) => ({ id: own, ...others }));
const items = fc.array(item, { minLength: 1, maxLength: 8 });
const idList = fc.array(id, { minLength: 1, maxLength: 8 });

const itemOperation = fc.oneof(
	fc.record({ kind: fc.constant('put' as const), item }),
	fc.record({ kind: fc.constant('put many' as const), items }),
	fc.record({ kind: fc.constant('patch' as const), item }),
	fc.record({ kind: fc.constant('patch many' as const), items }),
	fc.record({ kind: fc.constant('delete' as const), id }),
	fc.record({ kind: fc.constant('delete many' as const), ids: idList }),
	fc.record({ kind: fc.constant('get' as const), id }),
	fc.record({ kind: fc.constant('get many' as const), ids: idList }),
);
type ItemOperation = typeof itemOperation extends fc.Arbitrary<infer Value> ? Value : never;

const operation = fc.oneof(
	{ weight: 16, arbitrary: itemOperation.map((call) => ({ kind: 'items' as const, call, isTemporary: false })) },
	{ weight: 8, arbitrary: itemOperation.map((call) => ({ kind: 'items' as const, call, isTemporary: true })) },
	{ weight: 2, arbitrary: fc.constant({ kind: 'scroll' as const }) },
	{ weight: 2, arbitrary: fc.constantFrom({ kind: 'create' as const }, { kind: 'copy' as const }) },
	{ weight: 2, arbitrary: fc.constantFrom({ kind: 'replace' as const }, { kind: 'remove' as const }) },
);
type Operation = typeof operation extends fc.Arbitrary<infer Value> ? Value : never;

/** An index and its model, which an operation changes together. */
interface Pair {
	readonly index: string;
	live: Model;
	temporary: Model | undefined;
}

test('any sequence of item operations leaves what the same sequence leaves in a Map', async (context) => {
	const seed = chooseSeed(context);
	const sequences = fc.array(operation, { minLength: 1, maxLength: 30, size: 'max' });
	const property = fc.asyncProperty(sequences, async (operations) => {
		const pair: Pair = { index: await createIndex(), live: new Model(), temporary: undefined };
		for (const step of operations) await run(pair, step);
		await checkScroll(pair);
		await checkAll(pair.index, pair.live);
		if (pair.temporary !== undefined) await checkAll(`${pair.index}/temp`, pair.temporary);
	});
	await fc.assert(property, { seed, numRuns: runCount });
});

async function createIndex(): Promise<string> {
	const { json } = await expectStatus(api, 201, '/api/v2/search_engines', { method: 'POST', body: { name: 'Map' } });
	const engine = `/api/v2/search_engines/${json.hashid}`;
	await expectStatus(api, 201, `${engine}/indices`, { method: 'POST', body: { name: 'product', preset: 'generic' } });
	return `${engine}/indices/product`;
}

async function run(pair: Pair, step: Operation): Promise<void> {
	if (step.kind === 'items') return step.isTemporary ? runInTemporary(pair, step.call) : runInLive(pair, step.call);
	if (step.kind === 'scroll') return checkScroll(pair);
	const isThere = pair.temporary !== undefined;
	const request = { method: step.kind === 'remove' ? 'DELETE' : 'POST', body: [] };
	const path = { create: 'temp', remove: 'temp', copy: '_reindex_to_temp', replace: '_replace_by_temp' }[step.kind];
	const success = { create: 201, remove: 204, copy: 200, replace: 200 }[step.kind];
	const failure = step.kind === 'create' ? 409 : 404;
	const isPossible = step.kind === 'create' ? !isThere : isThere;
	await expectStatus(api, isPossible ? success : failure, `${pair.index}/${path}`, request);
	if (!isPossible) return;
	if (step.kind === 'create') pair.temporary = new Model();
	if (step.kind === 'copy') await finishCopy(pair);
	if (step.kind === 'replace') pair.live = pair.temporary ?? new Model();
	if (step.kind === 'replace' || step.kind === 'remove') pair.temporary = undefined;
}

/** A copy never replaces items written to the temporary index, nor brings back items deleted there. */
async function finishCopy({ index, live, temporary = new Model() }: Pair): Promise<void> {
	const readTask = async () => (await api.call(`${index}/_reindex_to_temp`)).json.status;
	assert.equal(await waitFor('the end of the copy', readTask, (status) => status !== 'reindexing'), 'completed');
	for (const [own, stored] of live) {
		if (!temporary.has(own) && !temporary.deleted.has(own)) temporary.set(own, stored);
	}
	await checkAll(`${index}/temp`, temporary);
}

/** Compares every item that could exist, in one answer. */
async function checkAll(path: string, model: Model): Promise<void> {
	const { json } = await callMany(path, 'POST', '_mget', ids);
	const found = json.filter((entry: Json) => entry.found).map((entry: Json) => [entry.id, entry.item]);
	assert.deepEqual(new Map(found), new Map(model));
}

async function runInTemporary({ index, temporary }: Pair, call: ItemOperation): Promise<void> {
	if (temporary !== undefined) return runItems(`${index}/temp`, temporary, call);
	const { status } = await send(`${index}/temp`, call);
	assert.equal(status, 404);
}

async function runInLive({ index, live, temporary }: Pair, call: ItemOperation): Promise<void> {
	const isRead = call.kind === 'get' || call.kind === 'get many';
	if (temporary === undefined || isRead) return runItems(index, live, call);
	const { status, json } = await send(index, call);
	assert.deepEqual([status, json.error.code], [409, 'searchengine_locked']);
}

/** Sends the operation, does the same to the model, and compares the answers. */
async function runItems(path: string, model: Model, call: ItemOperation): Promise<void> {
	const { status, json } = await send(path, call);
	switch (call.kind) {
		case 'put':
			model.set(call.item.id, call.item);
			return assert.deepEqual([status, json], [201, call.item]);
		case 'put many': {
			const results = call.items.map((put) => ({ id: put.id, result: putInto(model, put) }));
			return assert.deepEqual([status, json], [200, { results, errors: false }]);
		}
		case 'patch': {
			const merged = mergeInto(model, call.item);
			return assert.deepEqual(
				merged === undefined ? status : [status, json],
				merged === undefined ? 404 : [200, merged],
			);
		}
		case 'patch many': {
			const results = call.items.map((patch) => ({
				id: patch.id,
				result: mergeInto(model, patch) === undefined ? 'not_found' : 'updated',
			}));
			const withoutTexts = json.results.map(({ id: own, result }: Json) => ({ id: own, result }));
			const errors = results.some(({ result }) => result === 'not_found');
			return assert.deepEqual([status, withoutTexts, json.errors], [200, results, errors]);
		}
		case 'delete':
			return assert.equal(status, model.delete(call.id) ? 204 : 404);
		case 'delete many': {
			const results = call.ids.map((own) => ({ id: own, result: model.delete(own) ? 'deleted' : 'not_found' }));
			return assert.deepEqual([status, json], [200, { results, errors: false }]);
		}
		case 'get': {
			const stored = model.get(call.id);
			return assert.deepEqual(
				stored === undefined ? status : [status, json],
				stored === undefined ? 404 : [200, stored],
			);
		}
		case 'get many': {
			const expected = call.ids.map((own) => {
				const stored = model.get(own);
				return stored === undefined ? { id: own, found: false } : { id: own, found: true, item: stored };
			});
			return assert.deepEqual([status, json], [200, expected]);
		}
	}
}

function putInto(model: Model, put: Item): 'created' | 'updated' {
	const result = model.has(put.id) ? 'updated' : 'created';
	model.set(put.id, put);
	return result;
}

function mergeInto(model: Model, patch: Item): Item | undefined {
	const stored = model.get(patch.id);
	if (stored === undefined) return undefined;
	const merged = { ...stored, ...patch };
	model.set(patch.id, merged);
	return merged;
}

function send(path: string, call: ItemOperation): Promise<Answer> {
	const pathOf = (own: string) => `${path}/items/${encodeURIComponent(own)}`;
	switch (call.kind) {
		case 'put':
			return api.call(`${path}/items`, { method: 'POST', body: call.item });
		case 'put many':
			return api.call(`${path}/items/_bulk`, { method: 'POST', body: call.items });
		case 'patch': {
			const { id: own, ...changes } = call.item;
			return api.call(pathOf(own), { method: 'PATCH', body: changes });
		}
		case 'patch many':
			return api.call(`${path}/items/_bulk`, { method: 'PATCH', body: call.items });
		case 'delete':
			return api.call(pathOf(call.id), { method: 'DELETE' });
		case 'delete many':
			return callMany(path, 'DELETE', '_bulk', call.ids);
		case 'get':
			return api.call(pathOf(call.id));
		case 'get many':
			return callMany(path, 'POST', '_mget', call.ids);
	}
}

function callMany(path: string, method: string, operationName: string, own: readonly string[]): Promise<Answer> {
	return api.call(`${path}/items/${operationName}`, { method, body: own.map((one) => ({ id: one })) });
}

async function checkScroll({ index, live }: Pair): Promise<void> {
	assert.deepEqual(await scrollAll(api, index), new Map(live));
}
