/**
 * Which brands and categories complete what was typed? The levels of a category, "Shoes > Trail", are values of their
 * own.
 */
import type { Analyzer } from '../analysis/analyzer.ts';
import type { KeywordColumn } from '../index/segment/columns.ts';
import type { Segment } from '../index/segment/segment.ts';
import { countStrings, decodeString } from '../index/segment/sorted-strings.ts';
import { isLive, type LiveSegment } from '../query/index-view.ts';
import { type CompletionEntry, type CompletionTable, createCompletionTable } from './completion-table.ts';
import type { Reading } from './reading.ts';

export interface ValueCompletion {
	readonly text: string;
	/** How many items have it; estimated where there are very many. */
	readonly weight: number;
}

/** The most values of a field and segment that may be suggested: those with the most items. */
const valuesPerFieldMax = 2_048;
/** The most values of a segment that fit whose live items are counted, those with the most items first. */
const countedValuesMax = 100;
/** The most items of a value that are checked to estimate how many are live. */
const checkedItemsMax = 256;
const levelPattern = /\s*(?:>|%%|\|)+\s*/;

interface ValueEntry extends CompletionEntry {
	readonly lists: readonly { readonly column: KeywordColumn; readonly ordinal: number }[];
}

/** The words of values, cached by analyzer: segments change, but their values are mostly the same. */
const knownWords = new WeakMap<Analyzer['locateWords'], Map<string, readonly string[]>>();
const knownValuesMax = 20_000;

/** Made when first used, and freed with their segment. */
const tables = new WeakMap<Segment, CompletionTable>();

/**
 * The values with the most items first, then by their words. Cost: O(values that fit); more when a segment is used for
 * the first time.
 */
export function gatherValues(
	segments: readonly LiveSegment[],
	reading: Reading,
	analyzer: Pick<Analyzer, 'locateWords'>,
): ValueCompletion[] {
	const found = new Map<string, ValueCompletion>();
	for (const entry of segments) {
		const fitting = [...toTable(entry.segment, analyzer).find(reading)] as ValueEntry[];
		fitting.sort((a, b) => b.weight - a.weight);
		for (const value of fitting.slice(0, countedValuesMax)) {
			const weight = value.lists.reduce((sum, list) => sum + countLive(entry, list), 0);
			const key = value.words.join(' ');
			if (weight > 0) found.set(key, { text: value.text, weight: weight + (found.get(key)?.weight ?? 0) });
		}
	}
	const sorted = [...found].sort(([keyA, a], [keyB, b]) => b.weight - a.weight || (keyA < keyB ? -1 : 1));
	return sorted.map(([, value]) => value);
}

function countLive({ live }: LiveSegment, { column, ordinal }: ValueEntry['lists'][number]): number {
	const from = column.listOffsets[ordinal - 1] as number;
	const to = column.listOffsets[ordinal] as number;
	if (live === undefined) return to - from;
	const step = Math.max(1, Math.ceil((to - from) / checkedItemsMax));
	let count = 0;
	for (let at = from; at < to; at += step) if (isLive(live, column.listDocuments[at] as number)) count += step;
	return count;
}

function toTable(segment: Segment, analyzer: Pick<Analyzer, 'locateWords'>): CompletionTable {
	let table = tables.get(segment);
	if (table === undefined) {
		table = createTable(segment, analyzer);
		tables.set(segment, table);
	}
	return table;
}

function createTable(segment: Segment, { locateWords }: Pick<Analyzer, 'locateWords'>): CompletionTable {
	const entries = new Map<string, ValueEntry>();
	for (const { name, hasKeywords } of segment.manifest.fields) {
		const column = hasKeywords && segment.schema.find(name).isSuggested ? segment.keywordColumn(name) : undefined;
		for (const ordinal of column === undefined ? [] : listFrequent(column)) {
			const value = decodeString((column as KeywordColumn).dictionary, ordinal - 1);
			const weight = countItems(column as KeywordColumn, ordinal);
			for (const text of value.split(levelPattern)) {
				const words = toWords(locateWords, text);
				if (words.length === 0) continue;
				const key = words.join(' ');
				const known = entries.get(key) ?? { text, words, weight: 0, lists: [] };
				const lists = [...known.lists, { column: column as KeywordColumn, ordinal }];
				entries.set(key, { ...known, weight: known.weight + weight, lists });
			}
		}
	}
	return createCompletionTable([...entries.values()]);
}

function toWords(locateWords: Analyzer['locateWords'], text: string): readonly string[] {
	let known = knownWords.get(locateWords);
	if (known === undefined) {
		known = new Map();
		knownWords.set(locateWords, known);
	}
	let words = known.get(text);
	if (words === undefined) {
		words = locateWords(text).words.map(({ term }) => term);
		if (known.size >= knownValuesMax) known.clear();
		known.set(text, words);
	}
	return words;
}

function countItems({ listOffsets }: KeywordColumn, ordinal: number): number {
	return (listOffsets[ordinal] as number) - (listOffsets[ordinal - 1] as number);
}

/** Ordinals of the values with the most items. */
function listFrequent(column: KeywordColumn): number[] {
	const ordinals = Array.from({ length: countStrings(column.dictionary) }, (_, index) => index + 1);
	if (ordinals.length <= valuesPerFieldMax) return ordinals;
	return ordinals.sort((a, b) => countItems(column, b) - countItems(column, a) || a - b).slice(0, valuesPerFieldMax);
}
