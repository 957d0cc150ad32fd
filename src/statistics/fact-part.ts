/**
 * A part of a table of facts as bytes: one column after the other, each as wide as its largest value needs, so that reports
 * scan it as it is on disk.
 *
 *     "VSF1" ┊ row count: uint32 ┊ width of each column: uint8, in the order of the table ┊ columns, each from a multiple of 8 on
 *
 * Integers are little-endian. A column of zeros has no bytes.
 */
import {
	type DimensionOf,
	type FactTable,
	type FactTableName,
	type FactTables,
	factTables,
	type MeasureOf,
} from '../domain/statistics/fact-table.ts';

/** Values by row. */
export interface FactColumns<Name extends FactTableName> {
	readonly rowCount: number;
	readonly columns: { readonly [Column in DimensionOf<Name>]: ArrayLike<number> } & {
		readonly [Column in MeasureOf<Name>]: FactTables[Name]['measures'][Column] extends 'amount'
			? BigInt64Array
			: ArrayLike<number>;
	};
}

type AnyColumn = ArrayLike<number> | BigInt64Array;
type ColumnWriter = new (
	buffer: ArrayBuffer,
	byteOffset: number,
	length: number,
) => { set(values: never): void } & AnyColumn;

const magic = 0x31465356;
const headBytes = 8;

interface Width {
	readonly type: ColumnWriter;
	readonly bytes: number;
	/** The least and the greatest value. */
	readonly range: readonly [number, number];
}

/** By the code that is stored; the first that has room for all values is taken. */
const widths: readonly Width[] = [
	{ type: Uint8Array, bytes: 1, range: [0, 0xff] },
	{ type: Uint16Array, bytes: 2, range: [0, 0xffff] },
	{ type: Uint32Array, bytes: 4, range: [0, 0xffff_ffff] },
	{ type: Int8Array, bytes: 1, range: [-0x80, 0x7f] },
	{ type: Int16Array, bytes: 2, range: [-0x8000, 0x7fff] },
	{ type: Int32Array, bytes: 4, range: [-0x8000_0000, 0x7fff_ffff] },
	{ type: Float64Array, bytes: 8, range: [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY] },
	{ type: BigInt64Array, bytes: 8, range: [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY] },
];
const amountWidth = widths.length - 1;
const zeroWidth = 255;

/** @param columns by name; all that the table has. */
export function packColumns(
	name: FactTableName,
	rowCount: number,
	columns: Readonly<Record<string, Float64Array | BigInt64Array>>,
): Uint8Array {
	const names = listColumns(name);
	const codes = names.map((column) => chooseWidth(columns[column] as Float64Array | BigInt64Array));
	const starts: number[] = [];
	let end = align(headBytes + names.length);
	for (const code of codes) {
		starts.push(end);
		end = align(end + rowCount * bytesOf(code));
	}
	const buffer = new ArrayBuffer(end);
	const head = new DataView(buffer);
	head.setUint32(0, magic, true);
	head.setUint32(4, rowCount, true);
	for (const [index, column] of names.entries()) {
		const code = codes[index] as number;
		head.setUint8(headBytes + index, code);
		const bytes = { buffer, byteOffset: starts[index] as number };
		if (code !== zeroWidth) viewColumn(bytes, code, rowCount).set(columns[column] as never);
	}
	return new Uint8Array(buffer);
}

/** @throws {Error} when the bytes are not a part of this table. */
export function openFacts<Name extends FactTableName>(name: Name, part: Uint8Array): FactColumns<Name> {
	// Views of wider columns must begin at a multiple of their width.
	const { buffer, byteOffset } = part.byteOffset % 8 === 0 ? part : part.slice();
	const head = new DataView(buffer, byteOffset, part.byteLength);
	const names = listColumns(name);
	const isWhole = part.byteLength >= headBytes + names.length && head.getUint32(0, true) === magic;
	if (!isWhole) throw new Error(`not a part of ${name}`);
	const rowCount = head.getUint32(4, true);
	const columns: Record<string, AnyColumn> = {};
	let at = align(headBytes + names.length);
	for (const [index, column] of names.entries()) {
		const code = head.getUint8(headBytes + index);
		const byteCount = rowCount * bytesOf(code);
		if (at + byteCount > part.byteLength) throw new Error(`a part of ${name} ends early`);
		const bytes = { buffer: buffer as ArrayBuffer, byteOffset: byteOffset + at };
		columns[column] = code === zeroWidth ? createZeros(name, column, rowCount) : viewColumn(bytes, code, rowCount);
		at = align(at + byteCount);
	}
	return { rowCount, columns: columns as FactColumns<Name>['columns'] };
}

function listColumns(name: FactTableName): string[] {
	const { dimensions, measures }: FactTable = factTables[name];
	return [...Object.keys(dimensions), ...Object.keys(measures)];
}

function createZeros(name: FactTableName, column: string, rowCount: number): AnyColumn {
	const { measures }: FactTable = factTables[name];
	return measures[column] === 'amount' ? new BigInt64Array(rowCount) : new Uint8Array(rowCount);
}

function chooseWidth(column: Float64Array | BigInt64Array): number {
	if (column instanceof BigInt64Array) return column.some((value) => value !== 0n) ? amountWidth : zeroWidth;
	let min = 0;
	let max = 0;
	for (const value of column) {
		if (value < min) min = value;
		else if (value > max) max = value;
	}
	if (min === 0 && max === 0) return zeroWidth;
	return widths.findIndex(({ range }) => range[0] <= min && max <= range[1]);
}

function bytesOf(code: number): number {
	return code === zeroWidth ? 0 : toWidth(code).bytes;
}

interface Bytes {
	readonly buffer: ArrayBuffer;
	readonly byteOffset: number;
}

function viewColumn({ buffer, byteOffset }: Bytes, code: number, rowCount: number) {
	const { type: Column } = toWidth(code);
	return new Column(buffer, byteOffset, rowCount);
}

function toWidth(code: number): Width {
	const width = widths[code];
	if (width === undefined) throw new Error(`no column has the width ${code}`);
	return width;
}

function align(at: number): number {
	return Math.ceil(at / 8) * 8;
}
