/** What a node keeps of search engines that nobody asks it for, and how they come back. */
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { openStorage, type StorageLink } from '../../src/adapters/object-storage/open-storage.ts';
import { openPostgresDatabase, type PostgresDatabase } from '../../src/adapters/postgres/open-postgres-database.ts';
import { createDatabaseChanges } from '../../src/adapters/sql/sql-database.ts';
import { toUtcDay } from '../../src/domain/event/utc-day.ts';
import { unfollowedPosition } from '../../src/domain/log/position.ts';
import { emptyQuery } from '../../src/domain/query/index-query.ts';
import { snapshotFollower } from '../../src/followers/search-index/snapshot-manifest.ts';
import { startSnapshotPublisher } from '../../src/followers/search-index/snapshot-publisher.ts';
import { readMonotonicMs } from '../../src/lib/monotonic-time.ts';
import { type RunningIndexer, startIndexerThread } from '../../src/main/start-indexer.ts';
import { fillDatabase, live, put, remove, sampleEngine, temporary } from '../contract/sample-data.ts';
import { makeTemporaryDirectory, type TemporaryDirectory } from '../contract/temporary-directory.ts';
import { collectAllGarbage } from '../support/collect-all-garbage.ts';
import { createPreparedDatabase, preparedAtMs } from '../support/prepared-postgres.ts';
import { queryPostgres } from '../support/query-postgres.ts';
import { heldLease } from '../support/settable-lease.ts';
import { neverMs, waitFor } from '../support/wait-for.ts';

const { hashid } = sampleEngine();
const keepUnaskedMs = 400;
const call = { hashid, day: toUtcDay(Date.now()), kind: 'search', callCount: 1 } as const;

