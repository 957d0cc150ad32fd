/**
 * `SqlConnection` on `node:sqlite`.
 *
 * SQLite answers within the call, so each promise here is settled when it is returned: an operation of several statements
 * runs without yielding.
 */
import type { DatabaseSync } from 'node:sqlite';
import type { BatchQuery, BatchRow } from '../sql/batch-query.ts';
import { bindArguments, type Query, type QueryArguments, type SqlValue } from '../sql/query.ts';
import type { SqlConnection } from '../sql/sql-connection.ts';
import { type StatementSource, traceStatementStep } from '../sql/trace-statement.ts';
import { batchRowsMax, bindBatch, toBatchSize } from './sqlite-batches.ts';
import { toSqliteFailure } from './sqlite-failure.ts';
import { type Bound, createSqliteStatements, type PreparedQuery } from './sqlite-statements.ts';

export interface SqliteConnection extends SqlConnection {
	/** The connection underneath, for pragmas and migrations. */
	readonly raw: DatabaseSync;
}

export interface SqliteConnectionOptions {
	/** Called with the text of every statement before it runs; a test throws from it to see what an error does. */
	readonly beforeStatement?: (sql: string) => void;
}

/** Pages that one call of `returnSpace` returns: 16 MB at 4 KB a page. */
const pagesReturnedMax = 4096;

const source: StatementSource = { 'db.system.name': 'sqlite' };

/** Wraps an open database, which belongs to the connection from now on. */
export function createSqliteConnection(raw: DatabaseSync, options: SqliteConnectionOptions = {}): SqliteConnection {
	const statements = createSqliteStatements(raw);
	const { beforeStatement } = options;

	function execute(sql: Bound): void {
		guard(() => {
			beforeStatement?.(sql);
			traceStatementStep(source, sql, () => statements.ofBound(sql).run());
		});
	}

	/** Runs `use` with the statement of a query and the values to bind. */
	function ask<A extends QueryArguments, Row, T>(
		query: Query<A, Row>,
		args: A,
		use: (text: PreparedQuery, values: SqlValue[]) => T,
	): T {
		return guard(() => {
			const text = statements.ofQuery(query);
			beforeStatement?.(text.sql);
			return traceStatementStep(source, text.sql, () => use(text, bindArguments(text, args)));
		});
	}

	/** Runs `use` for each part of the rows, with its statement and the values to bind. */
	function askBatch<Input extends BatchRow, A extends QueryArguments, Row, T>(
		{ query, rows, args }: { query: BatchQuery<Input, A, Row>; rows: readonly Input[]; args: A },
		use: (text: PreparedQuery, values: SqlValue[]) => T,
	): T[] {
		const [only] = rows;
		if (query.one !== undefined && rows.length === 1 && only !== undefined) {
			return [ask(query.one, { ...only, ...args }, use)];
		}
		return guard(() => {
			const answers: T[] = [];
			for (let start = 0; start < rows.length; start += batchRowsMax) {
				const part = rows.slice(start, start + batchRowsMax);
				const size = toBatchSize(part.length);
				const text = statements.ofBatch(query, size);
				beforeStatement?.(text.sql);
				const values = bindBatch(query, { size, rows: part, args, text });
				answers.push(traceStatementStep(source, text.sql, () => use(text, values)));
			}
			return answers;
		});
	}

	return {
		raw,
		all: async (query, args) => ask(query, args, readRows) as never,
		first: async (query, args) => ask(query, args, readFirstRow) as never,
		run: async (query, args) => ask(query, args, change),
		runLast: async (query, args) => void ask(query, args, change),
		allBatch: async (query, rows, args) => askBatch({ query, rows, args }, readRows).flat() as never,
		runBatch: async (query, rows, args) =>
			askBatch({ query, rows, args }, change).reduce((sum, count) => sum + count, 0),
		// IMMEDIATE takes the write lock at once, so that a transaction that has begun cannot lose it to another process.
		begin: async () => execute('begin immediate'),
		commit: async () => execute('commit'),
		rollback: async () => {
			if (raw.isTransaction) execute('rollback');
		},
		returnSpace: async () => guard(() => returnSpace(raw)),
		close: async () => {
			if (raw.isOpen) raw.close();
		},
	};
}

function readRows({ statement, columns }: PreparedQuery, values: SqlValue[]): unknown[] {
	const rows = statement.all(...values) as unknown as SqlValue[][];
	return rows.map((row) => toRow(columns, row));
}

function readFirstRow({ statement, columns }: PreparedQuery, values: SqlValue[]): unknown {
	const row = statement.get(...values) as unknown as SqlValue[] | undefined;
	return row === undefined ? undefined : toRow(columns, row);
}

/** @returns how many rows it changed. */
function change({ statement }: PreparedQuery, values: SqlValue[]): number {
	return Number(statement.run(...values).changes);
}

function toRow(columns: readonly string[], values: readonly SqlValue[]): Record<string, SqlValue> {
	const row: Record<string, SqlValue> = {};
	for (let index = 0; index < columns.length; index += 1) row[columns[index] as string] = values[index] as SqlValue;
	return row;
}

/**
 * Leaves free pages if they are less than a tenth of the file: the next writes will use them, and moving pages has a
 * cost.
 */
function returnSpace(raw: DatabaseSync): boolean {
	const freeCount = readPragma(raw, 'freelist_count');
	if (freeCount < pagesReturnedMax || freeCount < readPragma(raw, 'page_count') / 10) return false;
	raw.exec(`pragma incremental_vacuum(${pagesReturnedMax})`);
	return true;
}

/** The value of a pragma that is a single number. */
export function readPragma(raw: DatabaseSync, name: string): number {
	const row = raw.prepare(`pragma ${name}`).get();
	return Number(row?.[name]);
}

function guard<T>(work: () => T): T {
	try {
		return work();
	} catch (error) {
		throw toSqliteFailure(error);
	}
}
