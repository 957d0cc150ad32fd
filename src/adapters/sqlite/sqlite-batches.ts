/**
 * Rows as a table in SQLite: `values` with a placeholder for each value.
 *
 * A statement is prepared for 1, 2, 4 … 128 rows, so that eight statements serve every number of them. Unused rows are
 * filled with nulls, which the table leaves out.
 */
import { type RawBuilder, sql } from 'kysely';
import { type BatchQuery, type BatchRow, compileBatchQuery, type RowShape } from '../sql/batch-query.ts';
import { bindArguments, type CompiledText, Placeholder, type QueryArguments, type SqlValue } from '../sql/query.ts';
import { sqliteQueries } from './sqlite-builder.ts';

/** Rows of one statement. More rows do not make a statement any cheaper per row. */
export const batchRowsMax = 128;

/** @returns the smallest power of two, from 1 to `batchRowsMax`, with room for the rows. */
export function toBatchSize(rowCount: number): number {
	return 2 ** Math.ceil(Math.log2(rowCount));
}

export function compileBatch<Input extends BatchRow, A extends QueryArguments, Row>(
	query: BatchQuery<Input, A, Row>,
	size: number,
): CompiledText {
	const parameterCount = size * Object.keys(query.shape).length;
	return compileBatchQuery(sqliteQueries, query, { table: toTable(query.shape, size), parameterCount });
}

/** SQLite names the columns of `values` column1, column2 … */
function toTable<Input extends BatchRow>(shape: RowShape<Input>, size: number): RawBuilder<Input> {
	const names = Object.keys(shape);
	const columns = names.map((name, at) => sql`${sql.ref(`column${at + 1}`)} as ${sql.id(name)}`);
	const row = sql`(${sql.join(names.map((name) => new Placeholder(name)))})`;
	const rows = sql.join(Array.from({ length: size }, () => row));
	return sql`(select ${sql.join(columns)} from (values ${rows}) where ${sql.ref('column1')} is not null)`;
}

/** The values to bind to a statement for `size` rows. */
export function bindBatch<Input extends BatchRow, A extends QueryArguments, Row>(
	query: BatchQuery<Input, A, Row>,
	{ size, rows, args, text }: BoundBatch<Input, A>,
): SqlValue[] {
	const names = Object.keys(query.shape);
	const values: SqlValue[] = [];
	for (const row of rows) for (const name of names) values.push(row[name] ?? null);
	for (let count = (size - rows.length) * names.length; count > 0; count -= 1) values.push(null);
	values.push(...bindArguments(text, args));
	return values;
}

interface BoundBatch<Input extends BatchRow, A> {
	readonly size: number;
	/** At most `size`. */
	readonly rows: readonly Input[];
	readonly args: A;
	readonly text: CompiledText;
}
