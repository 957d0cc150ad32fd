/**
 * Numbers groups of rows by up to two keys, in the order in which they are first found.
 *
 *     one key below 2²⁰   key ─► number of the group plus 1; 0 is free
 *     others              keys ─► hash ─► slot (open addressing) ─► number of the group plus 1
 *
 * Numbers of names and codes are small, so most groups are found by looking into a table.
 */

export interface Groups {
	readonly count: number;
	/** The number of the group with these keys, which is new if there was none. */
	find(first: number, second: number): number;
	/** The same for some rows of a column that is the only key, in one loop. */
	findRows(rows: Int32Array, column: Float64Array, found: Int32Array): void;
	/** By group; only the first `count` are meant. */
	keys(position: 0 | 1): Float64Array;
}

const firstCapacity = 64;
const tableKeysMax = 2 ** 20;

/** @param keyCount how many keys differ; the others are 0 in every call. */
export function createGroups(keyCount: 0 | 1 | 2): Groups {
	if (keyCount === 0) return createSingleGroup();
	let firsts = new Float64Array(firstCapacity);
	let seconds = new Float64Array(keyCount === 2 ? firstCapacity : 0);
	let table = new Int32Array(keyCount === 1 ? firstCapacity : 0);
	/** Twice as many as groups at least. */
	let slots = new Int32Array(2 * firstCapacity);
	let count = 0;

	function findSlot(first: number, second: number): number {
		const mask = slots.length - 1;
		let slot = hash(first, second) & mask;
		for (;;) {
			const at = (slots[slot] as number) - 1;
			if (at < 0 || (firsts[at] === first && (keyCount === 1 || seconds[at] === second))) return slot;
			slot = (slot + 1) & mask;
		}
	}

	function append(first: number, second: number): number {
		if (count === firsts.length) {
			firsts = growTo(firsts, 2 * count);
			if (keyCount === 2) seconds = growTo(seconds, 2 * count);
			slots = new Int32Array(4 * count);
			for (let at = 0; at < count; at++) {
				const isInTable = keyCount === 1 && (firsts[at] as number) < tableKeysMax;
				if (!isInTable) slots[findSlot(firsts[at] as number, seconds[at] ?? 0)] = at + 1;
			}
		}
		firsts[count] = first;
		if (keyCount === 2) seconds[count] = second;
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
		table[key] = append(key, 0);
		return count - 1;
	}

	function find(first: number, second: number): number {
		if (keyCount === 1 && first < tableKeysMax) return findInTable(first);
		const known = (slots[findSlot(first, second)] as number) - 1;
		if (known >= 0) return known;
		append(first, second);
		slots[findSlot(first, second)] = count;
		return count - 1;
	}

	return {
		get count() {
			return count;
		},
		find,
		findRows(rows, column, found) {
			let known = table;
			for (let at = 0; at < rows.length; at++) {
				const key = column[rows[at] as number] as number;
				const group = key < known.length ? (known[key] as number) : 0;
				if (group > 0) found[at] = group - 1;
				else {
					found[at] = find(key, 0);
					known = table;
				}
			}
		},
		keys: (position) => (position === 0 ? firsts : seconds),
	};
}

function createSingleGroup(): Groups {
	const none = new Float64Array(1);
	return { count: 1, find: () => 0, findRows: (rows, _, found) => found.fill(0, 0, rows.length), keys: () => none };
}

/** The same values in an array that has room for more. */
export function growTo(values: Float64Array, length: number): Float64Array<ArrayBuffer> {
	const grown = new Float64Array(length);
	grown.set(values);
	return grown;
}

/** The finalizer of MurmurHash3 over the halves of both keys. */
function hash(first: number, second: number): number {
	let h = Math.imul(first | 0, 0xcc9e2d51) ^ Math.imul(second | 0, 0x1b873593);
	if (first > 0xffff_ffff) h ^= Math.imul((first / 0x1_0000_0000) | 0, 0x9e3779b1);
	h ^= h >>> 16;
	h = Math.imul(h, 0x85ebca6b);
	h ^= h >>> 13;
	return h >>> 0;
}
