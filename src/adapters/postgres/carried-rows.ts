/**
 * The rows of a database on their way from or to another store; `carried-rows.ts` of `sql` says in which form.
 *
 * Events that came from another store are all before the first incarnation, in one transaction that there never was. So
 * their serials are their order, and their positions are known before they are written:
 *
 *     0.0.1   0.0.2   0.0.5 │ 2.8841.7   2.8844.6      what is written here comes behind them
 *     1       2       5     │ 6          7             as carried: its number is that of its place
 */
import { sql } from 'kysely';
import {
	comparePositions,
	type Position,
	parsePosition,
	startPosition,
	toPosition,
} from '../../domain/log/position.ts';
import {
	type CarriedRow,
	countRows,
	createPageReader,
	type LastNumbers,
	type RowKey,
	type RowPage,
	type RowReader,
} from '../sql/carried-rows.ts';
import { type CarriedTable, carriedTables, eventTable } from '../sql/carried-tables.ts';
import type { SqlReader } from '../sql/sql-connection.ts';
import { defineSql } from './define-sql.ts';
import { toEscapedText } from './escaped-text.ts';
import { postgresQueries } from './postgres-builder.ts';

const { log } = postgresQueries;

const ownColumns = ['incarnation', 'xid'];

const listTableColumns = defineSql<{ name: string }, { table: string }>(
	({ table }) => sql`
		select attname as name from pg_attribute
		where attrelid = to_regclass(quote_ident(${table}::text)) and attnum > 0 and not attisdropped order by attname`,
);
/** Of identities: a table is called like its sequence. */
const listNumbers = defineSql<{ name: string; value: number }>(
	() => sql`
		select sequencename as name, last_value as value from pg_sequences
		where schemaname = current_schema() and last_value is not null`,
);
const findCarriedEnd = defineSql<{ serial: number }>(
	() => sql`select serial from event where incarnation = 0 and xid = '0'::xid8 order by serial desc limit 1`,
);
const countEvents = defineSql<{ count: number }, { after: Position; upTo: Position }>(
	({ after, upTo }) => sql`select count(*) as count from event where ${log.isAfter(after)} and ${log.isUpTo(upTo)}`,
);

interface EventKey {
	readonly incarnation: number;
	readonly xid: string;
	readonly serial: number;
}

type EventRow = CarriedRow & { readonly log_incarnation: number; readonly log_xid: string; readonly serial: number };

/** Behind every event that came from another store. */
const carriedEnd = `0.0.${2n ** 63n - 1n}` as Position;

export function toSequence({ name, numbered }: CarriedTable): string {
	return `${name}_${numbered}${name === eventTable.name ? '' : '_seq'}`;
}

export function createRowReader(connection: SqlReader): RowReader {
	async function listColumns({ name }: CarriedTable): Promise<readonly string[]> {
		const columns = (await connection.all(listTableColumns, { table: name })).map((column) => column.name);
		return name === eventTable.name ? columns.filter((column) => !ownColumns.includes(column)) : columns;
	}

	const readPage = createPageReader(connection, listColumns);
	const readEvents = createEventReader(connection, listColumns);

	async function toCarried({ positions }: CarriedTable, rows: readonly CarriedRow[]): Promise<readonly CarriedRow[]> {
		if (positions.length === 0) return rows;
		const all = rows.flatMap((row) => positions.map((name) => row[name] as Position));
		const serials = await numberPositions(connection, all);
		return rows.map((row) => ({
			...row,
			...Object.fromEntries(positions.map((name) => [name, toPosition(serials.get(row[name] as Position) ?? 0)])),
		}));
	}

	return {
		listColumns,
		countRows: (table) => countRows(connection, table),
		async readPage(table, after) {
			if (table.name === eventTable.name) return readEvents(after);
			const { rows, next } = await readPage(table, after);
			return { rows: await toCarried(table, rows), next };
		},
		async readLastNumbers(): Promise<LastNumbers> {
			const numbers = new Map((await connection.all(listNumbers, {})).map(({ name, value }) => [name, value]));
			return Object.fromEntries(
				carriedTables.flatMap((table) => {
					const last = numbers.get(toSequence(table));
					return last === undefined ? [] : [[table.name, last]];
				}),
			);
		},
	};
}

/** Reads the log in its order, and numbers what was not numbered by another store. */
function createEventReader(connection: SqlReader, listColumns: RowReader['listColumns']) {
	return async (after: RowKey | undefined): Promise<RowPage> => {
		const columns = (await listColumns(eventTable)).map((column) => sql.ref(column));
		const query = defineSql<EventRow, { after: Position }>(
			(args) => sql`
				select ${sql.join(columns)}, incarnation as log_incarnation, xid::text as log_xid from event
				where ${log.isAfter(args.after)} order by ${log.ascending} limit ${sql.lit(eventTable.pageRows)}`,
		);
		const [position, number] = after ?? [startPosition, 0];
		const found = await connection.all(query, { after: position as Position });
		let last = Number(number);
		const rows = found.map(({ log_incarnation: incarnation, log_xid: xid, ...row }) => {
			last = isCarried({ incarnation, xid }) ? row.serial : last + 1;
			return { ...row, serial: last };
		});
		const end = found.at(-1);
		if (end === undefined || found.length < eventTable.pageRows) return { rows, next: undefined };
		return { rows, next: [`${end.log_incarnation}.${end.log_xid}.${end.serial}`, last] };
	};
}

function isCarried({ incarnation, xid }: Pick<EventKey, 'incarnation' | 'xid'>): boolean {
	return incarnation === 0 && xid === '0';
}

/** @returns for each position the number of the last event up to there. Each event is counted once. */
async function numberPositions(
	connection: SqlReader,
	positions: readonly Position[],
): Promise<ReadonlyMap<Position, number>> {
	const carriedLast = (await connection.first(findCarriedEnd, {}))?.serial ?? 0;
	const numbers = new Map<Position, number>();
	let before = carriedEnd;
	let count = carriedLast;
	for (const position of [...new Set(positions)].sort(comparePositions)) {
		const [incarnation = '0', xid = '0', serial = '0'] = position.split('.');
		if (position === startPosition) numbers.set(position, 0);
		else if (isCarried({ incarnation: Number(incarnation), xid })) {
			numbers.set(position, Math.min(Number(serial), carriedLast));
		} else {
			count += (await connection.first(countEvents, { after: before, upTo: position }))?.count ?? 0;
			before = position;
			numbers.set(position, count);
		}
	}
	return numbers;
}

/** A row as this store has it, as a member of a list in JSON. */
export function toStoredRow({ name, positions }: CarriedTable, row: CarriedRow): Readonly<Record<string, unknown>> {
	const stored = Object.fromEntries(Object.entries(row).map(([column, value]) => [column, toJsonValue(value)]));
	const moved = positions.map((column) => [column, toCarriedPosition(String(row[column]))]);
	const key = name === eventTable.name ? { incarnation: 0, xid: '0' } : {};
	return { ...stored, ...key, ...Object.fromEntries(moved) };
}

function toCarriedPosition(serial: string): string {
	const position = parsePosition(serial);
	return position === startPosition ? position : `0.0.${serial}`;
}

function toJsonValue(value: CarriedRow[string] | undefined): unknown {
	if (value instanceof Uint8Array) return `\\x${Buffer.from(value).toString('hex')}`;
	return typeof value === 'string' ? toEscapedText(value) : value;
}
