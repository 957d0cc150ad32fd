/** What the search index is asked and what it answers, parsed and within the limits of `query-limits.ts`. */
import type { FacetKind } from './facet-kind.ts';
import type { Filter, GeoPoint, TermsFilter } from './filter.ts';
import { hitsPerPageDefault } from './query-limits.ts';
import type { SynonymRule } from './synonym-rule.ts';

/**
 * How words match: all of them, any of them, or any of them with typos. Asked for none, the index takes the first of
 * these that finds anything.
 */
export const queryNames = ['match_and', 'match_or', 'fuzzy'] as const;
export type QueryName = (typeof queryNames)[number];

export interface IndexQuery {
	/** What was typed; nothing but spaces asks for everything. */
	readonly text: string;
	readonly queryName: QueryName | undefined;
	/** One for each field at most; together with `excludes` at most `filtersMax`. */
	readonly filters: readonly Filter[];
	/** No hit passes any of these. */
	readonly excludes: readonly Filter[];
	/** Whether a hit passes the filters of all fields or of one of them. */
	readonly filterExecution: 'and' | 'or';
	/** At most `facetsMax`. */
	readonly facets: readonly FacetRequest[];
	/** Empty: by score, best first. At most `sortRulesMax`. */
	readonly sort: readonly SortRule[];
	/** Hits to skip and to return; together at most `hitsReachableMax`. */
	readonly from: number;
	readonly size: number;
	/** Whether only the best item of each group is a hit. */
	readonly isGrouped: boolean;
	/** Fields of which a word of the text that is one of their values becomes a filter. */
	readonly autoFilterFields: readonly string[];
	/** What else the words of the text find; undefined: nothing. One array for as long as the rules are the same. */
	readonly synonyms?: readonly SynonymRule[];
	/** Whether items that are out of stock come after all others, where the order is by score; undefined: no. */
	readonly isOutOfStockLast?: boolean;
	/** Indices of the scope whose items are no hits while they are out of stock; undefined: none. */
	readonly inStockIndexNames?: readonly string[];
}

/** Asks for everything and nothing else: the first page of all items. Others say what they ask for besides. */
export const emptyQuery: IndexQuery = {
	text: '',
	queryName: undefined,
	filters: [],
	excludes: [],
	filterExecution: 'and',
	facets: [],
	sort: [],
	from: 0,
	size: hitsPerPageDefault,
	isGrouped: false,
	autoFilterFields: [],
};

export interface FacetRequest {
	/** `hierarchy`: the nodes of paths (`Home > Kitchen`), level by level. */
	readonly kind: FacetKind;
	readonly fieldName: string;
	/** Values to return, 1 to `facetBucketsMax`, of a hierarchy nodes below each open one; of no meaning for ranges. */
	readonly size: number;
}

/**
 * Items without a value come last, either way. Of several values the lowest counts when ascending, else the highest.
 * In a field of numbers and texts, numbers come before texts, either way.
 */
export type SortRule =
	| { readonly kind: 'field'; readonly fieldName: string; readonly isDescending: boolean }
	| (GeoPoint & { readonly kind: 'distance'; readonly fieldName: string; readonly isDescending: boolean })
	| { readonly kind: 'score' };

/** Where places are looked for when a sort by distance names no field. */
export const geoFieldDefault = 'geo';

export interface IndexAnswer {
	/** Which way of matching answered: the one asked for, or the first that found anything. */
	readonly queryName: QueryName;
	/** Matches, or groups of matches where the query is grouped; all of them, not only the reachable. */
	readonly count: number;
	readonly hits: readonly Hit[];
	/** In the order of the query. */
	readonly facets: readonly FacetAnswer[];
	/** Filters that words of the text became. */
	readonly autoFilters: readonly TermsFilter[];
	/** Whether words at the end of the text were left out, as it comes apart into too many. */
	readonly isTruncated: boolean;
}

export interface Hit {
	readonly indexName: string;
	readonly id: string;
	/** ≥ 0, comparable within one answer only; 0 where nothing was typed or the order is another. */
	readonly score: number;
	/** The group of the item; undefined when it is in none. */
	readonly groupId: string | undefined;
}

/**
 * Counted over all matches, not only those on the page; for a field that the query filters, over the matches there would
 * be without that filter, so that its other values stay visible.
 */
export type FacetAnswer = FacetAnswers[FacetKind];

/** The answer of each kind. */
export interface FacetAnswers {
	readonly terms: TermsFacet;
	readonly range: RangeFacet;
	readonly hierarchy: HierarchyFacet;
}

/** One function for each kind of answer. */
export type ByFacetKind<Result> = { readonly [Kind in FacetKind]: (facet: FacetAnswers[Kind]) => Result };

/** What the function for the kind of this answer returns. */
export function applyByKind<Result>(facet: FacetAnswer, functions: ByFacetKind<Result>): Result {
	return applyTo(facet.kind, facet, functions);
}

/** The kind as an argument of its own lets the compiler see that the function is the one for the answer. */
function applyTo<Kind extends FacetKind, Result>(
	kind: Kind,
	facet: FacetAnswers[Kind],
	functions: ByFacetKind<Result>,
): Result {
	return functions[kind](facet);
}

export interface FacetBucket {
	readonly value: string;
	/** Items. */
	readonly count: number;
}

export interface TermsFacet {
	readonly kind: 'terms';
	readonly fieldName: string;
	/** By count, largest first, then in the order of UTF-8 bytes; at most `FacetRequest.size`. */
	readonly buckets: readonly FacetBucket[];
	/** The values that the query filters this field by, auto filters included, in the order of the filter. */
	readonly selected: readonly FacetBucket[];
	/** Sum of the counts of the values that are not among the buckets. */
	readonly otherCount: number;
	/** Distinct values; at least so many where the facet is an estimate. */
	readonly valueCount: number;
	/**
	 * Whether the field has more than `facetExactValuesMax` values, so that which of them are in the buckets is estimated;
	 * the counts of those that are there are right. Not there where everything is exact.
	 */
	readonly isApproximate?: true;
}

export interface HierarchyFacet {
	readonly kind: 'hierarchy';
	readonly fieldName: string;
	/** The top level, and what is below the chosen nodes and those above them; by level, then by the path above. */
	readonly levels: readonly FacetLevel[];
	/** The nodes that the query filters this field by, in the order of the filter. */
	readonly selected: readonly FacetBucket[];
	/** Whether the field has more than `facetPathsMax` values in a segment, which are not counted then. Not there otherwise. */
	readonly isApproximate?: true;
}

/** Nodes side by side. */
export interface FacetLevel {
	/** The path of the node that they are below; undefined at the top. */
	readonly parent: string | undefined;
	/** From 0. */
	readonly level: number;
	/**
	 * Nodes by their paths, written like `Home > Kitchen`, with the items that are in or below them, each counted once; by
	 * count, largest first, then by path without case and accents; at most `FacetRequest.size`.
	 */
	readonly buckets: readonly FacetBucket[];
	/** Sum of the counts of the nodes that are not among the buckets. */
	readonly otherCount: number;
	readonly nodeCount: number;
}

export interface RangeFacet {
	readonly kind: 'range';
	readonly fieldName: string;
	/** Values, not items; 0 when there are none, and then the others are 0 too. */
	readonly count: number;
	readonly min: number;
	readonly max: number;
	readonly sum: number;
}
