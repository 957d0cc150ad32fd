import { sql } from 'kysely';
import type { SqlReader } from '../sql/sql-connection.ts';
import { defineSql } from './define-sql.ts';

const findClock = defineSql<{ at_ms: number }>(
	() => sql`select (extract(epoch from clock_timestamp()) * 1000)::float8 as at_ms`,
);

/** The time of the machine that the database is on. */
export async function readClockMs(connection: SqlReader): Promise<number> {
	return (await connection.first(findClock, {}))?.at_ms ?? Number.NaN;
}
