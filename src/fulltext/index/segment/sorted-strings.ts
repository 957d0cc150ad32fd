/**
 * Where is a string in a sorted list of strings that is stored as bytes?
 *
 *     offsets  0    4       9
 *     bytes    │sony│xerox…│      in the order of their UTF-8 bytes, which is that of code points
 */

export interface SortedStrings {
	/** Strings + 1 entries. */
	readonly offsets: Uint32Array;
	readonly bytes: Uint8Array;
}

const encoder = new TextEncoder();

/** @returns how many strings there are. */
export function countStrings({ offsets }: SortedStrings): number {
	return offsets.length - 1;
}

/** The string at `index`. Cost: O(its length). */
export function decodeString({ offsets, bytes }: SortedStrings, index: number): string {
	const start = offsets[index] as number;
	const end = offsets[index + 1] as number;
	return toBuffer(bytes).toString('utf8', start, end);
}

/**
 * Reads the beginnings of the first `count` strings at `positions`, so that later reads hit the cache. Without a branch
 * between two reads, the processor waits for many of them at once.
 */
export function fetchStrings({ offsets, bytes }: SortedStrings, positions: ArrayLike<number>, count: number): void {
	let sum = 0;
	for (let index = 0; index < count; index++) sum += offsets[positions[index] as number] as number;
	for (let index = 0; index < count; index++) sum += bytes[offsets[positions[index] as number] as number] as number;
	lastFetched[0] = sum;
}

/** Stored so that the reads are not optimised away. */
const lastFetched = new Uint32Array(1);

const buffers = new WeakMap<Uint8Array, Buffer>();

/** The bytes as a Buffer, made once for each list. Unlike TextDecoder, a Buffer can decode shared memory. */
function toBuffer(bytes: Uint8Array): Buffer {
	let buffer = buffers.get(bytes);
	if (buffer === undefined) {
		buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
		buffers.set(bytes, buffer);
	}
	return buffer;
}

/** @returns the index of `text`, or -1. Cost: O(log strings). */
export function findString(strings: SortedStrings, text: string): number {
	return findKey(strings, toKey(text));
}

/** The range [from, to) of the strings that start with `prefix`. Cost: O(log strings). */
export function findPrefixRange(strings: SortedStrings, prefix: string): readonly [from: number, to: number] {
	return findKeyRange(strings, toKey(prefix));
}

/** The range [from, to) of the strings that start with the bytes of the key. Cost: O(log strings). */
export function findKeyRange(strings: SortedStrings, key: Key): readonly [from: number, to: number] {
	const from = findLowerBound(strings, key);
	// The smallest byte string above all that start with the key; 0xff never occurs in UTF-8.
	const above = new Uint8Array(key.length + 1);
	above.set(key.bytes.subarray(0, key.length));
	above[key.length] = 0xff;
	return [from, findLowerBound(strings, { bytes: above, length: above.length })];
}

/** Whether some string starts with `prefix`. Cost: O(log strings). */
export function hasPrefix(strings: SortedStrings, prefix: string): boolean {
	const [from, to] = findPrefixRange(strings, prefix);
	return from < to;
}

/** @returns the index of the string with the bytes of the key, or -1. Cost: O(log strings). */
export function findKey(strings: SortedStrings, key: Key): number {
	const index = findLowerBound(strings, key);
	return index < countStrings(strings) && compareAt(strings, index, key) === 0 ? index : -1;
}

/** How many bytes of the key some string begins with, at most. Cost: O(log strings). */
export function countSharedBytes(strings: SortedStrings, key: Key): number {
	const index = findLowerBound(strings, key);
	const { offsets, bytes } = strings;
	let most = 0;
	for (let near = Math.max(0, index - 1); near <= index && near < countStrings(strings); near++) {
		const start = offsets[near] as number;
		const shared = Math.min((offsets[near + 1] as number) - start, key.length);
		let at = 0;
		while (at < shared && bytes[start + at] === key.bytes[at]) at += 1;
		most = Math.max(most, at);
	}
	return most;
}

/** The wanted string in UTF-8: the first `length` bytes. */
export interface Key {
	readonly bytes: Uint8Array;
	length: number;
}

/** Reused: a search looks up a dozen short words. */
const shortKey: Key = { bytes: new Uint8Array(64), length: 0 };

