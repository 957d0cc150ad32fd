/**
 * Adds up rows of facts: which measures, of which rows, by which dimensions?
 *
 *     part ─► blocks of rows ─► quarters in the period ─► conditions ─► groups ─► sums
 *
 * A block's columns are copied into arrays of one type, so that each loop sees one kind of array; columns on disk have eight.
 * Each loop does one thing to all rows of a block: rows that remain are in a list of numbers.
 */
import { type DayTable, outsidePeriod } from '../../domain/statistics/day-table.ts';
import type { DimensionOf, FactTableName, MeasureOf } from '../../domain/statistics/fact-table.ts';
import type { Pace, Steps } from '../../lib/steps.ts';
import type { RowRange } from '../column-bytes.ts';
import type { DistinctCount } from '../distinct-count.ts';
import { type FactPartReader, openPart } from '../fact-part.ts';
import { addGroups } from './add-groups.ts';
import { createGroups } from './groups.ts';
import { type GroupedSums, type Groups, growTo } from './key-groups.ts';

export interface FactScan<Name extends FactTableName> {
	readonly table: Name;
	/** All must hold. */
	readonly where: readonly FactCondition<Name>[];
	/** `day`: the number of the day in the period. At most two; none for a single sum. */
	readonly by: readonly (DimensionOf<Name> | 'day')[];
	readonly measures: readonly MeasureOf<Name>[];
	/** Counts the values of a column too, each as often as the first measure says. */
	readonly distinct?: { readonly column: DimensionOf<Name>; readonly count: DistinctCount };
}

export interface FactCondition<Name extends FactTableName> {
	readonly column: DimensionOf<Name>;
	readonly values: ReadonlySet<number>;
	/** Whether it holds for all other values instead. */
	readonly isExcluding?: boolean;
}

/** The part of a day. */
export interface DayPart {
	/** In UTC, as `utc-day.ts` counts them. */
	readonly day: number;
	readonly bytes: Uint8Array;
}

export interface FactScanner {
	/** Adds the rows of parts; suspends itself when the pace says so. */
	addParts(parts: readonly DayPart[], pace: Pace): Steps<void>;
	/**
	 * Adds what the same scans found elsewhere. Distinct counts are not among it.
	 * @param days by their number for the days of a group, the number for the days here
	 */
	addSums(sums: readonly GroupedSums[], days: Int32Array, pace: Pace): Steps<void>;
	/** In the order of the scans; to be called once. */
	results(pace: Pace): Steps<readonly GroupedSums[]>;
}

const blockRowsMax = 16_384;

/** Runs several scans of one table at once. */
export function createFactScanner<Name extends FactTableName>(
	scans: readonly FactScan<Name>[],
	days: Pick<DayTable, 'ofUtcDay'>,
): FactScanner {
	const running = scans.map(startScan);
	scratchOfThread ??= createScratch();
	const scratch = scratchOfThread;
	return {
		addParts: (parts, pace) => addParts({ running, days, parts, scratch }, pace),
		addSums: (sums, renumbered, pace) => addSums({ running, sums, days: renumbered }, pace),
		results: (pace) => listResults(running, pace),
	};
}

interface RunningScan {
	readonly scan: FactScan<FactTableName>;
	readonly keyCount: number;
	readonly groups: Groups;
	readonly tests: readonly ColumnTest[];
	sums: Float64Array[];
	/** Sums of elsewhere that were added first, which are many: what is in `groups` is added to them in the end. */
	base: GroupedSums | undefined;
}

interface ColumnTest {
	readonly column: string;
	/** The only one of them, if it is. */
	readonly value: number | undefined;
	/** By value, whether it passes; `others` for values beyond its end. */
	readonly passes: Uint8Array;
	readonly others: 0 | 1;
	readonly isExcluding: boolean;
}

function startScan<Name extends FactTableName>(scan: FactScan<Name>): RunningScan {
	const keyCount = scan.by.length as 0 | 1 | 2;
	return {
		scan: scan as unknown as FactScan<FactTableName>,
		keyCount,
		groups: createGroups(keyCount),
		tests: scan.where.map(({ column, values, isExcluding = false }) => ({
			...{ column, isExcluding, ...toPassTable(values, isExcluding) },
			value: values.size === 1 ? values.values().next().value : undefined,
		})),
		sums: scan.measures.map(() => new Float64Array(1)),
		base: undefined,
	};
}

/** Conditions of several values are about names and codes: small numbers, so that a table costs less than a set. */
function toPassTable(values: ReadonlySet<number>, isExcluding: boolean): Pick<ColumnTest, 'passes' | 'others'> {
	const others = isExcluding ? 1 : 0;
	let greatest = -1;
	for (const value of values) if (values.size > 1 && value > greatest) greatest = value;
	const passes = new Uint8Array(greatest + 1).fill(others);
	for (const value of values) if (value <= greatest) passes[value] = 1 - others;
	return { passes, others };
}

