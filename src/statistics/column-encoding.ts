/**
 * A column of numbers as bytes: which encoding takes the fewest?
 *
 *     zeros     no bytes
 *     plain     a value for each row, as wide as the greatest needs
 *     sparse    most rows have the usual value: that value: float64 ┊ count of the others: uint32 ┊ 4 bytes unused
 *               ┊ their rows: uint32 each, ascending ┊ their values, plain
 *
 * Most measures are 0 or 1 in nearly all rows, and revenue is there only for purchases. Integers are little-endian, and
 * everything begins at a multiple of 8.
 */

type Column = Float64Array | BigInt64Array;
type NumberColumn =
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
/** For amounts beyond what a float64 has exactly. */
const bigWidth = widths.length - 1;
const zeros = 255;
/** Added to the width of the values. */
const sparse = 64;
const sparseHeadBytes = 16;

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

/** O(rows). */
export function encodeColumn(column: Column): EncodedColumn {
	const values = column instanceof BigInt64Array ? toNumbers(column) : column;
	if (values === undefined) return encodePlain(column, bigWidth);
	const usual = findUsual(values);
	let otherCount = 0;
	for (const value of values) if (value !== usual) otherCount += 1;
	if (usual === 0 && otherCount === 0) return { code: zeros, byteCount: 0, writeTo: () => undefined };
	const plain = encodePlain(values, chooseWidth(values));
	if (sparseHeadBytes + 4 * otherCount >= plain.byteCount) return plain;
	const asSparse = encodeSparse(values, usual, otherCount);
	return asSparse.byteCount < plain.byteCount ? asSparse : plain;
}

/** Undefined when a float64 does not have all of them exactly. */
function toNumbers(amounts: BigInt64Array): Float64Array | undefined {
	const numbers = new Float64Array(amounts.length);
	copyAmounts(numbers, amounts);
	return numbers.every((value) => Number.isSafeInteger(value)) ? numbers : undefined;
}

/** The value of more than half of all rows, if there is one: the majority vote of Boyer and Moore (1981). */
function findUsual(values: Float64Array): number {
	let usual = 0;
	let lead = 0;
	for (const value of values) {
		if (lead === 0) usual = value;
		lead += value === usual ? 1 : -1;
	}
	return usual;
}

function chooseWidth(values: Float64Array): number {
	let min = 0;
	let max = 0;
	for (const value of values) {
		if (value < min) min = value;
		else if (value > max) max = value;
	}
	return widths.findIndex(({ range }) => range[0] <= min && max <= range[1]);
}

function encodePlain(values: Column, code: number): EncodedColumn {
	return {
		code,
		byteCount: align(values.length * toWidth(code).bytes),
		writeTo: (bytes) => viewColumn(bytes, code, values.length).set(values as never),
	};
}

function encodeSparse(values: Float64Array, usual: number, otherCount: number): EncodedColumn {
	const rows = new Uint32Array(otherCount);
	const others = new Float64Array(otherCount);
	let at = 0;
	for (let row = 0; row < values.length; row++) {
		if (values[row] === usual) continue;
		rows[at] = row;
		others[at] = values[row] as number;
		at += 1;
	}
	const code = chooseWidth(others);
	const headAndRows = sparseHeadBytes + align(4 * otherCount);
	return {
		code: sparse + code,
		byteCount: headAndRows + align(otherCount * toWidth(code).bytes),
		writeTo({ buffer, byteOffset }) {
			const head = new DataView(buffer, byteOffset, sparseHeadBytes);
			head.setFloat64(0, usual, true);
			head.setUint32(8, otherCount, true);
			new Uint32Array(buffer, byteOffset + sparseHeadBytes, otherCount).set(rows);
			viewColumn({ buffer, byteOffset: byteOffset + headAndRows }, code, otherCount).set(others as never);
		},
	};
}

export interface OpenedColumn {
	/** A multiple of 8. */
	readonly byteCount: number;
	/** Views the bytes; to be called only when the column is wanted. */
	open(): ColumnReader;
}

/** @throws {Error} for an unknown code, and when the bytes end early. */
export function openColumn(bytes: ColumnBytes & { readonly byteLength: number }, code: number, rowCount: number) {
	const opened =
		code === zeros
			? openZeros(rowCount)
			: code < sparse
				? openPlain(bytes, code, rowCount)
				: openSparse(bytes, code - sparse, rowCount);
	if (opened.byteCount > bytes.byteLength) throw new Error('a column of statistics ends early');
	return opened;
}

