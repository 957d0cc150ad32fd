/**
 * A database that is filled with the rows of another store. While it is, it has the table `store_filling`, with which no
 * server starts:
 *
 *     tables, store_filling ── rows, and how far they are ──► numbers, server key, incarnation; no store_filling
 */
import { sql } from 'kysely';
import type { CarriedRow, CopyProgress, LastNumbers, StoreTarget } from '../sql/carried-rows.ts';
import { type CarriedTable, carriedTables, eventTable } from '../sql/carried-tables.ts';
import type { SqlConnection } from '../sql/sql-connection.ts';
import { createRowReader, toSequence, toStoredRow } from './carried-rows.ts';
import { type CarriedOptions, refuseLivingNodes } from './carried-source.ts';
import { readServer } from './check-server.ts';
import { PostgresUnusableError } from './database-unusable.ts';
import { defineSql, runSql } from './define-sql.ts';
import { createEventPartitions } from './event-partitions.ts';
import { beginNextIncarnation, lockSchema } from './incarnation.ts';
import { hasData } from './load-database.ts';
import { preparePostgresDatabase } from './prepare-database.ts';
import { insertFingerprint, readFingerprint } from './server-key.ts';
import { withSingleConnection } from './single-connection.ts';

export interface TargetOptions extends CarriedOptions {
	readonly nowMs: number;
	/** Of the server key that the secrets are sealed with. */
	readonly fingerprint: string;
}

const readProgress = defineSql<{ progress: string }>(() => sql`select progress from store_filling where id = 1`);
const noteProgress = defineSql<never, { progress: string }>(
	({ progress }) => sql`
		insert into store_filling (id, progress) values (1, ${progress})
		on conflict (id) do update set progress = excluded.progress`,
);

/** @throws {PostgresUnusableError} when it has data, or running servers, or belongs to another key. @throws {PostgresUrlError} */
export async function useCarriedTarget<T>(
	options: TargetOptions,
	use: (target: StoreTarget) => Promise<T>,
): Promise<T> {
	const { lockTimeoutMs, nowMs } = options;
	const transactionSettings = `set local statement_timeout = 0; set local lock_timeout = ${lockTimeoutMs};`;
	const single = { ...options, transactionSettings };
	await withSingleConnection(single, (connection) => checkTarget(connection, options));
	await preparePostgresDatabase({ ...options, isFilling: true });
	return withSingleConnection(single, async (connection) => {
		await inTransaction(connection, () => begin(connection, options));
		const row = await connection.first(readProgress, {});
		const knownMonths = new Set<string>();
		return use({
			...createRowReader(connection),
			progress: row === undefined ? undefined : (JSON.parse(row.progress) as CopyProgress),
			append: (table, rows, progress) =>
				inTransaction(connection, async () => {
					if (table.name === eventTable.name) await makeMonths(connection, { rows, knownMonths, nowMs });
					await addRows(connection, table, rows);
					await connection.run(noteProgress, { progress: JSON.stringify(progress) });
				}),
			finish: (numbers, fingerprint) =>
				inTransaction(connection, async () => {
					await connection.all(lockSchema, {});
					await setNumbers(connection, numbers);
					await connection.run(insertFingerprint, { fingerprint });
					await beginNextIncarnation(connection, nowMs);
					await runSql(connection, sql`drop table store_filling`);
				}),
		});
	});
}

/** Nothing is changed before this was true. */
async function checkTarget(connection: SqlConnection, { url, fingerprint }: TargetOptions): Promise<void> {
	const server = await connection.first(readServer, {});
	if (server?.is_ours !== 1) return;
	if (server.is_filling !== 1 && (await connection.first(hasData, {}))?.has_data === 1) {
		throw new PostgresUnusableError(url, 'is not empty: name another database in the URL, or another schema');
	}
	const stored = await connection.first(readFingerprint, {}).catch(() => undefined);
	if (stored !== undefined && stored.fingerprint !== fingerprint) {
		throw new PostgresUnusableError(url, 'belongs to another server key: name another database in the URL');
	}
}

async function begin(connection: SqlConnection, options: TargetOptions): Promise<void> {
	await connection.all(lockSchema, {});
	await checkTarget(connection, options);
	await refuseLivingNodes(connection, options.url);
	if ((await connection.first(readServer, {}))?.is_filling === 1) return;
	// What a server without accounts has left.
	const left = [...carriedTables.map(({ name }) => name).toReversed(), 'follower', 'node', 'lease'];
	for (const name of left) await runSql(connection, sql`delete from ${sql.table(name)}`);
	await runSql(connection, sql`create table store_filling (id integer primary key, progress text not null)`);
}

async function addRows(connection: SqlConnection, table: CarriedTable, rows: readonly CarriedRow[]): Promise<void> {
	const [first] = rows;
	if (first === undefined) return;
	const columns = sql.join(Object.keys(toStoredRow(table, first)).map((column) => sql.ref(column)));
	const name = sql.table(table.name);
	const insert = defineSql<never, { rows: string }>(
		(args) => sql`
			insert into ${name} (${columns})
			select ${columns} from json_populate_recordset(null::${name}, (${args.rows}::text)::json)`,
	);
	await connection.run(insert, { rows: JSON.stringify(rows.map((row) => toStoredRow(table, row))) });
}

interface Months {
	readonly rows: readonly CarriedRow[];
	/** That were looked for already. */
	readonly knownMonths: Set<string>;
	readonly nowMs: number;
}

/** A clock that was set wrong makes no months of the future. */
async function makeMonths(connection: SqlConnection, { rows, knownMonths, nowMs }: Months): Promise<void> {
	const times = rows.map((row) => Number(row.occurred_at_ms)).filter((ms) => ms >= 0 && ms <= nowMs);
	const months = new Set(times.map((ms) => `event_${new Date(ms).toISOString().slice(0, 7).replace('-', '_')}`));
	const missing = [...months.difference(knownMonths)];
	if (missing.length === 0) return;
	await connection.all(lockSchema, {});
	await createEventPartitions(connection, missing);
	for (const month of missing) knownMonths.add(month);
}

async function setNumbers(connection: SqlConnection, numbers: LastNumbers): Promise<void> {
	for (const table of carriedTables) {
		const last = numbers[table.name];
		if (table.numbered === undefined || last === undefined || last === 0) continue;
		const sequence = sql.lit(toSequence(table));
		await runSql(connection, sql`select setval(quote_ident(${sequence})::regclass, ${sql.lit(last)}::bigint)`);
	}
}

async function inTransaction(connection: SqlConnection, work: () => Promise<void>): Promise<void> {
	await connection.begin();
	try {
		await work();
		await connection.commit();
	} catch (error) {
		await connection.rollback();
		throw error;
	}
}
