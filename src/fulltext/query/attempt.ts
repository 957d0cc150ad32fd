/** The ways in which a query is understood, and its words once they were looked up. */

import type { QueryName } from '../../domain/query/index-query.ts';
import type { ResolvedWord } from './resolve-words.ts';

/** One way to understand the words. */
export interface Attempt {
	readonly queryName: QueryName;
	readonly needsAll: boolean;
	readonly hasTypos: boolean;
	/** Matches that make it the answer; the last attempt needs none. */
	readonly countMin: number;
}

/** The words of the query in every segment, and their rarity over all of them; no words: everything matches. */
export interface SearchedWords {
	readonly bySegment: readonly (readonly ResolvedWord[])[];
	readonly rarities: readonly number[];
	/** How many documents have each word, near enough. */
	readonly matchCounts: readonly number[];
}
