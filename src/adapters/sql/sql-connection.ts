import type { BatchQuery, BatchRow } from './batch-query.ts';
import type { Query, QueryArguments } from './query.ts';

/**
 * One connection to a database of either dialect.
 *
 * Every method rejects with a `FailureError` of code `unavailable` when the database or its disk cannot do the work,
 * and with the driver's own error when the statement is at fault.
 */
export interface SqlConnection {
	all<A extends QueryArguments, Row>(query: Query<A, Row>, args: A): Promise<readonly Row[]>;
	/** The first row; the query should have no more than one. */
	first<A extends QueryArguments, Row>(query: Query<A, Row>, args: A): Promise<Row | undefined>;
	/** @returns how many rows the statement inserted, updated or deleted, not counting cascades. */
	run<A extends QueryArguments, Row>(query: Query<A, Row>, args: A): Promise<number>;
	/**
	 * As `all`, of a query over rows; without rows nothing is asked. A dialect may cut the rows: 100 of them are one
	 * statement in each. The answer is in any order.
	 */
	allBatch<Input extends BatchRow, A extends QueryArguments, Row>(
		query: BatchQuery<Input, A, Row>,
		rows: readonly Input[],
		args: A,
	): Promise<readonly Row[]>;
	/** As `run`, of a query over rows. */
	runBatch<Input extends BatchRow, A extends QueryArguments, Row>(
		query: BatchQuery<Input, A, Row>,
		rows: readonly Input[],
		args: A,
	): Promise<number>;
	begin(): Promise<void>;
	commit(): Promise<void>;
	/** Ends the transaction without a trace; does nothing when there is none, as the database may have ended it by itself. */
	rollback(): Promise<void>;
	/**
	 * Gives some of the space that deleted rows left back to the file system.
	 * @returns false when there is too little of it to be worth the work.
	 */
	returnSpace(): Promise<boolean>;
	close(): Promise<void>;
}

/** What reads need: a store may run each of their statements on another connection. */
export type SqlReader = Pick<SqlConnection, 'all' | 'first'>;
