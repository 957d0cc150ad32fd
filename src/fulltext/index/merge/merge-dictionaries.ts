/** One sorted dictionary from several, without decoding a string: the smallest of the heads goes next. */
import { createArray } from '../../../lib/shared-bytes.ts';
import { countStrings, type SortedStrings } from '../segment/sorted-strings.ts';

export interface MergedDictionary {
	readonly dictionary: SortedStrings;
	/** By source: the place in the merged dictionary of each of its strings; of no meaning for strings not in use. */
	readonly maps: readonly Uint32Array[];
}

/** A dictionary and which of its strings to keep, 1 for each; undefined keeps all. */
export interface DictionarySource {
	readonly dictionary: SortedStrings;
	readonly isUsed: Uint8Array | undefined;
}

/** Merges dictionaries. Cost: O(strings · sources). */
export function mergeDictionaries(sources: readonly DictionarySource[]): MergedDictionary {
	const maps = sources.map(({ dictionary }) => createArray(Uint32Array, countStrings(dictionary)));
	const heads = sources.map((source) => nextUsed(source, 0));
	let stringsMax = 0;
	let bytesMax = 0;
	for (const { dictionary } of sources) {
		stringsMax += countStrings(dictionary);
		bytesMax += dictionary.bytes.length;
	}
	const offsets = createArray(Uint32Array, stringsMax + 1);
	const bytes = createArray(Uint8Array, bytesMax);
	const smallest: number[] = [];
	let count = 0;
	let end = 0;
	while (findSmallest(sources, heads, smallest)) {
		const first = smallest[0] as number;
		end = appendString(bytes, end, (sources[first] as DictionarySource).dictionary, heads[first] as number);
		for (const index of smallest) {
			const at = heads[index] as number;
			(maps[index] as Uint32Array)[at] = count;
			heads[index] = nextUsed(sources[index] as DictionarySource, at + 1);
		}
		count += 1;
		offsets[count] = end;
	}
	return { dictionary: { offsets: offsets.subarray(0, count + 1), bytes: bytes.subarray(0, end) }, maps };
}

/** Writes the sources with the smallest head to `smallest`. @returns false when all are at their end. */
function findSmallest(sources: readonly DictionarySource[], heads: readonly number[], smallest: number[]): boolean {
	smallest.length = 0;
	for (let index = 0; index < sources.length; index++) {
		const { dictionary } = sources[index] as DictionarySource;
		const head = heads[index] as number;
		if (head >= countStrings(dictionary)) continue;
		const first = smallest[0] ?? index;
		const difference =
			first === index
				? 0
				: compareStrings(dictionary, head, (sources[first] as DictionarySource).dictionary, heads[first] as number);
		if (difference > 0) continue;
		if (difference < 0) smallest.length = 0;
		smallest.push(index);
	}
	return smallest.length > 0;
}

/** Copies a string to `end` of the bytes: byte by byte, as views of so short a piece cost more. @returns the new end. */
function appendString(to: Uint8Array, end: number, { offsets, bytes }: SortedStrings, index: number): number {
	const last = offsets[index + 1] as number;
	let next = end;
	for (let at = offsets[index] as number; at < last; at++) {
		to[next] = bytes[at] as number;
		next += 1;
	}
	return next;
}

function nextUsed({ dictionary, isUsed }: DictionarySource, from: number): number {
	const count = countStrings(dictionary);
	let at = from;
	while (isUsed !== undefined && at < count && isUsed[at] === 0) at += 1;
	return at;
}

/** Negative when the string at `leftIndex` comes before the one at `rightIndex`, 0 when they are equal. */
function compareStrings(left: SortedStrings, leftIndex: number, right: SortedStrings, rightIndex: number): number {
	const leftStart = left.offsets[leftIndex] as number;
	const leftLength = (left.offsets[leftIndex + 1] as number) - leftStart;
	const rightStart = right.offsets[rightIndex] as number;
	const rightLength = (right.offsets[rightIndex + 1] as number) - rightStart;
	const shared = Math.min(leftLength, rightLength);
	for (let at = 0; at < shared; at++) {
		const difference = (left.bytes[leftStart + at] as number) - (right.bytes[rightStart + at] as number);
		if (difference !== 0) return difference;
	}
	return leftLength - rightLength;
}
