/**
 * `SqlConnection` on one connection of `pg`.
 *
 * Statements are prepared once per connection and named by their text, so that PostgreSQL parses them once and keeps
 * their plans, which saves half of the work of a short one. A pooler such as PgBouncer in transaction mode gives each
 * transaction another connection of the server, which does not know those names. There statements have no names.
 *
 * The client is in pipeline mode: `begin` is sent together with the first statement of a transaction.
 */
import { hash } from 'node:crypto';
import type pg from 'pg';
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
import { type StatementSource, traceStatement } from '../sql/trace-statement.ts';
import type { BinaryArray } from './binary-array.ts';
import { toEscapedText } from './escaped-text.ts';
import { bindBatch, compileBatch } from './postgres-batches.ts';
import { postgresQueries } from './postgres-builder.ts';
import { isPlanStale, toDoubtfulFailure, toPostgresFailure } from './postgres-failure.ts';

export interface PostgresConnectionOptions {
	/** Whether the server's connection belongs to this one for all its life. */
	readonly isDirect: boolean;
	/** Statements that follow `begin`, each ending in a semicolon: settings of each transaction. */
	readonly transactionSettings: string;
}

interface Statement extends CompiledText {
	readonly name: string;
}

/** For all connections, because queries are constants of the program. */
const statements = new WeakMap<object, Statement>();

function toStatement(query: object, compile: () => CompiledText): Statement {
	const known = statements.get(query);
	if (known !== undefined) return known;
	const text = compile();
	const fresh = { ...text, name: hash('sha1', text.sql, 'hex') };
	statements.set(query, fresh);
	return fresh;
}

/** A value in the form that `value-parsers.ts` reads back. */
function toBound<Value>(value: Value): Value | string {
	return typeof value === 'string' ? toEscapedText(value) : value;
}

type Answer = Pick<pg.QueryResult, 'rows' | 'rowCount'>;

/**
 * Takes the rows out of the result, because the driver's queries outlive two collections of young objects, and their results
 * with them: of what a thread allocated that read rows back to back, V8 took 48 % for old, and 2 % without the rows.
 */
function takeAnswer(result: pg.QueryResult): Answer {
	const { rows, rowCount } = result;
	result.rows = [];
	return { rows, rowCount };
}

/**
 * Statements that are sent without waiting for each other's answers are one write to the socket: a write is a system
 * call, and wakes the server.
 * @returns holds the bytes that are sent until all is done that the present callback and its promises do.
 */
function createByteHolder(client: pg.ClientBase): () => void {
	let isHolding = false;
	return () => {
		if (isHolding) return;
		isHolding = true;
		const { stream } = (client as pg.ClientBase & { readonly connection: pg.Connection }).connection;
		stream.cork();
		process.nextTick(() => {
			isHolding = false;
			stream.uncork();
		});
	};
}

function toSource(client: pg.ClientBase): StatementSource {
	const { host, port, database } = client as Partial<pg.Client>;
	return {
		'db.system.name': 'postgresql',
		...(database !== undefined && { 'db.namespace': database }),
		...(host !== undefined && { 'server.address': host }),
		...(port !== undefined && { 'server.port': port }),
	};
}

interface SenderOptions extends Pick<PostgresConnectionOptions, 'isDirect'> {
	readonly source: ReturnType<typeof toSource>;
	readonly holdBytes: () => void;
	readonly isInTransaction: () => boolean;
}

type Send = (statement: Statement, values: readonly (SqlValue | BinaryArray)[]) => Promise<Answer>;

function createSender(client: pg.ClientBase, { isDirect, source, holdBytes, isInTransaction }: SenderOptions): Send {
	/** How often tables had changed under prepared statements, all of which are prepared again then, under other names. */
	let change = 0;

	async function send(statement: Statement, values: readonly (SqlValue | BinaryArray)[]): Promise<Answer> {
		const config = { text: statement.sql, values: values.map(toBound) };
		const seen = change;
		// Who shares the connection may have ended its transaction before the answer.
		const isPart = isInTransaction();
		holdBytes();
		try {
			const query = isDirect ? { ...config, name: `${statement.name}_${seen}` } : config;
			return takeAnswer(await traceStatement(source, statement.sql, () => client.query(query)));
		} catch (error) {
			if (!isPlanStale(error)) throw toPostgresFailure(error);
			// Statements that were sent with it fail like it.
			if (change === seen) change += 1;
			if (isPart) throw error;
		}
		return send(statement, values);
	}

	return send;
}

export function createPostgresConnection(
	client: pg.ClientBase,
	{ isDirect, transactionSettings }: PostgresConnectionOptions,
): SqlConnection {
	const holdBytes = createByteHolder(client);
	const source = toSource(client);
	let isInTransaction = false;
	const send = createSender(client, { isDirect, source, holdBytes, isInTransaction: () => isInTransaction });
	/** The answer to the last statement of the transaction, which nothing waits for but its commit. */
	let lastAnswer: Promise<unknown> = Promise.resolve();

	function ask<A extends QueryArguments, Row>(query: Query<A, Row>, args: A): Promise<Answer> {
		const statement = toStatement(query, () => compileQuery(postgresQueries, query));
		return send(statement, bindArguments(statement, args));
	}

	async function askBatch<Input extends BatchRow, A extends QueryArguments, Row>(
		query: BatchQuery<Input, A, Row>,
		rows: readonly Input[],
		args: A,
	): Promise<Answer> {
		if (rows.length === 0) return { rows: [], rowCount: 0 };
		const statement = toStatement(query, () => compileBatch(query));
		return send(statement, bindBatch(query, statement, { rows, args }));
	}

	return {
		all: async (query, args) => (await ask(query, args)).rows,
		first: async (query, args) => (await ask(query, args)).rows[0],
		run: async (query, args) => (await ask(query, args)).rowCount ?? 0,
		allBatch: async (query, rows, args) => (await askBatch(query, rows, args)).rows,
		runBatch: async (query, rows, args) => (await askBatch(query, rows, args)).rowCount ?? 0,
		async runLast(query, args) {
			lastAnswer = ask(query, args);
			lastAnswer.catch(() => undefined);
		},
		async begin() {
			isInTransaction = true;
			lastAnswer = Promise.resolve();
			holdBytes();
			// It fails only with its connection, and then the statement that is sent along with it fails, too.
			client.query(`begin;${transactionSettings}`).catch(() => undefined);
		},
		async commit() {
			let outcome: string;
			holdBytes();
			try {
				const { command } = await traceStatement(source, 'commit', () => client.query('commit'));
				outcome = command;
			} catch (error) {
				throw toDoubtfulFailure(error);
			}
			isInTransaction = false;
			if (outcome === 'COMMIT') return;
			// After a failed statement, PostgreSQL answers a commit with a rollback and no error.
			await lastAnswer;
			throw new Error('a transaction was committed of which a statement had failed');
		},
		async rollback() {
			if (!isInTransaction) return;
			isInTransaction = false;
			try {
				await client.query('rollback');
			} catch (error) {
				throw toPostgresFailure(error);
			}
		},
		/** PostgreSQL's own vacuum does this. */
		returnSpace: async () => false,
		/** The lender of the connection takes it back. */
		close: async () => undefined,
	};
}
