/**
 * Which strings may a sorted list have, and which beginnings of strings? To find the words that sound like another, hundreds
 * of spellings are asked for, and most of them no term has. Two Bloom filters rule those out without reading a term:
 *
 *     phone    ph pho phon phone     beginnings  one bit each                 phu: 0, none
 *              phone                 whole       three bits of one entry
 *
 * Both ask for hashes of `polynomial-hash.ts`. Strings with the same first two bytes share a block, which is small and
 * made when it is first asked for: the spellings of a word differ in few of those bytes, so they read the same memory.
 */
import { addByte, hashOfNone } from '../../../lib/polynomial-hash.ts';
import { findKeyRange, type SortedStrings } from './sorted-strings.ts';

/** The first bytes that the strings of a block share. */
export const headBytes = 2;
/** Longer beginnings are not told apart. */
export const beginningBytesMax = 12;
/** A block has three to four beginnings for each string, so about one in five of those that it lacks has its bit set. */
const beginningBitsPerString = 32;
/** With three bits set for each string, about two in a thousand strings that the block lacks are not ruled out. */
const wholeBitsPerString = 64;

export interface StringBlock {
	/** A power of two of bits, 32 to an entry. */
	readonly beginnings: Uint32Array;
	/** A power of two of entries. */
	readonly whole: Uint32Array;
}

export interface StringFilter {
	readonly strings: SortedStrings;
	/** By the first two bytes, the first in front. */
	readonly blocks: Map<number, StringBlock>;
}

const filtersOfLists = new WeakMap<SortedStrings, StringFilter>();

/** The filter of a list, six to twelve bytes for each string in the blocks that were asked for. */
export function toStringFilter(strings: SortedStrings): StringFilter {
	const known = filtersOfLists.get(strings);
	if (known !== undefined) return known;
	const made = { strings, blocks: new Map<number, StringBlock>() };
	filtersOfLists.set(strings, made);
	return made;
}

const noBlock: StringBlock = { beginnings: new Uint32Array(1), whole: new Uint32Array(1) };

/** The block of the strings that begin with two bytes, the first of a text. Cost: O(their bytes), once. */
export function toBlock({ strings, blocks }: StringFilter, bytes: Uint8Array): StringBlock {
	const head = ((bytes[0] as number) << 8) | (bytes[1] as number);
	const known = blocks.get(head);
	if (known !== undefined) return known;
	const [from, to] = findKeyRange(strings, { bytes, length: headBytes });
	const made = from === to ? noBlock : makeBlock(strings, from, to);
	blocks.set(head, made);
	return made;
}

function makeBlock({ offsets, bytes }: SortedStrings, from: number, to: number): StringBlock {
	const beginnings = createBits((to - from) * beginningBitsPerString);
	const whole = createBits((to - from) * wholeBitsPerString);
	for (let index = from; index < to; index++) {
		const start = offsets[index] as number;
		const end = offsets[index + 1] as number;
		let hash = hashOfNone;
		for (let at = start; at < end; at++) {
			hash = addByte(hash, bytes[at] as number);
			if (at - start >= beginningBytesMax) continue;
			const bit = mix(hash) & (beginnings.length * 32 - 1);
			beginnings[bit >>> 5] = (beginnings[bit >>> 5] as number) | (1 << (bit & 31));
		}
		const mixed = mix(hash);
		const entry = mixed & (whole.length - 1);
		whole[entry] = (whole[entry] as number) | toBits(mixed);
	}
	return { beginnings, whole };
}

function createBits(count: number): Uint32Array {
	return new Uint32Array(2 ** Math.max(5, Math.floor(Math.log2(count))) / 32);
}

/** Whether some string of a block may begin with its head and more bytes, at most `beginningBytesMax`. False is certain. */
export function mayBegin({ beginnings }: StringBlock, hash: number): boolean {
	const bit = mix(hash) & (beginnings.length * 32 - 1);
	return (((beginnings[bit >>> 5] as number) >>> (bit & 31)) & 1) === 1;
}

/** Whether a block may have the string of this hash. False is certain. */
export function mayHave({ whole }: StringBlock, hash: number): boolean {
	const mixed = mix(hash);
	const bits = toBits(mixed);
	return ((whole[mixed & (whole.length - 1)] as number) & bits) === bits;
}

function mix(hash: number): number {
	const mixed = Math.imul(hash ^ (hash >>> 16), 0x7feb352d);
	return mixed ^ (mixed >>> 15);
}

/** Up to three bits that depend on the upper part of a hash; its lower part chooses the entry. */
function toBits(mixed: number): number {
	return (1 << (mixed >>> 27)) | (1 << ((mixed >>> 22) & 31)) | (1 << ((mixed >>> 17) & 31));
}
