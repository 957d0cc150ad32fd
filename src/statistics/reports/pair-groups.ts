/**
 * Numbers groups of rows by two keys, in the order in which they are first found.
 *
 *     first key ─► its number ┐
 *                             ├─► row and column of a table ─► number of the group plus 1; 0 is free
 *     second key ─► its number ┘
 *
 * Usually one of the keys has few values, as fields, positions and places do, so that a table of all pairs fits. Where it
 * would not, pairs are found by hash.
 */
import type { RowRange } from '../column-bytes.ts';
import { createKeyGroups, type Groups } from './key-groups.ts';
import { returnTable, takeTable } from './spare-tables.ts';

const firstCapacity = 64;
/** 16 MB. */
const tableCellsMax = 2 ** 22;

interface Pairs {
	readonly lefts: Groups;
	readonly rights: Groups;
	/** Cells by number of the left key, then of the right one; empty once pairs are found by hash. */
	table: Int32Array;
	/** A row of the table has 2 to the power of this cells. */
	rowBits: number;
	/** Open addressing, with twice as many slots as groups at least; empty as long as there is a table. */
	slots: Int32Array;
	/** By group, the numbers of its keys. */
	leftNumbers: Int32Array;
	rightNumbers: Int32Array;
	count: number;
}

export function createPairGroups(): Groups {
	const pairs: Pairs = {
		...{ lefts: createKeyGroups(), rights: createKeyGroups() },
		table: takeTable(firstCapacity),
		rowBits: 2,
		slots: new Int32Array(0),
		leftNumbers: new Int32Array(firstCapacity),
		rightNumbers: new Int32Array(firstCapacity),
		count: 0,
	};
	/** Of the rows of a block. */
	let [left, right] = [new Int32Array(0), new Int32Array(0)];
	return {
		get count() {
			return pairs.count;
		},
		find(first, second = 0) {
			const [leftNumber, rightNumber] = [pairs.lefts.find(first), pairs.rights.find(second)];
			fitTable(pairs);
			return findPair(pairs, leftNumber, rightNumber);
		},
		findRows(rows, [first, second], found) {
			if (first === undefined || second === undefined) throw new Error('pairs have two keys');
			if (left.length < rows.length) [left, right] = [new Int32Array(rows.length), new Int32Array(rows.length)];
			pairs.lefts.findRows(rows, [first], left);
			pairs.rights.findRows(rows, [second], right);
			findPairs(pairs, { left, right, found, count: rows.length });
		},
		findKnown(columns, range, found) {
			const length = range.to - range.from;
			if (left.length < length) [left, right] = [new Int32Array(length), new Int32Array(length)];
			findKnownPairs(pairs, { columns, ...range, left, right, found });
		},
		release() {
			clearTable(pairs);
			pairs.lefts.release();
			pairs.rights.release();
		},
		keys: (position) =>
			position === 0
				? toKeys(pairs.lefts, pairs.leftNumbers, pairs.count)
				: toKeys(pairs.rights, pairs.rightNumbers, pairs.count),
	};
}

function toKeys(groups: Groups, numbers: Int32Array, count: number): Float64Array {
	const ofNumbers = groups.keys(0);
	const keys = new Float64Array(count);
	for (let group = 0; group < count; group++) keys[group] = ofNumbers[numbers[group] as number] as number;
	return keys;
}

interface PairRows {
	readonly left: Int32Array;
	readonly right: Int32Array;
	readonly found: Int32Array;
	readonly count: number;
}

function findPairs(pairs: Pairs, { left, right, found, count }: PairRows): void {
	fitTable(pairs);
	const { table, rowBits } = pairs;
	for (let at = 0; at < count; at++) {
		const [leftNumber, rightNumber] = [left[at] as number, right[at] as number];
		const known = table.length === 0 ? 0 : (table[(leftNumber << rowBits) | rightNumber] as number);
		found[at] = known > 0 ? known - 1 : findPair(pairs, leftNumber, rightNumber);
	}
}

interface KnownPairs extends RowRange {
	readonly columns: readonly Float64Array[];
	/** Room for the numbers of the keys, from the first row on. */
	readonly left: Int32Array;
	readonly right: Int32Array;
	/** By row. */
	readonly found: Int32Array;
}