function openZeros(rowCount: number): OpenedColumn {
	const reader: ColumnReader = {
		isZero: true,
		copy: (to, rows) => void to.fill(0, 0, rows.to - rows.from),
		amounts: () => new BigInt64Array(rowCount),
	};
	return { byteCount: 0, open: () => reader };
}

function openPlain(bytes: ColumnBytes, code: number, rowCount: number): OpenedColumn {
	return {
		byteCount: align(rowCount * toWidth(code).bytes),
		open() {
			const values = viewColumn(bytes, code, rowCount);
			return {
				isZero: false,
				copy(to, rows) {
					if (values instanceof BigInt64Array) copyAmounts(to, values.subarray(rows.from, rows.to));
					else to.set(values.subarray(rows.from, rows.to));
				},
				amounts: () => (values instanceof BigInt64Array ? values : toAmounts(values)),
			};
		},
	};
}

function openSparse(
	bytes: ColumnBytes & { readonly byteLength: number },
	code: number,
	rowCount: number,
): OpenedColumn {
	const { buffer, byteOffset, byteLength } = bytes;
	const head = new DataView(buffer, byteOffset, byteLength);
	const isWhole = byteLength >= sparseHeadBytes;
	const otherCount = isWhole ? head.getUint32(8, true) : 0;
	const headAndRows = sparseHeadBytes + align(4 * otherCount);
	return {
		byteCount: headAndRows + align(otherCount * toWidth(code).bytes),
		open() {
			const usual = head.getFloat64(0, true);
			const rows = new Uint32Array(buffer, byteOffset + sparseHeadBytes, otherCount);
			const view = viewColumn({ buffer, byteOffset: byteOffset + headAndRows }, code, otherCount);
			// As numbers, so that the loop below sees one kind of array.
			const others = new Float64Array(view as Float64Array);
			const copy = (to: Float64Array, range: RowRange): void => copySparse(to, range, { usual, rows, others });
			return {
				isZero: false,
				copy,
				amounts() {
					const values = new Float64Array(rowCount);
					copy(values, { from: 0, to: rowCount });
					return toAmounts(values);
				},
			};
		},
	};
}

interface Sparse {
	readonly usual: number;
	readonly rows: Uint32Array;
	readonly others: Float64Array;
}

function copySparse(to: Float64Array, range: RowRange, { usual, rows, others }: Sparse): void {
	to.fill(usual, 0, range.to - range.from);
	for (let at = findAtLeast(rows, range.from); at < rows.length; at++) {
		const row = rows[at] as number;
		if (row >= range.to) return;
		to[row - range.from] = others[at] as number;
	}
}

/** Where the first value of at least `least` is in ascending ones. */
function findAtLeast(values: Uint32Array, least: number): number {
	let low = 0;
	let high = values.length;
	while (low < high) {
		const middle = (low + high) >>> 1;
		if ((values[middle] as number) < least) low = middle + 1;
		else high = middle;
	}
	return low;
}

/** From 64 bits to numbers, which are exact up to 2⁵³ units: 900 thousand million of the currency. */
function copyAmounts(copy: Float64Array, { buffer, byteOffset, length }: BigInt64Array): void {
	const halves = new Int32Array(buffer, byteOffset, 2 * length);
	for (let row = 0; row < length; row++) {
		copy[row] = (halves[2 * row + 1] as number) * 0x1_0000_0000 + ((halves[2 * row] as number) >>> 0);
	}
}

function toAmounts(values: ArrayLike<number>): BigInt64Array {
	const amounts = new BigInt64Array(values.length);
	for (let row = 0; row < amounts.length; row++) amounts[row] = BigInt(values[row] as number);
	return amounts;
}

function viewColumn({ buffer, byteOffset }: ColumnBytes, code: number, length: number): NumberColumn {
	const { type: View } = toWidth(code);
	return new View(buffer, byteOffset, length);
}

function toWidth(code: number): Width {
	const width = widths[code];
	if (width === undefined) throw new Error(`no column has the width ${code}`);
	return width;
}

export function align(at: number): number {
	return Math.ceil(at / 8) * 8;
}
