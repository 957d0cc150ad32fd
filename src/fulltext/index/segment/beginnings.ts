/**
 * Which beginnings do the strings of a sorted list have? A walk through a dictionary asks for hundreds, and most of them no
 * term has. A bit for each beginning of up to six bytes, at the index that its hash gives, rules out nine of ten of those
 * without reading a term:
 *
 *     phone    p ph pho phon phone     bits  │··1·····1··1·│      phu: 0, none
 *
 * The strings of a letter are read when a beginning with it is first asked for.
 */
import { countStrings, type SortedStrings } from './sorted-strings.ts';

/** Longer beginnings are not told apart. */
const beginningBytesMax = 6;
/** A list has one to two beginnings for each string, so about one in ten of those that it lacks has its bit set. */
const bitsPerString = 16;

export interface Beginnings {
	readonly strings: SortedStrings;
	/** A power of two of bits, 32 to an entry. */
	readonly bits: Uint32Array;
	/** By first byte, whether the strings that begin with it were read. */
	readonly isRead: Uint8Array;
}

const beginningsOfLists = new WeakMap<SortedStrings, Beginnings>();

/** The beginnings of a list, one to two bytes a string. */
export function toBeginnings(strings: SortedStrings): Beginnings {
	const known = beginningsOfLists.get(strings);
	if (known !== undefined) return known;
	const bitCount = 2 ** Math.max(5, Math.floor(Math.log2(countStrings(strings) * bitsPerString + 1)));
	const made = { strings, bits: new Uint32Array(bitCount / 32), isRead: new Uint8Array(256) };
	beginningsOfLists.set(strings, made);
	return made;
}

/** Some bytes, as many as `depth`. */
export interface Beginning {
	readonly depth: number;
	/** That of the first `beginningBytesMax` bytes. */
	readonly hash: number;
}

export const noBytes: Beginning = { depth: 0, hash: 0x811c9dc5 | 0 };

/** Bytes from … to-1 of these. */
export interface Bytes {
	readonly bytes: Uint8Array;
	readonly from: number;
	readonly to: number;
}

/** The hash of a beginning with more bytes behind it. Cost: O(bytes), and once O(strings that begin with the same byte). */
export function toLongerHash(
	beginnings: Beginnings,
	{ depth, hash: before }: Beginning,
	{ bytes, from, to }: Bytes,
): number {
	const end = Math.min(to, from + beginningBytesMax - depth);
	if (depth === 0 && from < end) readStrings(beginnings, bytes[from] as number);
	let hash = before;
	for (let at = from; at < end; at++) hash = addByte(hash, bytes[at] as number);
	return hash;
}

/** Whether some string may begin with the bytes that have this hash. False is certain. */
export function mayBegin({ bits }: Beginnings, hash: number): boolean {
	const bit = toBit(hash, bits);
	return (((bits[bit >>> 5] as number) >>> (bit & 31)) & 1) === 1;
}

/** FNV-1a. */
function addByte(hash: number, byte: number): number {
	return Math.imul(hash ^ byte, 0x01000193);
}

function toBit(hash: number, bits: Uint32Array): number {
	return (hash ^ (hash >>> 15)) & (bits.length * 32 - 1);
}

function readStrings({ strings, bits, isRead }: Beginnings, firstByte: number): void {
	if (isRead[firstByte] === 1) return;
	isRead[firstByte] = 1;
	const { offsets, bytes } = strings;
	for (let index = findFirst(strings, firstByte); index < countStrings(strings); index++) {
		const start = offsets[index] as number;
		if (bytes[start] !== firstByte) return;
		const end = Math.min(offsets[index + 1] as number, start + beginningBytesMax);
		let { hash } = noBytes;
		for (let at = start; at < end; at++) {
			hash = addByte(hash, bytes[at] as number);
			const bit = toBit(hash, bits);
			bits[bit >>> 5] = (bits[bit >>> 5] as number) | (1 << (bit & 31));
		}
	}
}

/** The first string that begins with this byte or a higher one. */
function findFirst(strings: SortedStrings, byte: number): number {
	const { offsets, bytes } = strings;
	let low = 0;
	let high = countStrings(strings);
	while (low < high) {
		const middle = (low + high) >>> 1;
		const start = offsets[middle] as number;
		if (start === offsets[middle + 1] || (bytes[start] as number) < byte) low = middle + 1;
		else high = middle;
	}
	return low;
}
