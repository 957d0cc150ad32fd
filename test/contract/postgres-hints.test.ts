/** Hints beside polling: what is heard of writes, and what becomes of it when the connection is lost. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { before, describe, it, type TestContext } from 'node:test';
import { startHintListener } from '../../src/adapters/postgres/hint-listener.ts';
import type { Hint } from '../../src/adapters/postgres/hint-sender.ts';
import { openPostgresDatabase } from '../../src/adapters/postgres/open-postgres-database.ts';
import { createDatabaseChanges } from '../../src/adapters/sql/sql-database.ts';
import { emptyQuery } from '../../src/domain/query/index-query.ts';
import { startIndexerThread } from '../../src/main/start-indexer.ts';
import { startRecommenderThread } from '../../src/main/start-recommender.ts';
import type { Database } from '../../src/ports/database.ts';
import { startFakePooler } from '../support/fake-pooler.ts';
import { openMovingAddress } from '../support/moving-address.ts';
import { createPreparedDatabase, preparedAtMs } from '../support/prepared-postgres.ts';
import { queryPostgres } from '../support/query-postgres.ts';
import { neverMs, waitFor } from '../support/wait-for.ts';
import { fillDatabase, live, put, sampleCart, sampleEngine, sampleEvent, sampleWidget } from './sample-data.ts';
import { makeTemporaryDirectory } from './temporary-directory.ts';

const listeners = `select pid from pg_stat_activity where datname = current_database() and query like 'listen%'`;

let url: string;
before(async () => {
	url = await createPreparedDatabase();
	const database = open();
	await fillDatabase(database);
	await database.close();
});

function open(): Database {
	return openPostgresDatabase({
		...{ url, deadlineMs: neverMs, connectionsMax: 4, random: Math.random, nowMs: () => preparedAtMs },
		changes: createDatabaseChanges(),
		onConnectionLost: () => undefined,
	});
}

function openDatabase(t: TestContext): Database {
	const database = open();
	t.after(() => database.close());
	return database;
}

interface Heard {
	count(hint: Hint): number;
	/** Resolves when the listener has begun to listen once more than before the call. */
	again(hint: Hint, than: number): Promise<unknown>;
	/** What it said of whether it hears hints. */
	readonly said: readonly boolean[];
}

function listen(
	t: TestContext,
	onHint: (hint: Hint) => void = () => undefined,
	onListening: (isListening: boolean) => void = () => undefined,
): Heard {
	const counts = { items: 0, events: 0, settings: 0 };
	const said: boolean[] = [];
	const listener = startHintListener({
		...{ url, connectTimeoutMs: 10_000, random: () => 0 },
		onHint(hint) {
			counts[hint] += 1;
			onHint(hint);
		},
		onListening(isListening) {
			said.push(isListening);
			onListening(isListening);
		},
	});
	t.after(() => listener.close());
	return {
		said,
		count: (hint) => counts[hint],
		again: (hint, than) =>
			waitFor(
				`a hint of ${hint}`,
				() => counts[hint],
				(count) => count > than,
			),
	};
}