describe('a search engine that nobody asks a node for', () => {
	let url: string;
	let database: PostgresDatabase;
	const homes: ReturnType<typeof makeTemporaryDirectory>[] = [];
	const running = new Set<RunningIndexer>();
	before(async () => {
		url = await createPreparedDatabase();
		database = openPostgresDatabase({
			...{ url, deadlineMs: neverMs, connectionsMax: 4, random: Math.random, nowMs: () => preparedAtMs },
			changes: createDatabaseChanges(),
			onConnectionLost: () => undefined,
		});
		await fillDatabase(database);
		await database.items.write(live, [put('1'), put('2'), put('3')]);
		// Otherwise nobody is asked for anything, and new nodes begin with all of them.
		const other = sampleEngine(2);
		await database.searchEngines.create(other);
		await database.calls.addCalls([{ ...call, hashid: other.hashid }]);
	});
	after(async () => {
		await Promise.all([...running].map((indexer) => indexer.stop()));
		await database.close();
		for (const home of homes) home.remove();
	});

	function start(
		follower: string,
		keepMs: number | undefined,
		{ home = makeTemporaryDirectory(), snapshots }: { home?: TemporaryDirectory; snapshots?: StorageLink } = {},
	) {
		homes.push(home);
		const kinds: string[] = [];
		const directory = join(home.path, 'search');
		const indexer = startIndexerThread({
			database,
			store: { kind: 'postgres', url, deadlineMs: neverMs, connectionsMax: 2 },
			...{ follower, directory, keepUnaskedMs: keepMs, snapshots },
			limits: { pollIntervalMs: 10, saveDelayMs: 10, cleanIntervalMs: 10 },
			onEvent(event) {
				kinds.push(event.kind);
				assert.ifError(event.kind === 'failed' ? event.error : undefined);
			},
		});
		running.add(indexer);
		const readState = async (kind: 'live' | 'temporary' = 'live') => {
			const [state] = await database.generations.listOfSearchEngine(hashid, kind, follower);
			assert(state);
			return state;
		};
		/** The first answer: the indexer may still be starting. */
		const search = () =>
			waitFor('an answer', () =>
				indexer.searchIndex.search({ hashid, indexNames: ['product'] }, emptyQuery).catch(() => undefined),
			);
		return {
			home,
			readState,
			kinds,
			findIds: async () => (await search())?.hits.map(({ id }) => id).sort() ?? [],
			count: async () => (await search())?.count ?? 0,
			prepare: () => indexer.searchIndex.prepare(hashid, 'product', { kind: 'temporary', timeoutMs: neverMs }),
			isOnDisk: async () => readdirSync(directory).includes(String((await readState()).generationId)),
			whenReady: () =>
				waitFor(
					'a start that is over',
					() => indexer.readProgress().catch(() => undefined),
					(progress) => progress?.isStarted === true,
				),
			whenLeft: (kind: 'live' | 'temporary' = 'live') =>
				waitFor(
					'an engine that was left',
					() => readState(kind),
					({ followed }) => followed === unfollowedPosition,
				),
			whenSaved: () => waitFor('a saved index', readState, ({ followed, end }) => followed === end),
			async stop() {
				running.delete(indexer);
				await indexer.stop();
			},
			/** As if it had been away for a day. */
			forget: () => queryPostgres(url, 'delete from follower where name = $1', [follower]),
		};
	}

	type Node = ReturnType<typeof start>;

	const countTombstones = async () => {
		const [row] = await queryPostgres(url, 'select count(*) from item where body is null');
		return Number(row?.count);
	};

	it('is not on the disk of a new node, which is ready without it, until somebody asks', async () => {
		const node = start('new', neverMs);
		await node.whenReady();
		await node.whenLeft();
		assert.equal(await node.isOnDisk(), false);
		assert.deepEqual(await node.findIds(), ['1', '2', '3']);
		await database.items.write(live, [put('4')]);
		await waitFor('item 4', node.findIds, (ids) => ids.includes('4'));
		await node.whenSaved();
		assert.equal(await node.isOnDisk(), true);
		await node.stop();
		await node.forget();
	});

	it('is on that of a new node before it is ready, where others were asked for it since yesterday', async () => {
		await database.calls.addCalls([call]);
		const node = start('most asked', neverMs);
		await node.whenReady();
		await node.whenSaved();
		assert.equal(await node.isOnDisk(), true);
		await node.stop();
		await node.forget();
		await queryPostgres(url, 'delete from call_day where hashid = $1', [hashid]);
	});

	it('leaves the disk and keeps no tombstones, and is found as it is now when somebody asks again', async () => {
		const node = start('left', keepUnaskedMs);
		for (let round = 0; round < 3; round += 1) {
			await database.items.write(live, [put('1'), put(`round ${round}`)]);
			await waitFor('all items', node.findIds, (ids) => ids.includes(`round ${round}`) && ids.includes('1'));
			await node.whenLeft();
			await waitFor('an empty disk', async () => !(await node.isOnDisk()));
			await database.items.write(live, [remove('1'), remove(`round ${round}`), put('2')]);
			assert.equal(await countTombstones(), 2);
			await collectAllGarbage(database.items, 100, preparedAtMs);
			assert.equal(await countTombstones(), 0);
			assert.deepEqual(await node.findIds(), ['2', '3', '4']);
		}
		await node.stop();
	});

	it('is left again by the next process, and is followed by one that follows all', async () => {
		const first = start('restarted', keepUnaskedMs);
		assert.deepEqual(await first.findIds(), ['2', '3', '4']);
		await first.whenLeft();
		await first.stop();
		const next = start('restarted', keepUnaskedMs, { home: first.home });
		await next.whenReady();
		await database.items.write(live, [put('5')]);
		assert.equal((await next.readState()).followed, unfollowedPosition);
		assert.equal(await next.isOnDisk(), false);
		await next.stop();
		const all = start('restarted', undefined, { home: first.home });
		await all.whenSaved();
		assert.deepEqual(await all.findIds(), ['2', '3', '4', '5']);
		await all.stop();
	});

	it('is kept by a restart that was asked for it before, and by a version that did not know which', async () => {
		const first: Node = start('upgraded', undefined);
		assert.deepEqual(await first.findIds(), ['2', '3', '4', '5']);
		await first.whenSaved();
		await first.stop();
		for (let process = 0; process < 2; process += 1) {
			const next = start('upgraded', neverMs, { home: first.home });
			await next.whenReady();
			assert.equal(await next.isOnDisk(), true);
			assert.notEqual((await next.readState()).followed, unfollowedPosition);
			await next.stop();
		}
	});

	it('is not answered from a snapshot before that has what was written since', async () => {
		const shared = makeTemporaryDirectory();
		homes.push(shared);
		const snapshots = { address: { kind: 'directory', path: shared.path }, credentials: undefined } as const;
		const write = (from: number, to: number) =>
			database.items.write(
				live,
				Array.from({ length: to - from }, (_, at) => put(`many ${from + at}`)),
			);
		for (let from = 0; from < 1_200; from += 100) await write(from, from + 100);
		const first = start('publishing', neverMs, { snapshots });
		await waitFor('all items', first.count, (count) => count > 1_200);
		await first.whenSaved();
		const publisher = startSnapshotPublisher({
			...{ storage: await openStorage(snapshots), directory: join(first.home.path, 'search'), publisher: 'publishing' },
			...{ generations: database.generations, items: database.items, lease: heldLease, onMeasure: () => undefined },
			...{ readIdentity: database.readIdentity, nowMs: readMonotonicMs, pause: async () => undefined },
			onFailure: assert.ifError,
		});
		await waitFor(
			'a snapshot',
			() => database.generations.listOfSearchEngine(hashid, 'live', snapshotFollower),
			([state]) => state?.followed === state?.end,
		);
		await publisher.stop();
		await first.stop();
		for (let from = 1_200; from < 3_000; from += 100) await write(from, from + 100);
		const node = start('taking', neverMs, { snapshots });
		await node.whenReady();
		const counts = [await node.count(), await node.count()];
		assert.deepEqual(counts, [counts[1], counts[1]]);
		assert(Number(counts[0]) > 3_000, `${counts[0]} items`);
		assert(node.kinds.includes('snapshot_taken'));
		await node.stop();
	});

	it('can be re-indexed: its temporary index is not followed either, and is whole before it replaces the other', async () => {
		const node = start('re-indexed', keepUnaskedMs);
		await node.whenReady();
		assert.equal(await database.searchEngines.createTemporary(hashid, 'product'), 'created');
		await database.items.write(temporary, [put('new 1'), put('new 2')]);
		for (const kind of ['temporary', 'live'] as const) await node.whenLeft(kind);
		assert.equal(await node.prepare(), 'ready');
		assert.equal(await database.searchEngines.replaceByTemporary(hashid, 'product'), 'replaced');
		await waitFor('the new items', node.findIds, (ids) => ids.join() === 'new 1,new 2');
		await node.stop();
	});
});
