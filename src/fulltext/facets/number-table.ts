/**
 * How often does each number occur? An open-addressing hash table of doubles. A Map takes five times as long, and
 * memory for every number.
 *
 *     slots   │ 9.5 ×3 │ – │ 19.99 ×1 │ 12 ×7 │       entries  9.5, 19.99, 12 in the order they came
 */

export interface NumberTable {
	/** How many distinct numbers there are. */
	readonly size: number;
	/** Adds `count` to a number, which must not be NaN; 0 only adds the number. Amortised O(1). */
	add(value: number, count: number): void;
	/** As `add`, but ignores a new number once the table has `sizeMax`. @returns whether it was counted. */
	addKnown(value: number, count: number, sizeMax: number): boolean;
	/** The count of a number; 0 when it is not in the table. */
	countOf(value: number): number;
	/** The number of an entry, in the order in which numbers came. */
	valueAt(entry: number): number;
	countAt(entry: number): number;
	/** Removes all numbers. Cost: O(numbers). */
	clear(): void;
}

const slotsMin = 1024;
/** The largest table that is kept for the next search: 2 MB. */
const keptSlotsMax = 2 ** 17;

export function createNumberTable(): NumberTable {
	let slots = new Uint32Array(slotsMin);
	let values = new Float64Array(slotsMin / 2);
	let counts = new Uint32Array(slotsMin / 2);
	let size = 0;

	/** The slot that has the number, or the free one where it belongs. */
	function findSlot(value: number): number {
		const mask = slots.length - 1;
		let slot = toHash(value) & mask;
		for (;;) {
			const entry = slots[slot] as number;
			if (entry === 0 || values[entry - 1] === value) return slot;
			slot = (slot + 1) & mask;
		}
	}

	function grow(): void {
		const largerValues = new Float64Array(values.length * 2);
		largerValues.set(values);
		const largerCounts = new Uint32Array(counts.length * 2);
		largerCounts.set(counts);
		values = largerValues;
		counts = largerCounts;
		slots = new Uint32Array(slots.length * 2);
		for (let entry = 0; entry < size; entry++) slots[findSlot(values[entry] as number)] = entry + 1;
	}

	function insert(slot: number, value: number, count: number): void {
		values[size] = value;
		counts[size] = count;
		size += 1;
		slots[slot] = size;
		if (size === values.length) grow();
	}

	function addTo(entry: number, count: number): void {
		counts[entry - 1] = (counts[entry - 1] as number) + count;
	}

	return {
		get size() {
			return size;
		},
		add(value, count) {
			const slot = findSlot(value);
			const entry = slots[slot] as number;
			if (entry === 0) insert(slot, value, count);
			else addTo(entry, count);
		},
		addKnown(value, count, sizeMax) {
			const slot = findSlot(value);
			const entry = slots[slot] as number;
			if (entry === 0 && size >= sizeMax) return false;
			if (entry === 0) insert(slot, value, count);
			else addTo(entry, count);
			return true;
		},
		countOf(value) {
			const entry = slots[findSlot(value)] as number;
			return entry === 0 ? 0 : (counts[entry - 1] as number);
		},
		valueAt: (entry) => values[entry] as number,
		countAt: (entry) => counts[entry] as number,
		clear() {
			if (slots.length > keptSlotsMax) {
				slots = new Uint32Array(slotsMin);
				values = new Float64Array(slotsMin / 2);
				counts = new Uint32Array(slotsMin / 2);
			} else if (size > 0) slots.fill(0);
			size = 0;
		},
	};
}

const double = new Float64Array(1);
const halves = new Uint32Array(double.buffer);

/** Hashes both halves of the double with the final mix of MurmurHash3. 0 and −0 are the same number. */
function toHash(value: number): number {
	double[0] = value + 0;
	let hash = (halves[0] as number) ^ Math.imul(halves[1] as number, 0x9e3779b1);
	hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
	hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
	return (hash ^ (hash >>> 16)) >>> 0;
}
