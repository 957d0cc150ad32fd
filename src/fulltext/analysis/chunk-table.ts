/**
 * What is known about the chunks that were seen: a hash table from characters to a record of numbers.
 *
 *     slots   [hash, key start, key length, record] × capacity      one cache line per look-up, linear probing
 *     keys    the code units of all keys, one after the other
 *     records whatever the caller puts there; a record is named by where it starts
 *
 * A look-up compares the characters where they stand in the text: no substring is made, which beats a `Map` of strings
 * by half. A full table is emptied: simpler than evicting, and words that matter are back after one parse each.
 */
export interface ChunkTable {
	/** Changes when the table grows: read it anew after every `add`. */
	readonly records: Int32Array;
	/** Where the record of `text.slice(start, end)` starts, or -1 when the chunk is not known. `hash` is not 0. */
	find(text: string, start: number, end: number, hash: number): number;
	/** Keeps `record` for a chunk that is not known. @returns where it starts. Amortised O(key + record). */
	add(text: string, start: number, end: number, hash: number, record: readonly number[]): number;
	/** Forgets everything, keeps the memory. */
	clear(): void;
}

const slotFields = 4;
const capacityMin = 1024;

/** A table of at most `entriesMax` chunks; `lowerUnit` says which code units are the same (see `scanText`). */
export function createChunkTable(entriesMax: number, lowerUnit: Uint16Array): ChunkTable {
	let capacity = capacityMin;
	let count = 0;
	let slots = new Int32Array(capacity * slotFields);
	let keys = new Uint16Array(capacity * 8);
	let keysLength = 0;
	let records = new Int32Array(capacity * 8);
	let recordsLength = 0;

	/** The slot that holds the key, or the free one where it belongs. */
	function findSlot(text: string, start: number, end: number, hash: number): number {
		const mask = capacity - 1;
		const length = end - start;
		for (let index = hash & mask; ; index = (index + 1) & mask) {
			const slot = index * slotFields;
			const found = slots[slot] as number;
			if (found === 0) return slot;
			if (found !== hash || slots[slot + 2] !== length) continue;
			let key = slots[slot + 1] as number;
			let at = start;
			while (at < end && keys[key] === lowerUnit[text.charCodeAt(at)]) {
				key += 1;
				at += 1;
			}
			if (at === end) return slot;
		}
	}

	function grow(): void {
		const old = slots;
		capacity *= 2;
		slots = new Int32Array(capacity * slotFields);
		const mask = capacity - 1;
		for (let slot = 0; slot < old.length; slot += slotFields) {
			const hash = old[slot] as number;
			if (hash === 0) continue;
			let index = hash & mask;
			while (slots[index * slotFields] !== 0) index = (index + 1) & mask;
			slots.set(old.subarray(slot, slot + slotFields), index * slotFields);
		}
	}

	function clear(): void {
		slots.fill(0);
		count = 0;
		keysLength = 0;
		recordsLength = 0;
	}

	return {
		clear,
		get records() {
			return records;
		},
		find(text, start, end, hash) {
			const slot = findSlot(text, start, end, hash);
			return slots[slot] === 0 ? -1 : (slots[slot + 3] as number);
		},
		add(text, start, end, hash, record) {
			if (count >= entriesMax) clear();
			if (count * 2 >= capacity) grow();
			const slot = findSlot(text, start, end, hash);
			if (keysLength + end - start > keys.length) keys = enlarge(keys, keysLength + end - start, Uint16Array);
			if (recordsLength + record.length > records.length)
				records = enlarge(records, recordsLength + record.length, Int32Array);
			const recordStart = recordsLength;
			records.set(record, recordStart);
			recordsLength += record.length;
			slots[slot] = hash;
			slots[slot + 1] = keysLength;
			slots[slot + 2] = end - start;
			slots[slot + 3] = recordStart;
			for (let at = start; at < end; at++) keys[keysLength++] = lowerUnit[text.charCodeAt(at)] as number;
			count += 1;
			return recordStart;
		},
	};
}

/** A copy with room for at least `lengthMin` elements, and for twice as many as before. */
function enlarge<T extends Uint16Array | Int32Array>(
	array: T,
	lengthMin: number,
	create: new (length: number) => T,
): T {
	const larger = new create(Math.max(lengthMin, array.length * 2));
	larger.set(array);
	return larger;
}
