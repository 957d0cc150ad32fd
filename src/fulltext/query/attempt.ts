/** The attempts at a query, from the strictest to the loosest reading. */

import type { QueryName } from '../../domain/query/index-query.ts';

/**
 * Which words may be misspelt: none, those that are doubted (see `doubt-words.ts`), all that few products have as typed,
 * or all of them.
 */
export type Misspelt = 'none' | 'doubted' | 'rare' | 'all';

/** One way to read the words of a query. */
export interface Attempt {
	readonly queryName: QueryName;
	readonly needsAll: boolean;
	readonly misspelt: Misspelt;
	/** Matches needed for this attempt to answer. The last attempt answers whatever it finds. */
	readonly countMin: number;
}
