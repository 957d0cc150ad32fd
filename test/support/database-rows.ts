/** What is in a zone's database, read from the side: for what no API shows. */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

export type Row = Readonly<Record<string, unknown>>;

/** All rows of a table, in the order they were made. */
export function readTable(dataDir: string, table: string, zone = 'eu1'): readonly Row[] {
	return withDatabase(dataDir, zone, (database) => database.prepare(`select * from "${table}" order by rowid`).all());
}

/** What background work makes of the log of events, at any time. */
const derivedTables = ['widget_day', 'widget_day_watermark'];

/**
 * Rows that the sweep may forget at any time are not read: what deletions leave for followers of the log, and what nobody
 * can reach any more. Whoever deletes something moves the `seq` of its generation, or retires that.
 */
const lastingRows: Readonly<Record<string, string>> = {
	item: "body is not null and generation_id not in (select id from generation where state = 'retired')",
	item_history: "generation_id not in (select id from generation where state = 'retired')",
	follower: "generation_id not in (select id from generation where state = 'retired')",
	generation: "state <> 'retired'",
};

/** All lasting rows of all tables that callers change: two equal readings mean that nothing was changed in between. */
export function readAllTables(dataDir: string, zone = 'eu1'): Readonly<Record<string, readonly Row[]>> {
	return withDatabase(dataDir, zone, (database) => {
		const schema = "select name from sqlite_schema where type = 'table' and name not like 'sqlite_%'";
		const tables = database
			.prepare(schema)
			.all()
			.map(({ name }) => String(name))
			.filter((name) => !derivedTables.includes(name));
		const read = (name: string) =>
			database.prepare(`select * from "${name}" where ${lastingRows[name] ?? 'true'}`).all();
		return Object.fromEntries(tables.map((name) => [name, read(name)]));
	});
}

function withDatabase<T>(dataDir: string, zone: string, read: (database: DatabaseSync) => T): T {
	const database = new DatabaseSync(join(dataDir, zone, 'vitrine.db'), { readOnly: true });
	try {
		return read(database);
	} finally {
		database.close();
	}
}
