/**
 * Rows on their way from one store to the other, in a form that both have:
 *
 *     events      numbered by `serial` in the order of the log
 *     positions   the serial of the last event up to there, as text
 *     the rest    as it is stored; texts, numbers and bytes are the same in both
 *
 * Reading a copy gives exactly the rows that it was made of, so that two stores can be compared.
 */
import { sql } from 'kysely';
import type { CarriedTable } from './carried-tables.ts';
import { defineQuery, type Query, type SqlValue } from './query.ts';
import type { SqlReader } from './sql-connection.ts';

export type CarriedRow = Readonly<Record<string, SqlValue>>;

/** Where a reader of a table goes on. Plain data, whose meaning only the store knows. */
export type RowKey = readonly (string | number)[];

export interface RowPage {
	readonly rows: readonly CarriedRow[];
	/** Behind the last of the rows; undefined: the table has no more. */
	readonly next: RowKey | undefined;
}

/** By table, the last number that the database gave to a row, though the row may be gone. */
export type LastNumbers = Readonly<Record<string, number>>;

export interface RowReader {
	/** The columns of the table's rows, in the order of their names. */
	listColumns(table: CarriedTable): Promise<readonly string[]>;
	countRows(table: CarriedTable): Promise<number>;
	readPage(table: CarriedTable, after: RowKey | undefined): Promise<RowPage>;
	readLastNumbers(): Promise<LastNumbers>;
}

export interface StoreSource extends RowReader {
	/** Of the server key; undefined where the store does not say. */
	readonly fingerprint: string | undefined;
}

export interface CopyProgress {
	/** What the rows are copied from, as it was when the copy began. */
	readonly source: string;
	/** All tables before this one are complete, and this one up to `after`. */
	readonly table: string;
	readonly after?: RowKey | undefined;
}

/** A store that is being filled. A server does not start on it. */
export interface StoreTarget extends RowReader {
	/** How far an earlier attempt came; undefined: nothing was copied yet. */
	readonly progress: CopyProgress | undefined;
	/** Adds rows and notes the progress, in one transaction. */
	append(table: CarriedTable, rows: readonly CarriedRow[], progress: CopyProgress): Promise<void>;
	/** Makes a store of it, which numbers further rows behind these. */
	finish(numbers: LastNumbers, fingerprint: string): Promise<void>;
}

const counts = new Map<string, Query<Record<never, never>, { count: number }>>();

export async function countRows(connection: SqlReader, { name }: CarriedTable): Promise<number> {
	const query =
		counts.get(name) ??
		defineQuery<{ count: number }>((db) => ({
			compile: () => sql<{ count: number }>`select count(*) as count from ${sql.table(name)}`.compile(db),
		}));
	counts.set(name, query);
	return (await connection.first(query, {}))?.count ?? 0;
}

type PageQuery = Query<Record<string, SqlValue>, CarriedRow>;

/** Reads the pages of tables in the order of their keys. */
export function createPageReader(connection: SqlReader, listColumns: RowReader['listColumns']): RowReader['readPage'] {
	const queries = new Map<string, { readonly first: PageQuery; readonly next: PageQuery }>();
	return async (table, after) => {
		const { name, key, pageRows } = table;
		const known = queries.get(name) ?? definePages(table, await listColumns(table));
		queries.set(name, known);
		const rows = await (after === undefined
			? connection.all(known.first, {})
			: connection.all(known.next, Object.fromEntries(after.map((value, at) => [`key${at}`, value]))));
		const last = rows.at(-1);
		if (last === undefined || rows.length < pageRows) return { rows, next: undefined };
		return { rows, next: key.map((column) => last[column] as string | number) };
	};
}

function definePages({ name, key, pageRows }: CarriedTable, columns: readonly string[]) {
	const list = (names: readonly string[]) => sql.join(names.map((column) => sql.ref(column)));
	const define = (isFirst: boolean): PageQuery =>
		defineQuery((db, args: Record<string, SqlValue>) => {
			const after = sql.join(key.map((_, at) => sql`${args[`key${at}`]}`));
			const condition = isFirst ? sql`` : sql`where (${list(key)}) > (${after})`;
			const text = sql<CarriedRow>`select ${list(columns)} from ${sql.table(name)} ${condition}
				order by ${list(key)} limit ${sql.lit(pageRows)}`;
			return { compile: () => text.compile(db) };
		});
	return { first: define(true), next: define(false) };
}