interface Scanning {
	readonly running: readonly RunningScan[];
	readonly days: Pick<DayTable, 'ofUtcDay'>;
	readonly parts: readonly DayPart[];
	readonly scratch: Scratch;
}

function* addParts({ running, days, parts, scratch }: Scanning, pace: Pace): Steps<void> {
	const table = running[0]?.scan.table;
	if (table === undefined) return;
	for (const { day, bytes } of parts) {
		const part = openPart(table, bytes);
		const dayByQuarter = days.ofUtcDay(day);
		const inside = findInside(part, dayByQuarter);
		const range = inside ?? { from: 0, to: part.rowCount };
		for (let { from } = range; from < range.to; from += blockRowsMax) {
			const to = Math.min(range.to, from + blockRowsMax);
			const block = openBlock(part, { from, to, dayByQuarter, isInside: inside !== undefined }, scratch);
			for (const scan of running) addBlock(scan, block, scratch);
			if (pace.isDue()) yield;
		}
	}
}

/** The rows of a part that are in the period; undefined where they are not one after the other. */
function findInside(part: FactPartReader, dayByQuarter: Int32Array): RowRange | undefined {
	const first = dayByQuarter.findIndex((day) => day !== outsidePeriod);
	const last = dayByQuarter.findLastIndex((day) => day !== outsidePeriod);
	if (first < 0) return { from: 0, to: 0 };
	if (first === 0 && last === dayByQuarter.length - 1) return { from: 0, to: part.rowCount };
	return part.isSorted ? { from: findQuarter(part, first), to: findQuarter(part, last + 1) } : undefined;
}

/** The first row of at least this quarter of an hour, in a part that is sorted. */
function findQuarter(part: FactPartReader, quarter: number): number {
	const quarters = part.column('quarter');
	const value = new Float64Array(1);
	let low = 0;
	let high = part.rowCount;
	while (low < high) {
		const middle = (low + high) >>> 1;
		quarters.copy(value, { from: middle, to: middle + 1 });
		if ((value[0] as number) < quarter) low = middle + 1;
		else high = middle;
	}
	return low;
}

/** Memory for one block after the other: new arrays would take longer than all loops. */
interface Scratch {
	/** By name of a column. */
	readonly columns: Map<string, Float64Array>;
	/** Of the rows in the period, and of those that pass the conditions of a scan. */
	readonly inside: Int32Array;
	readonly kept: Int32Array;
	readonly groups: Int32Array;
}

/** Some megabytes at most. All scans of the thread share it, because none of them is suspended within a block. */
let scratchOfThread: Scratch | undefined;

function createScratch(): Scratch {
	const [inside, kept, groups] = [0, 0, 0].map(() => new Int32Array(blockRowsMax)) as [
		Int32Array,
		Int32Array,
		Int32Array,
	];
	return { columns: new Map(), inside, kept, groups };
}

interface BlockBounds {
	readonly from: number;
	readonly to: number;
	readonly dayByQuarter: Int32Array;
	/** Whether all of its rows are in the period. */
	readonly isInside: boolean;
}

interface Block {
	/** The numbers of rows in the period, within the block. */
	readonly rows: Int32Array;
	/** A column of the block, by row; `day` is one too. */
	read(name: string): Float64Array;
	/** Whether the whole part has only 0 in a column. */
	isZero(name: string): boolean;
}

function openBlock(part: FactPartReader, bounds: BlockBounds, scratch: Scratch): Block {
	const { from, to, isInside } = bounds;
	const copied = new Set<string>();

	function read(name: string): Float64Array {
		const copy = scratch.columns.get(name) ?? new Float64Array(blockRowsMax);
		if (copied.has(name)) return copy;
		scratch.columns.set(name, copy);
		copied.add(name);
		if (name === 'day') readDays(copy, read('quarter'), bounds);
		else part.column(name).copy(copy, bounds);
		return copy;
	}

	const isZero = (name: string): boolean => part.column(name).isZero;
	const { inside } = scratch;
	for (let row = 0; row < to - from; row++) inside[row] = row;
	const rows = inside.subarray(0, to - from);
	return {
		rows: isInside ? rows : keepOthers(rows, read('day'), { value: outsidePeriod, kept: inside }),
		read,
		isZero,
	};
}

function readDays(copy: Float64Array, quarters: Float64Array, { from, to, dayByQuarter }: BlockBounds): void {
	for (let row = 0; row < to - from; row++) copy[row] = dayByQuarter[quarters[row] as number] as number;
}

interface Keeping {
	readonly value: number;
	/** Where the numbers of the kept rows go; may be where they come from. */
	readonly kept: Int32Array;
}

function keepEqual(rows: Int32Array, column: Float64Array, { value, kept }: Keeping): Int32Array {
	let keptCount = 0;
	for (let at = 0; at < rows.length; at++) {
		const row = rows[at] as number;
		if (column[row] === value) kept[keptCount++] = row;
	}
	return kept.subarray(0, keptCount);
}

