/**
 * Queries over rows that are an argument: what is done to a hundred items is one statement, not a hundred.
 *
 *     const keyRows = defineRows<{ readonly key: Uint8Array; readonly seq: number }>({ key: 'bytes', seq: 'integer' });
 *     const moveItems = defineBatchQuery(keyRows, (db, args: { generationId: number }) =>
 *         db.updateTable('item').from('input').set((eb) => ({ seq: eb.ref('input.seq') }))
 *             .where('generation_id', '=', args.generationId).whereRef('item.item_key', '=', 'input.key'));
 *     await connection.runBatch(moveItems, rows, { generationId });
 *
 * The rows are the table `input` of the query. How a table is made of them is up to the dialect:
 *
 *     SQLite       with "input" as (select column1 as "key", column2 as "seq" from (values (?, ?), (?, ?), …) …)
 *     PostgreSQL   with "input" as (select * from unnest($1::bytea[], $2::bigint[]) as rows ("key", "seq"))
 */
import { type Compilable, type QueryCreator, type RawBuilder, sql } from 'kysely';
import type { LogOrder } from './log-order.ts';
import {
	type CompiledText,
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

/** A type, not an interface: TypeScript wants to see that there are no members of other kinds. */
export type BatchRow = Readonly<Record<string, SqlValue>>;

/** The columns of rows, in their order. The first is null in no row. */
export type RowShape<Input extends BatchRow> = { readonly [Name in keyof Input & string]: ColumnKind };

export function defineRows<Input extends BatchRow>(shape: RowShape<Input>): RowShape<Input> {
	return shape;
}

export type BatchBuilder<Input extends BatchRow> = QueryCreator<Schema & { readonly input: Input }>;

export interface BatchQuery<Input extends BatchRow, A extends QueryArguments, Row> {
	readonly shape: RowShape<Input>;
	readonly build: (db: BatchBuilder<Input>, args: A, log: LogOrder) => Compilable<Row>;
	/**
	 * The same for one row, whose members are arguments then; where one row is what mostly comes. In SQLite a statement over
	 * rows costs some ten microseconds before the first of them: for a table, and to be able to take back half of itself.
	 */
	readonly one: Query<Input & A, Row> | undefined;
}

/** `build` must treat the members of `args` as values to pass on, as in `defineQuery`. */
export function defineBatchQuery<Input extends BatchRow, Row, A extends QueryArguments = Record<never, never>>(
	shape: RowShape<Input>,
	build: (db: BatchBuilder<Input>, args: A, log: LogOrder) => Compilable<Row>,
	buildOne?: (db: QueryBuilder, args: NoInfer<Input & A>, log: LogOrder) => Compilable<NoInfer<Row>>,
): BatchQuery<Input, A, Row> {
	return { shape, build, one: buildOne && defineQuery(buildOne) };
}

/** What an insert selects its rows by, where there is nothing to choose: SQLite takes `on conflict` for a join without it. */
export const everyRow = sql<boolean>`true`;

/**
 * @param table makes the table of the rows with `parameterCount` placeholders; they come first in the text.
 * @returns the text; its parameters are those that follow the rows.
 */
export function compileBatchQuery<Input extends BatchRow, A extends QueryArguments, Row>(
	{ db, log }: QueryDialect,
	query: BatchQuery<Input, A, Row>,
	{ table, parameterCount }: { readonly table: RawBuilder<Input>; readonly parameterCount: number },
): CompiledText {
	const placeholders = new Proxy({} as A, { get: (_, name) => new Placeholder(String(name)) });
	const { sql: text, parameters } = query
		.build(
			db.with('input', () => table),
			placeholders,
			log,
		)
		.compile();
	return { sql: text, parameters: toParameterNames(text, parameters.slice(parameterCount)) };
}
