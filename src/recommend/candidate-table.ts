import assert from 'node:assert/strict';

/**
 * Which items did this search find, and how strong is each signal for each of them?
 *
 * Scratch memory of one model, reused by every prediction. The items get rows 0, 1, 2 … in the order in which they are
 * found. A row has one sum per signal, so all numbers of a search are close together in memory, whatever the size of
 * the catalogue. Clearing costs the rows in use, not the catalogue.
 */
export interface CandidateTable {
	/** Adds `weight` (> 0) to the sum of `signal` for `item`. A new item is ignored when the table is full. */
	add(signal: number, item: number, weight: number): void;
	/** Prepares for items in [0, count), before a search. */
	reserve(count: number): void;
	/** Rows in use. */
	count(): number;
	itemAt(row: number): number;
	/** The row of an item, or -1 when the search did not find it. */
	rowOf(item: number): number;
	/** The share in [0, 1) of row `row` in the total of `signal`: sum ÷ (total + prior). */
	shareAt(signal: number, row: number): number;
	/** The sum of `signal` in row `row`. */
	sumAt(signal: number, row: number): number;
	clear(): void;
	byteCount(): number;
}

export interface CandidateTableOptions {
	readonly rowsMax: number;
	/** One number > 0 per signal: weight that belongs to no item, which keeps rare evidence from looking certain. */
	readonly priors: readonly number[];
}

export function createCandidateTable({ rowsMax, priors }: CandidateTableOptions): CandidateTable {
	assert(priors.every((prior) => prior > 0));
	const width = priors.length;
	// The item of each row, [rows], and its sums, [rows × signals]. There are no more rows than items, so small shops
	// stay small.
	let items = new Int32Array(0);
	let sums = new Float64Array(0);
	const totals = Float64Array.from(priors);
	// Row + 1 of every item, [items]; 0 for items that were not found.
	let rowPlusOne = new Int32Array(0);
	let rows = 0;

	return {
		add(signal, item, weight) {
			let row = (rowPlusOne[item] ?? 0) - 1;
			if (row < 0) {
				if (rows === items.length) return;
				row = rows;
				rows += 1;
				items[row] = item;
				rowPlusOne[item] = rows;
			}
			const cell = row * width + signal;
			sums[cell] = (sums[cell] ?? 0) + weight;
			totals[signal] = (totals[signal] ?? 0) + weight;
		},
		reserve(count) {
			assert(rows === 0, 'room is made before a search');
			if (count <= rowPlusOne.length) return;
			rowPlusOne = new Int32Array(count);
			items = new Int32Array(Math.min(count, rowsMax));
			sums = new Float64Array(items.length * width);
		},
		count: () => rows,
		itemAt: (row) => items[row] ?? 0,
		rowOf: (item) => (rowPlusOne[item] ?? 0) - 1,
		sumAt: (signal, row) => sums[row * width + signal] ?? 0,
		shareAt: (signal, row) => (sums[row * width + signal] ?? 0) / (totals[signal] ?? 1),
		clear() {
			for (let row = 0; row < rows; row += 1) rowPlusOne[items[row] ?? 0] = 0;
			sums.fill(0, 0, rows * width);
			for (let signal = 0; signal < width; signal += 1) totals[signal] = priors[signal] ?? 1;
			rows = 0;
		},
		byteCount: () => items.byteLength + sums.byteLength + totals.byteLength + rowPlusOne.byteLength,
	};
}
