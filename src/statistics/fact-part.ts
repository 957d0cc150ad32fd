/**
 * A part of a table of facts as bytes: one column after the other, so that reports scan it as it is on disk.
 *
 *     "VSF2" ┊ row count: uint32 ┊ code of each column: uint8, in the order of the table ┊ columns, each from a multiple of 8 on
 *
 * `column-encoding.ts` says what a column's code means. The rows are sorted by quarter of an hour; those of parts that begin with
 * "VSF1", of an earlier version, are not.
 */
import {
	type DimensionOf,
	type FactTable,
	type FactTableName,
	type FactTables,
	factTables,
	type MeasureOf,
} from '../domain/statistics/fact-table.ts';
import { align, type ColumnReader, type OpenedColumn } from './column-bytes.ts';
import { encodeColumn, openColumn } from './column-encoding.ts';

/** Values by row. */
export interface FactColumns<Name extends FactTableName> {
	readonly rowCount: number;
	readonly columns: { readonly [Column in DimensionOf<Name>]: ArrayLike<number> } & {
		readonly [Column in MeasureOf<Name>]: FactTables[Name]['measures'][Column] extends 'amount'
			? BigInt64Array
			: ArrayLike<number>;
	};
}

/** A part whose columns are read one by one. */
export interface FactPartReader {
	readonly rowCount: number;
	/** Whether the rows are sorted by quarter of an hour. */
	readonly isSorted: boolean;
	/** @throws {Error} when the table has no such column. */
	column(name: string): ColumnReader;
}

const magic = 0x32465356;
const unsortedMagic = 0x31465356;
const headBytes = 8;

/** @param columns by name; all that the table has, sorted by `quarter`. */
export function packColumns(
	name: FactTableName,
	rowCount: number,
	columns: Readonly<Record<string, Float64Array | BigInt64Array>>,
): Uint8Array {
	const names = listColumns(name);
	const encoded = names.map((column) => encodeColumn(columns[column] as Float64Array | BigInt64Array));
	const first = align(headBytes + names.length);
	const buffer = new ArrayBuffer(encoded.reduce((end, { byteCount }) => end + byteCount, first));
	const head = new DataView(buffer);
	head.setUint32(0, magic, true);
	head.setUint32(4, rowCount, true);
	let byteOffset = first;
	for (const [index, { code, byteCount, writeTo }] of encoded.entries()) {
		head.setUint8(headBytes + index, code);
		writeTo({ buffer, byteOffset });
		byteOffset += byteCount;
	}
	return new Uint8Array(buffer);
}

/** @throws {Error} when the bytes are not a part of this table. */
export function openPart(name: FactTableName, part: Uint8Array): FactPartReader {
	// Views of wider columns must begin at a multiple of their width.
	const { buffer, byteOffset } = part.byteOffset % 8 === 0 ? part : part.slice();
	const head = new DataView(buffer, byteOffset, part.byteLength);
	const names = listColumns(name);
	const isWhole = part.byteLength >= headBytes + names.length;
	const found = isWhole ? head.getUint32(0, true) : 0;
	if (found !== magic && found !== unsortedMagic) throw new Error(`not a part of ${name}`);
	const rowCount = head.getUint32(4, true);
	const columns = new Map<string, OpenedColumn>();
	let at = align(headBytes + names.length);
	for (const [index, column] of names.entries()) {
		const bytes = {
			buffer: buffer as ArrayBuffer,
			byteOffset: byteOffset + at,
			byteLength: Math.max(0, part.byteLength - at),
		};
		const opened = openColumn(bytes, head.getUint8(headBytes + index), rowCount);
		columns.set(column, opened);
		at += opened.byteCount;
	}
	const readers = new Map<string, ColumnReader>();
	return {
		...{ rowCount, isSorted: found === magic },
		column(wanted) {
			const reader = readers.get(wanted) ?? columns.get(wanted)?.open();
			if (reader === undefined) throw new Error(`${name} has no column ${wanted}`);
			readers.set(wanted, reader);
			return reader;
		},
	};
}

/** @throws {Error} when the bytes are not a part of this table. */
export function openFacts<Name extends FactTableName>(name: Name, part: Uint8Array): FactColumns<Name> {
	const { rowCount, column } = openPart(name, part);
	const { measures }: FactTable = factTables[name];
	const columns = listColumns(name).map((one) => {
		const reader = column(one);
		if (measures[one] === 'amount') return [one, reader.amounts()];
		const values = new Float64Array(rowCount);
		reader.copy(values, { from: 0, to: rowCount });
		return [one, values];
	});
	return { rowCount, columns: Object.fromEntries(columns) };
}

function listColumns(name: FactTableName): string[] {
	const { dimensions, measures }: FactTable = factTables[name];
	return [...Object.keys(dimensions), ...Object.keys(measures)];
}
