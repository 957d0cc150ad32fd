/**
 * `SqlConnection` on `node:sqlite`.
 *
 * SQLite answers within the call, so each promise here is settled when it is returned: an operation made of several
 * statements runs through without giving way to any other. Statements are prepared once and kept: there are about a
 * hundred of them, all constants of the program.
 */
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { BatchQuery, BatchRow } from '../sql/batch-query.ts';
import {
	bindArguments,
	type CompiledText,
	compileQuery,
	type Query,
	type QueryArguments,
	type SqlValue,
} from '../sql/query.ts';
import type { SqlConnection } from '../sql/sql-connection.ts';
import { batchRowsMax, bindBatch, compileBatch, toBatchSize } from './sqlite-batches.ts';
import { sqliteQueries } from './sqlite-builder.ts';
import { toSqliteFailure } from './sqlite-failure.ts';

export interface SqliteConnection extends SqlConnection {
	/** The connection underneath, for pragmas and migrations. */
	readonly raw: DatabaseSync;
}

export interface SqliteConnectionOptions {
	/** Called with the text of every statement before it runs; a test throws from it to see what an error does. */
	readonly beforeStatement?: (sql: string) => void;
}

/** Pages that one call of `returnSpace` gives back: 16 MB at 4 KB a page. */
const pagesReturnedMax = 4096;

interface Prepared extends CompiledText {
	readonly statement: StatementSync;
	/** Names of the columns of a row; none when it gives no rows. */
	readonly columns: readonly string[];
}

/** Wraps an open database, which belongs to the connection from then on. */
export function createSqliteConnection(raw: DatabaseSync, options: SqliteConnectionOptions = {}): SqliteConnection {
	const prepared = new Map<unknown, Prepared>();
	/** Those of queries over rows, by the number of rows. */
	const batches = new Map<unknown, Map<number, Prepared>>();
	/** What begins and ends transactions. */
	const bounds = new Map<string, StatementSync>();
	const { beforeStatement } = options;

	function prepare<A extends QueryArguments, Row>(query: Query<A, Row>): Prepared {
		const known = prepared.get(query);
		if (known !== undefined) return known;
		const fresh = prepareText(compileQuery(sqliteQueries, query));
		prepared.set(query, fresh);
		return fresh;
	}

	function prepareText(text: CompiledText): Prepared {
		const statement = raw.prepare(text.sql);
		// Its own objects are maps inside: to make ours of arrays takes three quarters of the time, and reading them less.
		statement.setReturnArrays(true);
		return { ...text, statement, columns: statement.columns().map(({ name }) => name) };
	}

	function prepareBatch<Input extends BatchRow, A extends QueryArguments, Row>(
		query: BatchQuery<Input, A, Row>,
		size: number,
	): Prepared {
		const sizes = batches.get(query) ?? new Map<number, Prepared>();
		batches.set(query, sizes);
		const known = sizes.get(size);
		if (known !== undefined) return known;
		const fresh = prepareText(compileBatch(query, size));
		sizes.set(size, fresh);
		return fresh;
	}

	/** Preparing one of these costs more than running it. */
	function execute(sql: 'begin immediate' | 'commit' | 'rollback'): void {
		guard(() => {
			beforeStatement?.(sql);
			const statement = bounds.get(sql) ?? raw.prepare(sql);
			bounds.set(sql, statement);
			statement.run();
		});
	}

	/** Runs `use` with the statement of a query and the values to bind. */
	function ask<A extends QueryArguments, Row, T>(
		query: Query<A, Row>,
		args: A,
		use: (text: Prepared, values: SqlValue[]) => T,
	): T {
		return guard(() => {
			const text = prepare(query);
			beforeStatement?.(text.sql);
			return use(text, bindArguments(text, args));
		});
	}

	/** Runs `use` for each part of the rows, with its statement and the values to bind. */
	function askBatch<Input extends BatchRow, A extends QueryArguments, Row, T>(
		{ query, rows, args }: { query: BatchQuery<Input, A, Row>; rows: readonly Input[]; args: A },
		use: (text: Prepared, values: SqlValue[]) => T,
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
				const text = prepareBatch(query, size);
				beforeStatement?.(text.sql);
				answers.push(use(text, bindBatch(query, { size, rows: part, args, text })));
			}
			return answers;
		});
	}

	return {
		raw,
		all: async (query, args) => ask(query, args, readRows) as never,
		first: async (query, args) => ask(query, args, readFirstRow) as never,
		run: async (query, args) => ask(query, args, change),
		allBatch: async (query, rows, args) => askBatch({ query, rows, args }, readRows).flat() as never,
		runBatch: async (query, rows, args) =>
			askBatch({ query, rows, args }, change).reduce((sum, count) => sum + count, 0),
		// IMMEDIATE takes the write lock at once: a transaction that has begun cannot lose it to another process.
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

function readRows({ statement, columns }: Prepared, values: SqlValue[]): unknown[] {
	const rows = statement.all(...values) as unknown as SqlValue[][];
	return rows.map((row) => toRow(columns, row));
}

function readFirstRow({ statement, columns }: Prepared, values: SqlValue[]): unknown {
	const row = statement.get(...values) as unknown as SqlValue[] | undefined;
	return row === undefined ? undefined : toRow(columns, row);
}

/** @returns how many rows it changed. */
function change({ statement }: Prepared, values: SqlValue[]): number {
	return Number(statement.run(...values).changes);
}

function toRow(columns: readonly string[], values: readonly SqlValue[]): Record<string, SqlValue> {
	const row: Record<string, SqlValue> = {};
	for (let index = 0; index < columns.length; index += 1) row[columns[index] as string] = values[index] as SqlValue;
	return row;
}

/** Free pages below a tenth of the file are left: the next writes will use them, and moving pages is not for nothing. */
function returnSpace(raw: DatabaseSync): boolean {
	const freeCount = readPragma(raw, 'freelist_count');
	if (freeCount < pagesReturnedMax || freeCount < readPragma(raw, 'page_count') / 10) return false;
	raw.exec(`pragma incremental_vacuum(${pagesReturnedMax})`);
	return true;
}

/** A pragma that is one number. */
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
