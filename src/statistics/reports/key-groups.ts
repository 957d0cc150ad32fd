/**
 * Numbers groups of rows by a key, in the order in which they are first found.
 *
 *     below 2²⁰   key ─► number of the group plus 1; 0 is free
 *     others      key ─► hash ─► slot (open addressing) ─► number of the group plus 1
 *
 * Numbers of names and codes are small, so most groups are found by looking into a table.
 */

import type { RowRange } from '../column-encoding.ts';

/** Of rows with equal keys. */
export interface Groups {
	readonly count: number;
	/** The number of the group with these keys, which is new if there was none. */
	find(first: number, second?: number): number;
	/** The same for some rows of the columns of the keys, in one loop. */
	findRows(rows: Int32Array, columns: readonly Float64Array[], found: Int32Array): void;
	/** The numbers of the groups with the keys in some rows, −1 where there is none; `found` is by row. */
	findKnown(columns: readonly Float64Array[], rows: RowRange, found: Int32Array): void;
	/** By group; only the first `count` are meant. */
	keys(position: 0 | 1): Float64Array;
}

/** What was added up, by group. */
export interface GroupedSums {
	readonly count: number;
	/** In the order of `by`; only the first `count` of each are meant. */
	readonly keys: readonly Float64Array[];
	/** In the order of `measures`; amounts in units of `amountUnit`. */
	readonly sums: readonly Float64Array[];
}

const firstCapacity = 64;
const tableKeysMax = 2 ** 20;
const none = new Float64Array(1);

export function createKeyGroups(): Groups {
	let firsts = new Float64Array(firstCapacity);
	let table = new Int32Array(firstCapacity);
	/** Twice as many as groups with such keys at least; empty as long as there is none. */
	let slots = new Int32Array(0);
	let hashedCount = 0;
	let count = 0;

	function findSlot(key: number): number {
		const mask = slots.length - 1;
		let slot = hash(key) & mask;
		for (;;) {
			const at = (slots[slot] as number) - 1;
			if (at < 0 || firsts[at] === key) return slot;
			slot = (slot + 1) & mask;
		}
	}

	function append(key: number): number {
		if (count === firsts.length) firsts = growTo(firsts, 2 * count);
		firsts[count] = key;
		count += 1;
		return count;
	}

	/** To be called before a key is hashed that may be new. */
	function fitSlots(): void {
		if (slots.length > 2 * hashedCount) return;
		slots = new Int32Array(Math.max(2 * firstCapacity, 2 * slots.length));
		for (let at = 0; at < count; at++) {
			const known = firsts[at] as number;
			if (known >= tableKeysMax) slots[findSlot(known)] = at + 1;
		}
	}

	function findInTable(key: number): number {
		if (key >= table.length) {
			const grown = new Int32Array(2 ** Math.ceil(Math.log2(key + 1)));
			grown.set(table);
			table = grown;
		}
		const known = table[key] as number;
		if (known > 0) return known - 1;
		table[key] = append(key);
		return count - 1;
	}

	function find(key: number): number {
		if (key < tableKeysMax) return findInTable(key);
		fitSlots();
		const slot = findSlot(key);
		const known = (slots[slot] as number) - 1;
		if (known >= 0) return known;
		slots[slot] = append(key);
		hashedCount += 1;
		return count - 1;
	}

	return {
		get count() {
			return count;
		},
		find,
		findRows(rows, [column = none], found) {
			let known = table;
			for (let at = 0; at < rows.length; at++) {
				const key = column[rows[at] as number] as number;
				const group = key < known.length ? (known[key] as number) : 0;
				if (group > 0) found[at] = group - 1;
				else {
					found[at] = find(key);
					known = table;
				}
			}
		},
		findKnown([column = none], { from, to }, found) {
			for (let row = from; row < to; row++) {
				const key = column[row] as number;
				const isHashed = key >= tableKeysMax && slots.length > 0;
				found[row] = ((key < table.length ? table[key] : isHashed ? slots[findSlot(key)] : 0) as number) - 1;
			}
		},
		keys: () => firsts,
	};
}

/** The same values in an array that has room for more. */
export function growTo(values: Float64Array, length: number): Float64Array<ArrayBuffer> {
	const grown = new Float64Array(length);
	grown.set(values);
	return grown;
}

/** The finalizer of MurmurHash3 over the halves of a key. */
function hash(key: number): number {
	let h = Math.imul(key | 0, 0xcc9e2d51);
	if (key > 0xffff_ffff) h ^= Math.imul((key / 0x1_0000_0000) | 0, 0x9e3779b1);
	h ^= h >>> 16;
	h = Math.imul(h, 0x85ebca6b);
	h ^= h >>> 13;
	return h >>> 0;
}
