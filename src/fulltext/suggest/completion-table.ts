/**
 * Which texts have a word that starts with what was typed?
 *
 *     entries   0 trail running shoes   1 running socks
 *     words     running 0 · running 1 · shoes 0 · socks 1 · trail 0       sorted, one for each word of each entry
 *
 * "running s" looks up words that start with `s`, and keeps those of their entries that also have `running`.
 */
import { isLastWord, type Reading } from './reading.ts';

export interface CompletionEntry {
	readonly text: string;
	/** Its terms, in order; at least one. */
	readonly words: readonly string[];
	readonly weight: number;
}

export interface CompletionTable {
	/** Entries that complete the reading, in no order, each once. Cost: O(log words + words that fit the last one). */
	find(reading: Reading): readonly CompletionEntry[];
}

export function createCompletionTable(entries: readonly CompletionEntry[]): CompletionTable {
	const owners: { readonly word: string; readonly entry: CompletionEntry }[] = [];
	for (const entry of entries) for (const word of new Set(entry.words)) owners.push({ word, entry });
	owners.sort((a, b) => compare(a.word, b.word));

	function findFirst(word: string): number {
		let low = 0;
		let high = owners.length;
		while (low < high) {
			const middle = (low + high) >>> 1;
			if (compare((owners[middle] as { word: string }).word, word) < 0) low = middle + 1;
			else high = middle;
		}
		return low;
	}

	return {
		find(reading) {
			const found = new Set<CompletionEntry>();
			for (let at = findFirst(reading.last); at < owners.length; at++) {
				const { word, entry } = owners[at] as (typeof owners)[number];
				if (!isLastWord(reading, word)) break;
				if (hasOthers(entry, reading, word)) found.add(entry);
			}
			return [...found];
		},
	};
}

/** Whether the entry has the earlier words in addition to the one that is `last`. */
function hasOthers({ words }: CompletionEntry, { earlier }: Reading, last: string): boolean {
	return earlier.every(
		(word) => words.includes(word) && (word !== last || words.indexOf(word) < words.lastIndexOf(word)),
	);
}

/** The order of UTF-16 code units. */
function compare(left: string, right: string): number {
	if (left === right) return 0;
	return left < right ? -1 : 1;
}
