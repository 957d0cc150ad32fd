/**
 * Titles have no column: they are never counted, and their texts would take a tenth of an index. Their words are stored
 * in order as term numbers of the sorted dictionary, so titles can be compared word by word:
 *
 *     sort by title     two words a key      red shoe | kids         words are folded: without case and accents
 *     filter by title   all words the same   "Red Shoe, kids"        the same
 */
import { entriesPerCheck, type Steps } from '../../lib/steps.ts';
import type { Analyzer } from '../analysis/analyzer.ts';
import { createTokenBuffer, tokenKinds } from '../analysis/token-buffer.ts';
import { titleWordsMax } from '../index/segment/layout.ts';
import type { Segment } from '../index/segment/segment.ts';
import { decodeString, findString } from '../index/segment/sorted-strings.ts';
import { readTitleWords } from '../index/segment/title-words.ts';
import type { PacedMatches, SortKey } from './sort-key.ts';

/** Whether the titles of a segment can be sorted and filtered by under this field name. */
export function isTitleField({ schema }: Segment, fieldName: string): boolean {
	const { role, weight } = schema.find(fieldName);
	return role === 'title' && weight !== null;
}

/** Words that decide the order; titles that share these are equal. */
const sortedWordsMax = 12;
/** Larger than any term number, and small enough to fit two in a double. */
const termRange = 2 ** 26;
const none = Number.NEGATIVE_INFINITY;
/** Titles read between two checks of the clock. */
const titlesPerCheck = entriesPerCheck / 8;
/** Stands between two words; sorts below every character of a word. */
const wordSeparator = '\0';

interface TitleRule {
	readonly fieldName: string;
	readonly isDescending: boolean;
}

/** The keys of a sort by title, most important first, two words in each. */
export function toTitleSortKeys({ fieldName, isDescending }: TitleRule): SortKey[] {
	return Array.from({ length: sortedWordsMax / 2 }, (_, pair) => ({
		isText: true,
		isDescending,
		write: (segment, matches, keys) => writePairs(segment, { pair, isDescending, fieldName }, { ...matches, keys }),
		toText(segment, key) {
			if (key === none) return undefined;
			const code = Math.abs(key);
			const terms = [Math.floor(code / termRange), code % termRange].filter((term) => term > 0);
			return terms.map((term) => decodeString(segment.terms, term - 1)).join(wordSeparator);
		},
	}));
}

/** Terms count from 1. 0 marks the end of the title, so a title sorts before one that continues. */
function* writePairs(
	segment: Segment,
	{ pair, isDescending, fieldName }: TitleRule & { readonly pair: number },
	{ documents, count, keys, pace }: PacedMatches & { readonly keys: Float64Array },
): Steps<void> {
	// In an index whose owner chose another field as the title, no item has a title under this name.
	if (!isTitleField(segment, fieldName)) {
		keys.fill(none, 0, count);
		return;
	}
	const sign = isDescending ? 1 : -1;
	const words = new Uint32Array(2 * pair + 2);
	for (let index = 0; index < count; index++) {
		const wordCount = readTitleWords(segment, documents[index] as number, words);
		const first = 2 * pair < wordCount ? (words[2 * pair] as number) + 1 : 0;
		const second = 2 * pair + 1 < wordCount ? (words[2 * pair + 1] as number) + 1 : 0;
		keys[index] = wordCount === 0 ? none : sign * (first * termRange + second);
		if (index % titlesPerCheck === 0 && pace.isDue()) yield;
	}
}

/** The words of a text in the form in which the words of titles are stored; empty for a text without words. */
export function toTitleWords(analyzer: Analyzer, text: string): readonly string[] {
	const terms: string[] = [];
	const numbers = new Map<string, number>();
	const documents = analyzer.openDocuments((term) => {
		const number = numbers.get(term) ?? terms.push(term) - 1;
		numbers.set(term, number);
		return number;
	});
	const tokens = createTokenBuffer(textTokensMax);
	documents.analyze(text, tokens);
	const words: string[] = [];
	for (let at = 0; at < tokens.count && words.length < titleWordsMax; at++) {
		const kind = tokens.kinds[at];
		if (kind === tokenKinds.word || kind === tokenKinds.bigram)
			words.push(terms[tokens.termIds[at] as number] as string);
	}
	return words;
}

/** The most tokens of a filter's value that are read. */
const textTokensMax = 8_000;

/** Returns a test of whether a document has one of these titles. Cost of a call: O(titles · words). */
export function createTitleTest(
	segment: Segment,
	titles: readonly (readonly string[])[],
): (document: number) => boolean {
	const wanted = titles
		.map((words) => words.map((word) => findString(segment.terms, word)))
		.filter((numbers) => numbers.length > 0 && !numbers.includes(-1));
	const title = new Uint32Array(titleWordsMax);
	return (document) => {
		const length = readTitleWords(segment, document, title);
		return wanted.some((numbers) => numbers.length === length && numbers.every((number, at) => title[at] === number));
	};
}
