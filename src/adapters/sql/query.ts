/**
 * Queries as constants: written once with Kysely, typed in their arguments and rows, compiled once per connection.
 *
 *     const findStore = defineQuery((db, args: { id: string }) =>
 *         db.selectFrom('store').selectAll().where('id', '=', args.id));
 *     const row = await connection.first(findStore, { id });
 *
 * Compiling with Kysely takes tens of microseconds, running a statement takes five: so a query is built once, with
 * placeholders where its arguments go, and only bound afterwards. Kysely does not run anything here.
 */
import type { Compilable, Kysely } from 'kysely';
import type { Schema } from './schema.ts';

export type SqlValue = null | number | string | Uint8Array;
export type QueryArguments = Readonly<Record<string, SqlValue>>;
export type QueryBuilder = Kysely<Schema>;

export interface Query<A extends QueryArguments, Row> {
	readonly build: (db: QueryBuilder, args: A) => Compilable<Row>;
}

/** `build` must treat the members of `args` as values to pass on: they are placeholders, whatever their type says. */
export function defineQuery<Row, A extends QueryArguments = Record<never, never>>(
	build: (db: QueryBuilder, args: A) => Compilable<Row>,
): Query<A, Row> {
	return { build };
}

class Placeholder {
	readonly name: string;

	constructor(name: string) {
		this.name = name;
	}
}

export interface CompiledText {
	readonly sql: string;
	/** In the order the SQL text has them. */
	readonly parameters: readonly Parameter[];
}

/** The name of an argument, or a constant. */
interface Parameter {
	readonly name: string | undefined;
	readonly value: SqlValue;
}

export function compileQuery<A extends QueryArguments, Row>(db: QueryBuilder, query: Query<A, Row>): CompiledText {
	const placeholders = new Proxy({} as A, { get: (_, name) => new Placeholder(String(name)) });
	const { sql, parameters } = query.build(db, placeholders).compile();
	return { sql, parameters: (parameters as (SqlValue | Placeholder)[]).map(toParameter) };
}

function toParameter(parameter: SqlValue | Placeholder): Parameter {
	return parameter instanceof Placeholder
		? { name: parameter.name, value: null }
		: { name: undefined, value: parameter };
}

/** @returns the values to bind, in the order of the SQL text. */
export function bindArguments({ parameters }: CompiledText, args: QueryArguments): SqlValue[] {
	const values: SqlValue[] = [];
	for (const { name, value: constant } of parameters) {
		const value = name === undefined ? constant : args[name];
		if (value === undefined) throw new Error(`the query has no argument ${name}`);
		values.push(value);
	}
	return values;
}
