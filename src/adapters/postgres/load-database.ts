/**
 * Fills a database with the rows of a dump, in one transaction: all of them or none. The tables are those of the dump's
 * schema version; a start of the server brings them to its own. An incarnation begins, so that all that is written from
 * now on comes after the restored events.
 */
import { sql } from 'kysely';
import type { SqlConnection } from '../sql/sql-connection.ts';
import { readServer } from './check-server.ts';
import { PostgresUnusableError } from './database-unusable.ts';
import { defineSql, runSql } from './define-sql.ts';
import { type DatabaseFacts, listStoredTables } from './dump-database.ts';
import { createEventPartitions } from './event-partitions.ts';
import { beginNextIncarnation, lockSchema } from './incarnation.ts';
import { migrations } from './migrations.ts';
import { preparePostgresDatabase, readVersion } from './prepare-database.ts';
import { withSingleConnection } from './single-connection.ts';

export interface LoadOptions {
	readonly url: string;
	readonly nowMs: number;
	readonly connectTimeoutMs: number;
	readonly lockTimeoutMs: number;
	readonly facts: DatabaseFacts;
	/** The rows of a table, each a line of JSON, some at a time. */
	readonly read: (table: string) => AsyncIterable<readonly string[]>;
}

/** @throws {PostgresUnusableError} when the database is not empty, or what was loaded differs. @throws {PostgresUrlError} */
export async function loadDatabase({ facts, read, ...options }: LoadOptions): Promise<void> {
	const { url, nowMs } = options;
	const { schemaVersion } = facts;
	if (schemaVersion > migrations.length) {
		throw new PostgresUnusableError(
			url,
			`cannot take the backup: it has schema version ${schemaVersion}, and this program knows versions up to ${migrations.length}; restore it with the newer version of the program`,
		);
	}
	const transactionSettings = `set local lock_timeout = ${options.lockTimeoutMs}; set local statement_timeout = 0;`;
	const single = { ...options, transactionSettings };
	// Nothing is changed in a database that has data, or tables of another version.
	await withSingleConnection(single, (connection) => checkTarget(connection, url, schemaVersion));
	await preparePostgresDatabase({ ...options, steps: migrations.slice(0, schemaVersion) });
	await withSingleConnection(single, async (connection) => {
		await connection.begin();
		await connection.all(lockSchema, {});
		await checkTarget(connection, url, schemaVersion);
		const tables = await listStoredTables(connection);
		for (const table of tables.toReversed()) await runSql(connection, sql`delete from ${sql.table(table)}`);
		await createEventPartitions(connection, facts.partitions);
		for (const table of tables) {
			const count = await loadTable(connection, table, read(table));
			if (count !== (facts.rows[table] ?? 0)) {
				throw new PostgresUnusableError(url, `did not take the backup: ${table} has ${count} rows`);
			}
		}
		for (const [name, value] of Object.entries(facts.sequences)) {
			await runSql(connection, sql`select setval(quote_ident(${sql.lit(name)})::regclass, ${sql.lit(value)}::bigint)`);
		}
		// Search indexes that were built of another database do not belong to this one, even if their positions seem to fit.
		for (const table of ['follower', 'node', 'lease']) {
			if (tables.includes(table)) await runSql(connection, sql`delete from ${sql.table(table)}`);
		}
		await beginNextIncarnation(connection, nowMs);
		await connection.commit();
	});
}

export const hasData = defineSql<{ has_data: number }>(
	() => sql`select exists (select 1 from account) or exists (select 1 from event) as has_data`,
);

async function checkTarget(connection: SqlConnection, url: string, schemaVersion: number): Promise<void> {
	if ((await connection.first(readServer, {}))?.is_ours !== 1) return;
	if ((await connection.first(hasData, {}))?.has_data === 1) {
		throw new PostgresUnusableError(url, 'is not empty: name another database in the URL, or another schema');
	}
	const { version } = (await connection.first(readVersion, {})) ?? {};
	if (version === schemaVersion) return;
	throw new PostgresUnusableError(
		url,
		`has tables of schema version ${version}, and the backup is of version ${schemaVersion}: name a database without tables`,
	);
}

/** @returns how many rows there are now. */
async function loadTable(
	connection: SqlConnection,
	table: string,
	rows: AsyncIterable<readonly string[]>,
): Promise<number> {
	const insert = defineSql(
		(args: { rows: string }) => sql`
			insert into ${sql.table(table)}
			select * from json_populate_recordset(null::${sql.table(table)}, (${args.rows}::text)::json)`,
	);
	let count = 0;
	for await (const lines of rows) count += await connection.run(insert, { rows: `[${lines.join(',')}]` });
	return count;
}
