import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createPostgresEventLog } from '../../src/adapters/postgres/event-log.ts';
import { ensureIncarnation, requireIncarnation } from '../../src/adapters/postgres/incarnation.ts';
import { openPostgresPool } from '../../src/adapters/postgres/postgres-pool.ts';
import { startPosition } from '../../src/domain/log/position.ts';
import { startFakePooler } from '../support/fake-pooler.ts';
import { writeEvent } from '../support/postgres-events.ts';
import { sharedPostgresServer } from '../support/postgres-server.ts';
import {
	createPreparedDatabase,
	openTestPool,
	preparedAtMs,
	preparePostgres,
	relaxedBounds,
} from '../support/prepared-postgres.ts';
import { queryPostgres } from '../support/query-postgres.ts';

async function copyDatabase(url: string): Promise<string> {
	const server = await sharedPostgresServer();
	return server.createDatabase(new URL(url).pathname.slice(1));
}

async function listNumbers(url: string): Promise<readonly unknown[]> {
	return (await queryPostgres(url, 'select number from store_incarnation order by number')).map(({ number }) => number);
}

describe('the incarnation of a store on PostgreSQL', () => {
	it('is one for as long as the database is', async () => {
		const url = await createPreparedDatabase();
		// The database of the test is itself a copy.
		await preparePostgres(url);
		const numbers = await listNumbers(url);
		await preparePostgres(url);
		assert.deepEqual(await listNumbers(url), numbers);
	});

	it('is another one in a copy: all old events can be read, before every new one', async (t) => {
		const origin = await createPreparedDatabase();
		await preparePostgres(origin);
		const originPool = openTestPool(t, origin);
		const sessions: string[] = [];
		for (let count = 0; count < 3; count += 1) sessions.push(await writeEvent(originPool.autocommit));
		const { changes: before } = await createPostgresEventLog(originPool.reads)().read(startPosition, 100);

		const copy = await (await sharedPostgresServer()).createDatabase();
		await preparePostgres(copy);
		await queryPostgres(copy, 'truncate store_incarnation, event');
		await queryPostgres(copy, 'alter table event alter column incarnation set default 0');
		for (const table of ['store_incarnation', 'event']) await copyRows(origin, copy, table);
		// Its cluster had seen more transactions than this one has.
		await queryPostgres(copy, `update event set xid = (xid::text::numeric + 1e15)::text::xid8`);

		await preparePostgres(copy);
		const copyPool = openTestPool(t, copy);
		const late = await writeEvent(copyPool.autocommit);
		const { changes: after } = await createPostgresEventLog(copyPool.reads)().read(startPosition, 100);
		assert.deepEqual(
			after.map(({ sessionId }) => sessionId),
			[...sessions, late],
		);
		const [old, next] = [before[0], after[3]].map((event) => Number(event?.position.split('.')[0]));
		assert.equal(next, Number(old) + 1);
	});

	it('begins when everything begun before has ended, and holds for everything that begins after it', async (t) => {
		const url = await copyDatabase(await createPreparedDatabase());
		const pool = openTestPool(t, url);
		const [{ number: old } = { number: 0 }] = await queryPostgres(
			url,
			'select max(number) as number from store_incarnation',
		);
		const waiting = `select from pg_locks join pg_class on pg_class.oid = relation
			where relname = 'event' and not granted and database = (select oid from pg_database where datname = current_database())`;
		const waitFor = async (count: number) => {
			while ((await queryPostgres(url, waiting)).length < count);
		};
		const { preparing, late } = await pool.runInTransaction(async (connection) => {
			await writeEvent(connection);
			const beginning = preparePostgres(url);
			await waitFor(1);
			const writing = writeEvent(pool.autocommit);
			await waitFor(2);
			return { preparing: beginning, late: writing };
		});
		await preparing;
		await late;
		const rows = await queryPostgres(url, 'select incarnation from event order by serial');
		assert.deepEqual(rows, [{ incarnation: old }, { incarnation: Number(old) + 1 }]);
	});

	it('begins once when many new connections find that the server was promoted', async (t) => {
		const url = await createPreparedDatabase();
		await preparePostgres(url);
		const [{ number: old } = { number: 0 }] = await queryPostgres(
			url,
			'select max(number) as number from store_incarnation',
		);
		await queryPostgres(url, 'update store_incarnation set timeline = timeline - 1');
		const pool = openPostgresPool({
			url,
			reads: relaxedBounds,
			writes: relaxedBounds,
			random: Math.random,
			onLost: () => undefined,
			onConnect: (connection) => ensureIncarnation(connection, preparedAtMs),
		});
		t.after(() => pool.close());
		await Promise.all(Array.from({ length: 8 }, () => writeEvent(pool.autocommit)));
		assert.equal((await listNumbers(url)).at(-1), Number(old) + 1);
		assert.deepEqual(await queryPostgres(url, 'select distinct incarnation from event'), [
			{ incarnation: Number(old) + 1 },
		]);
	});

	it('begins with the next write after a promotion behind a pooler, which keeps the connections of clients', async (t) => {
		const url = await createPreparedDatabase();
		await preparePostgres(url);
		const pooler = await startFakePooler(url);
		const pool = openPostgresPool({
			...{ url: pooler.url, reads: relaxedBounds, writes: relaxedBounds },
			...{ random: Math.random, onLost: () => undefined, guard: requireIncarnation },
			onConnect: (connection) => ensureIncarnation(connection, preparedAtMs),
		});
		t.after(async () => {
			await pool.close();
			await pooler.close();
		});
		const writes = [
			() => writeEvent(pool.autocommit),
			() => pool.runInTransaction(writeEvent),
			() => pool.runAtOnce(writeEvent, 'lane'),
		];
		for (const write of writes) await write();
		const [old] = (await listNumbers(url)).slice(-1);
		for (const [at, write] of writes.entries()) {
			await queryPostgres(url, 'update store_incarnation set timeline = timeline - 1');
			await Promise.all([write(), write(), write()]);
			assert.equal((await listNumbers(url)).at(-1), Number(old) + at + 1);
		}
		const rows = await queryPostgres(url, 'select incarnation, count(*)::integer from event group by 1 order by 1');
		assert.deepEqual(
			rows.map(({ incarnation, count }) => [Number(incarnation) - Number(old), count]),
			[
				[0, 3],
				[1, 3],
				[2, 3],
				[3, 3],
			],
		);
	});
});

/** As a dump would. */
async function copyRows(from: string, to: string, table: string): Promise<void> {
	const rows = await queryPostgres(from, `select json_agg(${table}) as rows from ${table}`);
	await queryPostgres(to, `insert into ${table} select * from json_populate_recordset(null::${table}, $1)`, [
		JSON.stringify(rows[0]?.rows),
	]);
}
