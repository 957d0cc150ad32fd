import type { BatchQuery, BatchRow } from './batch-query.ts';
import type { Query, QueryArguments } from './query.ts';

/**
 * One connection to a database of either dialect.
 *
 * Every method rejects with a `FailureError` of code `unavailable` when the database or its disk fails, and with the
 * driver's own error when the statement is wrong.
 */
export interface SqlConnection {
	all<A extends QueryArguments, Row>(query: Query<A, Row>, args: A): Promise<readonly Row[]>;
	/** The first row; the query should return at most one. */
	first<A extends QueryArguments, Row>(query: Query<A, Row>, args: A): Promise<Row | undefined>;
	/** @returns how many rows the statement inserted, updated or deleted, not counting cascades. */
	run<A extends QueryArguments, Row>(query: Query<A, Row>, args: A): Promise<number>;
	/**
	 * As `all`, for a query over rows; without rows no statement runs. A dialect may split the rows, but 100 rows are one
	 * statement in each. The result is in any order.
	 */
	allBatch<Input extends BatchRow, A extends QueryArguments, Row>(
		query: BatchQuery<Input, A, Row>,
		rows: readonly Input[],
		args: A,
	): Promise<readonly Row[]>;
	/** As `run`, for a query over rows. */
	runBatch<Input extends BatchRow, A extends QueryArguments, Row>(
		query: BatchQuery<Input, A, Row>,
		rows: readonly Input[],
		args: A,
	): Promise<number>;
	/**
	 * As `run`, of the last statement of a transaction, whose commit may be sent before its answer is there: when the
	 * statement fails, so does the commit.
	 */
	runLast<A extends QueryArguments, Row>(query: Query<A, Row>, args: A): Promise<void>;
	begin(): Promise<void>;
	commit(): Promise<void>;
	/** Undoes the transaction; does nothing when there is none, because the database may have ended it itself. */
	rollback(): Promise<void>;
	/**
	 * Returns some of the space of deleted rows to the file system.
	 * @returns false when there is too little of it to be worth the work.
	 */
	returnSpace(): Promise<boolean>;
	close(): Promise<void>;
}

/** What reads need. A store may run each of their statements on another connection. */
export type SqlReader = Pick<SqlConnection, 'all' | 'first' | 'allBatch'>;
