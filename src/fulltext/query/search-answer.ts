/** What an index answers to an `IndexQuery`. It speaks of segments; its callers map these to indices. */

import type { FacetAnswer } from '../../domain/query/facet-kind.ts';
import type { TermsFilter } from '../../domain/query/filter.ts';
import type { QueryName } from '../../domain/query/index-query.ts';
import type { UnderstoodPart } from '../../domain/query/understood-part.ts';

export interface SearchAnswer {
	readonly queryName: QueryName;
	/** Matches, or groups of matches. */
	readonly count: number;
	/** Those of them with all the words, corrected ones included; all where nothing was typed. */
	readonly strictCount: number;
	readonly hits: readonly Hit[];
	/** In the order of the request. */
	readonly facets: readonly FacetAnswer[];
	/** The text as it was probably meant, where misspelt words were corrected. */
	readonly correctedText: string | undefined;
	/** Filters that words of the query became. */
	readonly autoFilters: readonly TermsFilter[];
	/** What was understood of the text, in its order. */
	readonly understood: readonly UnderstoodPart[];
	/** Whether words at the end of the query were ignored because it has too many. */
	readonly isTruncated: boolean;
}

export interface Hit {
	/** The segment of the view that has the hit; with several indices in a view, it tells which index. */
	readonly segmentIndex: number;
	readonly id: string;
	/** Comparable only within one answer; 0 where nothing was typed or no sort rule is the score. */
	readonly score: number;
	/** The group of the item; undefined when it has none. */
	readonly groupId: string | undefined;
}
