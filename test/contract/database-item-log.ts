import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { comparePositions, startPosition, toPosition } from '../../src/domain/log/position.ts';
import type { Database } from '../../src/ports/database.ts';
import type { ItemBatch } from '../../src/ports/item-repository.ts';
import { collectAllGarbage } from '../support/collect-all-garbage.ts';
import type { OpenDatabase } from './database.ts';
import { fillDatabase, live, merge, put, remove, temporary } from './sample-data.ts';

const { hashid, indexName } = live;
const dayMs = 24 * 3600 * 1000;

export function testItemLog(open: OpenDatabase): void {
	async function openFilled(t: TestContext, ids: string): Promise<Database> {
		const database = await open(t);
		await fillDatabase(database);
		await database.items.write(
			live,
			[...ids].map((id) => put(id)),
		);
		return database;
	}

	describe('the log', () => {
		test('has the last write of every item in order, deletions included', async (t) => {
			const { items } = await openFilled(t, 'abcd');
			await items.write(live, [put('b', 2), remove('a'), merge('c', { x: 1 })]);
			const { changes } = toLog(await items.readLog(live, startPosition, { changeCountMax: 100 }));
			assert.deepEqual(
				changes.map(({ id, text }) => [id, text]),
				[
					['d', '{"id":"d","price":1}'],
					['b', '{"id":"b","price":2}'],
					['a', null],
					['c', '{"id":"c","price":1,"x":1}'],
				],
			);
			const positions = changes.map(({ position }) => position);
			assert.deepEqual(positions, positions.toSorted(comparePositions));
		});

		test('is read in batches', async (t) => {
			const { items } = await openFilled(t, 'abcdefg');
			let read = '';
			for (let after = startPosition; ; ) {
				const { changes, position, isEnd } = toLog(await items.readLog(live, after, { changeCountMax: 3 }));
				if (changes.length === 0) break;
				read += `${changes.map(({ id }) => id).join('')} `;
				assert.equal(isEnd, changes.length < 3);
				after = position;
			}
			assert.equal(read, 'abc def g ');
		});

		test('reading more than one chunk misses nothing', async (t) => {
			const { items } = await openFilled(t, '');
			const ids = Array.from({ length: 100 }, (_, index) => `${index}`);
			await items.write(
				live,
				ids.map((id) => put(id)),
			);
			for (const countMax of [31, 32, 33, 64, 99, 100, 101]) {
				const { changes } = toLog(await items.readLog(live, startPosition, { changeCountMax: countMax }));
				assert.deepEqual(
					changes.map(({ id }) => id),
					ids.slice(0, countMax),
				);
			}
		});

		test('has each item once, as it was written last, also if that is while a batch is read', async (t) => {
			const { items } = await openFilled(t, '');
			// More than are read at once.
			const ids = Array.from({ length: 100 }, (_, index) => `${index}`);
			for (let count = 0; count < 20; count += 1) {
				await items.write(
					live,
					ids.map((id) => put(id, count)),
				);
				const [log] = await Promise.all([
					items.readLog(live, startPosition, { changeCountMax: 1_000 }),
					...ids.slice(0, 10).map((id) => items.write(live, [remove(id)])),
				]);
				const { changes, position } = toLog(log);
				const found = changes.map(({ id }) => id);
				assert.deepEqual(found, [...new Set(found)]);
				// Everything up to the end of the batch is in it: what was deleted until then is deleted.
				const whole = toLog(await items.readLog(live, startPosition, { changeCountMax: 1_000 }));
				const upTo = whole.changes.filter((change) => comparePositions(change.position, position) <= 0);
				const later = new Set(whole.changes.slice(upTo.length).map(({ id }) => id));
				assert.deepEqual(
					changes.filter(({ id }) => !later.has(id)),
					upTo,
				);
			}
		});

		test('names another generation after a replacement', async (t) => {
			const { items, searchEngines } = await openFilled(t, 'a');
			const before = toLog(await items.readLog(live, startPosition, { changeCountMax: 10 }));
			await searchEngines.createTemporary(hashid, indexName);
			await searchEngines.replaceByTemporary(hashid, indexName);
			const after = toLog(await items.readLog(live, startPosition, { changeCountMax: 10 }));
			assert.notEqual(after.generationId, before.generationId);
			assert.deepEqual(after.changes, []);
			assert.equal(await items.moveFollower(after.generationId, 'indexer', toPosition(1)), 'moved');
			assert.equal(await items.moveFollower(before.generationId, 'indexer', toPosition(1)), 'missing');
		});

		test('keeps a deletion until the slowest follower has passed it', async (t) => {
			const { items } = await openFilled(t, 'abc');
			await items.write(live, [remove('a')]);
			const { generationId, changes } = toLog(await items.readLog(live, startPosition, { changeCountMax: 10 }));
			const [before, deleted] = changes.slice(-2).map(({ position }) => position);
			assert(before && deleted);
			await items.moveFollower(generationId, 'fast', deleted);
			await items.moveFollower(generationId, 'slow', before);
			await collectAllGarbage(items, 2, 1);
			assert.deepEqual(await readIds(items), ['b', 'c', 'a']);
			await items.moveFollower(generationId, 'slow', deleted);
			await collectAllGarbage(items, 2, 1);
			assert.deepEqual(await readIds(items), ['b', 'c']);
		});

		test('removes tombstones at once when there is no follower', async (t) => {
			const { items } = await openFilled(t, 'abc');
			await items.write(live, [remove('a'), remove('b')]);
			await collectAllGarbage(items, 2, 1);
			assert.deepEqual(await readIds(items), ['c']);
			assert.deepEqual(await items.write(live, [put('a'), remove('b')]), [
				{ id: 'a', result: 'created' },
				{ id: 'b', result: 'not_found' },
			]);
		});
	});

	describe('the copy into a temporary index', () => {
		test('goes in steps, reports its progress and ends', async (t) => {
			const { items, searchEngines } = await openFilled(t, 'abcde');
			await searchEngines.createTemporary(hashid, indexName);
			assert.equal(await searchEngines.startReindex(hashid, indexName), 'started');
			assert.equal(await searchEngines.startReindex(hashid, indexName), 'processing');
			assert.equal(await searchEngines.replaceByTemporary(hashid, indexName), 'processing');
			await items.copyNext(2, 7);
			const running = await searchEngines.findReindex(hashid, indexName, 0);
			const progress = { status: 'reindexing', copiedCount: 2, totalCount: 5, error: null, finishedAtMs: null };
			assert.deepEqual(running, progress);
			await copyAll(items);
			const finished = await searchEngines.findReindex(hashid, indexName, 6);
			assert.deepEqual(finished, { ...progress, status: 'completed', copiedCount: 5, finishedAtMs: 7 });
			assert.equal(await searchEngines.findReindex(hashid, indexName, 7), undefined);
			assert.equal(await items.count(temporary), 5);
			assert.equal(await searchEngines.replaceByTemporary(hashid, indexName), 'replaced');
			assert.deepEqual(await readIds(items), [...'abcde']);
		});

		test('items written or deleted in the temporary index take precedence', async (t) => {
			const { items, searchEngines } = await openFilled(t, 'abcdefgh');
			await searchEngines.createTemporary(hashid, indexName);
			await items.write(temporary, [put('a', 2), put('b', 2), remove('b')]);
			await searchEngines.startReindex(hashid, indexName);
			await items.write(temporary, [remove('c')]);
			await items.copyNext(4, 7);
			await items.write(temporary, [remove('d'), remove('e'), put('f', 2), merge('a', { x: 1 })]);
			await collectAllGarbage(items, 2, 1);
			await copyAll(items);
			assert.equal(await items.count(temporary), 4);
			const found = await items.findMany(temporary, [...'abcdefgh']);
			assert(typeof found === 'object');
			assert.deepEqual(
				found.map((item) => item?.text),
				[
					'{"id":"a","price":2,"x":1}',
					undefined,
					undefined,
					undefined,
					undefined,
					'{"id":"f","price":2}',
					'{"id":"g","price":1}',
					'{"id":"h","price":1}',
				],
			);
		});

		test('copies keep the order of the log and their groups', async (t) => {
			const { items, searchEngines } = await openFilled(t, '');
			await items.write(live, [put('a', 1, 'g'), put('b'), put('a', 2, 'g'), put('c', 1, 'g')]);
			await searchEngines.createTemporary(hashid, indexName);
			await items.write(temporary, [put('x')]);
			await searchEngines.startReindex(hashid, indexName);
			await copyAll(items);
			const { changes } = toLog(await items.readLog(temporary, startPosition, { changeCountMax: 10 }));
			assert.deepEqual(
				changes.map(({ id }) => id),
				['x', 'b', 'a', 'c'],
			);
			const request = { itemCountMax: 10, groupId: 'g', nowMs: 1, expiresAtMs: 2 };
			const page = await items.openScroll(temporary, 'f'.repeat(32), request);
			assert(typeof page === 'object');
			assert.equal(page.totalCount, 2);
			assert.deepEqual(await items.write(temporary, [put('a', 3), put('d')]), [
				{ id: 'a', result: 'updated' },
				{ id: 'd', result: 'created' },
			]);
		});

		test('of an empty index ends at once', async (t) => {
			const { items, searchEngines } = await openFilled(t, '');
			await searchEngines.createTemporary(hashid, indexName);
			await searchEngines.startReindex(hashid, indexName);
			assert.equal(await items.copyNext(10, 1), 'copied');
			assert.equal(await items.copyNext(10, 1), 'idle');
			assert.equal((await searchEngines.findReindex(hashid, indexName, 0))?.status, 'completed');
		});

		test('ends with its temporary index, and a new one starts from nothing', async (t) => {
			const { items, searchEngines } = await openFilled(t, 'abcde');
			await searchEngines.createTemporary(hashid, indexName);
			await searchEngines.startReindex(hashid, indexName);
			await items.copyNext(2, 1);
			assert.equal(await searchEngines.removeTemporary(hashid, indexName), 'deleted');
			assert.equal(await items.copyNext(2, 1), 'idle');
			assert.equal(await searchEngines.findReindex(hashid, indexName, 0), undefined);
			await searchEngines.createTemporary(hashid, indexName);
			assert.equal(await items.count(temporary), 0);
			assert.equal(await searchEngines.startReindex(hashid, indexName), 'started');
			await copyAll(items);
			assert.equal(await items.count(temporary), 5);
		});

		test('several indices all get time slices', async (t) => {
			const { items, searchEngines } = await openFilled(t, 'abcdefghij');
			await searchEngines.createIndex(hashid, { name: 'page', preset: 'page', options: {}, datasources: [] });
			await items.write({ ...live, indexName: 'page' }, [put('p')]);
			for (const name of [indexName, 'page']) {
				await searchEngines.createTemporary(hashid, name);
				await searchEngines.startReindex(hashid, name);
			}
			for (let step = 0; step < 4; step += 1) await items.copyNext(2, 1);
			assert.equal((await searchEngines.findReindex(hashid, 'page', 0))?.status, 'completed');
		});
	});

	describe('garbage collection', () => {
		test('is idle when there is nothing to forget', async (t) => {
			const { items } = await openFilled(t, 'abc');
			assert.equal((await items.collectGarbage(10, 1)).outcome, 'idle');
		});

		test('keeps live items', async (t) => {
			const { items, searchEngines } = await openFilled(t, 'abc');
			await searchEngines.createTemporary(hashid, indexName);
			await items.write(temporary, [put('x'), put('y')]);
			await searchEngines.replaceByTemporary(hashid, indexName);
			assert.equal((await items.collectGarbage(1, 1)).outcome, 'collected');
			await collectAllGarbage(items, 2, 1);
			assert.deepEqual(await readIds(items), ['x', 'y']);
		});

		test('forgets a finished copy after a day', async (t) => {
			const { items, searchEngines } = await openFilled(t, 'abc');
			await searchEngines.createTemporary(hashid, indexName);
			await searchEngines.startReindex(hashid, indexName);
			await copyAll(items);
			assert.equal((await items.collectGarbage(10, 7 + dayMs)).outcome, 'idle');
			assert.equal((await items.collectGarbage(10, 8 + dayMs)).outcome, 'collected');
			assert.equal(await searchEngines.findReindex(hashid, indexName, 0), undefined);
		});
	});
}

function toLog(log: ItemBatch | 'missing'): ItemBatch {
	assert(log !== 'missing');
	return log;
}

async function readIds(items: Database['items']): Promise<string[]> {
	return toLog(await items.readLog(live, startPosition, { changeCountMax: 100 })).changes.map(({ id }) => id);
}

async function copyAll(items: Database['items']): Promise<void> {
	while ((await items.copyNext(2, 7)) === 'copied');
}
