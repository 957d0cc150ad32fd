import type { RawBuilder } from 'kysely';
import { defineQuery, type Query, type QueryArguments } from '../sql/query.ts';
import type { SqlConnection } from '../sql/sql-connection.ts';

/** A query in PostgreSQL's own SQL, for features that the shared schema or Kysely's builder do not have. */
export function defineSql<Row, A extends QueryArguments = Record<never, never>>(
	build: (args: A) => RawBuilder<Row>,
): Query<A, Row> {
	return defineQuery((db, args: A) => ({ compile: () => build(args).compile(db) }));
}

/** Runs a statement that is made for this call alone. */
export async function runSql(connection: Pick<SqlConnection, 'run'>, statement: RawBuilder<unknown>): Promise<void> {
	await connection.run(
		defineSql(() => statement),
		{},
	);
}
