/**
 * A file that is filled with the rows of another store. It has a name of its own until it is whole:
 *
 *     vitrine.db.filling ── rows, and how far they are ──► index of carts, numbers ──► vitrine.db
 *
 * So a server finds no database beside the trace of one, and does not start.
 */
import { existsSync, renameSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import type { CarriedRow, CopyProgress, LastNumbers, StoreTarget } from '../sql/carried-rows.ts';
import { type CarriedTable, carriedTables, eventTable } from '../sql/carried-tables.ts';
import { createRowReader } from './carried-source.ts';
import { openWriteConnection } from './sqlite-file.ts';

const cacheBytesMax = 64 * 1024 * 1024;

function toFillingFile(file: string): string {
	return `${file}.filling`;
}

/** A move to this place has begun, and is not done. */
export class PartialStoreError extends Error {
	constructor(filling: string) {
		super(
			`${filling} has only a part of another store: run "vitrine migrate-store" again to complete it, or remove the directory that it is in`,
		);
		this.name = 'PartialStoreError';
	}
}

/** @throws {PartialStoreError} */
export function refusePart(file: string): void {
	if (existsSync(toFillingFile(file)) && !existsSync(file)) throw new PartialStoreError(toFillingFile(file));
}

/** @throws {DatabaseUnusableError} and what `use` throws: then the rows that are there are kept for another attempt */
export async function useCarriedTarget<T>(file: string, use: (target: StoreTarget) => Promise<T>): Promise<T> {
	const filling = toFillingFile(file);
	const isNew = !existsSync(filling);
	const connection = openWriteConnection(filling, { cacheBytesMax });
	const { raw } = connection;
	try {
		raw.exec('create table if not exists store_filling (id integer primary key, progress text not null) strict');
		if (isNew) raw.exec('delete from cart_watermark');
		const result = await use({
			...createRowReader(connection),
			progress: readProgress(raw),
			append: async (table, rows, progress) => append(raw, { table, rows, progress }),
			finish: async (numbers) => finish(raw, numbers),
		});
		raw.exec('pragma journal_mode = delete');
		raw.close();
		renameSync(filling, file);
		return result;
	} finally {
		await connection.close();
	}
}

function readProgress(raw: DatabaseSync): CopyProgress | undefined {
	const row = raw.prepare('select progress from store_filling where id = 1').get();
	return row === undefined ? undefined : JSON.parse(String(row.progress));
}

interface Addition {
	readonly table: CarriedTable;
	readonly rows: readonly CarriedRow[];
	readonly progress: CopyProgress;
}

function append(raw: DatabaseSync, { table, rows, progress }: Addition): void {
	inTransaction(raw, () => {
		const [first] = rows;
		if (first !== undefined) {
			const columns = Object.keys(first);
			const list = columns.map((column) => `"${column}"`).join(', ');
			const statement = raw.prepare(
				`insert into "${table.name}" (${list}) values (${columns.map(() => '?').join(', ')})`,
			);
			for (const row of rows) statement.run(...columns.map((column) => row[column] ?? null));
		}
		raw
			.prepare(
				'insert into store_filling (id, progress) values (1, ?) on conflict do update set progress = excluded.progress',
			)
			.run(JSON.stringify(progress));
	});
}

/** The index of carts and the numbers of further rows, in the transaction that makes a database of it. */
function finish(raw: DatabaseSync, numbers: LastNumbers): void {
	inTransaction(raw, () => {
		raw.exec(
			'insert into cart_event (cart_key, serial) select cart_key, serial from event where cart_key is not null order by cart_key',
		);
		raw.exec('insert into cart_watermark (id, serial) select 1, coalesce(max(serial), 0) from event');
		for (const { name, numbered } of carriedTables) {
			const last = numbers[name];
			// Events are numbered anew, and their numbers are known.
			if (numbered === undefined || last === undefined || name === eventTable.name) continue;
			raw.prepare('delete from sqlite_sequence where name = ?').run(name);
			raw.prepare('insert into sqlite_sequence (name, seq) values (?, ?)').run(name, last);
		}
		raw.exec('drop table store_filling');
	});
}

function inTransaction(raw: DatabaseSync, work: () => void): void {
	raw.exec('begin immediate');
	try {
		work();
		raw.exec('commit');
	} catch (error) {
		if (raw.isTransaction) raw.exec('rollback');
		throw error;
	}
}