describe('hints of PostgreSQL', () => {
	it('tell which log has grown, to other processes too, and of what was written before they listened', async (t) => {
		const database = openDatabase(t);
		const heard = listen(t);
		await heard.again('items', 0);
		await heard.again('events', 0);
		const [items, events] = [heard.count('items'), heard.count('events')];
		await database.items.write(live, [put('7')]);
		await heard.again('items', items);
		assert.equal(heard.count('events'), events);
		assert.equal(await database.events.recordOfItem(sampleCart(1, '7')), 'recorded');
		await heard.again('events', events);
	});

	it('tell of what shoppers did, and not of what they were shown', async (t) => {
		const database = openDatabase(t);
		const heard = listen(t);
		await heard.again('events', 0);
		const [events, settings] = [heard.count('events'), heard.count('settings')];
		const impression = { kind: 'impression', widgetId: sampleWidget().id, shown: [] } as const;
		const shown = { ...sampleEvent(3, impression), queuedAtMs: 3 };
		await database.events.recordQueued([shown]);
		const { hashid } = sampleEngine();
		await database.searchEngines.createIndex(hashid, { name: 'post', preset: 'generic', options: {}, datasources: [] });
		// Hints arrive in the order of their writes.
		await heard.again('settings', settings);
		assert.equal(heard.count('events'), events);
		const done = { ...sampleCart(4, '7'), queuedAtMs: 4 };
		await database.events.recordQueued([{ ...shown, id: sampleEvent(5, impression).id }, done]);
		await heard.again('events', events);
	});

	it('tell that settings have changed, and not that items were written', async (t) => {
		const database = openDatabase(t);
		const heard = listen(t);
		await heard.again('settings', 0);
		const [items, settings] = [heard.count('items'), heard.count('settings')];
		await database.items.write(live, [put('7')]);
		await heard.again('items', items);
		assert.equal(heard.count('settings'), settings);
		const { hashid } = sampleEngine();
		await database.searchEngines.createIndex(hashid, { name: 'page', preset: 'generic', options: {}, datasources: [] });
		await heard.again('settings', settings);
	});

	it('are heard again when the connection was lost', async (t) => {
		const database = openDatabase(t);
		const heard = listen(t);
		await heard.again('events', 0);
		const beforeLoss = heard.count('events');
		assert.deepEqual(heard.said, [true]);
		await queryPostgres(url, `select pg_terminate_backend(pid) from (${listeners}) as listening`);
		await heard.again('events', beforeLoss);
		assert.deepEqual(heard.said, [true, false, true]);
		const afterLoss = heard.count('events');
		await database.events.recordMany([{ ...sampleCart(2, '7') }]);
		await heard.again('events', afterLoss);
	});

	it('are given up behind a pooler, and the connection with them', async (t) => {
		const pooler = await startFakePooler(url);
		const listener = startHintListener({
			...{ url: pooler.url, connectTimeoutMs: 10_000, random: () => 0 },
			onHint: () => assert.fail('nothing can be heard'),
			onListening: () => assert.fail('nothing can be heard'),
		});
		t.after(() => listener.close());
		// It ends when no connection is left.
		await pooler.close();
	});

	it('keep nobody waiting whose database falls silent', async () => {
		await using address = await openMovingAddress(Number(new URL(url).port));
		const ownUrl = Object.assign(new URL(url), { hostname: '127.0.0.1', port: address.port }).href;
		const listening = Promise.withResolvers<void>();
		const listener = startHintListener({
			...{ url: ownUrl, connectTimeoutMs: 10_000, random: () => 0, onHint: () => undefined },
			onListening: () => listening.resolve(),
		});
		await listening.promise;
		address.fallSilent();
		await listener.close();
	});

	it('leave no connection behind', async () => {
		const listener = startHintListener({
			...{ url, connectTimeoutMs: 10_000, random: () => 0, onHint: () => undefined },
			onListening: () => undefined,
		});
		await waitFor(
			'a listener',
			() => queryPostgres(url, listeners),
			(rows) => rows.length > 0,
		);
		await listener.close();
		await waitFor(
			'no listener',
			() => queryPostgres(url, listeners),
			(rows) => rows.length === 0,
		);
	});

	it('have followers read at once that would not poll for a day', async (t) => {
		const directory = makeTemporaryDirectory();
		const database = openDatabase(t);
		const { hashid } = sampleEngine();
		const store = { kind: 'postgres', url, deadlineMs: neverMs, connectionsMax: 2 } as const;
		const onEvent = () => undefined;
		const limits = { pollIntervalMs: neverMs };
		const indexer = startIndexerThread({
			...{ database, store, follower: 'fulltext', limits, onEvent },
			directory: join(directory.path, 'search'),
		});
		const models = startRecommenderThread({ store, directory: join(directory.path, 'recommend'), limits, onEvent });
		listen(
			t,
			(log) => (log === 'items' ? indexer.hint([]) : models.hint([])),
			(isListening) => {
				indexer.expectHints(isListening);
				models.expectHints(isListening);
			},
		);
		t.after(async () => {
			await Promise.all([indexer.stop(), models.stop()]);
			directory.remove();
		});
		const search = () => indexer.searchIndex.search({ hashid, indexNames: ['product'] }, emptyQuery);
		const countHits = () =>
			search().then(
				({ count }) => count,
				// The indexer is being started.
				() => -1,
			);
		for (const id of ['8', '9']) {
			const found = await waitFor('an index', countHits, (count) => count >= 0);
			await database.items.write(live, [put(id)]);
			await waitFor(`item ${id}`, countHits, (count) => count === found + 1);
			await database.events.recordOfItem(sampleCart(Number(id), id));
			const end = await waitFor('the event', () => database.events.log().readEnd());
			await waitFor('models that have it', models.recommender.readState, ({ position }) => position === end);
		}
	});
});
