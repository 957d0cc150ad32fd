/**
 * Adds rows of a table of facts: those of equal dimensions become one. Rows whose measures are all 0 are left out in the end.
 *
 *     dimensions of a row ─► hash ─► slot (open addressing) ─► its number ─► columns of dimensions and sums
 */
import { type FactRow, type FactTable, type FactTableName, factTables } from '../domain/statistics/fact-table.ts';
import { type FactColumns, packColumns } from './fact-part.ts';
import { sortRowsBy } from './sort-rows.ts';

export interface FactSums<Name extends FactTableName> {
	add(row: FactRow<Name>): void;
	/** Takes back what `add` added. */
	subtract(row: FactRow<Name>): void;
	addColumns(columns: FactColumns<Name>): void;
	/** The sums as a part; undefined when there are none. */
	pack(): Uint8Array | undefined;
}

/** Packed rows are in this order, so that columns are smaller and blocks of rows are of few quarters of an hour. */
const sortedColumns = ['quarter', 'device', 'item'];
const firstCapacity = 16;
/** Of the slots that may be taken. */
const loadMax = 0.5;

interface State {
	readonly dimensionNames: readonly string[];
	readonly measureNames: readonly string[];
	readonly isAmount: readonly boolean[];
	dimensions: Float64Array[];
	/** Counts are exact in float64 as long as they are below 2⁵³; amounts have 64 bits. */
	measures: (Float64Array | BigInt64Array)[];
	/** The dimensions of the row that is being added. */
	readonly values: Float64Array;
	/** The number of the row plus 1; 0 is free. */
	slots: Int32Array;
	rowCount: number;
}

export function createFactSums<Name extends FactTableName>(name: Name): FactSums<Name> {
	const table: FactTable = factTables[name];
	const measureNames = Object.keys(table.measures);
	const isAmount = measureNames.map((measure) => table.measures[measure] === 'amount');
	const state: State = {
		dimensionNames: Object.keys(table.dimensions),
		...{ measureNames, isAmount },
		dimensions: Object.keys(table.dimensions).map(() => new Float64Array(firstCapacity)),
		measures: isAmount.map((is) => (is ? new BigInt64Array(firstCapacity) : new Float64Array(firstCapacity))),
		values: new Float64Array(Object.keys(table.dimensions).length),
		slots: new Int32Array(firstCapacity / loadMax),
		rowCount: 0,
	};
	return {
		add: (row) => addRow(state, row, 1),
		subtract: (row) => addRow(state, row, -1),
		addColumns: (columns) => addColumns(state, columns),
		pack: () => packSums(state, name),
	};
}

type AnyRow = Readonly<Record<string, number | bigint | undefined>>;

function addRow(state: State, row: AnyRow, sign: 1 | -1): void {
	const { dimensionNames, measureNames, values } = state;
	for (let index = 0; index < dimensionNames.length; index++) {
		values[index] = row[dimensionNames[index] as string] as number;
	}
	const at = findRow(state);
	for (let index = 0; index < measureNames.length; index++) {
		const value = row[measureNames[index] as string];
		if (value !== undefined) addMeasure(state.measures[index], at, sign === 1 ? value : -value);
	}
}

function addMeasure(column: Float64Array | BigInt64Array | undefined, at: number, value: number | bigint): void {
	if (column instanceof BigInt64Array) column[at] = (column[at] ?? 0n) + BigInt(value);
	else if (column !== undefined) column[at] = (column[at] ?? 0) + Number(value);
}

function addColumns(state: State, { rowCount, columns }: FactColumns<FactTableName>): void {
	const { values } = state;
	const all = columns as Readonly<Record<string, ArrayLike<number> | BigInt64Array>>;
	const dimensions = state.dimensionNames.map((name) => all[name] as ArrayLike<number>);
	const measures = state.measureNames.map((name) => all[name]);
	for (let from = 0; from < rowCount; from++) {
		for (let index = 0; index < dimensions.length; index++)
			values[index] = (dimensions[index] as ArrayLike<number>)[from] as number;
		const at = findRow(state);
		for (let index = 0; index < measures.length; index++)
			addMeasure(state.measures[index], at, measures[index]?.[from] ?? 0);
	}
}

