import type { RawBuilder } from 'kysely';
import { defineQuery, type Query, type QueryArguments } from '../sql/query.ts';

/** A query in PostgreSQL's own SQL, for features that the shared schema or Kysely's builder do not have. */
export function defineSql<Row, A extends QueryArguments = Record<never, never>>(
	build: (args: A) => RawBuilder<Row>,
): Query<A, Row> {
	return defineQuery((db, args: A) => ({ compile: () => build(args).compile(db) }));
}
