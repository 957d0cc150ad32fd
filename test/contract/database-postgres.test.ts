/** All tests share one database and its connections, emptied for each. */
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
		.filter((name) => !keptTables.includes(name))
		.map((name) => `delete from ${name};`)
		.join(' ');
	database = openPostgresDatabase({
		url,
		deadlineMs: neverMs,
		connectionsMax: 8,
		random: Math.random,
		nowMs: () => preparedAtMs,
		changes: createDatabaseChanges(),
		onConnectionLost: () => undefined,
	});
});
after(() => database.close());

testDatabase('PostgreSQL', async () => {
	await queryPostgres(url, `begin; ${deletions} commit`);
	return database;
});
