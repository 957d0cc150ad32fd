import { after, before } from 'node:test';
import { openPostgresDatabase } from '../../src/adapters/postgres/open-postgres-database.ts';
import { createDatabaseChanges } from '../../src/adapters/sql/sql-database.ts';
import type { Database } from '../../src/ports/database.ts';
import { createPreparedDatabase, preparedAtMs } from '../support/prepared-postgres.ts';
import { queryPostgres } from '../support/query-postgres.ts';
import { neverMs } from '../support/wait-for.ts';
import { testDatabase } from './database.ts';

/** What is not a shop's: how the tables are, and since when. */
const keptTables = ['health', 'store_incarnation', 'vitrine_schema'];

/**
 * All tests share one database and its connections, emptied for each.
 * @param toUrl where the database is to be asked for that is at a URL of the server.
 */
export function testPostgresDatabase(name: string, toUrl: (url: string) => string | Promise<string>): void {
	let url: string;
	let deletions: string;
	let database: Database;

	before(async () => {
		url = await createPreparedDatabase();
		const rows = await queryPostgres(
			url,
			`select relname from pg_class where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') and not relispartition`,
		);
		deletions = rows
			.map(({ relname }) => String(relname))
			.filter((table) => !keptTables.includes(table))
			.map((table) => `delete from ${table};`)
			.join(' ');
		database = openPostgresDatabase({
			url: await toUrl(url),
			deadlineMs: neverMs,
			connectionsMax: 8,
			random: Math.random,
			nowMs: () => preparedAtMs,
			changes: createDatabaseChanges(),
			onConnectionLost: () => undefined,
		});
	});
	after(() => database.close());

	testDatabase(name, async () => {
		await queryPostgres(url, `begin; ${deletions} commit`);
		return database;
	});
}
