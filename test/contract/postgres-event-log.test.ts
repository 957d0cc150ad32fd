import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import fc from 'fast-check';
import { sql } from 'kysely';
import { defineSql } from '../../src/adapters/postgres/define-sql.ts';
import { createPostgresEventLog, readHorizonAgeMs } from '../../src/adapters/postgres/event-log.ts';
import type { PostgresPool } from '../../src/adapters/postgres/postgres-pool.ts';
import type { SqlConnection } from '../../src/adapters/sql/sql-connection.ts';
import type { LoggedEvent } from '../../src/domain/event/logged-event.ts';
import type { EventKind } from '../../src/domain/event/shopper-event.ts';
import { comparePositions, startPosition, toPosition } from '../../src/domain/log/position.ts';
import { createSeededRandom, type SeededRandom } from '../../src/lib/seeded-random.ts';
import type { ChangeFeed } from '../../src/ports/change-feed.ts';
import type { LogCriteria } from '../../src/ports/event-repository.ts';
import { chooseSeed } from '../support/chosen-seed.ts';
import { engineOfEvents, writeEvent } from '../support/postgres-events.ts';
import { createPreparedDatabase, openTestPool } from '../support/prepared-postgres.ts';

const purchases: readonly EventKind[] = ['purchase'];
const pauseOf = defineSql((args: { seconds: number }) => sql`select pg_sleep(${args.seconds})`);

type Log = (criteria?: LogCriteria) => ChangeFeed<LoggedEvent>;

function toSessions(events: readonly LoggedEvent[]): (string | null)[] {
	return events.map(({ sessionId }) => sessionId);
}

async function readAll(log: Log): Promise<readonly LoggedEvent[]> {
	return (await log().read(startPosition, 10_000)).changes;
}

async function openLog(t: TestContext): Promise<{ pool: PostgresPool; log: Log }> {
	const pool = openTestPool(t, await createPreparedDatabase(), { connectionsMax: 12 });
	return { pool, log: createPostgresEventLog(pool.reads) };
}

