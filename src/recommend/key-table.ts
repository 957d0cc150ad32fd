import assert from 'node:assert/strict';
import { nextCapacity } from './click-log.ts';
import { readSnapshot, SnapshotError, writeSnapshot } from './snapshot-bytes.ts';

/**
 * Which number does this key have, and which key was used least recently?
 *
 * Models count in whole numbers, but ids are keys of 16 bytes and a tag. The table assigns each key a number in [0,
 * keysMax), finds it again, and reuses the numbers of removed keys. A chain through all keys in the order of their last
 * use tells which to evict.
 *
 *     words   [5 · numbers]   a b c d tag of each number       newer, older  [numbers]   the chain of uses, -1 at its ends
 *     slots   [2^n]           number + 1, 0 when empty; linear probing from the hash of the key, at most half full
 *
 * Memory: 28 bytes a number and 8 to 16 for its slots. A snapshot has everything except the slots, which are rebuilt
 * from it.
 */
export interface WideKey {
	/** 32 bits each. */
	readonly a: number;
	readonly b: number;
	readonly c: number;
	readonly d: number;
	/** Distinguishes kinds of keys. */
	readonly tag: number;
}

export interface KeyTable {
	/** The number of the key, or -1. O(1). */
	find(key: WideKey): number;
	/** The number of the key, which becomes the most recently used; a new key gets one. -1 when the table is full. */
	use(key: WideKey): number;
	/** Frees a number that is in use. O(1). */
	remove(number: number): void;
	/** The least recently used number, or -1 when there is none. */
	oldest(): number;
	/** The number used next after this one; -1 after the last. */
	newerThan(number: number): number;
	count(): number;
	/** Writes the 16 bytes of a key, as read by `toWideKey`. */
	writeKey(number: number, target: Buffer, at: number): void;
	tagOf(number: number): number;
	toBytes(): Uint8Array;
	byteCount(): number;
}

const kind = 'key-table';
const version = 1;
const shape = { words: Int32Array, newer: Int32Array, older: Int32Array, free: Int32Array } as const;
const wordsPerKey = 5;

interface Tables {
	words: Int32Array<ArrayBuffer>;
	newer: Int32Array<ArrayBuffer>;
	older: Int32Array<ArrayBuffer>;
	/** Freed numbers as a stack in [0, counters.freed). */
	free: Int32Array<ArrayBuffer>;
}

interface Counters {
	/** Numbers ever assigned. */
	given: number;
	freed: number;
	oldest: number;
	newest: number;
}

/** @param hex at least 32 lower-case hex digits */
export function toWideKey(hex: string, tag: number): WideKey {
	return { a: readWord(hex, 0), b: readWord(hex, 8), c: readWord(hex, 16), d: readWord(hex, 24), tag };
}

/** Reads eight digits without making substrings, because this runs for each event. */
function readWord(hex: string, start: number): number {
	let word = 0;
	for (let at = start; at < start + 8; at += 1) {
		const code = hex.charCodeAt(at);
		// '0' is 0x30, 'a' is 0x61.
		word = (word << 4) | ((code & 0xf) + 9 * (code >> 6));
	}
	return word;
}

/** @param keysMax in [1, 2^28] */
export function createKeyTable(keysMax: number): KeyTable {
	assert(Number.isInteger(keysMax) && keysMax >= 1 && keysMax <= 2 ** 28);
	const empty = () => new Int32Array(0);
	const tables = { words: empty(), newer: empty(), older: empty(), free: empty() };
	return openKeyTable(keysMax, tables, { given: 0, freed: 0, oldest: -1, newest: -1 });
}

/** @throws SnapshotError when the bytes are damaged or are from a table of another size */
export function restoreKeyTable(keysMax: number, bytes: Uint8Array): KeyTable {
	const { numbers, arrays } = readSnapshot(bytes, { kind, version, numberCount: 5, arrays: shape });
	const [ofKeysMax, given = 0, freed = 0, oldest = -1, newest = -1] = numbers;
	if (ofKeysMax !== keysMax) throw new SnapshotError('the keys were numbered with another limit');
	return openKeyTable(keysMax, arrays, { given, freed, oldest, newest });
}

/** A hash table from keys to numbers with linear probing; slots hold number + 1, or 0 when empty. */
interface KeySlots {
	find(key: WideKey): number;
	/** Adds the key of this number; its words must already be set. */
	put(key: WideKey, number: number): void;
	/** Removes the key of this number; its words must still be set. */
	empty(number: number): void;
	/** Enlarges the slots for as many keys as the tables have. */
	grow(): void;
	byteLength(): number;
}

