/** What an index answers to an `IndexQuery` of the domain: by segment, where the product speaks of indices. */
import type { TermsFilter } from '../../domain/query/filter.ts';
import type { FacetAnswer, QueryName } from '../../domain/query/index-query.ts';

export interface SearchAnswer {
	readonly queryName: QueryName;
	/** Matches, or groups of matches. */
	readonly count: number;
	readonly hits: readonly Hit[];
	/** In the order of the request. */
	readonly facets: readonly FacetAnswer[];
	/** Filters that words of the query became. */
	readonly autoFilters: readonly TermsFilter[];
	/** Whether words at the end of the query were left out, as it has too many. */
	readonly isTruncated: boolean;
}

export interface Hit {
	/** Which segment of the view it is in: with several indices in a view, which index. */
	readonly segmentIndex: number;
	readonly id: string;
	/** Comparable within one answer only; 0 where nothing was typed or no rule of the sort is the score. */
	readonly score: number;
	/** The group of the item; undefined when it is in none. */
	readonly groupId: string | undefined;
}
