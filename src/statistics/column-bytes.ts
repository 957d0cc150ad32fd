/** What the encodings of columns have in common: the widths of values, and how columns are written and read. */

export type NumberColumn =
	| Uint8Array
	| Uint16Array
	| Uint32Array
	| Int8Array
	| Int16Array
	| Int32Array
	| Float64Array
	| BigInt64Array;

interface Width {
	readonly type: new (buffer: ArrayBuffer, byteOffset: number, length: number) => NumberColumn;
	readonly bytes: number;
	/** The least and the greatest value. */
	readonly range: readonly [number, number];
}

/** By the code that is stored; the first that has room for all values is taken. */
export const widths: readonly Width[] = [
	{ type: Uint8Array, bytes: 1, range: [0, 0xff] },
	{ type: Uint16Array, bytes: 2, range: [0, 0xffff] },
	{ type: Uint32Array, bytes: 4, range: [0, 0xffff_ffff] },
	{ type: Int8Array, bytes: 1, range: [-0x80, 0x7f] },
	{ type: Int16Array, bytes: 2, range: [-0x8000, 0x7fff] },
	{ type: Int32Array, bytes: 4, range: [-0x8000_0000, 0x7fff_ffff] },
	{ type: Float64Array, bytes: 8, range: [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY] },
	{ type: BigInt64Array, bytes: 8, range: [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY] },
];
export interface EncodedColumn {
	/** Of the encoding and the width: a byte. */
	readonly code: number;
	/** A multiple of 8. */
	readonly byteCount: number;
	writeTo(bytes: ColumnBytes): void;
}

export interface ColumnBytes {
	readonly buffer: ArrayBuffer;
	/** A multiple of 8. */
	readonly byteOffset: number;
}

/** An encoded column that is read. */
export interface ColumnReader {
	/** Whether all values are 0. */
	readonly isZero: boolean;
	/** Copies the values of some rows to the beginning of an array. Amounts beyond 2⁵³ are rounded. */
	copy(to: Float64Array, rows: RowRange): void;
	/** All values, exactly. */
	amounts(): BigInt64Array;
}

export interface RowRange {
	readonly from: number;
	/** The first row behind it. */
	readonly to: number;
}

export interface OpenedColumn {
	/** A multiple of 8. */
	readonly byteCount: number;
	/** Views the bytes; to be called only when the column is wanted. */
	open(): ColumnReader;
}

export function chooseWidth(values: Float64Array): number {
	let min = 0;
	let max = 0;
	for (const value of values) {
		if (value < min) min = value;
		else if (value > max) max = value;
	}
	return widths.findIndex(({ range }) => range[0] <= min && max <= range[1]);
}

/** Where the first value of at least `least` is in ascending ones. */
export function findAtLeast(values: Uint32Array, least: number): number {
	let low = 0;
	let high = values.length;
	while (low < high) {
		const middle = (low + high) >>> 1;
		if ((values[middle] as number) < least) low = middle + 1;
		else high = middle;
	}
	return low;
}

export function toAmounts(values: ArrayLike<number>): BigInt64Array {
	const amounts = new BigInt64Array(values.length);
	for (let row = 0; row < amounts.length; row++) amounts[row] = BigInt(values[row] as number);
	return amounts;
}

/** A reader of a column whose rows `copy` works out. */
export function toReader(copy: ColumnReader['copy'], rowCount: number): ColumnReader {
	return {
		isZero: false,
		copy,
		amounts() {
			const values = new Float64Array(rowCount);
			copy(values, { from: 0, to: rowCount });
			return toAmounts(values);
		},
	};
}

export function viewColumn({ buffer, byteOffset }: ColumnBytes, code: number, length: number): NumberColumn {
	const { type: View } = toWidth(code);
	return new View(buffer, byteOffset, length);
}

export function toWidth(code: number): Width {
	const width = widths[code];
	if (width === undefined) throw new Error(`no column has the width ${code}`);
	return width;
}

export function align(at: number): number {
	return Math.ceil(at / 8) * 8;
}