/** The number of the row with the dimensions in `values`, which is new if there was none. */
function findRow(state: State): number {
	const { values, slots } = state;
	for (let slot = hash(values) & (slots.length - 1); ; slot = (slot + 1) & (slots.length - 1)) {
		const at = (slots[slot] as number) - 1;
		if (at < 0) return insertRow(state, slot);
		if (isRow(state, at)) return at;
	}
}

function isRow({ dimensions, values }: State, at: number): boolean {
	for (let index = 0; index < values.length; index++) {
		if ((dimensions[index] as Float64Array)[at] !== values[index]) return false;
	}
	return true;
}

function insertRow(state: State, slot: number): number {
	const { values } = state;
	const at = state.rowCount++;
	if (at === state.dimensions[0]?.length) grow(state);
	for (let index = 0; index < values.length; index++) {
		(state.dimensions[index] as Float64Array)[at] = values[index] as number;
	}
	if (state.rowCount > state.slots.length * loadMax) rehash(state);
	else state.slots[slot] = at + 1;
	return at;
}

function grow(state: State): void {
	const capacity = 2 * state.rowCount;
	state.dimensions = state.dimensions.map((column) => {
		const grown = new Float64Array(capacity);
		grown.set(column);
		return grown;
	});
	state.measures = state.measures.map((column) => {
		const grown = column instanceof BigInt64Array ? new BigInt64Array(capacity) : new Float64Array(capacity);
		(grown as Float64Array).set(column as Float64Array);
		return grown;
	});
}

function rehash(state: State): void {
	const { values, dimensions, rowCount } = state;
	const slots = new Int32Array(2 * state.slots.length);
	for (let at = 0; at < rowCount; at++) {
		for (let index = 0; index < values.length; index++)
			values[index] = (dimensions[index] as Float64Array)[at] as number;
		let slot = hash(values) & (slots.length - 1);
		while (slots[slot] !== 0) slot = (slot + 1) & (slots.length - 1);
		slots[slot] = at + 1;
	}
	state.slots = slots;
}

/** The mixing of MurmurHash3 over the low and high halves of each value. */
function hash(values: Float64Array): number {
	let h = 0;
	for (let index = 0; index < values.length; index++) {
		const value = values[index] as number;
		h = mix(h, value | 0);
		if (value > 0xffff_ffff) h = mix(h, (value / 0x1_0000_0000) | 0);
	}
	h ^= h >>> 16;
	h = Math.imul(h, 0x85ebca6b);
	h ^= h >>> 13;
	h = Math.imul(h, 0xc2b2ae35);
	return (h ^ (h >>> 16)) >>> 0;
}

function mix(h: number, value: number): number {
	let k = Math.imul(value, 0xcc9e2d51);
	k = Math.imul((k << 15) | (k >>> 17), 0x1b873593);
	const mixed = h ^ k;
	return (Math.imul((mixed << 13) | (mixed >>> 19), 5) + 0xe6546b64) | 0;
}

function packSums(state: State, name: FactTableName): Uint8Array | undefined {
	const { dimensionNames, measureNames, dimensions, measures, rowCount } = state;
	const kept = new Int32Array(rowCount);
	let keptCount = 0;
	for (let at = 0; at < rowCount; at++) {
		if (measures.some((column) => Number(column[at]) !== 0)) kept[keptCount++] = at;
	}
	if (keptCount === 0) return undefined;
	const sorting = sortedColumns.flatMap((name) => dimensions[dimensionNames.indexOf(name)] ?? []);
	const rows = sortRowsBy(kept.subarray(0, keptCount), sorting);
	const columns: Record<string, Float64Array | BigInt64Array> = {};
	for (const [index, column] of dimensions.entries()) columns[dimensionNames[index] ?? ''] = pick(column, rows);
	for (const [index, column] of measures.entries()) columns[measureNames[index] ?? ''] = pick(column, rows);
	return packColumns(name, keptCount, columns);
}

function pick<Column extends Float64Array | BigInt64Array>(column: Column, rows: Int32Array): Column {
	const picked = new (column.constructor as new (length: number) => Column)(rows.length);
	for (let to = 0; to < rows.length; to++) picked[to] = column[rows[to] as number] as number & bigint;
	return picked;
}
