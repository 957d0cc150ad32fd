/**
 * Distinct texts, numbered in the order in which they first came: a hash table from UTF-8 bytes to numbers.
 *
 *     bytes    https://a.example/1.jpg│https://a.example/2.jpg│…     one behind the other
 *     offsets  0                      23                      46
 *     slots    numbers + 1 at hash, linear probing, 0 = free
 *
 * A `Map` would keep every text as a string. Most texts of columns such as the address of a picture are different, and moving
 * so many strings from V8's young objects to its old ones took as long as everything else that is done with them.
 */
import type { SortedStrings } from '../segment/sorted-strings.ts';

export interface TextTable {
	readonly count: number;
	/** The number of a text; a new one gets the next number. Amortised O(length). */
	toNumber(text: string): number;
	has(text: string): boolean;
	/** The texts in the order of their bytes, and the numbers in this order. Cost: O(bytes + n log n). */
	sort(): { readonly sorted: SortedStrings; readonly order: Uint32Array };
}

/** Typed arrays of up to 64 bytes are made quickly, and a catalogue may have thousands of fields with few values each. */
const slotsMin = 16;
const bytesMin = 64;
/** UTF-8 takes at most this many bytes for a code unit. */
const bytesPerUnitMax = 3;
/** Double precision holds these many bytes of a text and the number of a text. */
const prefixLength = 4;
const numberRange = 2 ** 21;

const encoder = new TextEncoder();

export function createTextTable(): TextTable {
	let bytes = new Uint8Array(bytesMin);
	let offsets = new Uint32Array(slotsMin);
	let hashes = new Int32Array(slotsMin);
	let slots = new Int32Array(slotsMin);
	let count = 0;

	/** Writes the bytes of a text behind the others. @returns their end. */
	function write(text: string): number {
		const start = offsets[count] as number;
		bytes = withRoom(bytes, start + text.length * bytesPerUnitMax);
		for (let at = 0; at < text.length; at++) {
			const unit = text.charCodeAt(at);
			if (unit >= 0x80) return start + encoder.encodeInto(text, bytes.subarray(start)).written;
			bytes[start + at] = unit;
		}
		return start + text.length;
	}

	function toHash(start: number, end: number): number {
		let hash = 0x811c9dc5;
		for (let at = start; at < end; at++) hash = Math.imul(hash ^ (bytes[at] as number), 0x01000193);
		return hash ^ (hash >>> 15);
	}

	/** The slot of the text that was written behind the others, or the free one where it belongs. */
	function findSlot(hash: number, end: number): number {
		const start = offsets[count] as number;
		const mask = slots.length - 1;
		for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
			const number = (slots[slot] as number) - 1;
			if (number < 0 || (hashes[number] === hash && isSame(number, start, end))) return slot;
		}
	}

	function isSame(number: number, start: number, end: number): boolean {
		const from = offsets[number] as number;
		if ((offsets[number + 1] as number) - from !== end - start) return false;
		for (let at = 0; at < end - start; at++) if (bytes[from + at] !== bytes[start + at]) return false;
		return true;
	}

	function grow(): void {
		const capacity = slots.length * 2;
		offsets = copyTo(new Uint32Array(capacity), offsets);
		hashes = copyTo(new Int32Array(capacity), hashes);
		slots = new Int32Array(capacity);
		for (let number = 0; number < count; number++) {
			let slot = (hashes[number] as number) & (capacity - 1);
			while (slots[slot] !== 0) slot = (slot + 1) & (capacity - 1);
			slots[slot] = number + 1;
		}
	}

	return {
		get count() {
			return count;
		},
		toNumber(text) {
			if (count + 2 > slots.length / 2) grow();
			const end = write(text);
			const hash = toHash(offsets[count] as number, end);
			const slot = findSlot(hash, end);
			const known = slots[slot] as number;
			if (known > 0) return known - 1;
			hashes[count] = hash;
			offsets[count + 1] = end;
			slots[slot] = count + 1;
			count += 1;
			return count - 1;
		},
		has(text) {
			const end = write(text);
			return slots[findSlot(toHash(offsets[count] as number, end), end)] !== 0;
		},
		sort() {
			const texts = { offsets: offsets.subarray(0, count + 1), bytes };
			const order = sortNumbers(texts);
			return { sorted: takeInOrder(texts, order), order };
		},
	};
}

