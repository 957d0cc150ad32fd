/** One sorted dictionary from several, without decoding a string: the smallest of the heads goes next. */
import { createArray } from '../../lib/shared-bytes.ts';
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
	let count = 0;
	for (;;) {
		const smallest = findSmallest(sources, heads);
		if (smallest < 0) break;
		const { dictionary } = sources[smallest] as DictionarySource;
		const head = heads[smallest] as number;
		const text = dictionary.bytes.subarray(dictionary.offsets[head], dictionary.offsets[head + 1]);
		const start = offsets[count] as number;
		bytes.set(text, start);
		offsets[count + 1] = start + text.length;
		for (let index = smallest; index < sources.length; index++) {
			const source = sources[index] as DictionarySource;
			const at = heads[index] as number;
			if (at >= countStrings(source.dictionary) || compareBytes(source.dictionary, at, text) !== 0) continue;
			(maps[index] as Uint32Array)[at] = count;
			heads[index] = nextUsed(source, at + 1);
		}
		count += 1;
	}
	const end = offsets[count] as number;
	return { dictionary: { offsets: offsets.subarray(0, count + 1), bytes: bytes.subarray(0, end) }, maps };
}

/** The first source with the smallest head, or -1 when all are at their end. */
function findSmallest(sources: readonly DictionarySource[], heads: readonly number[]): number {
	let smallest = -1;
	let text: Uint8Array | undefined;
	for (const [index, { dictionary }] of sources.entries()) {
		const head = heads[index] as number;
		if (head >= countStrings(dictionary)) continue;
		if (text !== undefined && compareBytes(dictionary, head, text) >= 0) continue;
		smallest = index;
		text = dictionary.bytes.subarray(dictionary.offsets[head], dictionary.offsets[head + 1]);
	}
	return smallest;
}

function nextUsed({ dictionary, isUsed }: DictionarySource, from: number): number {
	const count = countStrings(dictionary);
	let at = from;
	while (isUsed !== undefined && at < count && isUsed[at] === 0) at += 1;
	return at;
}

function compareBytes({ offsets, bytes }: SortedStrings, index: number, text: Uint8Array): number {
	const start = offsets[index] as number;
	const length = (offsets[index + 1] as number) - start;
	const shared = Math.min(length, text.length);
	for (let at = 0; at < shared; at++) {
		const difference = (bytes[start + at] as number) - (text[at] as number);
		if (difference !== 0) return difference;
	}
	return length - text.length;
}