/** The key of a text, valid until the next one is made. */
function toKey(text: string): Key {
	const { bytes } = shortKey;
	if (text.length > bytes.length) return toLongKey(text);
	for (let at = 0; at < text.length; at++) {
		const unit = text.charCodeAt(at);
		if (unit >= 0x80) return toLongKey(text);
		bytes[at] = unit;
	}
	shortKey.length = text.length;
	return shortKey;
}

function toLongKey(text: string): Key {
	const bytes = encoder.encode(text);
	return { bytes, length: bytes.length };
}

function findLowerBound(strings: SortedStrings, key: Key): number {
	let low = 0;
	let high = countStrings(strings);
	while (low < high) {
		const middle = (low + high) >>> 1;
		if (compareAt(strings, middle, key) < 0) low = middle + 1;
		else high = middle;
	}
	return low;
}

/** Negative when the string at `index` comes before `key`, positive when it comes after, 0 when they are equal. */
function compareAt({ offsets, bytes }: SortedStrings, index: number, key: Key): number {
	const start = offsets[index] as number;
	const length = (offsets[index + 1] as number) - start;
	const shared = Math.min(length, key.length);
	for (let at = 0; at < shared; at++) {
		const difference = (bytes[start + at] as number) - (key.bytes[at] as number);
		if (difference !== 0) return difference;
	}
	return length - key.length;
}

/** A string of a list: the list, and its index there. */
export interface StringRef {
	readonly strings: SortedStrings;
	readonly index: number;
}

/** The order of two strings of different lists by their bytes, without making strings. Cost: O(their length). */
export function compareStrings(left: StringRef, right: StringRef): number {
	const { offsets: leftOffsets, bytes: leftBytes } = left.strings;
	const { offsets: rightOffsets, bytes: rightBytes } = right.strings;
	const leftStart = leftOffsets[left.index] as number;
	const rightStart = rightOffsets[right.index] as number;
	const leftLength = (leftOffsets[left.index + 1] as number) - leftStart;
	const rightLength = (rightOffsets[right.index + 1] as number) - rightStart;
	const shared = Math.min(leftLength, rightLength);
	for (let at = 0; at < shared; at++) {
		const difference = (leftBytes[leftStart + at] as number) - (rightBytes[rightStart + at] as number);
		if (difference !== 0) return difference;
	}
	return leftLength - rightLength;
}

/** The order of a string of a list relative to a text. Cost: O(length of the text). */
export function compareWithText({ strings, index }: StringRef, text: string): number {
	return compareAt(strings, index, toKey(text));
}

/** Strings concatenated in the given order. To be searchable, they must be in the order of their UTF-8 bytes. */
export function toSortedStrings(sorted: readonly string[]): SortedStrings {
	const offsets = new Uint32Array(sorted.length + 1);
	let total = 0;
	for (const text of sorted) total += Buffer.byteLength(text);
	const bytes = new Uint8Array(total);
	// A view for each string would take as long as writing it.
	const buffer = Buffer.from(bytes.buffer);
	let offset = 0;
	for (let index = 0; index < sorted.length; index++) {
		offset += buffer.write(sorted[index] as string, offset);
		offsets[index + 1] = offset;
	}
	return { offsets, bytes };
}

/** Code units of which some sort differently by bytes. */
const unusualUnit = /[\ud800-\uffff]/;

/** The strings in the order of their UTF-8 bytes. Cost: O(n log n), a third of it as long as with a comparison in JavaScript. */
export function sortByBytes(strings: Iterable<string>): string[] {
	const sorted = [...strings];
	return sorted.some((text) => unusualUnit.test(text)) ? sorted.sort(compareByBytes) : sorted.sort();
}

/**
 * The order of strings by their UTF-8 bytes. JavaScript's own order differs from it only where a surrogate pair meets
 * a character between U+E000 and U+FFFF.
 */
export function compareByBytes(left: string, right: string): number {
	if (left === right) return 0;
	const shared = Math.min(left.length, right.length);
	for (let at = 0; at < shared; at++) {
		const a = left.charCodeAt(at);
		const b = right.charCodeAt(at);
		if (a !== b) return toCodePointOrder(a) - toCodePointOrder(b);
	}
	return left.length - right.length;
}

/** Moves surrogates above the characters they sort behind as code points. */
function toCodePointOrder(unit: number): number {
	if (unit < 0xd800) return unit;
	return unit >= 0xe000 ? unit - 0x800 : unit + 0x2000;
}
