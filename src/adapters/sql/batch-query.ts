/**
 * Queries over rows that are an argument: a hundred items need one statement, not a hundred.
 *
 *     const keyRows = defineRows<{ readonly key: Uint8Array; readonly seq: number }>({ key: 'bytes', seq: 'integer' });
 *     const moveItems = defineBatchQuery(keyRows, (db, args: { generationId: number }) =>
 *         db.updateTable('item').from('input').set((eb) => ({ seq: eb.ref('input.seq') }))
 *             .where('generation_id', '=', args.generationId).whereRef('item.item_key', '=', 'input.key'));
 *     await connection.runBatch(moveItems, rows, { generationId });
 *
 * The rows are the table `input` of the query. Each dialect makes that table in its own way:
 *
 *     SQLite       with "input" as (select column1 as "key", column2 as "seq" from (values (?, ?), (?, ?), …) …)
 *     PostgreSQL   with "input" as (select * from unnest((select $1::bytea[]), …) as rows ("key", "seq"))
 */
import { type Compilable, type QueryCreator, type RawBuilder, sql } from 'kysely';
import {
	type CompiledText,
	type DialectParts,
	defineQuery,
	Placeholder,
	type Query,
	type QueryArguments,
	type QueryBuilder,
	type QueryDialect,
	type SqlValue,
	toParameterNames,
} from './query.ts';
import type { Schema } from './schema.ts';

export type ColumnKind = 'integer' | 'real' | 'text' | 'bytes';

/** A type, not an interface, because TypeScript must know that there are no other members. */
export type BatchRow = Readonly<Record<string, SqlValue>>;

/** The columns of the rows, in their order. The first column is never null. */
export type RowShape<Input extends BatchRow> = { readonly [Name in keyof Input & string]: ColumnKind };

export function defineRows<Input extends BatchRow>(shape: RowShape<Input>): RowShape<Input> {
	return shape;
}

export type BatchBuilder<Input extends BatchRow> = QueryCreator<Schema & { readonly input: Input }>;

export interface BatchQuery<Input extends BatchRow, A extends QueryArguments, Row> {
	readonly shape: RowShape<Input>;
	readonly build: (db: BatchBuilder<Input>, args: A, dialect: DialectParts) => Compilable<Row>;
	/**
	 * The same for one row, whose members are arguments then; for batches that usually have one row. In SQLite a
	 * statement over rows has a fixed cost of some ten microseconds: for the table, and for being able to undo a part of
	 * itself.
	 */
	readonly one: Query<Input & A, Row> | undefined;
}

/** `build` must treat the members of `args` as values to pass on, as in `defineQuery`. */
export function defineBatchQuery<Input extends BatchRow, Row, A extends QueryArguments = Record<never, never>>(
	shape: RowShape<Input>,
	build: (db: BatchBuilder<Input>, args: A, dialect: DialectParts) => Compilable<Row>,
	buildOne?: (db: QueryBuilder, args: NoInfer<Input & A>, dialect: DialectParts) => Compilable<NoInfer<Row>>,
): BatchQuery<Input, A, Row> {
	return { shape, build, one: buildOne && defineQuery(buildOne) };
}

/** The condition of an insert that selects all its rows: without one, SQLite takes `on conflict` for a join. */
export const everyRow = sql<boolean>`true`;

/**
 * @param table makes the table of the rows with `parameterCount` placeholders; they come first in the text.
 * @returns the text; its parameters follow those of the rows.
 */
export function compileBatchQuery<Input extends BatchRow, A extends QueryArguments, Row>(
	dialect: QueryDialect,
	query: BatchQuery<Input, A, Row>,
	{ table, parameterCount }: { readonly table: RawBuilder<Input>; readonly parameterCount: number },
): CompiledText {
	const placeholders = new Proxy({} as A, { get: (_, name) => new Placeholder(String(name)) });
	const { sql: text, parameters } = query
		.build(
			dialect.db.with('input', () => table),
			placeholders,
			dialect,
		)
		.compile();
	return { sql: text, parameters: toParameterNames(text, parameters.slice(parameterCount)) };
}
