/**
 * Incarnations of a store: periods in which transaction ids only grow, and none is used twice.
 *
 * A restored dump, a move to another cluster, a promoted standby and a restore to a point in time each begin another
 * incarnation: transaction ids may be smaller than those in the restored rows, or equal those of lost transactions.
 * All earlier rows are readable, and come before everything new.
 *
 * Rows get the number by a default of their table, which costs a write nothing. Changing it waits for all transactions
 * that have written events, and delays new ones: when an incarnation begins, each earlier one is complete.
 */
import { sql } from 'kysely';
import type { SqlConnection } from '../sql/sql-connection.ts';
import { defineSql, runSql } from './define-sql.ts';

/** A number that no other program uses. Every process that changes tables, or descriptions of them, takes this lock. */
const schemaLock = 0x5669_7472;

export const lockSchema = defineSql(() => sql`select pg_advisory_xact_lock(${sql.lit(schemaLock)})`);

/** The timeline that is being written: the control file learns of a promotion only at the next checkpoint. */
const readOrigin = defineSql<OriginRow>(
	() => sql`
		with origin as (
			select control.system_identifier::text as system_identifier, pg_database.oid::bigint as database_oid,
				('x' || substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8))::bit(32)::integer as timeline
			from pg_control_system() as control, pg_database
			where pg_database.datname = current_database()
		)
		select origin.*, newest.number,
			(newest.system_identifier, newest.database_oid, newest.timeline)
				is not distinct from (origin.system_identifier, origin.database_oid, origin.timeline) as is_current
		from origin left join (select * from store_incarnation order by number desc limit 1) as newest on true`,
);

/** Fails where a promotion has not been noticed. To follow `begin` in the same message. */
export const requireIncarnation = `
	select 1 / (newest.timeline = ('x' || substr(pg_walfile_name(pg_current_wal_insert_lsn()), 1, 8))::bit(32)::integer)::integer
	from (select timeline from store_incarnation order by number desc limit 1) as newest;`;

interface OriginRow {
	readonly system_identifier: string;
	readonly database_oid: number;
	readonly timeline: number;
	/** Number of the newest incarnation; null when there is none. */
	readonly number: number | null;
	readonly is_current: number;
}

type IncarnationArguments = {
	readonly number: number;
	readonly systemIdentifier: string;
	readonly databaseOid: number;
	readonly timeline: number;
	readonly beganAtMs: number;
};

const insertIncarnation = defineSql(
	(args: IncarnationArguments) => sql`
		insert into store_incarnation (number, system_identifier, database_oid, timeline, began_at_ms)
		values (${args.number}, ${args.systemIdentifier}, ${args.databaseOid}, ${args.timeline}, ${args.beganAtMs})`,
);

/**
 * Begins an incarnation if the newest one is of another place or time. Must be called before a connection writes
 * anything, outside of a transaction. A connection that is not new cannot have missed one, except through a pooler: there each
 * transaction begins with `requireIncarnation`.
 */
export async function ensureIncarnation(connection: SqlConnection, nowMs: number): Promise<void> {
	if ((await connection.first(readOrigin, {}))?.is_current === 1) return;
	await connection.begin();
	try {
		await connection.all(lockSchema, {});
		await beginIncarnation(connection, nowMs);
		await connection.commit();
	} catch (error) {
		await connection.rollback();
		throw error;
	}
}

/** The same within a transaction that has the schema lock. */
export async function beginIncarnation(connection: SqlConnection, nowMs: number): Promise<void> {
	if ((await connection.first(readOrigin, {}))?.is_current !== 1) await beginNextIncarnation(connection, nowMs);
}

/**
 * Begins one in any case, as after restoring rows into a database: some of its transactions may be lost, and its tables
 * do not have the number of the restored incarnation.
 */
export async function beginNextIncarnation(connection: SqlConnection, nowMs: number): Promise<void> {
	const origin = await connection.first(readOrigin, {});
	if (origin === undefined) return;
	const number = (origin.number ?? 0) + 1;
	await runSql(connection, sql`alter table event alter column incarnation set default ${sql.lit(number)}`);
	await connection.run(insertIncarnation, {
		number,
		systemIdentifier: origin.system_identifier,
		databaseOid: origin.database_oid,
		timeline: origin.timeline,
		beganAtMs: nowMs,
	});
}
