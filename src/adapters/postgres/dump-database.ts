/**
 * The rows of a database as texts, for backups: each row as PostgreSQL writes it in JSON, which its types read back
 * without a loss. All tables are read in one transaction that sees them as they were when it began. It only reads, so it
 * holds up no writer, and neither the readers of the event log.
 */
import { sql } from 'kysely';
import type { SqlConnection } from '../sql/sql-connection.ts';
import { readServer } from './check-server.ts';
import { PostgresUnusableError } from './database-unusable.ts';
import { defineSql, runSql } from './define-sql.ts';
import { listPartitions } from './event-partitions.ts';
import { migrations, tableNames } from './migrations.ts';
import { readVersion } from './prepare-database.ts';
import { withSingleConnection } from './single-connection.ts';

export interface DatabaseFacts {
	readonly schemaVersion: number;
	/** By table, in an order in which they can be filled. */
	readonly rows: Readonly<Record<string, number>>;
	/** The last value of each sequence that was used, by its name. */
	readonly sequences: Readonly<Record<string, string>>;
	/** The months of events, by the names of their tables. */
	readonly partitions: readonly string[];
}

export interface DumpOptions {
	readonly url: string;
	readonly connectTimeoutMs: number;
	/** Another process may be changing the tables. */
	readonly lockTimeoutMs: number;
	/** Takes the rows of a table, each a line of JSON. */
	readonly write: (table: string, rows: AsyncIterable<readonly string[]>) => Promise<void>;
}

/** What processes tell each other of the last hour; triggers write it again while the other tables are filled. */
const unkeptTables: readonly string[] = ['settings_change'];

/** Of one answer. An item has up to some hundred kB. */
const fetchRows = 200;

const listTables = defineSql<{ name: string }>(
	() => sql`
		select relname as name from pg_class
		where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') and not relispartition
			and relname in (${sql.join(tableNames.map((name) => sql.lit(name)))})`,
);
const listSequences = defineSql<{ name: string; value: string }>(
	() => sql`
		select sequencename as name, last_value::text as value from pg_sequences
		where schemaname = current_schema() and last_value is not null order by sequencename`,
);

/** The tables of this schema version, in the order in which the steps create them: an owner comes before what it owns. */
export async function listStoredTables(connection: SqlConnection): Promise<readonly string[]> {
	const present = new Set((await connection.all(listTables, {})).map(({ name }) => name));
	return tableNames.filter((name) => present.has(name) && !unkeptTables.includes(name));
}

/** @throws {PostgresUnusableError} @throws {PostgresUrlError} */
export async function dumpDatabase({ write, lockTimeoutMs, ...options }: DumpOptions): Promise<DatabaseFacts> {
	const transactionSettings =
		'set transaction isolation level repeatable read, read only; set local statement_timeout = 0; ' +
		`set local idle_in_transaction_session_timeout = 0; set local lock_timeout = ${lockTimeoutMs};`;
	return withSingleConnection({ ...options, transactionSettings }, async (connection) => {
		await connection.begin();
		const server = await connection.first(readServer, {});
		if (server?.is_ours !== 1) {
			throw new PostgresUnusableError(options.url, 'has no tables of this program');
		}
		const schemaVersion = (await connection.first(readVersion, {}))?.version ?? 0;
		if (schemaVersion > migrations.length) {
			throw new PostgresUnusableError(options.url, `has schema version ${schemaVersion}: use the newer program`);
		}
		const tables = await listStoredTables(connection);
		// None may be dropped or changed before it was read.
		const names = sql.join(tables.map((name) => sql.table(name)));
		await runSql(connection, sql`lock table ${names} in access share mode`);
		const rows: Record<string, number> = {};
		for (const table of tables) {
			rows[table] = 0;
			await write(
				table,
				countRows(readRows(connection, table), (count) => {
					rows[table] = (rows[table] ?? 0) + count;
				}),
			);
		}
		const sequences = await connection.all(listSequences, {});
		const partitions = await connection.all(listPartitions, {});
		await connection.commit();
		return {
			schemaVersion,
			rows,
			sequences: Object.fromEntries(sequences.map(({ name, value }) => [name, value])),
			partitions: partitions.map(({ name }) => name),
		};
	});
}

async function* readRows(connection: SqlConnection, table: string): AsyncGenerator<readonly string[]> {
	const from = sql`select to_json(row)::text as line from ${sql.table(table)} as row`;
	await runSql(connection, sql`declare dump no scroll cursor for ${from}`);
	const fetch = defineSql<{ line: string }>(() => sql`fetch ${sql.lit(fetchRows)} from dump`);
	for (;;) {
		const lines = (await connection.all(fetch, {})).map(({ line }) => line);
		if (lines.length === 0) break;
		yield lines;
	}
	await runSql(connection, sql`close dump`);
}

async function* countRows(
	rows: AsyncIterable<readonly string[]>,
	count: (rows: number) => void,
): AsyncGenerator<readonly string[]> {
	for await (const lines of rows) {
		count(lines.length);
		yield lines;
	}
}
