/**
 * Numbers groups of rows by a key, in the order in which they are first found.
 *
 *     below 2²⁰   key ─► number of the group plus 1; 0 is free
 *     others      key ─► hash ─► slot (open addressing) ─► number of the group plus 1
 *
 * Numbers of names and codes are small, so most groups are found by looking into a table.
 */

/** Of rows with equal keys. */
export interface Groups {
	readonly count: number;
	/** The number of the group with these keys, which is new if there was none. */
	find(first: number, second?: number): number;
	/** The same for some rows of the columns of the keys, in one loop. */
	findRows(rows: Int32Array, columns: readonly Float64Array[], found: Int32Array): void;
	/** By group; only the first `count` are meant. */
	keys(position: 0 | 1): Float64Array;
}

const firstCapacity = 64;
const tableKeysMax = 2 ** 20;
const none = new Float64Array(1);

export function createKeyGroups(): Groups {
	let firsts = new Float64Array(firstCapacity);
	let table = new Int32Array(firstCapacity);
	/** Twice as many as groups at least. */
	let slots = new Int32Array(2 * firstCapacity);
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
		if (count === firsts.length) {
			firsts = growTo(firsts, 2 * count);
			slots = new Int32Array(4 * count);
			for (let at = 0; at < count; at++) {
				const known = firsts[at] as number;
				if (known >= tableKeysMax) slots[findSlot(known)] = at + 1;
			}
		}
		firsts[count] = key;
		count += 1;
		return count;
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
		const known = (slots[findSlot(key)] as number) - 1;
		if (known >= 0) return known;
		append(key);
		slots[findSlot(key)] = count;
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
