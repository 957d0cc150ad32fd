import { sql } from 'kysely';
import type { SqlReader } from '../sql/sql-connection.ts';
import { defineSql } from './define-sql.ts';

const findBytes = defineSql<{ byte_count: number }>(
	() => sql`select pg_database_size(current_database()) as byte_count`,
);

/** The size of the database with all its tables and indexes, in bytes. */
export async function readDatabaseBytes(connection: SqlReader): Promise<number> {
	return (await connection.first(findBytes, {}))?.byte_count ?? 0;
}
