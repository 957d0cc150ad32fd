/** The ways in which a query is understood. */

import type { QueryName } from '../../domain/query/index-query.ts';

/** Which words may be misspelt: none, those that few products have as they were typed, or all of them. */
export type Misspelt = 'none' | 'rare' | 'all';

/** One way to understand the words. */
export interface Attempt {
	readonly queryName: QueryName;
	readonly needsAll: boolean;
	readonly misspelt: Misspelt;
	/** Matches that make it the answer; the last attempt needs none. */
	readonly countMin: number;
}
