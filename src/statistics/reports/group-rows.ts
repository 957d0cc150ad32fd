/**
 * Groups as the rows of a report: of several search engines together, merged where their texts are equal, and sorted.
 *
 *     row ─► number of its key ─► text
 *
 * Sorting some thousand texts would take as long as the scan of a day: of rows with equal values, those come first whose texts
 * the dictionary has had longer. All is in columns, because objects take longer too.
 */
import { createGroups } from './groups.ts';
import type { GroupedSums } from './key-groups.ts';
import { pick, type SumWeights, sumValues } from './top-groups.ts';

/** Its keys are numbers of values. */
export interface GroupRows<Value extends string | number = string | number> extends GroupedSums {
	/** By key, then by number. */
	readonly values: readonly (readonly Value[])[];
	/** By number of a value of the first key, the number of the search engine that has it. */
	readonly engines: Int32Array;
}

interface Picked {
	readonly engine: number;
	/** Whether they stay in the order of the groups, so that their values need not be ranked. */
	readonly isInAnyOrder: boolean;
}

/** Some groups of a search engine; the values are what the keys were, each once, and ascending if rows are to be sorted. */
export function pickRows({ keys, sums }: GroupedSums, groups: Int32Array, picked: Picked): GroupRows<number> {
	// The only key of groups differs in all of them.
	const isNumbered = picked.isInAnyOrder && keys.length === 1;
	const numbered = keys.map((column) => (isNumbered ? numberRows(column, groups) : rankValues(column, groups)));
	return {
		count: groups.length,
		keys: numbered.map(({ numbers }) => numbers),
		values: numbered.map(({ values }) => Array.from(values)),
		sums: sums.map((column) => pick(column, groups)),
		engines: new Int32Array(numbered[0]?.values.length ?? 0).fill(picked.engine),
	};
}

interface NumberedValues {
	/** By row. */
	readonly numbers: Float64Array;
	/** By number. */
	readonly values: Float64Array;
}

function numberRows(column: Float64Array, rows: Int32Array): NumberedValues {
	return { numbers: Float64Array.from(rows.keys()), values: pick(column, rows) };
}

/** Numbers ascending values, each once. @param column whole numbers */
function rankValues(column: Float64Array, rows: Int32Array): NumberedValues {
	const groups = createGroups(1);
	const found = new Int32Array(rows.length);
	groups.findRows(rows, [column], found);
	const values = groups.keys(0).slice(0, groups.count).sort();
	const rankOf = new Float64Array(groups.count);
	for (let rank = 0; rank < values.length; rank++) rankOf[groups.find(values[rank] as number)] = rank;
	groups.release();
	return { numbers: pick(rankOf, found), values };
}

/** The rows of all, which have the same keys and measures. A value has a number for each of them. */
export function joinRows(all: readonly GroupRows[]): GroupRows {
	const [first, ...others] = all;
	if (first === undefined) return { count: 0, keys: [], values: [], sums: [], engines: new Int32Array(0) };
	if (others.length === 0) return first;
	const count = all.reduce((sum, rows) => sum + rows.count, 0);
	const join = (columns: readonly Float64Array[]) => joinColumns(columns, count);
	return {
		count,
		keys: first.keys.map((_, key) => join(renumber(all, key))),
		values: first.values.map((_, key) => all.flatMap(({ values }) => values[key] ?? [])),
		sums: first.sums.map((_, measure) => join(all.map(({ sums }) => sums[measure] as Float64Array))),
		engines: Int32Array.from(all.flatMap(({ engines }) => [...engines])),
	};
}

function joinColumns(columns: readonly Float64Array[], count: number): Float64Array {
	const joined = new Float64Array(count);
	let end = 0;
	for (const column of columns) {
		joined.set(column, end);
		end += column.length;
	}
	return joined;
}

/** The numbers of a key once the values of all are one list. */
function renumber(all: readonly GroupRows[], key: number): Float64Array[] {
	let valueCount = 0;
	return all.map(({ keys, values }) => {
		const first = valueCount;
		valueCount += values[key]?.length ?? 0;
		return (keys[key] as Float64Array).map((number) => first + number);
	});
}

/** One row for all rows with equal values; of equal values, the first number is left. */
export function mergeRows({ count, keys, sums, values, engines }: GroupRows): GroupRows {
	const equalKeys = keys.map((numbers, key) => pick(findFirsts(values[key] ?? []), numbers));
	const groups = createGroups(keys.length === 2 ? 2 : 1);
	const merged = new Int32Array(count);
	groups.findRows(Int32Array.from(merged.keys()), equalKeys, merged);
	groups.release();
	const firsts = new Int32Array(groups.count);
	for (let row = count - 1; row >= 0; row--) firsts[merged[row] as number] = row;
	return {
		count: groups.count,
		keys: equalKeys.map((numbers) => pick(numbers, firsts)),
		values,
		sums: sums.map((column) => addUp(column, merged, groups.count)),
		engines,
	};
}

/** By number, the first number of the same value. */
function findFirsts(values: readonly (string | number)[]): Float64Array {
	const numbers = new Map<string | number, number>();
	return Float64Array.from(values, (value, number) => {
		const first = numbers.get(value);
		if (first === undefined) numbers.set(value, number);
		return first ?? number;
	});
}

function addUp(column: Float64Array, groupByRow: Int32Array, count: number): Float64Array {
	const sum = new Float64Array(count);
	for (let row = 0; row < groupByRow.length; row++) {
		const group = groupByRow[row] as number;
		sum[group] = (sum[group] as number) + (column[row] as number);
	}
	return sum;
}

/** Some of the rows: greater values first, and equal ones by the numbers of their keys. O(rows + values), but for sorting sums. */
export function sortRows({ count, keys, sums, values }: GroupRows, rows: Int32Array, order: SumWeights): Int32Array {
	const allRows = Int32Array.from({ length: count }, (_, row) => row);
	const { numbers: ranks, values: ascending } = rankValues(sumValues(sums, count, order), allRows);
	for (let row = 0; row < count; row++) ranks[row] = ascending.length - 1 - (ranks[row] as number);
	// The last criterion comes first: a sort leaves rows that it finds equal in their order.
	const byKeys = keys.reduceRight(
		(sorted, numbers, key) => sortByRank(sorted, numbers, values[key]?.length ?? 0),
		rows,
	);
	return sortByRank(byKeys, ranks, ascending.length);
}

/** A counting sort: ranks are whole numbers below `rankCount`. */
function sortByRank(rows: Int32Array, ranks: Float64Array, rankCount: number): Int32Array {
	const ends = new Int32Array(rankCount + 1);
	for (let at = 0; at < rows.length; at++) {
		const next = (ranks[rows[at] as number] as number) + 1;
		ends[next] = (ends[next] as number) + 1;
	}
	for (let rank = 0; rank < rankCount; rank++) ends[rank + 1] = (ends[rank + 1] as number) + (ends[rank] as number);
	const sorted = new Int32Array(rows.length);
	for (let at = 0; at < rows.length; at++) {
		const row = rows[at] as number;
		const rank = ranks[row] as number;
		const end = ends[rank] as number;
		sorted[end] = row;
		ends[rank] = end + 1;
	}
	return sorted;
}
