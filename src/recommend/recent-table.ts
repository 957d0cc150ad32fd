/**
 * Numbers by key, for the keys added last: a hash table that evicts the oldest key when it is full.
 *
 *     slots (a ring)    │ key │ value │ key │ value │ …       the next key replaces the oldest
 *     slots by hash     │ 0 │ slot + 1 │ 0 │ …                linear probing, at most half full
 *
 * Changing a value does not make a key newer. Memory: 16 bytes a slot, and 8 to 16 for its hash table; both double up
 * to the capacity, so that a table of few keys is small. Everything is O(1).
 */
export interface RecentTable {
	/** @returns undefined when the key was never added, or was evicted */
	get(key: number): number | undefined;
	/** Sets the value of a key. */
	set(key: number, value: number): void;
	/** The slots in use, and how many keys were ever added: the argument of `openRecentTable`. */
	readonly state: RecentTableState;
	byteCount(): number;
}

export interface RecentTableState {
	readonly keys: Float64Array<ArrayBuffer>;
	readonly values: Float64Array<ArrayBuffer>;
	readonly addedCount: number;
}

const slotsMin = 64;

/** @param capacity the most keys that are kept, ≥ 1 */
export function createRecentTable(capacity: number): RecentTable {
	return openRecentTable(capacity, { keys: new Float64Array(0), values: new Float64Array(0), addedCount: 0 });
}

/** Restores a table from its state. O(slots). */
export function openRecentTable(capacity: number, state: RecentTableState): RecentTable {
	let { keys, values } = state;
	let { addedCount } = state;
	let slots = hashAll();

	/**
	 * Builds the hash table: a power of two, at least twice as many entries as slots, with every slot in use in one of
	 * them.
	 */
	function hashAll(): Int32Array {
		const fresh = new Int32Array(2 ** Math.ceil(Math.log2(2 * Math.max(keys.length, 1))));
		for (let slot = 0; slot < Math.min(addedCount, keys.length); slot += 1) {
			fresh[findSlot(fresh, keys[slot] as number)] = slot + 1;
		}
		return fresh;
	}

	/** The index at which the key is, or where it would go. */
	function findSlot(hashed: Int32Array, key: number): number {
		const mask = hashed.length - 1;
		let at = toHash(key) & mask;
		for (;;) {
			const slot = (hashed[at] as number) - 1;
			if (slot < 0 || keys[slot] === key) return at;
			at = (at + 1) & mask;
		}
	}

	function grow(): void {
		const slotCount = Math.min(capacity, Math.max(slotsMin, 2 * keys.length));
		keys = copyInto(new Float64Array(slotCount), keys);
		values = copyInto(new Float64Array(slotCount), values);
		slots = hashAll();
	}

	/** Removes the key of a slot from the hash table, and moves back the entries that were behind it because of it. */
	function forget(slot: number): void {
		const mask = slots.length - 1;
		let hole = findSlot(slots, keys[slot] as number);
		for (let slot = (hole + 1) & mask; slots[slot] !== 0; slot = (slot + 1) & mask) {
			const home = toHash(keys[(slots[slot] as number) - 1] as number) & mask;
			if (((slot - home) & mask) < ((slot - hole) & mask)) continue;
			slots[hole] = slots[slot] as number;
			hole = slot;
		}
		slots[hole] = 0;
	}

	return {
		get(key) {
			const slot = (slots[findSlot(slots, key)] as number) - 1;
			return slot < 0 ? undefined : values[slot];
		},
		set(key, value) {
			const known = (slots[findSlot(slots, key)] as number) - 1;
			if (known >= 0) {
				values[known] = value;
				return;
			}
			if (addedCount >= keys.length && keys.length < capacity) grow();
			const slot = addedCount % capacity;
			if (addedCount >= capacity) forget(slot);
			keys[slot] = key;
			values[slot] = value;
			slots[findSlot(slots, key)] = slot + 1;
			addedCount += 1;
		},
		get state() {
			const usedCount = Math.min(addedCount, keys.length);
			return { keys: keys.slice(0, usedCount), values: values.slice(0, usedCount), addedCount };
		},
		byteCount: () => keys.byteLength + values.byteLength + slots.byteLength,
	};
}

function copyInto(target: Float64Array<ArrayBuffer>, source: Float64Array): Float64Array<ArrayBuffer> {
	target.set(source);
	return target;
}

/** Keys are whole numbers below 2⁵³: their halves, mixed by a multiplication (Knuth, TAOCP 3, 6.4). */
function toHash(key: number): number {
	return Math.imul((key % 4294967296) ^ (key / 4294967296), 0x9e3779b1) >>> 8;
}
