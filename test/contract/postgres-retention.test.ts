/** Retention on PostgreSQL: months that are over go as a whole, and nobody who reads or writes the log minds. */
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import pg from 'pg';
import { openPostgresDatabase, type PostgresDatabase } from '../../src/adapters/postgres/open-postgres-database.ts';
import { createDatabaseChanges } from '../../src/adapters/sql/sql-database.ts';
import { startPosition } from '../../src/domain/log/position.ts';
import { FailureError } from '../../src/lib/failure.ts';
import { createPreparedDatabase, preparedAtMs } from '../support/prepared-postgres.ts';
import { queryPostgres } from '../support/query-postgres.ts';
import { readEvents } from '../support/read-events.ts';
import { neverMs, waitFor } from '../support/wait-for.ts';
import { fillDatabase, live, put, sampleCart, sampleEngine, sampleEvent, toHexId } from './sample-data.ts';

const october = Date.UTC(2026, 9, 30);
const novemberBegins = Date.UTC(2026, 10, 1);
const november = Date.UTC(2026, 10, 2);
const { hashid } = sampleEngine();
const monthsOver = { eventsBeforeMs: novemberBegins, suppressionsBeforeMs: 0, eventCountMax: 1 };

async function open(t: TestContext): Promise<{ readonly database: PostgresDatabase; readonly url: string }> {
	const url = await createPreparedDatabase();
	const database = openPostgresDatabase({
		...{ url, deadlineMs: neverMs, connectionsMax: 8, random: Math.random, nowMs: () => preparedAtMs },
		changes: createDatabaseChanges(),
		onConnectionLost: () => undefined,
	});
	t.after(() => database.close());
	await fillDatabase(database);
	await database.items.write(live, [put('7')]);
	return { database, url };
}

function views(count: number, occurredAtMs: number) {
	return Array.from({ length: count }, (_, number) =>
		sampleEvent(number, { kind: 'init' }, { occurredAtMs, sessionId: 'shopper', userId: null }),
	);
}

async function hasTableOfOctober(url: string): Promise<boolean> {
	const [row] = await queryPostgres(url, `select to_regclass('event_2026_10') is not null as is_there`);
	return row?.is_there === true;
}

describe('retention on PostgreSQL', () => {
	it('drops a month that is over in one step, however many events it has, and deletes those of another one by one', async (t) => {
		const { database, url } = await open(t);
		const { events } = database;
		await events.recordMany([...views(50, october), ...views(3, november)]);
		assert.equal(await events.forgetOld({ ...monthsOver, eventsBeforeMs: novemberBegins - 1 }), 'forgotten');
		assert.equal((await readEvents(events)).length, 52);
		assert.equal(await hasTableOfOctober(url), true);
		assert.equal(await events.forgetOld(monthsOver), 'forgotten');
		assert.equal((await readEvents(events)).length, 3);
		assert.equal(await hasTableOfOctober(url), false);
		assert.equal(await events.forgetOld(monthsOver), 'idle');
		assert.equal(await events.forgetOld({ ...monthsOver, eventsBeforeMs: november + 1 }), 'forgotten');
		assert.equal((await readEvents(events)).length, 2);
	});

	it('does not make the table of a month again that nothing is kept of', async (t) => {
		const { database, url } = await open(t);
		await database.events.forgetOld(monthsOver);
		const job = database.openJob('event partitions', 'test');
		await job.lease.hold();
		await job.maintainPartitions({ nowMs: preparedAtMs, eventsBeforeMs: novemberBegins });
		assert.equal(await hasTableOfOctober(url), false);
		await job.maintainPartitions({ nowMs: preparedAtMs, eventsBeforeMs: null });
		assert.equal(await hasTableOfOctober(url), true);
	});

	it('leaves readers where they are, and erasures and carts with what there still is', async (t) => {
		const { database } = await open(t);
		const { events } = database;
		const shopper = { sessionId: 'shopper', userId: null };
		await events.recordMany([sampleCart(1, '7', { ...shopper, occurredAtMs: october }), ...views(5, october)]);
		await events.recordMany(views(5, november));
		const all = await readEvents(events);
		assert.equal(all.length, 11);
		await events.forgetOld(monthsOver);

		const afterThird = all[2]?.position ?? assert.fail();
		assert.deepEqual(await readEvents(events, afterThird), all.slice(6));
		assert.deepEqual(await readEvents(events, startPosition), all.slice(6));

		assert.equal(
			await events.recordMany([
				sampleEvent(20, { kind: 'checkout', sources: [] }, { ...shopper, occurredAtMs: november }),
			]),
			'recorded',
		);
		assert.deepEqual(await events.listOfEngine(hashid, 'purchase', 10), []);

		const positions = all.map(({ position }) => position);
		const erasure = { id: toHexId(9, 32), hashid, storeId: null, positions, erasedAtMs: november };
		assert.equal(await events.eraseEvents(erasure), 5);
	});

	it('fails nobody who reads and writes the log at the same time', async (t) => {
		const { database, url } = await open(t);
		const { events } = database;
		await events.recordMany(views(50, october));
		let isOver = false;
		async function use(work: () => Promise<unknown>): Promise<number> {
			let count = 0;
			for (; !isOver || count < 3; count += 1) await work();
			return count;
		}
		const shopper = { sessionId: 'buyer', userId: null, occurredAtMs: november };
		const users = Promise.all([
			use(() => events.recordOfItem(sampleCart(1, '7', shopper))),
			use(() => events.recordMany([sampleEvent(2, { kind: 'checkout', sources: [] }, shopper)])),
			use(() => events.log().read(startPosition, 20)),
			use(() => events.countWidgetEvents(10)),
			use(() => events.eraseEvents({ id: toHexId(9, 32), hashid, storeId: null, positions: [], erasedAtMs: 1 })),
		]);
		await waitFor('the month to be dropped', () =>
			events.forgetOld(monthsOver).catch((error) => {
				// It gives way to those who are slow.
				assert(error instanceof FailureError && error.failure.code === 'timed_out', String(error));
				return false;
			}),
		);
		isOver = true;
		assert((await users).every((count) => count >= 3));
		assert.equal(await hasTableOfOctober(url), false);
	});

	it('waits for no reader that takes long, such as a dump, and does not keep writers waiting for it', async (t) => {
		const { database, url } = await open(t);
		const { events } = database;
		await events.recordMany(views(3, october));
		const dump = new pg.Client({ connectionString: url });
		await dump.connect();
		t.after(() => dump.end());
		await dump.query('begin; lock table event in access share mode');
		const forgetting = events.forgetOld(monthsOver).then(
			() => assert.fail('the dump reads it'),
			(error: unknown) => error,
		);
		assert.equal(await events.recordOfItem(sampleCart(1, '7', { occurredAtMs: november })), 'recorded');
		const refusal = await forgetting;
		assert(refusal instanceof FailureError && refusal.failure.code === 'timed_out', String(refusal));
		await dump.query('rollback');
		assert.equal(await events.forgetOld(monthsOver), 'forgotten');
		assert.equal(await hasTableOfOctober(url), false);
	});
});
