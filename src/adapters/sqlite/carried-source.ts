/** The rows of a file for a move to another store, as they are at one moment. */
import { sql } from 'kysely';
import {
	type CarriedRow,
	countRows,
	createPageReader,
	type LastNumbers,
	type RowReader,
	type StoreSource,
} from '../sql/carried-rows.ts';
import { type CarriedTable, carriedTables } from '../sql/carried-tables.ts';
import { toSerial } from '../sql/number-position.ts';
import { defineQuery } from '../sql/query.ts';
import type { SqlReader } from '../sql/sql-connection.ts';
import { checkDatabase } from './copy-database.ts';
import { migrations } from './migrations.ts';
import { readPragma } from './sqlite-connection.ts';
import { openReadConnection } from './sqlite-file.ts';

/** The file was last opened by an older version of the program. */
export class DatabaseTooOldError extends Error {
	constructor(file: string, version: number) {
		super(
			`${file} has schema version ${version}, and this program has ${migrations.length}: start the server of this version with it once, and stop it again`,
		);
		this.name = 'DatabaseTooOldError';
	}
}

const cacheBytesMax = 64 * 1024 * 1024;

/** @throws {DatabaseTooNewError} @throws {DatabaseTooOldError} @throws {ForeignDatabaseError} */
export async function useCarriedSource<T>(file: string, use: (source: StoreSource) => Promise<T>): Promise<T> {
	const connection = openReadConnection(file, { cacheBytesMax });
	try {
		checkDatabase(file, connection.raw);
		const version = readPragma(connection.raw, 'user_version');
		if (version < migrations.length) throw new DatabaseTooOldError(file, version);
		connection.raw.exec('begin');
		return await use({ ...createRowReader(connection), fingerprint: undefined });
	} finally {
		await connection.close();
	}
}

const findLastEvent = defineQuery((db) => db.selectFrom('event').select('serial').orderBy('serial', 'desc').limit(1));
const listNumbers = defineQuery<{ name: string; seq: number }>((db) => ({
	compile: () => sql<{ name: string; seq: number }>`select name, seq from sqlite_sequence`.compile(db),
}));

export function createRowReader(connection: SqlReader): RowReader {
	async function listColumns({ name }: CarriedTable): Promise<readonly string[]> {
		const query = defineQuery<{ name: string }>((db) => ({
			compile: () =>
				sql<{ name: string }>`select name from pragma_table_info(${sql.lit(name)}) order by name`.compile(db),
		}));
		return (await connection.all(query, {})).map((column) => column.name);
	}

	const readPage = createPageReader(connection, listColumns);

	/** A position may be behind the last event, where the newest ones were deleted. */
	async function toCarried(table: CarriedTable, rows: readonly CarriedRow[]): Promise<readonly CarriedRow[]> {
		if (table.positions.length === 0) return rows;
		const last = (await connection.first(findLastEvent, {}))?.serial ?? 0;
		return rows.map((row) => ({
			...row,
			...Object.fromEntries(
				table.positions.map((name) => [name, String(Math.min(toSerial(row[name] as never), last))]),
			),
		}));
	}

	return {
		listColumns,
		countRows: (table) => countRows(connection, table),
		async readPage(table, after) {
			const { rows, next } = await readPage(table, after);
			return { rows: await toCarried(table, rows), next };
		},
		async readLastNumbers(): Promise<LastNumbers> {
			const numbers = await connection.all(listNumbers, {});
			const isCarried = ({ name }: { readonly name: string }) => carriedTables.some((table) => table.name === name);
			return Object.fromEntries(numbers.filter(isCarried).map(({ name, seq }) => [name, seq]));
		},
	};
}
