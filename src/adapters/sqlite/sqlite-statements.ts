/**
 * The prepared statements of a connection: each text is prepared once and kept, because all of them are constants of the
 * program.
 */
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { BatchQuery, BatchRow } from '../sql/batch-query.ts';
import { type CompiledText, compileQuery, type Query, type QueryArguments } from '../sql/query.ts';
import { compileBatch } from './sqlite-batches.ts';
import { sqliteQueries } from './sqlite-builder.ts';

/** Where transactions begin and end. */
export type Bound = 'begin immediate' | 'commit' | 'rollback';

export interface PreparedQuery extends CompiledText {
	/** Its rows are arrays. */
	readonly statement: StatementSync;
	/** Names of the columns of a row; empty when it returns no rows. */
	readonly columns: readonly string[];
}

export interface SqliteStatements {
	ofQuery<A extends QueryArguments, Row>(query: Query<A, Row>): PreparedQuery;
	/** The statement of a query over `size` rows. */
	ofBatch<Input extends BatchRow, A extends QueryArguments, Row>(
		query: BatchQuery<Input, A, Row>,
		size: number,
	): PreparedQuery;
	ofBound(sql: Bound): StatementSync;
}

export function createSqliteStatements(raw: DatabaseSync): SqliteStatements {
	const queries = new Map<unknown, PreparedQuery>();
	/** By query, then by the number of rows. */
	const batches = new Map<unknown, Map<number, PreparedQuery>>();
	const bounds = new Map<Bound, StatementSync>();

	return {
		ofQuery(query) {
			const known = queries.get(query);
			if (known !== undefined) return known;
			const fresh = prepare(raw, compileQuery(sqliteQueries, query));
			queries.set(query, fresh);
			return fresh;
		},
		ofBatch(query, size) {
			const sizes = batches.get(query) ?? new Map<number, PreparedQuery>();
			batches.set(query, sizes);
			const known = sizes.get(size);
			if (known !== undefined) return known;
			const fresh = prepare(raw, compileBatch(query, size));
			sizes.set(size, fresh);
			return fresh;
		},
		/** Preparing one of these costs more than running it. */
		ofBound(sql) {
			const statement = bounds.get(sql) ?? raw.prepare(sql);
			bounds.set(sql, statement);
			return statement;
		},
	};
}

function prepare(raw: DatabaseSync, text: CompiledText): PreparedQuery {
	const statement = raw.prepare(text.sql);
	// The objects that Node makes of rows are in dictionary mode. Making our own from arrays takes three quarters of the
	// time, and they are faster to read.
	statement.setReturnArrays(true);
	return { ...text, statement, columns: statement.columns().map(({ name }) => name) };
}
