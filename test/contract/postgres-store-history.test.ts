import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { createPostgresEventLog } from '../../src/adapters/postgres/event-log.ts';
import { migrations } from '../../src/adapters/postgres/migrations.ts';
import { openPostgresLease } from '../../src/adapters/postgres/postgres-lease.ts';
import { preparePostgresDatabase } from '../../src/adapters/postgres/prepare-database.ts';
import { createStoreHistory } from '../../src/adapters/postgres/store-history.ts';
import { startPosition, toPosition } from '../../src/domain/log/position.ts';
import { createStorePast, hasEvents } from '../../src/followers/runtime/store-past.ts';
import { writeEvent } from '../support/postgres-events.ts';
import { sharedPostgresServer } from '../support/postgres-server.ts';
import { createPreparedDatabase, openTestPool, preparedAtMs, preparePostgres } from '../support/prepared-postgres.ts';
import { queryPostgres } from '../support/query-postgres.ts';

async function prepare(t: TestContext, url?: string) {
	const of = url ?? (await createPreparedDatabase());
	await preparePostgres(of);
	const pool = openTestPool(t, of);
	return { url: of, pool, history: createStoreHistory(pool.reads) };
}

/** As a start finds a server that was promoted. */
async function promote(url: string): Promise<void> {
	await queryPostgres(url, 'update store_incarnation set timeline = timeline - 1');
	await preparePostgres(url);
}

const setSeq = (url: string, id: number, seq: number) =>
	queryPostgres(
		url,
		`insert into generation (id, state, seq, item_count) values (${id}, 'live', ${seq}, 0)
			on conflict (id) do update set seq = excluded.seq`,
	);

describe('the history of a store on PostgreSQL', () => {
	it('tells up to where writes of items that were read are still there', async (t) => {
		const { url, history } = await prepare(t);
		await setSeq(url, 1, 9);
		await setSeq(url, 2, 3);
		const first = await history.readIncarnation();
		await setSeq(url, 1, 7);
		await promote(url);
		const second = await history.readIncarnation();
		await setSeq(url, 1, 12);
		await setSeq(url, 3, 1);
		await promote(url);
		const third = await history.readIncarnation();
		assert.equal(new Set([first, second, third]).size, 3);
		const reached = async (since: string, generationId: number) => {
			const { hasItems, incarnation } = await history.findCommonPast(since);
			assert.equal(incarnation, third);
			return Math.max(...Array.from({ length: 20 }, (_, seq) => (hasItems(generationId, toPosition(seq)) ? seq : 0)));
		};
		assert.deepEqual(await Promise.all([1, 2, 3].map((id) => reached(first, id))), [7, 3, 0]);
		assert.deepEqual(await Promise.all([1, 2, 3].map((id) => reached(second, id))), [12, 3, 1]);
		assert.deepEqual(await Promise.all([1, 2, 3].map((id) => reached(third, id))), [19, 19, 19]);
		assert.deepEqual(await Promise.all([1, 2, 3].map((id) => reached('unknown', id))), [0, 0, 0]);
	});

	it('tells up to where events that were read are still there', async (t) => {
		const { url, pool, history } = await prepare(t);
		const { readEnd } = createPostgresEventLog(pool.reads)();
		const first = await history.readIncarnation();
		await writeEvent(pool.autocommit);
		const kept = await readEnd();
		await writeEvent(pool.autocommit);
		const lost = await readEnd();
		await queryPostgres(url, 'delete from event where serial = (select max(serial) from event)');
		await promote(url);
		await writeEvent(pool.autocommit);
		const common = await history.findCommonPast(first);
		assert.deepEqual(
			[startPosition, kept, lost, await readEnd()].map((position) => hasEvents(common, position)),
			[true, true, false, false],
		);
		const past = createStorePast(history);
		const now = await past.readIncarnation();
		assert(hasEvents(await past.compare(now, now), await readEnd()));
	});

	it('knows nothing of another server that was promoted in its place, although both count alike', async (t) => {
		const url = await createPreparedDatabase();
		await setSeq(url, 1, 5);
		const copies = [];
		for (let count = 0; count < 2; count += 1) {
			const copy = await (await sharedPostgresServer()).createDatabase(new URL(url).pathname.slice(1));
			copies.push(await prepare(t, copy));
		}
		assert(copies[0] && copies[1]);
		const number = 'select max(number) as number from store_incarnation';
		assert.deepEqual(await queryPostgres(copies[0].url, number), await queryPostgres(copies[1].url, number));
		const common = await copies[1].history.findCommonPast(await copies[0].history.readIncarnation());
		assert(!common.hasItems(1, toPosition(1)));
	});

	it('takes positions that were noted before it was for those of the last incarnation then', async (t) => {
		const url = await (await sharedPostgresServer()).createDatabase();
		const options = { url, nowMs: preparedAtMs, connectTimeoutMs: 10_000, lockTimeoutMs: 60_000 };
		await preparePostgresDatabase({ ...options, steps: migrations.slice(0, 15) });
		await setSeq(url, 1, 5);
		const { history } = await prepare(t, url);
		assert((await history.findCommonPast('')).hasItems(1, toPosition(5)));
		await setSeq(url, 1, 4);
		await promote(url);
		const common = await history.findCommonPast('');
		assert.deepEqual(
			[4, 5].map((seq) => common.hasItems(1, toPosition(seq))),
			[true, false],
		);
	});

	it('takes all leases from their holders, and never gives a fence again', async (t) => {
		const { url, pool } = await prepare(t);
		const holder = { job: 'statistics', holder: 'one', nowMs: () => 0 } as const;
		const lease = openPostgresLease(pool, holder);
		const fence = await lease.hold();
		assert(fence !== undefined);
		await promote(url);
		await assert.rejects(() => pool.runInTransaction(lease.check));
		const later = await openPostgresLease(pool, { ...holder, holder: 'other' }).hold();
		assert(later !== undefined && later > fence + 1000, `${later} after ${fence}`);
	});

	it('keeps beginnings of eight incarnations', async (t) => {
		const { url, history } = await prepare(t);
		await setSeq(url, 1, 5);
		const ids: string[] = [];
		for (let count = 0; count < 10; count += 1) {
			ids.push(await history.readIncarnation());
			await promote(url);
		}
		const [row] = await queryPostgres(url, 'select count(*)::integer as count from generation_start');
		assert.equal(row?.count, 8);
		const known = await Promise.all(
			ids.map(async (id) => (await history.findCommonPast(id)).hasItems(1, toPosition(5))),
		);
		assert.deepEqual(known, [false, false, ...Array(8).fill(true)]);
	});
});