describe('the log of events on PostgreSQL', () => {
	it('is empty at first', async (t) => {
		const { log } = await openLog(t);
		for (const feed of [log(), log({ kinds: purchases })]) {
			assert.deepEqual(await feed.read(startPosition, 5), { changes: [], position: startPosition, isEnd: true });
			assert.equal(await feed.readEnd(), startPosition);
		}
	});

	it('is read in batches, each continuing after the previous one', async (t) => {
		const { pool, log } = await openLog(t);
		const written: string[] = [];
		for (let count = 0; count < 7; count += 1) written.push(await writeEvent(pool.autocommit));
		const first = await log().read(startPosition, 4);
		const second = await log().read(first.position, 4);
		assert.deepEqual([first.isEnd, second.isEnd], [false, true]);
		assert.deepEqual(toSessions([...first.changes, ...second.changes]), written);
		assert.equal(await log().readEnd(), second.position);
	});

	it('is read for some kinds, over all the others', async (t) => {
		const { pool, log } = await openLog(t);
		const kinds: EventKind[] = ['view', 'purchase', 'view', 'view', 'purchase', 'search'];
		const sessions: string[] = [];
		for (const kind of kinds) sessions.push(await writeEvent(pool.autocommit, kind));
		const positions = (await readAll(log)).map(({ position }) => position);
		const feed = log({ kinds: purchases });
		const first = await feed.read(startPosition, 3);
		assert.deepEqual(toSessions(first.changes), [sessions[1]]);
		assert.deepEqual([first.position, first.isEnd], [positions[2], false]);
		const second = await feed.read(first.position, 4);
		assert.deepEqual(toSessions(second.changes), [sessions[4]]);
		assert.deepEqual([second.position, second.isEnd], [positions[5], true]);
	});

	it('is read for one search engine, and for some kinds of it', async (t) => {
		const { pool, log } = await openLog(t);
		const mine: string[] = [];
		for (const kind of ['view', 'search', 'impression', 'cart'] as const) {
			mine.push(await writeEvent(pool.autocommit, kind));
			await writeEvent(pool.autocommit, kind, { hashid: 'f'.repeat(32) });
		}
		const all = await log({ hashid: engineOfEvents }).read(startPosition, 10);
		assert.deepEqual(toSessions(all.changes), mine);
		const interactions = log({ hashid: engineOfEvents, kinds: ['view', 'cart'] });
		const batch = await interactions.read(startPosition, 1);
		assert.deepEqual(toSessions(batch.changes), [mine[0]]);
		assert.equal(batch.position, all.changes[0]?.position);
		assert.deepEqual(toSessions((await interactions.read(batch.position, 3)).changes), [mine[3]]);
	});

	it('ends for readers at the oldest open transaction that has written, whose age is reported', async (t) => {
		const { pool, log } = await openLog(t);
		const early = await writeEvent(pool.autocommit);
		const [open, late] = await pool.runInTransaction(async (connection) => {
			const own = await writeEvent(connection);
			const later = await writeEvent(pool.autocommit);
			assert.deepEqual(toSessions(await readAll(log)), [early]);
			const ageMs = await readHorizonAgeMs(pool.reads);
			assert(ageMs > 0 && ageMs < 600_000, String(ageMs));
			return [own, later];
		});
		assert.equal(await readHorizonAgeMs(pool.reads), 0);
		assert.deepEqual(toSessions(await readAll(log)), [early, open, late]);
	});

	it('continues after a transaction that was rolled back', async (t) => {
		const { pool, log } = await openLog(t);
		const work = pool.runInTransaction(async (connection) => {
			await writeEvent(connection);
			throw new Error('undone');
		});
		await assert.rejects(work, /undone/);
		const late = await writeEvent(pool.autocommit);
		assert.deepEqual(toSessions(await readAll(log)), [late]);
	});

	it('is not read from a position of another store', async (t) => {
		const { log } = await openLog(t);
		await assert.rejects(log().read(toPosition(120), 5), /120 is not a position of this store/);
	});

	it('is in the order in which positions are compared, whatever their numbers', async (t) => {
		const { pool, log } = await openLog(t);
		const numbers = fc.record({
			incarnation: fc.constantFrom(-12, -2, -1, 0),
			xid: fc.oneof(fc.bigInt(1n, 12n), fc.bigInt(1n, 2n ** 64n - 1n)).map(String),
			serial: fc.oneof(fc.nat(12), fc.maxSafeNat()),
		});
		for (let count = 0; count < 50; count += 1) await writeEvent(pool.autocommit);
		const newest = 'select max(number) from store_incarnation';
		const at = defineSql(
			(args: { rows: string }) => sql`
				with place as (
					select row_number() over () as number, incarnation, xid, serial
					from json_to_recordset(${args.rows}) as t (incarnation integer, xid xid8, serial bigint)
				), numbered as (select ctid as row, tableoid as part, row_number() over () as number from event)
				update event set incarnation = 20 + place.incarnation, xid = place.xid, serial = place.serial
				from place join numbered using (number)
				where event.ctid = numbered.row and event.tableoid = numbered.part`,
		);
		const distinct = fc.uniqueArray(numbers, { minLength: 50, maxLength: 50, selector: (row) => JSON.stringify(row) });
		await pool.autocommit.run(
			defineSql(() => sql.raw(`update store_incarnation set number = 21 where number = (${newest})`)),
			{},
		);
		await pool.autocommit.run(at, { rows: JSON.stringify(fc.sample(distinct, 1)[0]) });
		const positions = (await readAll(log)).map(({ position }) => position);
		assert.equal(positions.length, 50);
		assert.deepEqual(positions, positions.toSorted(comparePositions));
		const middle = positions[24] ?? startPosition;
		const rest = await log().read(middle, 100);
		assert.deepEqual(
			rest.changes.map(({ position }) => position),
			positions.slice(25),
		);
	});

	it('is read by everybody in one order, each committed event once, while many write', async (t) => {
		const { pool, log } = await openLog(t);
		const seed = chooseSeed(t);
		let isWriting = true;
		const feeds = [
			log({ kinds: ['view', 'purchase'] }),
			log({ kinds: purchases }),
			log(),
			log({ hashid: engineOfEvents }),
		];
		const following = feeds.map((feed, number) => follow(feed, () => isWriting, createSeededRandom(seed - number)));
		const writing = [1, 2, 3, 4, 5, 6, 7, 8].map((number) => write(pool, createSeededRandom(seed + number)));
		const committed = (await Promise.all(writing)).flat();
		isWriting = false;
		const [byKinds = [], ofPurchases = [], ofAll = [], ofEngine = []] = await Promise.all(following);
		assert.deepEqual(toSessions(ofAll).sort(), committed.sort());
		assert.deepEqual(byKinds, ofAll);
		assert.deepEqual(ofEngine, ofAll);
		assert.deepEqual(
			ofPurchases,
			ofAll.filter(({ kind }) => kind === 'purchase'),
		);
		for (const [index, { position }] of ofAll.entries()) {
			assert(comparePositions(ofAll[index - 1]?.position ?? startPosition, position) < 0);
		}
	});
});

/** Transactions of random length, some of which are rolled back. @returns the sessions of committed events. */
async function write(pool: PostgresPool, random: SeededRandom): Promise<readonly string[]> {
	const committed: string[] = [];
	for (let count = 0; count < 25; count += 1) {
		const isUndone = random.chance(0.2);
		const work = pool.runInTransaction(async (connection) => {
			const own = await writeSome(connection, random);
			if (isUndone) throw new Error('undone');
			return own;
		});
		committed.push(...(await work.catch(() => [])));
	}
	return committed;
}

async function writeSome(connection: SqlConnection, random: SeededRandom): Promise<readonly string[]> {
	const sessions: string[] = [];
	for (let left = random.integer(1, 4); left > 0; left -= 1) {
		sessions.push(await writeEvent(connection, random.pick(['view', 'view', 'purchase'])));
		if (random.chance(0.3)) await connection.all(pauseOf, { seconds: random.fraction() * 0.02 });
	}
	return sessions;
}

/** Reads on until it has reached the end after the last write. */
async function follow(
	feed: ChangeFeed<LoggedEvent>,
	isWriting: () => boolean,
	random: SeededRandom,
): Promise<readonly LoggedEvent[]> {
	const read: LoggedEvent[] = [];
	let position = startPosition;
	for (;;) {
		const isLast = !isWriting();
		const batch = await feed.read(position, random.integer(1, 20));
		read.push(...batch.changes);
		position = batch.position;
		if (isLast && batch.isEnd) return read;
	}
}
