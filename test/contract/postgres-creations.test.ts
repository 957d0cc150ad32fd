/** Items that PostgreSQL is told are new: when they are not, nothing is lost but time. */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { ItemWrite } from '../../src/domain/item/item.ts';
import { createPreparedDatabase, openTestDatabase } from '../support/prepared-postgres.ts';
import { followItemLog, replayChanges } from '../support/writers/item-log-follower.ts';
import { fillDatabase, live, put, remove } from './sample-data.ts';

const ids = (prefix: string, count = 20) => Array.from({ length: count }, (_, at) => `${prefix} ${at}`);

async function setUp(t: TestContext) {
	const database = openTestDatabase(t, await createPreparedDatabase());
	await fillDatabase(database);
	const write = async (writes: readonly ItemWrite[]) => {
		const results = await database.items.write(live, writes);
		return typeof results === 'string' ? results : results.map(({ result }) => result);
	};
	const log = followItemLog(database, live, 7);
	/** What the log says at its end. */
	const follow = async (): Promise<readonly string[]> => {
		await log.stop();
		const [{ changes = [] } = {}] = [...log.logs.values()];
		return [...replayChanges(changes).keys()].toSorted();
	};
	return { database, write, follow };
}

test('after new items, those that exist are replaced, and tombstones become items again', async (t) => {
	const { database, write, follow } = await setUp(t);
	for (const prefix of ['a', 'b', 'c']) {
		assert.deepEqual(new Set(await write(ids(prefix).map((id) => put(id)))), new Set(['created']));
	}
	assert.deepEqual(await write([put('d'), put('a 1', 2), put('e')]), ['created', 'updated', 'created']);
	await write([remove('b 1')]);
	await write(ids('f').map((id) => put(id)));
	await write(ids('g').map((id) => put(id)));
	assert.deepEqual(await write([put('h'), put('b 1', 3), put('h', 4)]), ['created', 'created', 'updated']);
	const expected = [...['a', 'b', 'c', 'f', 'g'].flatMap((prefix) => ids(prefix)), 'd', 'e', 'h'].toSorted();
	assert.equal(await database.items.count(live), expected.length);
	assert.deepEqual(await follow(), expected);
});

test('groups of which some items exist are written whole, whatever is sent behind them', async (t) => {
	const { database, write, follow } = await setUp(t);
	await write(ids('new').map((id) => put(id)));
	const bulks = Array.from({ length: 40 }, (_, bulk) => [
		...ids(`bulk ${bulk}`, 5).map((id) => put(id)),
		...(bulk % 7 === 3 ? [put('new 1', bulk)] : []),
	]);
	const results = await Promise.all(bulks.map((writes) => write(writes)));
	for (const [bulk, all] of results.entries()) {
		const created = Array.from({ length: 5 }, () => 'created');
		assert.deepEqual(all, bulk % 7 === 3 ? [...created, 'updated'] : created);
	}
	const expected = [...ids('new'), ...bulks.flatMap((_, bulk) => ids(`bulk ${bulk}`, 5))].toSorted();
	assert.equal(await database.items.count(live), expected.length);
	assert.deepEqual(await follow(), expected);
});

test('an item that is put twice among new ones is created once', async (t) => {
	const { database, write, follow } = await setUp(t);
	await write([put('a')]);
	assert.deepEqual(await write([put('b', 1), put('c'), put('b', 2)]), ['created', 'created', 'updated']);
	assert.equal(await database.items.count(live), 3);
	const found = await database.items.findMany(live, ['b']);
	assert(typeof found !== 'string');
	assert.deepEqual(JSON.parse(found[0]?.text ?? '').price, 2);
	assert.deepEqual(await follow(), ['a', 'b', 'c']);
});

test('new items of a locked search engine are refused', async (t) => {
	const { database, write, follow } = await setUp(t);
	await write([put('a')]);
	assert.deepEqual(await follow(), ['a']);
	await database.searchEngines.createTemporary(live.hashid, live.indexName);
	assert.equal(await write([put('b')]), 'locked');
	assert.equal(await database.items.count(live), 1);
});
