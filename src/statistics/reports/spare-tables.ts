/**
 * Tables of numbers that one report after the other uses. A report needs some megabytes of them for some milliseconds: new
 * ones each time would have V8 collect garbage, over and over, for longer than the report takes.
 */

/** For the thread. */
const spareBytesMax = 8 * 1024 * 1024;

/** By length, ascending; all their cells are 0. */
const spares: Int32Array[] = [];
let spareBytes = 0;

/** @returns a table of zeros with at least so many cells, the largest spare one if that is large enough. */
export function takeTable(cellCount: number): Int32Array {
	const largest = spares.at(-1);
	if (largest === undefined || largest.length < cellCount) return new Int32Array(2 ** Math.ceil(Math.log2(cellCount)));
	spares.pop();
	spareBytes -= largest.byteLength;
	return largest;
}

/** @param table all its cells are 0 again, and nobody else uses it */
export function returnTable(table: Int32Array): void {
	if (table.byteLength > spareBytesMax || table.length === 0) return;
	const at = spares.findIndex(({ length }) => length >= table.length);
	spares.splice(at < 0 ? spares.length : at, 0, table);
	spareBytes += table.byteLength;
	while (spareBytes > spareBytesMax) spareBytes -= spares.shift()?.byteLength ?? 0;
}
