/** Merges sorted dictionaries without decoding a string: the smallest of their next strings is appended each time. */
import { createArray } from '../../../lib/shared-bytes.ts';
import { countStrings, type SortedStrings } from '../segment/sorted-strings.ts';

export interface MergedDictionary {
	readonly dictionary: SortedStrings;
	/** By source, the index in the merged dictionary of each of its strings; meaningless for strings not in use. */
	readonly maps: readonly Uint32Array[];
}

/** A dictionary and which of its strings to keep (1 for each); undefined keeps all. */
export interface DictionarySource {
	readonly dictionary: SortedStrings;
	readonly isUsed: Uint8Array | undefined;
}

/** Merges dictionaries. Cost: O(strings · sources). */
export function mergeDictionaries(sources: readonly DictionarySource[]): MergedDictionary {
	const maps = sources.map(({ dictionary }) => createArray(Uint32Array, countStrings(dictionary)));
	const heads = sources.map((source) => ({ ...source, at: nextUsed(source, 0) }));
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
	while (findSmallest(heads, smallest)) {
		end = appendString(bytes, end, heads[smallest[0] as number] as DictionaryHead);
		for (const index of smallest) {
			const head = heads[index] as DictionaryHead;
			(maps[index] as Uint32Array)[head.at] = count;
			head.at = nextUsed(head, head.at + 1);
		}
		count += 1;
		offsets[count] = end;
	}
	return { dictionary: { offsets: offsets.subarray(0, count + 1), bytes: bytes.subarray(0, end) }, maps };
}

/** A source and the index of its next string. */
interface DictionaryHead extends DictionarySource {
	at: number;
}

/**
 * Writes the indexes of the sources whose next string is the smallest to `smallest`. @returns false when all sources
 * are exhausted.
 */
function findSmallest(heads: readonly DictionaryHead[], smallest: number[]): boolean {
	smallest.length = 0;
	for (let index = 0; index < heads.length; index++) {
		const head = heads[index] as DictionaryHead;
		if (head.at >= countStrings(head.dictionary)) continue;
		const first = smallest[0] ?? index;
		const difference = first === index ? 0 : compareHeads(head, heads[first] as DictionaryHead);
		if (difference > 0) continue;
		if (difference < 0) smallest.length = 0;
		smallest.push(index);
	}
	return smallest.length > 0;
}

/** Appends a string at `end`, byte by byte, because views of such short ranges cost more. @returns the new end. */
function appendString(to: Uint8Array, end: number, head: DictionaryHead): number {
	const { offsets, bytes } = head.dictionary;
	const last = offsets[head.at + 1] as number;
	let next = end;
	for (let at = offsets[head.at] as number; at < last; at++) {
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

/** Negative when the next string of `leftHead` comes before that of `rightHead`, 0 when they are equal. */
function compareHeads(leftHead: DictionaryHead, rightHead: DictionaryHead): number {
	const { dictionary: left, at: leftAt } = leftHead;
	const { dictionary: right, at: rightAt } = rightHead;
	const leftStart = left.offsets[leftAt] as number;
	const leftLength = (left.offsets[leftAt + 1] as number) - leftStart;
	const rightStart = right.offsets[rightAt] as number;
	const rightLength = (right.offsets[rightAt + 1] as number) - rightStart;
	const shared = Math.min(leftLength, rightLength);
	for (let at = 0; at < shared; at++) {
		const difference = (left.bytes[leftStart + at] as number) - (right.bytes[rightStart + at] as number);
		if (difference !== 0) return difference;
	}
	return leftLength - rightLength;
}
