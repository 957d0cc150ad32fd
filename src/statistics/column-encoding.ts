/**
 * A column of numbers as bytes: which encoding takes the fewest?
 *
 *     zeros     no bytes
 *     plain     a value for each row, as wide as the greatest needs
 *     sparse    most rows have the usual value: that value: float64 ┊ count of the others: uint32 ┊ 4 bytes unused
 *               ┊ their rows: uint32 each, ascending ┊ their values, plain
 *     runs      many rows have the value of the row before: count of the others: uint32 ┊ 4 bytes unused ┊ their rows ┊ their values
 *     steps     most values exceed the one before by less than 256: as runs, with the other rows ┊ by how much: uint8 for each row
 *
 * Most measures are 0 or 1 in nearly all rows, and revenue is there only for purchases. Rows are sorted, so that the first
 * dimensions are runs, and the next has small steps. Integers are little-endian, and everything begins at a multiple of 8.
 */
import { countAnchoredBytes, encodeAnchored, openAnchored, runsCode } from './anchored-column.ts';
import {
	align,
	type ColumnBytes,
	type ColumnReader,
	chooseWidth,
	type EncodedColumn,
	findAtLeast,
	type OpenedColumn,
	type RowRange,
	toAmounts,
	toReader,
	toWidth,
	viewColumn,
	widths,
} from './column-bytes.ts';

type Column = Float64Array | BigInt64Array;

/** For amounts beyond what a float64 has exactly. */
const bigWidth = widths.length - 1;
const zeros = 255;
/** Added to the width of the values. */
const sparse = 64;
const sparseHeadBytes = 16;
const anchoredKinds = ['runs', 'steps'] as const;

/** O(rows). */
export function encodeColumn(column: Column): EncodedColumn {
	const values = column instanceof BigInt64Array ? toNumbers(column) : column;
	if (values === undefined) return encodePlain(column, bigWidth);
	const usual = findUsual(values);
	let otherCount = 0;
	for (const value of values) if (value !== usual) otherCount += 1;
	if (usual === 0 && otherCount === 0) return { code: zeros, byteCount: 0, writeTo: () => undefined };
	const width = chooseWidth(values);
	const plain = encodePlain(values, width);
	let best = plain;
	if (sparseHeadBytes + 4 * otherCount < plain.byteCount) {
		const asSparse = encodeSparse(values, usual, otherCount);
		if (asSparse.byteCount < best.byteCount) best = asSparse;
	}
	for (const kind of anchoredKinds) {
		if (countAnchoredBytes(values, kind, width) < best.byteCount) best = encodeAnchored(values, kind, width);
	}
	return best;
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

/** @throws {Error} for an unknown code, and when the bytes end early. */
export function openColumn(bytes: ColumnBytes & { readonly byteLength: number }, code: number, rowCount: number) {
	const opened = openEncoded(bytes, code, rowCount);
	if (opened.byteCount > bytes.byteLength) throw new Error('a column of statistics ends early');
	return opened;
}

function openEncoded(
	bytes: ColumnBytes & { readonly byteLength: number },
	code: number,
	rowCount: number,
): OpenedColumn {
	if (code === zeros) return openZeros(rowCount);
	if (code >= runsCode) return openAnchored(bytes, code, rowCount);
	return code < sparse ? openPlain(bytes, code, rowCount) : openSparse(bytes, code - sparse, rowCount);
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
			return toReader(copy, rowCount);
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

/** From 64 bits to numbers, which are exact up to 2⁵³ units: 900 thousand million of the currency. */
function copyAmounts(copy: Float64Array, { buffer, byteOffset, length }: BigInt64Array): void {
	const halves = new Int32Array(buffer, byteOffset, 2 * length);
	for (let row = 0; row < length; row++) {
		copy[row] = (halves[2 * row + 1] as number) * 0x1_0000_0000 + ((halves[2 * row] as number) >>> 0);
	}
}
