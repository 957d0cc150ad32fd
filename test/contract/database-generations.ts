import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { startPosition, toPosition } from '../../src/domain/log/position.ts';
import type { Database } from '../../src/ports/database.ts';
import type { OpenDatabase } from './database.ts';
import { fillDatabase, live, put, sampleEngine, temporary } from './sample-data.ts';

const { hashid, indexName } = live;
const follower = 'indexer';

export function testGenerations(open: OpenDatabase): void {
	async function openFilled(t: TestContext): Promise<Database> {
		const database = await open(t);
		await fillDatabase(database);
		return database;
	}

	async function listBehind({ generations }: Database) {
		const behind = await generations.listBehind(follower, 0, 100);
		return behind.filter((generation) => generation.hashid === hashid);
	}

	describe('the generations', () => {
		test('of a search engine are listed with what a follower must know', async (t) => {
			const database = await openFilled(t);
			await database.items.write(live, [put('a'), put('b')]);
			await database.searchEngines.createTemporary(hashid, indexName);
			await database.items.write(temporary, [put('c')]);
			const listed = [
				...(await database.generations.listOfSearchEngine(hashid, 'live', follower)),
				...(await database.generations.listOfSearchEngine(hashid, 'temporary', follower)),
			];
			const { locale, currency } = sampleEngine();
			const shared = { hashid, indexName, locale, currency, schema: '' };
			assert.deepEqual(
				listed.map(({ generationId: _, incarnation: __, ...rest }) => rest),
				[
					{ ...shared, kind: 'live', end: toPosition(2), followed: null },
					{ ...shared, kind: 'temporary', end: toPosition(1), followed: null },
				],
			);
			assert.deepEqual(await database.generations.listOfSearchEngine('f'.repeat(32), 'live', follower), []);
		});

		test('that a follower is behind of are listed until it has caught up', async (t) => {
			const database = await openFilled(t);
			const [fresh] = await listBehind(database);
			assert(fresh);
			assert.deepEqual([fresh.end, fresh.followed], [startPosition, null]);
			await database.items.moveFollower(fresh.generationId, follower, startPosition);
			assert.deepEqual(await listBehind(database), []);
			await database.items.write(live, [put('a'), put('b')]);
			assert.deepEqual(await listBehind(database), [{ ...fresh, end: toPosition(2), followed: toPosition(0) }]);
			await database.items.moveFollower(fresh.generationId, 'another', toPosition(2));
			await database.items.moveFollower(fresh.generationId, follower, toPosition(1));
			assert.deepEqual(await listBehind(database), [{ ...fresh, end: toPosition(2), followed: toPosition(1) }]);
			assert.deepEqual(await database.generations.listOfSearchEngine(hashid, 'live', follower), [
				{ ...fresh, end: toPosition(2), followed: toPosition(1) },
			]);
			await database.items.moveFollower(fresh.generationId, follower, toPosition(2));
			assert.deepEqual(await listBehind(database), []);
			const all = await database.generations.listAll(follower, 0, 100);
			assert.deepEqual(
				all.filter((generation) => generation.hashid === hashid),
				[{ ...fresh, end: toPosition(2), followed: toPosition(2) }],
				'among all of them it is whether it is behind or not',
			);
		});

		test('are listed in batches, live and temporary ones in one order', async (t) => {
			const database = await openFilled(t);
			for (const name of ['page', 'post']) {
				await database.searchEngines.createIndex(hashid, { name, preset: 'page', options: {}, datasources: [] });
			}
			await database.searchEngines.createTemporary(hashid, indexName);
			const ids = (await listBehind(database)).map(({ generationId }) => generationId);
			const all = (await database.generations.listBehind(follower, 0, 100)).map((state) => state.generationId);
			assert.equal(ids.length, 4);
			const { listAll, listBehind: listThoseBehind } = database.generations;
			for (const list of [listThoseBehind, listAll]) {
				const batchSizes: number[] = [];
				for (let afterId = 0; ; ) {
					const batch = await list(follower, afterId, 2);
					batchSizes.push(...batch.map(({ generationId }) => generationId));
					assert(batch.length <= 2);
					if (batch.length < 2) break;
					afterId = batch.at(-1)?.generationId ?? 0;
				}
				assert.deepEqual(batchSizes, all);
			}
			assert.deepEqual(
				all,
				all.toSorted((a, b) => a - b),
			);
			assert.deepEqual(await database.generations.listIds(), all);
		});

		test('keep their id when they go live, and are gone when they are retired', async (t) => {
			const database = await openFilled(t);
			const { generations, searchEngines } = database;
			await searchEngines.createTemporary(hashid, indexName);
			const [old] = await generations.listOfSearchEngine(hashid, 'live', follower);
			const [next] = await generations.listOfSearchEngine(hashid, 'temporary', follower);
			assert(old && next);
			await searchEngines.replaceByTemporary(hashid, indexName);
			assert.deepEqual(await generations.listOfSearchEngine(hashid, 'live', follower), [{ ...next, kind: 'live' }]);
			assert.deepEqual(await generations.listOfSearchEngine(hashid, 'temporary', follower), []);
			assert(!(await generations.listIds()).includes(old.generationId));
			assert((await generations.listIds()).includes(next.generationId));
			await searchEngines.remove(hashid);
			assert.deepEqual(await generations.listOfSearchEngine(hashid, 'live', follower), []);
			assert.deepEqual(await listBehind(database), []);
		});
	});
}