function withRoom(bytes: Uint8Array<ArrayBuffer>, byteCount: number): Uint8Array<ArrayBuffer> {
	if (byteCount <= bytes.length) return bytes;
	return copyTo(new Uint8Array(Math.max(byteCount, bytes.length * 2)), bytes);
}

function copyTo<T extends Uint8Array | Uint32Array | Int32Array>(larger: T, smaller: T): T {
	larger.set(smaller);
	return larger;
}

/**
 * A native sort of numbers does most of the work: of the bytes behind those that all texts begin with. Texts that are equal
 * in them are compared whole.
 */
function sortNumbers(texts: SortedStrings): Uint32Array {
	const { offsets, bytes } = texts;
	const count = offsets.length - 1;
	const order = Uint32Array.from({ length: count }, (_, number) => number);
	const compare = (a: number, b: number) => compareBytes(texts, a, b);
	if (count > numberRange) return order.sort(compare);
	const shared = toSharedLength(texts);
	const keys = new Float64Array(count);
	for (let number = 0; number < count; number++) {
		const start = (offsets[number] as number) + shared;
		const end = offsets[number + 1] as number;
		let key = 0;
		for (let at = start; at < start + prefixLength; at++) key = key * 256 + (at < end ? (bytes[at] as number) : 0);
		keys[number] = key * numberRange + number;
	}
	keys.sort();
	for (let at = 0; at < count; at++) order[at] = (keys[at] as number) % numberRange;
	for (let from = 0; from < count; ) {
		const key = Math.floor((keys[from] as number) / numberRange);
		let to = from + 1;
		while (to < count && Math.floor((keys[to] as number) / numberRange) === key) to += 1;
		if (to > from + 1) order.subarray(from, to).sort(compare);
		from = to;
	}
	return order;
}

/** How many bytes all texts begin with. */
function toSharedLength({ offsets, bytes }: SortedStrings): number {
	let shared = offsets.length > 1 ? (offsets[1] as number) : 0;
	for (let number = 1; number < offsets.length - 1; number++) {
		const start = offsets[number] as number;
		shared = Math.min(shared, (offsets[number + 1] as number) - start);
		let at = 0;
		while (at < shared && bytes[at] === bytes[start + at]) at += 1;
		shared = at;
	}
	return shared;
}

function compareBytes({ offsets, bytes }: SortedStrings, a: number, b: number): number {
	const startA = offsets[a] as number;
	const startB = offsets[b] as number;
	const lengthA = (offsets[a + 1] as number) - startA;
	const lengthB = (offsets[b + 1] as number) - startB;
	const shared = Math.min(lengthA, lengthB);
	for (let at = 0; at < shared; at++) {
		const difference = (bytes[startA + at] as number) - (bytes[startB + at] as number);
		if (difference !== 0) return difference;
	}
	return lengthA - lengthB;
}

function takeInOrder({ offsets, bytes }: SortedStrings, order: Uint32Array): SortedStrings {
	const sorted = { offsets: new Uint32Array(order.length + 1), bytes: new Uint8Array(offsets[order.length] as number) };
	let to = 0;
	for (let index = 0; index < order.length; index++) {
		const number = order[index] as number;
		const end = offsets[number + 1] as number;
		for (let at = offsets[number] as number; at < end; at++) sorted.bytes[to++] = bytes[at] as number;
		sorted.offsets[index + 1] = to;
	}
	return sorted;
}