function createKeySlots(tables: Tables, counters: Counters): KeySlots {
	let slots = new Int32Array(0);

	/** The slot that has the key, or the empty one where it belongs. */
	function findSlot(key: WideKey): number {
		const mask = slots.length - 1;
		let slot = toHash(key) & mask;
		for (;;) {
			const number = (slots[slot] ?? 0) - 1;
			if (number < 0 || hasKey(tables, number, key)) return slot;
			slot = (slot + 1) & mask;
		}
	}

	function grow(): void {
		const wanted = Math.max(64, 2 ** Math.ceil(Math.log2(2 * Math.max(1, tables.newer.length))));
		if (wanted <= slots.length) return;
		slots = new Int32Array(wanted);
		for (let number = counters.oldest; number >= 0; number = tables.newer[number] ?? -1) {
			slots[findSlot(toKey(tables, number))] = number + 1;
		}
	}

	grow();
	return {
		grow,
		find: (key) => (slots[findSlot(key)] ?? 0) - 1,
		put(key, number) {
			slots[findSlot(key)] = number + 1;
		},
		/** Moves up the keys that could no longer be reached across the gap. */
		empty(number) {
			const mask = slots.length - 1;
			let gap = findSlot(toKey(tables, number));
			for (let slot = (gap + 1) & mask; slots[slot] !== 0; slot = (slot + 1) & mask) {
				const home = toHash(toKey(tables, (slots[slot] ?? 0) - 1)) & mask;
				if (((slot - home) & mask) < ((slot - gap) & mask)) continue;
				slots[gap] = slots[slot] ?? 0;
				gap = slot;
			}
			slots[gap] = 0;
		},
		byteLength: () => slots.byteLength,
	};
}

function openKeyTable(keysMax: number, tables: Tables, counters: Counters): KeyTable {
	const slots = createKeySlots(tables, counters);

	function takeNumber(): number {
		if (counters.freed > 0) {
			counters.freed -= 1;
			return tables.free[counters.freed] ?? -1;
		}
		if (counters.given === keysMax) return -1;
		if (counters.given === tables.newer.length) {
			grow(tables, nextCapacity(tables.newer.length, counters.given + 1, keysMax));
			slots.grow();
		}
		counters.given += 1;
		return counters.given - 1;
	}

	function add(key: WideKey): number {
		const number = takeNumber();
		if (number < 0) return -1;
		tables.words.set([key.a, key.b, key.c, key.d, key.tag], number * wordsPerKey);
		slots.put(key, number);
		return number;
	}

	return {
		find: slots.find,
		use(key) {
			const known = slots.find(key);
			if (known === counters.newest && known >= 0) return known;
			if (known >= 0) unlink(tables, counters, known);
			const number = known >= 0 ? known : add(key);
			if (number >= 0) linkNewest(tables, counters, number);
			return number;
		},
		remove(number) {
			slots.empty(number);
			unlink(tables, counters, number);
			tables.free[counters.freed] = number;
			counters.freed += 1;
		},
		oldest: () => counters.oldest,
		newerThan: (number) => tables.newer[number] ?? -1,
		count: () => counters.given - counters.freed,
		writeKey(number, target, at) {
			for (let word = 0; word < 4; word += 1) {
				target.writeInt32BE(tables.words[number * wordsPerKey + word] ?? 0, at + 4 * word);
			}
		},
		tagOf: (number) => tables.words[number * wordsPerKey + 4] ?? 0,
		toBytes() {
			const { given, freed, oldest, newest } = counters;
			const numbers = [keysMax, given, freed, oldest, newest];
			return writeSnapshot({ kind, version, numbers, arrays: { ...tables } });
		},
		byteCount() {
			const { words, newer, older, free } = tables;
			return [words, newer, older, free].reduce((sum, { byteLength }) => sum + byteLength, slots.byteLength());
		},
	};
}

/** Keys are digests, so any of their bits will do. */
function toHash({ a, b, tag }: WideKey): number {
	return a ^ Math.imul(b ^ tag, 0x9e3779b1);
}

function toKey({ words }: Tables, number: number): WideKey {
	const at = number * wordsPerKey;
	return {
		a: words[at] ?? 0,
		b: words[at + 1] ?? 0,
		c: words[at + 2] ?? 0,
		d: words[at + 3] ?? 0,
		tag: words[at + 4] ?? 0,
	};
}

function hasKey({ words }: Tables, number: number, { a, b, c, d, tag }: WideKey): boolean {
	const at = number * wordsPerKey;
	const isSame = words[at] === a && words[at + 1] === b && words[at + 2] === c && words[at + 3] === d;
	return isSame && words[at + 4] === tag;
}

function grow(tables: Tables, capacity: number): void {
	for (const name of ['words', 'newer', 'older', 'free'] as const) {
		const larger = new Int32Array(capacity * (name === 'words' ? wordsPerKey : 1));
		larger.set(tables[name]);
		tables[name] = larger;
	}
}

function unlink({ newer, older }: Tables, counters: Counters, number: number): void {
	const [after, before] = [newer[number] ?? -1, older[number] ?? -1];
	if (after >= 0) older[after] = before;
	else counters.newest = before;
	if (before >= 0) newer[before] = after;
	else counters.oldest = after;
}

function linkNewest({ newer, older }: Tables, counters: Counters, number: number): void {
	newer[number] = -1;
	older[number] = counters.newest;
	if (counters.newest >= 0) newer[counters.newest] = number;
	else counters.oldest = number;
	counters.newest = number;
}
