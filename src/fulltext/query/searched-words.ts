/** Which postings of all segments stand for each word of a query, as typed and as possibly meant? */
import type { Pace, Steps } from '../../lib/steps.ts';
import type { AnalyzedQuery } from '../analysis/analyzed-query.ts';
import { toRarity } from '../ranking/score-table.ts';
import type { Misspelt } from './attempt.ts';
import { type IndexView, toStatistics } from './index-view.ts';
import { addTypos, type ResolvedWord, resolveWords } from './resolve-words.ts';

/** The words of the query in every segment, and their rarity over all of them. Without words, everything matches. */
export interface SearchedWords {
	readonly bySegment: readonly (readonly ResolvedWord[])[];
	readonly rarities: readonly number[];
	/** The bit of the word that says what is searched, see `naming-words.ts`; 0 where none does. */
	readonly noun: number;
	/** Approximately how many documents have each word. */
	readonly matchCounts: readonly number[];
}

/** A word that at least this many products have is common, and not a slip in the catalogue. */
const commonWordMin = 16;
/** A rare word is doubted if a similar one is in this many times as many products. */
const doubtFactor = 10;

/** The words of a query with and without typo variants. Each reading is looked up once, on demand. */
export interface Readings {
	readonly asTyped: SearchedWords;
	/** Returns the same object as a narrower reading when correcting typos added nothing. */
	read(misspelt: Misspelt): Steps<SearchedWords>;
}

/**
 * Finds the words of a query in all segments. Cost: O(segments · words · forms · log terms). The first reading that
 * needs typos pays for them, by word and segment.
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

/** Whether so many products have a word as it was typed that it is unlikely to be misspelt. */
export function isCommonWord({ matchCounts }: SearchedWords, word: number): boolean {
	return (matchCounts[word] as number) >= commonWordMin;
}

/** Whether a word, as it was typed, is probably a typing error: few products have it, and many have a similar one. */
export function isDoubtful(asTyped: SearchedWords, corrected: SearchedWords, word: number): boolean {
	const typedCount = asTyped.matchCounts[word] as number;
	const countMin = Math.max(commonWordMin, doubtFactor * typedCount);
	return typedCount < commonWordMin && (corrected.matchCounts[word] as number) >= countMin;
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
	const noun = view.analyzer.naming.findNoun(query.words.map(({ text }) => text));
	return {
		bySegment,
		matchCounts,
		noun: noun < 0 ? 0 : 1 << noun,
		rarities: matchCounts.map((count) => toRarity(count, documentCount)),
	};
}
