import assert from 'node:assert/strict';
import { beforeEach, describe, it, type TestContext } from 'node:test';
import { dropEventPartitions, ensureEventPartitions } from '../../src/adapters/postgres/event-partitions.ts';
import { writeEvent } from '../support/postgres-events.ts';
import { createPreparedDatabase, openTestPool, preparedAtMs } from '../support/prepared-postgres.ts';
import { queryPostgres } from '../support/query-postgres.ts';

const dayMs = 24 * 3600 * 1000;

let url: string;
beforeEach(async () => {
	url = await createPreparedDatabase();
});

async function listPartitions(): Promise<readonly string[]> {
	const rows = await queryPostgres(
		url,
		`select child.relname as name from pg_inherits join pg_class child on child.oid = inhrelid
		where inhparent = 'event'::regclass order by name`,
	);
	return rows.map(({ name }) => String(name));
}

/** The partition of each event, by the event's millisecond. */
async function locateEvents(): Promise<Readonly<Record<string, string>>> {
	const rows = await queryPostgres(url, 'select occurred_at_ms, tableoid::regclass::text as name from event');
	return Object.fromEntries(rows.map(({ occurred_at_ms, name }) => [String(occurred_at_ms), String(name)]));
}

function ensure(t: TestContext, nowMs: number): Promise<number> {
	return openTestPool(t, url).runInTransaction((connection) => ensureEventPartitions(connection, nowMs));
}

describe('the log of events on PostgreSQL', () => {
	it('has a table for each month around the present', async () => {
		const months = ['event_2026_10', 'event_2026_11', 'event_2026_12', 'event_2027_01'];
		assert.deepEqual(await listPartitions(), [...months, 'event_default']);
	});

	it('gets the tables of later months when their time comes, and no other', async (t) => {
		assert.equal(await ensure(t, preparedAtMs + 20 * dayMs), 1);
		assert.equal(await ensure(t, preparedAtMs + 20 * dayMs), 0);
		assert((await listPartitions()).includes('event_2027_02'));
	});

	it('begins and ends a month where UTC does', async (t) => {
		const pool = openTestPool(t, url);
		const end = Date.UTC(2026, 11, 1);
		for (const occurredAtMs of [end - 1, end])
			await writeEvent(pool.autocommit, 'view', { occurred_at_ms: occurredAtMs });
		assert.deepEqual(await locateEvents(), { [end - 1]: 'event_2026_11', [end]: 'event_2026_12' });
	});

	it('keeps events of a wrong clock, and their positions when their month gets a table', async (t) => {
		const pool = openTestPool(t, url);
		const [past, future] = [5, Date.UTC(2027, 4, 3)];
		for (const occurredAtMs of [past, future])
			await writeEvent(pool.autocommit, 'view', { occurred_at_ms: occurredAtMs });
		assert.deepEqual(await locateEvents(), { [past]: 'event_default', [future]: 'event_default' });
		const readPositions = () =>
			queryPostgres(url, 'select incarnation, xid, serial, session_id from event order by 2, 3');
		const before = await readPositions();
		await ensure(t, Date.UTC(2027, 4, 1));
		assert.deepEqual(await locateEvents(), { [past]: 'event_default', [future]: 'event_2027_05' });
		assert.deepEqual(await readPositions(), before);
	});

	it('has the indexes and the defaults of the log in each of its tables', async () => {
		const counts = await queryPostgres(
			url,
			`select distinct count(pg_index.indexrelid) as index_count,
				(select count(*) from pg_attrdef where adrelid = inhrelid) as default_count
			from pg_inherits join pg_index on indrelid = inhrelid
			where inhparent = 'event'::regclass group by inhrelid`,
		);
		assert.deepEqual(counts, [{ index_count: '3', default_count: '4' }]);
	});

	it('forgets the months that are over for long enough, and single events as old', async (t) => {
		const pool = openTestPool(t, url);
		const [stray, old, recent] = [5, Date.UTC(2026, 9, 30), Date.UTC(2026, 10, 2)];
		for (const occurredAtMs of [stray, stray, old, recent]) {
			await writeEvent(pool.autocommit, 'view', { occurred_at_ms: occurredAtMs });
		}
		const forget = (beforeMs: number) =>
			pool.runInTransaction((connection) => dropEventPartitions(connection, { beforeMs, countMax: 1 }));
		assert.equal(await forget(Date.UTC(2026, 10, 1) - 1), true);
		assert.deepEqual(
			Object.values(await locateEvents()).sort(),
			['event_2026_10', 'event_2026_11', 'event_default'].sort(),
		);
		assert.equal(await forget(Date.UTC(2026, 10, 1)), true);
		assert.deepEqual(await locateEvents(), { [recent]: 'event_2026_11' });
		assert.equal(await forget(Date.UTC(2026, 10, 20)), false);
		assert.deepEqual(await listPartitions(), ['event_2026_11', 'event_2026_12', 'event_2027_01', 'event_default']);
	});
});
