/**
 * Numbers groups of rows by a key, in the order in which they are first found.
 *
 *     0 to 2²⁰    key ─► number of the group plus 1; 0 is free
 *     others      key ─► hash ─► slot (open addressing) ─► number of the group plus 1
 *
 * Numbers of names and codes are small, so most groups are found by looking into a table.
 */

import type { RowRange } from '../column-bytes.ts';
import { createKeySlots, type KeySlots } from './key-slots.ts';
import { returnTable, takeTable } from './spare-tables.ts';

/** Of rows with equal keys. */
export interface Groups {
	readonly count: number;
	/** The number of the group with these keys, which is new if there was none. */
	find(first: number, second?: number): number;
	/** The same for some rows of the columns of the keys, in one loop. */
	findRows(rows: Int32Array, columns: readonly Float64Array[], found: Int32Array): void;
	/** The numbers of the groups with the keys in some rows, −1 where there is none; `found` is by row. */
	findKnown(columns: readonly Float64Array[], rows: RowRange, found: Int32Array): void;
	/** By group; only the first `count` are meant. O(groups) where there are two keys. */
	keys(position: 0 | 1): Float64Array;
	/** Gives back tables when all groups were found: what may be called from then on are `count` and `keys`. */
	release(): void;
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
	/** Empty as long as there is no small key. */
	let table: Int32Array = new Int32Array(0);
	let hashed: KeySlots | undefined;
	let count = 0;

	function append(key: number): number {
		if (count === firsts.length) firsts = growTo(firsts, 2 * count);
		firsts[count] = key;
		count += 1;
		return count;
	}

	function clearTable(): void {
		for (let at = 0; at < count; at++) {
			const key = firsts[at] as number;
			if (key < table.length) table[key] = 0;
		}
		returnTable(table);
	}

	function findInTable(key: number): number {
		if (key >= table.length) {
			const grown = takeTable(key + 1);
			grown.set(table);
			clearTable();
			table = grown;
		}
		const known = table[key] as number;
		if (known > 0) return known - 1;
		table[key] = append(key);
		return count - 1;
	}

	function find(key: number): number {
		if (key >= 0 && key < tableKeysMax) return findInTable(key);
		hashed ??= createKeySlots();
		const known = hashed.getOrSet(key, count);
		return known >= 0 ? known : append(key) - 1;
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
				const isSmall = key >= 0 && key < tableKeysMax;
				found[row] = isSmall ? ((table[key] as number | undefined) ?? 0) - 1 : (hashed?.get(key) ?? -1);
			}
		},
		keys: () => firsts,
		release: clearTable,
	};
}

/** The same values in an array that has room for more. */
export function growTo(values: Float64Array, length: number): Float64Array<ArrayBuffer> {
	const grown = new Float64Array(length);
	grown.set(values);
	return grown;
}