function findKnownPairs(pairs: Pairs, { columns, from, to, left, right, found }: KnownPairs): void {
	fitTable(pairs);
	const { lefts, rights, table, rowBits, slots } = pairs;
	const [first, second] = columns.map((column) => column.subarray(from, to)) as [Float64Array, Float64Array];
	lefts.findKnown([first], { from: 0, to: to - from }, left);
	rights.findKnown([second], { from: 0, to: to - from }, right);
	for (let at = 0; at < to - from; at++) {
		const [leftNumber, rightNumber] = [left[at] as number, right[at] as number];
		if (leftNumber < 0 || rightNumber < 0) found[from + at] = -1;
		else if (table.length > 0) found[from + at] = (table[(leftNumber << rowBits) | rightNumber] as number) - 1;
		else found[from + at] = (slots[findSlot(pairs, leftNumber, rightNumber)] as number) - 1;
	}
}

/** Once the table fits. */
function findPair(pairs: Pairs, left: number, right: number): number {
	const { table } = pairs;
	const isInTable = table.length > 0;
	const at = isInTable ? (left << pairs.rowBits) | right : findSlot(pairs, left, right);
	const known = (isInTable ? table[at] : pairs.slots[at]) as number;
	if (known > 0) return known - 1;
	const group = append(pairs, left, right);
	if (isInTable) table[at] = group + 1;
	else pairs.slots[findSlot(pairs, left, right)] = group + 1;
	return group;
}

function append(pairs: Pairs, left: number, right: number): number {
	const group = pairs.count;
	if (group === pairs.leftNumbers.length) {
		pairs.leftNumbers = growNumbers(pairs.leftNumbers, 2 * group);
		pairs.rightNumbers = growNumbers(pairs.rightNumbers, 2 * group);
	}
	pairs.leftNumbers[group] = left;
	pairs.rightNumbers[group] = right;
	pairs.count += 1;
	if (pairs.slots.length > 0 && 2 * pairs.count > pairs.slots.length) fillSlots(pairs, 2 * pairs.slots.length);
	return group;
}

/** Makes the table large enough for all keys that were numbered, or has pairs found by hash from now on. */
function fitTable(pairs: Pairs): void {
	const { lefts, rights, table } = pairs;
	const rowCells = 2 ** pairs.rowBits;
	const isLargeEnough = table.length >= lefts.count * rowCells && rowCells >= rights.count;
	if (isLargeEnough || table.length === 0) return;
	const rowBits = Math.max(pairs.rowBits, Math.ceil(Math.log2(rights.count)));
	const cellCount = 2 ** Math.ceil(Math.log2(lefts.count)) * 2 ** rowBits;
	clearTable(pairs);
	if (cellCount > tableCellsMax) {
		pairs.table = new Int32Array(0);
		fillSlots(pairs, 4 * 2 ** Math.ceil(Math.log2(pairs.count + firstCapacity)));
		return;
	}
	pairs.table = takeTable(cellCount);
	pairs.rowBits = rowBits;
	for (let group = 0; group < pairs.count; group++) {
		pairs.table[((pairs.leftNumbers[group] as number) << rowBits) | (pairs.rightNumbers[group] as number)] = group + 1;
	}
}

function clearTable({ table, rowBits, leftNumbers, rightNumbers, count }: Pairs): void {
	if (table.length === 0) return;
	for (let group = 0; group < count; group++)
		table[((leftNumbers[group] as number) << rowBits) | (rightNumbers[group] as number)] = 0;
	returnTable(table);
}

function fillSlots(pairs: Pairs, slotCount: number): void {
	pairs.slots = new Int32Array(slotCount);
	for (let group = 0; group < pairs.count; group++) {
		const [left, right] = [pairs.leftNumbers[group] as number, pairs.rightNumbers[group] as number];
		pairs.slots[findSlot(pairs, left, right)] = group + 1;
	}
}

function findSlot({ slots, leftNumbers, rightNumbers }: Pairs, left: number, right: number): number {
	const mask = slots.length - 1;
	for (let slot = hash(left, right) & mask; ; slot = (slot + 1) & mask) {
		const group = (slots[slot] as number) - 1;
		if (group < 0 || (leftNumbers[group] === left && rightNumbers[group] === right)) return slot;
	}
}

/** The finalizer of MurmurHash3 over both numbers. */
function hash(left: number, right: number): number {
	let h = Math.imul(left, 0xcc9e2d51) ^ Math.imul(right, 0x1b873593);
	h ^= h >>> 16;
	h = Math.imul(h, 0x85ebca6b);
	h ^= h >>> 13;
	return h >>> 0;
}

function growNumbers(values: Int32Array, length: number): Int32Array {
	const grown = new Int32Array(length);
	grown.set(values);
	return grown;
}
