/**
 * Sorts rows by several columns without comparing them: a counting sort for each group of bits, the least first (LSD radix
 * sort). O(rows), some 5 ns for each row and pass.
 */

const passBits = 11;
const passSize = 1 << passBits;

/**
 * @param rows numbers of rows, which stay in their order where all columns are equal
 * @param columns by row: whole numbers from 0 to 2³² − 1; the first counts most
 */
export function sortRowsBy(rows: Int32Array, columns: readonly Float64Array[]): Int32Array {
	let from = rows;
	let to: Int32Array = new Int32Array(rows.length);
	const ends = new Int32Array(passSize + 1);
	for (const column of columns.toReversed()) {
		let max = 0;
		for (let at = 0; at < rows.length; at++) max = Math.max(max, column[rows[at] as number] as number);
		for (let shift = 0; max / 2 ** shift >= 1; shift += passBits) {
			sortByBits({ from, to, column, ends }, shift);
			[from, to] = [to, from === rows ? new Int32Array(rows.length) : from];
		}
	}
	return from;
}

interface Pass {
	readonly from: Int32Array;
	readonly to: Int32Array;
	readonly column: Float64Array;
	/** Scratch. */
	readonly ends: Int32Array;
}

function sortByBits({ from, to, column, ends }: Pass, shift: number): void {
	ends.fill(0);
	for (let at = 0; at < from.length; at++) {
		const next = (((column[from[at] as number] as number) >>> shift) & (passSize - 1)) + 1;
		ends[next] = (ends[next] as number) + 1;
	}
	for (let bits = 0; bits < passSize; bits++) ends[bits + 1] = (ends[bits + 1] as number) + (ends[bits] as number);
	for (let at = 0; at < from.length; at++) {
		const row = from[at] as number;
		const bits = ((column[row] as number) >>> shift) & (passSize - 1);
		const end = ends[bits] as number;
		to[end] = row;
		ends[bits] = end + 1;
	}
}
