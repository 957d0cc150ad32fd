/**
 * Queries as constants: written once with Kysely, typed in their arguments and rows, compiled once per connection.
 *
 *     const findStore = defineQuery((db, args: { id: string }) =>
 *         db.selectFrom('store').selectAll().where('id', '=', args.id));
 *     const row = await connection.first(findStore, { id });
 *
 * Compiling with Kysely takes tens of microseconds, running a statement takes five. So a query is compiled once, with
 * placeholders for its arguments, and only bound afterwards. Kysely does not run anything here.
 */
import type { Compilable, Kysely } from 'kysely';
import type { LockQueue } from './lock-queue.ts';
import type { LogOrder } from './log-order.ts';
import type { Schema } from './schema.ts';

export type SqlValue = null | number | string | Uint8Array;
export type QueryArguments = Readonly<Record<string, SqlValue>>;
export type QueryBuilder = Kysely<Schema>;

/** What a dialect needs to build queries. */
export interface QueryDialect {
	readonly db: QueryBuilder;
	readonly log: LogOrder;
	readonly queue: LockQueue;
}

/** What each dialect writes in a way of its own. */
export type DialectParts = Omit<QueryDialect, 'db'>;

export interface Query<A extends QueryArguments, Row> {
	readonly build: (db: QueryBuilder, args: A, dialect: DialectParts) => Compilable<Row>;
}

/** `build` must treat the members of `args` as values to pass on: they are placeholders, whatever their type says. */
export function defineQuery<Row, A extends QueryArguments = Record<never, never>>(
	build: Query<A, Row>['build'],
): Query<A, Row> {
	return { build };
}

/** Stands for an argument while a query is built. */
export class Placeholder {
	readonly name: string;

	constructor(name: string) {
		this.name = name;
	}
}

export interface CompiledText {
	readonly sql: string;
	/** Names of the arguments, in the order of the SQL text. */
	readonly parameters: readonly string[];
}

/** @throws {Error} when a constant of the query became a parameter: `db` must write constants as literals. */
export function compileQuery<A extends QueryArguments, Row>(dialect: QueryDialect, query: Query<A, Row>): CompiledText {
	const placeholders = new Proxy({} as A, { get: (_, name) => new Placeholder(String(name)) });
	const { sql, parameters } = query.build(dialect.db, placeholders, dialect).compile();
	return { sql, parameters: toParameterNames(sql, parameters) };
}

/** @throws {Error} when a parameter is not a placeholder. */
export function toParameterNames(sql: string, parameters: readonly unknown[]): string[] {
	return parameters.map((parameter) => {
		if (!(parameter instanceof Placeholder)) throw new Error(`a constant is a parameter of ${sql}`);
		return parameter.name;
	});
}

/** @returns the values to bind, in the order of the SQL text. */
export function bindArguments({ parameters }: CompiledText, args: QueryArguments): SqlValue[] {
	const values: SqlValue[] = [];
	for (const name of parameters) {
		const value = args[name];
		if (value === undefined) throw new Error(`the query has no argument ${name}`);
		values.push(value);
	}
	return values;
}
