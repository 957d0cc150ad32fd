/**
 * Random histories of one index against a `Map`: puts, merges, deletes, scrolls, temporary indices, copies, sweeps.
 *
 * A `Map` keeps its entries in order of insertion; deleting before setting puts an entry at the end, which is what a
 * write does to an item in the log.
 */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import type { ItemTarget, ItemWrite } from '../../src/domain/item/item.ts';
import { startPosition } from '../../src/domain/log/position.ts';
import type { Database } from '../../src/ports/database.ts';
import { collectAllGarbage } from '../support/collect-all-garbage.ts';
import { chosenStore } from '../support/store/test-store.ts';
import { merge, put, remove, sampleAccount, sampleEngine, sampleIndex, sampleUser, toHexId } from './sample-data.ts';
import { makeTemporaryDirectory } from './temporary-directory.ts';

type Items = Map<string, Record<string, unknown>>;

interface Generation {
	readonly items: Items;
	/** Deleted here by a call: a copy does not bring them back. */
	readonly deleted: Set<string>;
}

interface Model {
	live: Generation;
	temporary: Generation | undefined;
	/** What each open scroll still has to show. */
	readonly scrolls: { readonly id: string; readonly rest: [string, unknown][] }[];
}

interface Context {
	readonly database: Database;
	readonly model: Model;
	readonly target: ItemTarget;
}

type Command =
	| { readonly kind: 'write'; readonly isTemporary: boolean; readonly writes: readonly ItemWrite[] }
	| { readonly kind: 'openScroll'; readonly itemCountMax: number }
	| { readonly kind: 'continueScroll'; readonly itemCountMax: number; readonly number: number }
	| { readonly kind: 'createTemporary' | 'removeTemporary' | 'replace' | 'copy' | 'collect' };

const scrollTimes = { groupId: null, nowMs: 1, expiresAtMs: 2 };

const id = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'ñ');
const putOne: fc.Arbitrary<ItemWrite> = fc.tuple(id, fc.nat(9)).map(([itemId, price]) => put(itemId, price));
const mergeOne: fc.Arbitrary<ItemWrite> = fc
	.tuple(id, fc.constantFrom('price', 'x', 'y'), fc.nat(9))
	.map(([itemId, name, n]) => merge(itemId, { [name]: n }));
const removeOne: fc.Arbitrary<ItemWrite> = id.map((itemId) => remove(itemId));
const writeOne = fc.oneof({ weight: 3, arbitrary: putOne }, mergeOne, removeOne);
/** Of several kinds, or of one; the same item may occur several times. */
const bulk = fc.oneof(
	...[writeOne, writeOne, putOne, mergeOne, removeOne].map((one) => fc.array(one, { minLength: 1, maxLength: 6 })),
);
const command: fc.Arbitrary<Command> = fc.oneof(
	{
		weight: 8,
		arbitrary: fc.record({
			kind: fc.constant('write' as const),
			isTemporary: fc.boolean(),
			writes: bulk,
		}),
	},
	{
		weight: 2,
		arbitrary: fc.record({ kind: fc.constant('openScroll' as const), itemCountMax: fc.integer({ min: 1, max: 3 }) }),
	},
	{
		weight: 4,
		arbitrary: fc.record({
			kind: fc.constant('continueScroll' as const),
			itemCountMax: fc.integer({ min: 1, max: 3 }),
			number: fc.nat(9),
		}),
	},
	{
		weight: 3,
		arbitrary: fc.record({
			kind: fc.constantFrom('createTemporary', 'removeTemporary', 'replace', 'copy', 'collect'),
		}),
	},
);

function applyWrite({ items, deleted }: Generation, change: ItemWrite): string {
	const current = items.get(change.id);
	if (change.kind === 'delete') {
		if (!items.delete(change.id)) return 'not_found';
		deleted.add(change.id);
		return 'deleted';
	}
	if (change.kind === 'merge' && current === undefined) return 'not_found';
	const value = change.kind === 'put' ? JSON.parse(change.text) : { ...current, ...JSON.parse(change.patch) };
	// The index has the preset product, and only merges reach the store without a best price.
	if (change.kind === 'merge' && 'price' in JSON.parse(change.patch)) value.best_price = value.price;
	items.delete(change.id);
	items.set(change.id, value);
	deleted.delete(change.id);
	return current === undefined ? 'created' : 'updated';
}

async function runWrite({ database, model, target }: Context, command: Extract<Command, { kind: 'write' }>) {
	const kind = command.isTemporary ? 'temporary' : 'live';
	const results = await database.items.write({ ...target, generation: kind }, command.writes);
	const generation = model[kind];
	if (generation === undefined) return assert.equal(results, 'missing');
	if (kind === 'live' && model.temporary !== undefined) return assert.equal(results, 'locked');
	assert(Array.isArray(results), `results and not ${results}`);
	const expected = command.writes.map((change) => applyWrite(generation, change));
	return assert.deepEqual(
		results.map(({ result }) => result),
		expected,
	);
}

