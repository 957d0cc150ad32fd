/**
 * What is known about chunks seen before: a hash table from characters to a record of numbers.
 *
 *     slots    [high bits of the hash │ where the entry starts] × capacity      linear probing, 0 = free
 *     entries  hash, key length, the code units of the key (two in a number), then the record, which is up to the
 *              caller; a record is identified by where it starts
 *
 * The words of a catalogue do not fit into the processor's caches, so a look-up costs its cache misses: one for the
 * slot, and one for the entry, which is contiguous. Characters are compared in place, without making substrings. A full
 * table is cleared. That is simpler than evicting, and frequent words return after one parse each.
 */
import type { ScannedChunk } from './scan-text.ts';

export interface ChunkTable {
	/** Replaced when the table grows: read it again after every `add`. */
	readonly records: Int32Array;
	/** Where the record of a chunk starts, or -1 when the chunk is not in the table. */
	find(chunk: ScannedChunk): number;
	/** Stores the record of a chunk that is not in the table. @returns where it starts. Amortised O(key + record). */
	add(chunk: ScannedChunk, record: readonly number[]): number;
	/** Removes everything but keeps the memory. */
	clear(): void;
}

const capacityMin = 1024;
/** The bits of a slot that say where the entry starts: at most 32 MB of entries. */
const entryBits = 23;
const entryMask = (1 << entryBits) - 1;
const headLength = 2;

/** A table of at most `entriesMax` chunks; `lowerUnit` says which code units are equal (see `scanText`). */
export function createChunkTable(entriesMax: number, lowerUnit: Uint16Array): ChunkTable {
	let capacity = capacityMin;
	let count = 0;
	let slots = new Int32Array(capacity);
	let entries = new Int32Array(capacity * 8);
	/** The same memory as code units. */
	let units = new Uint16Array(entries.buffer);
	// Entries start at 1 or later, so that no used slot is 0.
	let length = 1;

	function isSameKey(entry: number, { text, start, end }: ScannedChunk): boolean {
		if (entries[entry + 1] !== end - start) return false;
		let key = (entry + headLength) * 2;
		for (let at = start; at < end; at++) {
			if (units[key] !== lowerUnit[text.charCodeAt(at)]) return false;
			key += 1;
		}
		return true;
	}

	function insert(hash: number, entry: number): void {
		const mask = capacity - 1;
		let index = hash & mask;
		while (slots[index] !== 0) index = (index + 1) & mask;
		slots[index] = (hash & ~entryMask) | entry;
	}

	function growSlots(): void {
		const old = slots;
		capacity *= 2;
		slots = new Int32Array(capacity);
		for (const slot of old) if (slot !== 0) insert(entries[slot & entryMask] as number, slot & entryMask);
	}

	function growEntries(lengthMin: number): void {
		const larger = new Int32Array(Math.max(lengthMin, entries.length * 2));
		larger.set(entries);
		entries = larger;
		units = new Uint16Array(larger.buffer);
	}

	function clear(): void {
		slots.fill(0);
		count = 0;
		length = 1;
	}

	return {
		clear,
		get records() {
			return entries;
		},
		find(chunk) {
			const { hash } = chunk;
			const mask = capacity - 1;
			const wanted = hash >> entryBits;
			for (let index = hash & mask; ; index = (index + 1) & mask) {
				const slot = slots[index] as number;
				if (slot === 0) return -1;
				if (slot >> entryBits !== wanted) continue;
				const entry = slot & entryMask;
				if (entries[entry] === hash && isSameKey(entry, chunk)) return toRecordStart(entry, chunk.end - chunk.start);
			}
		},
		add({ text, start, end, hash }, record) {
			const entryLength = headLength + ((end - start + 1) >> 1) + record.length;
			if (count >= entriesMax || length + entryLength > entryMask) clear();
			if (count * 2 >= capacity) growSlots();
			if (length + entryLength > entries.length) growEntries(length + entryLength);
			const entry = length;
			entries[entry] = hash;
			entries[entry + 1] = end - start;
			let key = (entry + headLength) * 2;
			for (let at = start; at < end; at++) units[key++] = lowerUnit[text.charCodeAt(at)] as number;
			const recordStart = toRecordStart(entry, end - start);
			entries.set(record, recordStart);
			insert(hash, entry);
			length += entryLength;
			count += 1;
			return recordStart;
		},
	};
}

function toRecordStart(entry: number, keyLength: number): number {
	return entry + headLength + ((keyLength + 1) >> 1);
}
