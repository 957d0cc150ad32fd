/** Leases in PostgreSQL: one holder at a time, and nothing is committed under one that was lost. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { openPostgresLease } from '../../src/adapters/postgres/postgres-lease.ts';
import type { PostgresPool } from '../../src/adapters/postgres/postgres-pool.ts';
import type { LeasedJob } from '../../src/ports/lease.ts';
import { createPreparedDatabase, openTestDatabase, openTestPool } from '../support/prepared-postgres.ts';
import { queryPostgres } from '../support/query-postgres.ts';

let url: string;
before(async () => {
	url = await createPreparedDatabase();
});

/** By the clock of the database, as if the time had passed. */
async function expire(job: LeasedJob): Promise<void> {
	await queryPostgres(url, "update lease set expires_at = clock_timestamp() - interval '1 second' where name = $1", [
		job,
	]);
}

/** A process, whose clock a test moves past what it knows from a moment ago. */
function openHolder(pool: PostgresPool, job: LeasedJob, holder: string, durationMs?: number) {
	let nowMs = 0;
	const lease = openPostgresLease(pool, {
		job,
		holder,
		nowMs: () => nowMs,
		...(durationMs !== undefined && { durationMs }),
	});
	return {
		...lease,
		holdLater() {
			nowMs += 60_000;
			return lease.hold();
		},
		write: () => pool.runInTransaction((connection) => lease.check(connection)),
	};
}

describe('a lease in PostgreSQL', () => {
	it('has one holder, until it is released or has expired, and each has a greater fence', async (t) => {
		const pool = openTestPool(t, url);
		const [a, b] = ['a', 'b'].map((name) => openHolder(pool, 'item copies', name));
		assert(a !== undefined && b !== undefined);
		assert.equal(await a.hold(), 1);
		assert.equal(await b.hold(), undefined);
		assert.equal(await a.holdLater(), 1);
		await a.release();
		assert.equal(await b.holdLater(), 2);
		assert.equal(await a.holdLater(), undefined);
		await expire('item copies');
		assert.equal(await a.holdLater(), 3);
		assert.equal(await b.holdLater(), undefined);
	});

	it('that expired is still good as long as nobody else took it', async (t) => {
		const pool = openTestPool(t, url);
		const holder = openHolder(pool, 'garbage collection', 'a');
		await holder.hold();
		await expire('garbage collection');
		await holder.write();
		assert.equal(await holder.holdLater(), 2);
	});

	it('that was lost lets nothing be committed, whatever its holder believes', async (t) => {
		const pool = openTestPool(t, url);
		const database = openTestDatabase(t, url);
		const job = database.openJob('widget rollups', 'stopped');
		assert.equal(await job.lease.hold(), 1);
		await job.database.events.addEmptyAnswers([]);
		await expire('widget rollups');
		assert.equal(await openHolder(pool, 'widget rollups', 'other').hold(), 2);
		await assert.rejects(job.database.events.addEmptyAnswers([]), ({ failure, cause }: never) => {
			assert.equal((failure as { code: string }).code, 'unavailable');
			assert.match(String(cause), /the lease of "widget rollups" was lost/);
			return true;
		});
		assert.equal(await job.lease.hold(), undefined);
	});

	it('is not taken while a transaction under it is open, and nobody waits for that', async (t) => {
		const pool = openTestPool(t, url);
		const holder = openHolder(pool, 'statistics', 'a', 0);
		const other = openHolder(pool, 'statistics', 'b');
		await holder.hold();
		await pool.runInTransaction(async (connection) => {
			await holder.check(connection);
			assert.equal(await other.hold(), undefined);
		});
		assert.equal(await other.holdLater(), 2);
		await assert.rejects(holder.write());
	});

	it('is taken by one of many that want it at once', async (t) => {
		const pool = openTestPool(t, url);
		const holders = Array.from({ length: 12 }, (_, number) => openHolder(pool, 'first run', `h${number}`));
		const fences = await Promise.all(holders.map((holder) => holder.hold()));
		assert.deepEqual(
			fences.filter((fence) => fence !== undefined),
			[1],
		);
	});
});