async function runScroll({ database, model, target }: Context, command: Extract<Command, { itemCountMax: number }>) {
	const { scrolls } = model;
	const request = { ...scrollTimes, itemCountMax: command.itemCountMax };
	const isOpening = command.kind === 'openScroll';
	if (isOpening) scrolls.push({ id: target.hashid.slice(4) + toHexId(scrolls.length, 4), rest: [...model.live.items] });
	const scroll = isOpening ? scrolls.at(-1) : scrolls[command.number % scrolls.length];
	if (scroll === undefined) return;
	const page = isOpening
		? await database.items.openScroll(target, scroll.id, request)
		: await database.items.continueScroll(target, scroll.id, request);
	assert(typeof page === 'object', `a page and not ${page}`);
	const shown = page.items.map((item) => [item.id, JSON.parse(item.text)]);
	assert.deepEqual(shown, scroll.rest.splice(0, command.itemCountMax));
}

function copyItems(source: Generation, target: Generation): void {
	for (const [itemId, value] of source.items) {
		if (!target.items.has(itemId) && !target.deleted.has(itemId)) target.items.set(itemId, value);
	}
}

async function runLifeCycle({ database, model, target }: Context, kind: Command['kind']): Promise<void> {
	const { searchEngines, items } = database;
	const { hashid, indexName } = target;
	const fresh = (): Generation => ({ items: new Map(), deleted: new Set() });
	const { temporary } = model;
	if (kind === 'createTemporary') {
		const expected = temporary === undefined ? 'created' : 'exists';
		assert.equal(await searchEngines.createTemporary(hashid, indexName), expected);
		model.temporary ??= fresh();
	} else if (kind === 'removeTemporary') {
		const expected = temporary === undefined ? 'missing' : 'deleted';
		assert.equal(await searchEngines.removeTemporary(hashid, indexName), expected);
		model.temporary = undefined;
	} else if (kind === 'replace') {
		const expected = temporary === undefined ? 'missing' : 'replaced';
		assert.equal(await searchEngines.replaceByTemporary(hashid, indexName), expected);
		model.live = temporary ?? model.live;
		model.temporary = undefined;
	} else if (kind === 'copy') {
		const expected = temporary === undefined ? 'missing' : 'started';
		assert.equal(await searchEngines.startReindex(hashid, indexName), expected);
		while ((await items.copyNext(2, 1)) === 'copied');
		if (temporary !== undefined) copyItems(model.live, temporary);
	} else if (kind === 'collect') {
		await collectAllGarbage(items, 2, 1);
	}
}

/** Compares everything a caller can see of both generations. */
async function compare({ database, model, target }: Context): Promise<void> {
	for (const kind of ['live', 'temporary'] as const) {
		const asked = { ...target, generation: kind };
		const expected = model[kind] && [...model[kind].items];
		assert.equal(await database.items.count(asked), expected?.length ?? 'missing');
		const log = await database.items.readLog(asked, startPosition, { changeCountMax: 100 });
		if (log === 'missing') {
			assert.equal(expected, undefined);
			continue;
		}
		const alive = log.changes.flatMap((change) => (change.text === null ? [] : [[change.id, JSON.parse(change.text)]]));
		assert.deepEqual(alive, expected);
	}
}

const directory = makeTemporaryDirectory();
let database: Database;

before(async () => {
	database = await chosenStore().open(directory.path);
});
after(async () => {
	await database.close();
	directory.remove();
});

test('items behave like a Map under any history', async () => {
	await database.accounts.createAccount(sampleAccount(), sampleUser());
	let runCount = 0;
	await fc.assert(
		fc.asyncProperty(fc.array(command, { minLength: 1, maxLength: 30, size: 'max' }), async (commands) => {
			runCount += 1;
			const { hashid } = sampleEngine(runCount);
			await database.searchEngines.create(sampleEngine(runCount, { storeId: null }));
			await database.searchEngines.createIndex(hashid, sampleIndex());
			const model: Model = {
				live: { items: new Map(), deleted: new Set() },
				temporary: undefined,
				scrolls: [],
			};
			const context = { database, model, target: { hashid, indexName: 'product', generation: 'live' } as const };
			for (const next of commands) {
				if (next.kind === 'write') await runWrite(context, next);
				else if ('itemCountMax' in next) await runScroll(context, next);
				else await runLifeCycle(context, next.kind);
			}
			await compare(context);
			await database.searchEngines.remove(hashid);
		}),
		{ numRuns: 150 },
	);
});
