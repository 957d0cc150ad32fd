/**
 * The log of events, with one table for each month of UTC:
 *
 *     event ─┬─ event_2026_10   event_2026_11   event_2026_12      made ahead, dropped when the whole month is too old
 *            └─ event_default                                      for events of clocks that were set wrong
 *
 * A reader asks each partition for its next events. Weeks would drop events three weeks sooner, but a batch from sixty
 * weeks takes four times as long as one from fourteen months.
 */
import { sql } from 'kysely';
import type { SqlConnection } from '../sql/sql-connection.ts';
import { defineSql, runSql } from './define-sql.ts';
import { lockSchema } from './incarnation.ts';

interface Month {
	readonly name: string;
	readonly beginMs: number;
	/** Exclusive. */
	readonly endMs: number;
}

/** From one month before the present one, for clocks that are late, to two months after it. */
const firstOffset = -1;
const lastOffset = 2;

export const listPartitions = defineSql<{ name: string }>(
	() => sql`
		select child.relname as name from pg_inherits join pg_class as child on child.oid = pg_inherits.inhrelid
		where pg_inherits.inhparent = to_regclass('event') order by child.relname`,
);

/**
 * While a drop waits for the readers and writers of the log, all that come later wait behind it. So it does not wait for
 * those that take long, such as a dump, and is tried again.
 */
const limitLockWait = defineSql(() => sql`select set_config('lock_timeout', '250', true)`);

const deleteStrays = defineSql(
	(args: { beforeMs: number; countMax: number }) => sql`
		delete from event_default where ctid = any(array(
			select ctid from event_default where occurred_at_ms < ${args.beforeMs} limit ${args.countMax}
		))`,
);

/**
 * Creates the missing partitions of the months around now, but for those that are older than events are kept. Must be called
 * at start and at least once a day, within a transaction that has the schema lock. Events of months further ahead go to
 * the default partition, and have to be moved here later.
 * @param eventsBeforeMs null: events are kept for ever.
 * @returns how many it created.
 */
export async function ensureEventPartitions(
	connection: SqlConnection,
	nowMs: number,
	eventsBeforeMs: number | null = null,
): Promise<number> {
	const present = new Set((await connection.all(listPartitions, {})).map(({ name }) => name));
	const missing = listMonths(nowMs).filter(
		({ name, endMs }) => !present.has(name) && endMs > (eventsBeforeMs ?? Number.NEGATIVE_INFINITY),
	);
	for (const month of missing) await makePartition(connection, month);
	return missing.length;
}

/** Creates those of the months with these names that are missing, under the same lock; other names are left out. */
export async function createEventPartitions(connection: SqlConnection, names: readonly string[]): Promise<void> {
	const present = new Set((await connection.all(listPartitions, {})).map(({ name }) => name));
	const months = names.flatMap((name) => parseMonth(name) ?? []);
	for (const month of months) if (!present.has(month.name)) await makePartition(connection, month);
}

/**
 * Drops the months that ended before, and deletes up to `countMax` events of that age that are in no month. A drop locks
 * the log until the transaction ends, so nothing that takes long may follow.
 * @returns whether there was anything to delete.
 */
export async function dropEventPartitions(
	connection: Pick<SqlConnection, 'all' | 'run'>,
	{ beforeMs, countMax }: { readonly beforeMs: number; readonly countMax: number },
): Promise<boolean> {
	const strayCount = await connection.run(deleteStrays, { beforeMs, countMax });
	const isOver = ({ name }: { readonly name: string }) =>
		(parseMonth(name)?.endMs ?? Number.POSITIVE_INFINITY) <= beforeMs;
	// Mostly there is none, and then nothing is locked.
	if (!(await connection.all(listPartitions, {})).some(isOver)) return strayCount > 0;
	await connection.all(limitLockWait, {});
	await connection.all(lockSchema, {});
	for (const { name } of (await connection.all(listPartitions, {})).filter(isOver)) {
		await runSql(connection, sql`drop table ${sql.table(name)}`);
	}
	return true;
}

/**
 * Moves events of that month that a wrong clock has put into the default partition; they keep their positions. Readers of
 * the log wait for the transaction, because PostgreSQL locks the default partition to check that it contains nothing of
 * the month.
 */
async function makePartition(connection: SqlConnection, { name, beginMs, endMs }: Month): Promise<void> {
	const table = sql.table(name);
	const [begin, end] = [sql.lit(beginMs), sql.lit(endMs)];
	const isOfMonth = sql`occurred_at_ms >= ${begin} and occurred_at_ms < ${end}`;
	for (const statement of [
		sql`lock table event_default in access exclusive mode`,
		sql`create table ${table} (like event including defaults, check (${isOfMonth}))`,
		sql`with moved as (delete from event_default where ${isOfMonth} returning *) insert into ${table} select * from moved`,
		sql`alter table event attach partition ${table} for values from (${begin}) to (${end})`,
		sql`alter table ${table} drop constraint ${sql.ref(`${name}_occurred_at_ms_check`)}`,
	]) {
		await runSql(connection, statement);
	}
}

function listMonths(nowMs: number): readonly Month[] {
	const now = new Date(nowMs);
	const offsets = Array.from({ length: lastOffset - firstOffset + 1 }, (_, index) => firstOffset + index);
	return offsets.map((offset) => toMonth(now.getUTCFullYear(), now.getUTCMonth() + offset));
}

/** @param month from 0; beyond 0 to 11 it is a month of another year. */
function toMonth(year: number, month: number): Month {
	const beginMs = Date.UTC(year, month);
	const [ofYear, ofMonth] = new Date(beginMs).toISOString().split('-');
	return { name: `event_${ofYear}_${ofMonth}`, beginMs, endMs: Date.UTC(year, month + 1) };
}

function parseMonth(name: string): Month | undefined {
	const [, year, month] = /^event_(\d{4})_(\d{2})$/.exec(name) ?? [];
	return year === undefined || month === undefined ? undefined : toMonth(Number(year), Number(month) - 1);
}