function keepOthers(rows: Int32Array, column: Float64Array, { value, kept }: Keeping): Int32Array {
	let keptCount = 0;
	for (let at = 0; at < rows.length; at++) {
		const row = rows[at] as number;
		if (column[row] !== value) kept[keptCount++] = row;
	}
	return kept.subarray(0, keptCount);
}

function keepAnyOf(rows: Int32Array, column: Float64Array, test: ColumnTest & Pick<Keeping, 'kept'>): Int32Array {
	const { passes, others, kept } = test;
	let keptCount = 0;
	for (let at = 0; at < rows.length; at++) {
		const row = rows[at] as number;
		const value = column[row] as number;
		if ((value < passes.length ? passes[value] : others) === 1) kept[keptCount++] = row;
	}
	return kept.subarray(0, keptCount);
}

function keepRows(rows: Int32Array, block: Block, test: ColumnTest & Pick<Keeping, 'kept'>): Int32Array {
	const { column, value, kept, isExcluding } = test;
	if (value === undefined) return keepAnyOf(rows, block.read(column), test);
	const keep = isExcluding ? keepOthers : keepEqual;
	return keep(rows, block.read(column), { value, kept });
}

function addBlock(running: RunningScan, block: Block, { kept, groups: groupByRow }: Scratch): void {
	const { scan } = running;
	let { rows } = block;
	for (const test of running.tests) rows = keepRows(rows, block, { ...test, kept });
	if (rows.length === 0) return;
	if (scan.distinct !== undefined) countDistinct(scan, rows, block);
	const by = scan.by.map((name) => block.read(name));
	const measures = scan.measures.map((name) => (block.isZero(name) ? undefined : block.read(name)));
	addRows(running, rows, { by, measures, groupByRow });
}

interface AddedRows {
	readonly by: readonly Float64Array[];
	/** Undefined for one that is 0 in all rows. */
	readonly measures: readonly (Float64Array | undefined)[];
	readonly groupByRow: Int32Array;
}

function addRows(running: RunningScan, rows: Int32Array, { by, measures, groupByRow }: AddedRows): void {
	const { groups } = running;
	groups.findRows(rows, by, groupByRow);
	for (const [index, column] of measures.entries()) {
		const sum = running.sums[index] as Float64Array;
		const grown = sum.length < groups.count ? growTo(sum, 2 ** Math.ceil(Math.log2(groups.count))) : sum;
		running.sums[index] = grown;
		if (column !== undefined) addMeasure(grown, rows, { groupByRow, column });
	}
}

interface AddedSums {
	readonly running: readonly RunningScan[];
	readonly sums: readonly GroupedSums[];
	readonly days: Int32Array;
}

function* addSums({ running, sums, days }: AddedSums, pace: Pace): Steps<void> {
	for (const [index, scan] of running.entries()) {
		if (scan.base === undefined && !scan.scan.by.includes('day')) {
			scan.base = sums[index];
			continue;
		}
		const { count = 0, keys = [], sums: measures = [] } = sums[index] ?? {};
		const by = keys.map((column, position) =>
			scan.scan.by[position] === 'day' ? column.map((day) => days[day] as number) : column,
		);
		for (let from = 0; from < count; from += blockRowsMax) {
			const rows = listNumbers(from, Math.min(count, from + blockRowsMax));
			addRows(scan, rows, { by, measures, groupByRow: new Int32Array(rows.length) });
			if (pace.isDue()) yield;
		}
	}
}

function* listResults(running: readonly RunningScan[], pace: Pace): Steps<readonly GroupedSums[]> {
	const results: GroupedSums[] = [];
	for (const { base, groups, sums, keyCount } of running) {
		const own = { count: groups.count, keys: [groups.keys(0), groups.keys(1)].slice(0, keyCount), sums };
		results.push(base === undefined ? own : yield* addGroups(base, { groups, sums }, pace));
	}
	for (const { groups } of running) groups.release();
	return results;
}

function listNumbers(from: number, to: number): Int32Array {
	const numbers = new Int32Array(to - from);
	for (let at = 0; at < numbers.length; at++) numbers[at] = from + at;
	return numbers;
}

function countDistinct({ distinct, measures }: RunningScan['scan'], rows: Int32Array, block: Block): void {
	const [weight] = measures;
	if (distinct === undefined || weight === undefined) return;
	distinct.count.addRows(rows, block.read(distinct.column), block.read(weight));
}

interface Added {
	readonly groupByRow: Int32Array;
	readonly column: Float64Array;
}

function addMeasure(sum: Float64Array, rows: Int32Array, { groupByRow, column }: Added): void {
	for (let at = 0; at < rows.length; at++) {
		const value = column[rows[at] as number] as number;
		if (value === 0) continue;
		const group = groupByRow[at] as number;
		sum[group] = (sum[group] as number) + value;
	}
}
