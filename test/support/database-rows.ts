/** Reads the database of a zone directly, for what no API shows. */
import { chosenStore, type Row, toZoneHome } from './store/test-store.ts';

/** All rows of a table, events in the order of their log. */
export async function readTable(dataDir: string, table: string): Promise<readonly Row[]> {
	const store = chosenStore();
	const [rows] = await store.readRows(toZoneHome(dataDir), [
		`select * from "${table}" order by ${store.orderOf(table)}`,
	]);
	return rows ?? [];
}

/** Computed from the log of events by background work, at any time. */
const derivedTables = ['widget_day', 'widget_day_watermark', 'call_day'];

/**
 * Leaves out rows that garbage collection may remove at any time: tombstones, and what can no longer be reached. Every
 * deletion also changes the `seq` of a generation, or retires it.
 */
const lastingRows: Readonly<Record<string, string>> = {
	item: "body is not null and generation_id not in (select id from generation where state = 'retired')",
	item_history: "generation_id not in (select id from generation where state = 'retired')",
	follower: "generation_id not in (select id from generation where state = 'retired')",
	generation: "state <> 'retired'",
};

/** All lasting rows of all tables that callers change: if two readings are equal, nothing was changed in between. */
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
