/** What is in the database of a zone, read from the side: for what no API shows. */
import { chosenStore, type Row, toZoneHome } from './store/test-store.ts';

/** All rows of a table, events in the order of their log. */
export async function readTable(dataDir: string, table: string): Promise<readonly Row[]> {
	const store = chosenStore();
	const [rows] = await store.readRows(toZoneHome(dataDir), [
		`select * from "${table}" order by ${store.orderOf(table)}`,
	]);
	return rows ?? [];
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
export async function readAllTables(dataDir: string, zone?: string): Promise<Readonly<Record<string, readonly Row[]>>> {
	const store = chosenStore();
	const home = toZoneHome(dataDir, zone);
	const tables = (await store.listTables(home)).filter((name) => !derivedTables.includes(name));
	const queries = tables.map(
		(name) => `select * from "${name}" where ${lastingRows[name] ?? 'true'} order by ${store.orderOf(name)}`,
	);
	const rows = await store.readRows(home, queries);
	return Object.fromEntries(tables.map((name, at) => [name, rows[at] ?? []]));
}
