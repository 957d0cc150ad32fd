/**
 * Starting the writer thread takes longer than a test does, so all tests share one database, which a separate connection
 * empties for each.
 */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before } from 'node:test';
import { openSqliteDatabase } from '../../src/adapters/sqlite/open-sqlite-database.ts';
import type { Database } from '../../src/ports/database.ts';
import { neverMs } from '../support/wait-for.ts';
import { testDatabase } from './database.ts';
import { makeTemporaryDirectory } from './temporary-directory.ts';

const directory = makeTemporaryDirectory();
const file = join(directory.path, 'vitrine.db');
let database: Database;

before(async () => {
	database = await openSqliteDatabase({ file });
});
after(async () => {
	await database.close();
	directory.remove();
});

testDatabase('SQLite', async () => {
	const raw = new DatabaseSync(file, { timeout: neverMs });
	const tables = raw.prepare(`select name from sqlite_schema where type = 'table' and name not like 'sqlite%'`).all();
	raw.exec('begin immediate');
	for (const { name } of tables) if (name !== 'health') raw.exec(`delete from ${name}`);
	raw.exec('commit');
	raw.close();
	return database;
});
