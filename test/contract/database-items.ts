import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { toItemKey } from '../../src/domain/item/dfid.ts';
import type { ItemWrite } from '../../src/domain/item/item.ts';
import { startPosition } from '../../src/domain/log/position.ts';
import type { OpenDatabase } from './database.ts';
import { fillDatabase, live, merge, put, remove, temporary, toHexId } from './sample-data.ts';

export function testItems(open: OpenDatabase): void {
	describe('items', () => {
		test('a put creates, then updates, and creates again after a delete', async (t) => {
			const database = await open(t);
			await fillDatabase(database);
			const write = async (item: ReturnType<typeof put>) => database.items.write(live, [item]);
			assert.deepEqual(await write(put('1')), [{ id: '1', result: 'created' }]);
			assert.deepEqual(await write(put('1', 2)), [{ id: '1', result: 'updated' }]);
			assert.deepEqual(await write(remove('1')), [{ id: '1', result: 'deleted' }]);
			assert.deepEqual(await write(remove('1')), [{ id: '1', result: 'not_found' }]);
			assert.deepEqual(await write(put('1')), [{ id: '1', result: 'created' }]);
			assert.deepEqual(await write(put('1')), [{ id: '1', result: 'updated' }]);
		});

		test('every write is noted as a change; reading through a scroll and collecting garbage are none', async (t) => {
			const database = await open(t);
			await fillDatabase(database);
			const { items, invalidation } = database;
			const isChanged = async (work: () => Promise<unknown>) => {
				const before = invalidation.readItemsVersion();
				await work();
				return invalidation.readItemsVersion() !== before;
			};
			const scroll = { itemCountMax: 1, groupId: null, nowMs: 1000, expiresAtMs: 2000 };
			const scrollId = toHexId(1, 32);
			assert.equal(await isChanged(() => items.write(live, [put('1'), put('2'), put('3')])), true);
			assert.equal(await isChanged(() => items.openScroll(live, scrollId, scroll)), false);
			assert.equal(await isChanged(() => items.write(live, [remove('2')])), true);
			assert.equal(await isChanged(() => items.continueScroll(live, scrollId, scroll)), false);
			assert.equal(await isChanged(() => items.collectGarbage(10, 3000)), false);
			assert.equal(await isChanged(() => items.collectGarbage(10, 3000)), false);
		});

		test('a merge lays fields over the stored item and answers with its text', async (t) => {
			const database = await open(t);
			await fillDatabase(database);
			await database.items.write(live, [put('1')]);
			const text = '{"id":"1","price":3,"brand":"b","best_price":3}';
			const [result] = await writeOne(merge('1', { price: 3, brand: 'b' }));
			assert.deepEqual(result, { id: '1', result: 'updated', text });
			assert.deepEqual(await database.items.findMany(live, ['1']), [{ id: '1', text }]);

			async function writeOne(write: ReturnType<typeof merge>) {
				const results = await database.items.write(live, [write]);
				assert(Array.isArray(results));
				return results;
			}
		});

		test('writes that come at once have results of their own, as if one came after the other', async (t) => {
			const database = await open(t);
			await fillDatabase(database);
			const { items } = database;
			const calls = [
				[put('1'), put('2')],
				[put('1', 2)],
				[remove('2'), remove('3')],
				[],
				[merge('1', { price: 4 }), put('3')],
				[remove('1')],
			];
			const outcomes = await Promise.all(calls.map((writes) => items.write(live, writes)));
			assert.deepEqual(
				outcomes.map((results) => typeof results === 'string' || results.map(({ id, result }) => `${id} ${result}`)),
				[
					['1 created', '2 created'],
					['1 updated'],
					['2 deleted', '3 not_found'],
					[],
					['1 updated', '3 created'],
					['1 deleted'],
				],
			);
			assert.equal(await items.count(live), 1);
			const log = await items.readLog(live, startPosition, { changeCountMax: 100 });
			assert(log !== 'missing');
			assert.deepEqual(
				log.changes.map(({ id, text }) => [id, text !== null]),
				[
					['2', false],
					['3', true],
					['1', false],
				],
			);
		});

		test('items are found by the MD5 of their ids, and by their group', async (t) => {
			const database = await open(t);
			await fillDatabase(database);
			const { items } = database;
			await items.write(live, [put('1', 1, 'g'), put('2', 1, 'h'), put('3', 1, 'g'), put('4', 1, 'g'), remove('4')]);
			await items.write(live, [put('1', 2, 'g')]);
			const keys = ['2', '9'].map(toItemKey);
			assert.deepEqual(await items.findByKeys(live, keys), [{ id: '2', text: '{"id":"2","price":1}' }, undefined]);
			assert.equal(await items.findByKeys({ ...live, indexName: 'page' }, keys), 'missing');
			const ids = (await items.findGroup(live, 'g', 10)).map(({ id }) => id);
			assert.deepEqual(ids, ['3', '1']);
			assert.equal((await items.findGroup(live, 'g', 1)).length, 1);
			assert.deepEqual(await items.findGroup(temporary, 'g', 10), []);
		});

		test('merging into a missing item reports that and writes nothing', async (t) => {
			const database = await open(t);
			await fillDatabase(database);
			const results = await database.items.write(live, [merge('1', { a: 1 })]);
			assert(Array.isArray(results));
			assert.equal(results[0]?.result, 'not_found');
			assert.match(results[0]?.error ?? '', /1/);
			assert.deepEqual(await database.items.readLog(live, startPosition, { changeCountMax: 10 }), {
				...(await log()),
				changes: [],
			});

			async function log() {
				const found = await database.items.readLog(live, startPosition, { changeCountMax: 1 });
				assert(typeof found === 'object');
				return found;
			}
		});

		test('writes of one call happen in their order, also to one item', async (t) => {
			const database = await open(t);
			await fillDatabase(database);
			const writes = [put('1'), merge('1', { a: 1 }), remove('1'), remove('1'), put('1', 9), put('2')];
			const results = await database.items.write(live, writes);
			assert(Array.isArray(results));
			const expected = ['created', 'updated', 'deleted', 'not_found', 'created', 'created'];
			assert.deepEqual(
				results.map(({ result }) => result),
				expected,
			);
			assert.equal(await database.items.count(live), 2);
			assert.deepEqual(await database.items.findMany(live, ['1']), [{ id: '1', text: '{"id":"1","price":9}' }]);
		});

		test('items are found in the order asked, with gaps, more than any batch', async (t) => {
			const database = await open(t);
			await fillDatabase(database);
			const ids = Array.from({ length: 300 }, (_, index) => `sku ${index}`);
			await database.items.write(
				live,
				ids.map((id) => put(id)),
			);
			const asked = [...ids.toReversed(), 'none', 'sku 7', 'sku 7'];
			const found = await database.items.findMany(live, asked);
			assert(typeof found === 'object');
			assert.deepEqual(
				found.map((item) => item?.id),
				asked.map((id) => (id === 'none' ? undefined : id)),
			);
		});

		test('items that are together longer than an answer may be are refused, even if one item is repeated', async (t) => {
			const database = await open(t);
			await fillDatabase(database);
			const { items } = database;
			const ids = Array.from({ length: 17 }, (_, index) => `${index}`);
			for (const id of ids) await items.write(live, [putLong(id)]);
			assert.equal(await items.findMany(live, ids), 'too_large');
			assert.equal(await items.findMany(live, Array<string>(17).fill('3')), 'too_large');
			const few = [...ids.slice(0, 15), 'none'];
			const found = await items.findMany(live, few);
			assert(typeof found === 'object');
			assert.deepEqual(
				found.map((item) => item?.id),
				[...ids.slice(0, 15), undefined],
			);
		});

		test('reading long items yields to other requests in between', async (t) => {
			const database = await open(t);
			await fillDatabase(database);
			const { items } = database;
			const ids = Array.from({ length: 10 }, (_, index) => `${index}`);
			for (const id of ids) await items.write(live, [putLong(id)]);
			let roundCount = 0;
			let isDone = false;
			const countRounds = () => {
				roundCount += 1;
				if (!isDone) setImmediate(countRounds);
			};
			setImmediate(countRounds);
			await items.findMany(live, ids);
			isDone = true;
			assert(roundCount >= 9, `${roundCount} turns while ten items were read`);
		});

		test('texts keep every character, ids every byte', async (t) => {
			const database = await open(t);
			await fillDatabase(database);
			const id = 'ñ/日本 %2F\u{1F600}';
			const text = JSON.stringify({ id, title: '\u2028 "q" \\ \u{10FFFF}' });
			await database.items.write(live, [{ kind: 'put', id, text, groupId: 'g' }]);
			assert.deepEqual(await database.items.findMany(live, [id]), [{ id, text }]);
		});

		test('live and temporary items have nothing to do with each other', async (t) => {
			const database = await open(t);
			await fillDatabase(database);
			await database.items.write(live, [put('1')]);
			await database.searchEngines.createTemporary(live.hashid, live.indexName);
			await database.items.write(temporary, [put('2')]);
			assert.deepEqual(await database.items.findMany(temporary, ['1']), [undefined]);
			assert.deepEqual(await database.items.findMany(live, ['2']), [undefined]);
			assert.deepEqual([await database.items.count(live), await database.items.count(temporary)], [1, 1]);
		});

		test('a generation that is not there is missing to every method', async (t) => {
			const database = await open(t);
			await fillDatabase(database);
			const { items } = database;
			const scroll = { itemCountMax: 1, groupId: null, nowMs: 1, expiresAtMs: 2 };
			for (const target of [temporary, { ...live, indexName: 'page' }, { ...live, hashid: toHexId(9, 32) }]) {
				assert.equal(await items.findMany(target, ['1']), 'missing');
				assert.equal(await items.findMany(target, []), 'missing');
				assert.equal(await items.count(target), 'missing');
				assert.equal(await items.write(target, [put('1')]), 'missing');
				assert.equal(await items.openScroll(target, toHexId(1, 32), scroll), 'missing');
				assert.equal(await items.readLog(target, startPosition, { changeCountMax: 1 }), 'missing');
			}
			assert.deepEqual(await items.findMany(live, []), []);
		});

		test('many writers at once lose nothing', async (t) => {
			const database = await open(t);
			await fillDatabase(database);
			const writers = Array.from({ length: 50 }, (_, index) => index);
			await Promise.all(writers.map((writer) => database.items.write(live, [put(`own ${writer}`), put('shared')])));
			assert.equal(await database.items.count(live), 51);
			const log = await database.items.readLog(live, startPosition, { changeCountMax: 1000 });
			assert(log !== 'missing');
			assert.equal(new Set(log.changes.map(({ position }) => position)).size, 51);
		});
	});
}

/** An item of one megabyte. */
function putLong(id: string): ItemWrite {
	return { kind: 'put', id, text: JSON.stringify({ id, text: 'x'.repeat(1024 * 1024 - 30) }), groupId: null };
}
