/** Which postings of all segments stand for each word of a query, as it was typed and as it may have been meant? */
import type { Pace, Steps } from '../../lib/steps.ts';
import type { AnalyzedQuery } from '../analysis/analyzed-query.ts';
import { toRarity } from '../ranking/score-table.ts';
import type { Misspelt } from './attempt.ts';
import { type IndexView, toStatistics } from './index-view.ts';
import { addTypos, type ResolvedWord, resolveWords } from './resolve-words.ts';

/** The words of the query in every segment, and their rarity over all of them; no words: everything matches. */
export interface SearchedWords {
	readonly bySegment: readonly (readonly ResolvedWord[])[];
	readonly rarities: readonly number[];
	/** How many documents have each word, near enough. */
	readonly matchCounts: readonly number[];
}

/** Products from which on a word is common: it is no slip of whoever wrote them. */
const commonWordMin = 16;

/** Words with and without what they may be misspellings of, looked up once and only when asked for. */
export interface Readings {
	readonly asTyped: SearchedWords;
	/** Typos that add nothing leave the words the same object. */
	read(misspelt: Misspelt): Steps<SearchedWords>;
}

/**
 * Finds the words of a query in all segments. Cost: O(segments · words · forms · log terms); that of the typos, by word
 * and segment, with the first reading that has them.
 */
export function* createReadings(view: IndexView, query: AnalyzedQuery, pace: Pace): Steps<Readings> {
	const resolved: (readonly ResolvedWord[])[] = [];
	for (const { segment } of view.segments) {
		resolved.push(resolveWords(segment, query));
		if (pace.isDue()) yield;
	}
	const reading: Reading = { view, query, pace, asTyped: toSearchedWords(view, query, resolved) };
	return { asTyped: reading.asTyped, read: (misspelt) => readWords(reading, misspelt) };
}

interface Reading {
	readonly view: IndexView;
	readonly query: AnalyzedQuery;
	readonly pace: Pace;
	readonly asTyped: SearchedWords;
	withRare?: SearchedWords;
	withAll?: SearchedWords;
}

function* readWords(reading: Reading, misspelt: Misspelt): Steps<SearchedWords> {
	const { asTyped } = reading;
	if (misspelt === 'none') return asTyped;
	const isRare = (word: number) => !isCommonWord(asTyped, word);
	reading.withRare ??= yield* addTyposInAll(reading, asTyped, isRare);
	if (misspelt === 'rare') return reading.withRare;
	reading.withAll ??= yield* addTyposInAll(reading, reading.withRare, (word) => !isRare(word));
	return reading.withAll;
}

function* addTyposInAll(
	{ view, query, pace }: Reading,
	known: SearchedWords,
	isSearched: (word: number) => boolean,
): Steps<SearchedWords> {
	const bySegment: (readonly ResolvedWord[])[] = [];
	for (const [index, { segment }] of view.segments.entries()) {
		bySegment.push(addTypos(segment, query, { resolved: known.bySegment[index] ?? [], isSearched }));
		if (pace.isDue()) yield;
	}
	const isSame = bySegment.every((ofSegment, segment) =>
		ofSegment.every((word, index) => word === known.bySegment[segment]?.[index]),
	);
	return isSame ? known : toSearchedWords(view, query, bySegment);
}

/** Whether so many products have a word as it was typed that it is none that was misspelt. */
export function isCommonWord({ matchCounts }: SearchedWords, word: number): boolean {
	return (matchCounts[word] as number) >= commonWordMin;
}

/**
 * Whether it is the combination that is rare, where it is: each word alone is common, and none has a digit, as sizes and
 * models have that were meant exactly. (`gaming mouse pad`: two, and many other mouse pads.)
 */
export function isCombination(query: AnalyzedQuery, words: SearchedWords): boolean {
	return query.words.every(
		({ text, isOptional }, index) => isOptional || (!/\d/.test(text) && isCommonWord(words, index)),
	);
}

function toSearchedWords(
	view: IndexView,
	query: AnalyzedQuery,
	bySegment: readonly (readonly ResolvedWord[])[],
): SearchedWords {
	const { documentCount } = toStatistics(view);
	const matchCounts = query.words.map((_, index) => {
		return bySegment.reduce((sum, words) => sum + (words[index]?.matchCount ?? 0), 0);
	});
	return { bySegment, matchCounts, rarities: matchCounts.map((count) => toRarity(count, documentCount)) };
}
