/** Which postings of all segments stand for each word of a query, as it was typed and as it may have been meant? */
import type { AnalyzedQuery } from '../analysis/analyzed-query.ts';
import { toRarity } from '../score/score-table.ts';
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
	/** Typos that add nothing leave the words the same object. */
	read(misspelt: Misspelt): SearchedWords;
}

/**
 * Finds the words of a query in all segments. Cost: O(segments · words · forms · log terms); that of the typos, by word
 * and segment, with the first reading that has them.
 */
export function createReadings(view: IndexView, query: AnalyzedQuery): Readings {
	const resolved = view.segments.map(({ segment }) => resolveWords(segment, query));
	const words = toSearchedWords(view, query, resolved);
	const isRare = (word: number) => !isCommonWord(words, word);
	let withRare: SearchedWords | undefined;
	let withAll: SearchedWords | undefined;

	function addTyposInAll(known: SearchedWords, isLookedUp: (word: number) => boolean): SearchedWords {
		const bySegment = view.segments.map(({ segment }, index) =>
			addTypos(segment, query, { resolved: known.bySegment[index] ?? [], isLookedUp }),
		);
		const isSame = bySegment.every((ofSegment, segment) =>
			ofSegment.every((word, index) => word === known.bySegment[segment]?.[index]),
		);
		return isSame ? known : toSearchedWords(view, query, bySegment);
	}

	return {
		read(misspelt) {
			if (misspelt === 'none') return words;
			withRare ??= addTyposInAll(words, isRare);
			if (misspelt === 'rare') return withRare;
			withAll ??= addTyposInAll(withRare, (word) => !isRare(word));
			return withAll;
		},
	};
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
