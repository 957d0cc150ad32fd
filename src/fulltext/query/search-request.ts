/** What can be asked of an index, and what does it answer? Parsed and within limits already: `http/` sees to that. */

export const queryNames = ['match_and', 'match_or', 'fuzzy'] as const;
export type QueryName = (typeof queryNames)[number];

export interface SearchRequest {
	/** What was typed; nothing but spaces asks for everything. */
	readonly text: string;
	/** Undefined: the first of them that finds anything, see `answer-request.ts`. */
	readonly queryName: QueryName | undefined;
	/** At most `filtersMax` together with `excludes`. */
	readonly filters: readonly Filter[];
	readonly excludes: readonly Filter[];
	/** Whether an item has to pass the filters of all fields or of one of them. Excludes always hold. */
	readonly filterExecution: 'and' | 'or';
	readonly facets: readonly FacetRequest[];
	/** Empty: by score. At most `sortRulesMax`. */
	readonly sort: readonly SortRule[];
	/** Hits to skip and to return; together at most `hitsMax`. */
	readonly from: number;
	readonly size: number;
	/** Whether only the best item of each group is a hit. */
	readonly isGrouped: boolean;
	/** Fields of which a word of the query that is one of their values becomes a filter; empty for none. */
	readonly autoFilterFields: readonly string[];
}

/** An item passes when any of its values of the field does. */
export type Filter = TermsFilter | RangeFilter | DistanceFilter;

export interface TermsFilter {
	readonly kind: 'terms';
	readonly fieldName: string;
	/** Any of them, as the text of the value. */
	readonly values: readonly string[];
}

/** Numbers, or dates as milliseconds since 1970. */
export interface RangeFilter {
	readonly kind: 'range';
	readonly fieldName: string;
	readonly gte?: number;
	readonly gt?: number;
	readonly lte?: number;
	readonly lt?: number;
}

export interface DistanceFilter extends Place {
	readonly kind: 'distance';
	readonly fieldName: string;
	readonly distanceMaxMeters: number;
}

/** Degrees. */
export interface Place {
	readonly latitude: number;
	readonly longitude: number;
}

export interface FacetRequest {
	readonly kind: 'terms' | 'range';
	readonly fieldName: string;
	/** Values to return, 1 upwards; of no meaning for ranges. */
	readonly size: number;
}

/** Items without a value come last, either way. Of several values the lowest counts when ascending, else the highest. */
export type SortRule =
	| { readonly kind: 'field'; readonly fieldName: string; readonly isDescending: boolean }
	| (Place & { readonly kind: 'distance'; readonly fieldName: string; readonly isDescending: boolean })
	| { readonly kind: 'score' };

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
	/** Comparable within one answer only; 0 where nothing was typed or the order is another. */
	readonly score: number;
	/** The group of the item; undefined when it is in none. */
	readonly groupId: string | undefined;
}

export type FacetAnswer = TermsFacet | RangeFacet;

export interface TermsFacet {
	readonly kind: 'terms';
	readonly fieldName: string;
	/** By count, largest first, then in the order of UTF-8 bytes. */
	readonly buckets: readonly { readonly value: string; readonly count: number }[];
	/** Sum of the counts of the values that are not among the buckets. */
	readonly otherCount: number;
	/** Distinct values. */
	readonly valueCount: number;
}

export interface RangeFacet {
	readonly kind: 'range';
	readonly fieldName: string;
	/** Values, not items; 0 when there are none, and then min and max are 0 too. */
	readonly count: number;
	readonly min: number;
	readonly max: number;
	readonly sum: number;
}
