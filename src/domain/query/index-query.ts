/** Requests to the search index and its answers, parsed and within the limits of `query-limits.ts`. */
import type { FieldWeights } from '../schema/weight-groups.ts';
import type { FacetAnswer, FacetKind } from './facet-kind.ts';
import type { Filter, GeoPoint, TermsFilter } from './filter.ts';
import type { HighlightedTexts } from './highlight.ts';
import { hitsPerPageDefault } from './query-limits.ts';
import type { SynonymRule } from './synonym-rule.ts';
import type { Team } from './team-draft.ts';
import type { UnderstoodPart } from './understood-part.ts';

/**
 * How words match: all of them, any of them, or any of them with typos. Without a query name, the index answers with
 * the first attempt that finds something.
 */
export const queryNames = ['match_and', 'match_or', 'fuzzy'] as const;
export type QueryName = (typeof queryNames)[number];

export interface IndexQuery {
	/** What was typed; only spaces asks for everything. */
	readonly text: string;
	readonly queryName: QueryName | undefined;
	/** A hit passes all of them, also those of the same field; together with `excludes` at most `filtersMax`. */
	readonly filters: readonly Filter[];
	/** Hits pass none of these. */
	readonly excludes: readonly Filter[];
	/** Whether a hit must pass the filters of all fields or of one. */
	readonly filterExecution: 'and' | 'or';
	/** At most `facetsMax`. */
	readonly facets: readonly FacetRequest[];
	/** Empty means by score, best first. At most `sortRulesMax`. */
	readonly sort: readonly SortRule[];
	/** Hits to skip and to return; together at most `hitsReachableMax`. */
	readonly from: number;
	readonly size: number;
	/** Whether only the best item of each group is a hit. */
	readonly isGrouped: boolean;
	/** Fields whose values become filters when they are words of the text. */
	readonly autoFilterFields: readonly string[];
	/** Whether prices, negations and attributes in the text are understood; undefined means false. */
	readonly hasUnderstanding?: boolean;
	/** The synonym rules to apply; undefined for none. The array stays the same object as long as the rules do. */
	readonly synonyms?: readonly SynonymRule[];
	/**
	 * Words that items may lack, and words that are never taken for misspelt ones; undefined for none. The arrays stay the
	 * same objects as long as the words do.
	 */
	readonly stopWords?: readonly string[];
	readonly exactWords?: readonly string[];
	/** Whether any word is taken for a misspelt one; undefined means true. */
	readonly isTypoTolerant?: boolean;
	/** Whether items out of stock come after all others where the order is by score; undefined means false. */
	readonly isOutOfStockLast?: boolean;
	/** How far what shoppers taught may move items; undefined for not at all. */
	readonly learned?: LearnedSearch;
	/** By index of the scope, the fields by whose numbers its items are raised and lowered; undefined for none. */
	readonly popularity?: readonly IndexPopularity[];
	/** Of the indices whose owner gave weights to fields. */
	readonly weights?: readonly IndexWeights[];
	/** Whether the answer can highlight what it found in texts; undefined means false. */
	readonly hasHighlights?: boolean;
	/** Indices of the scope whose items are only hits while they are in stock; undefined for none. */
	readonly inStockIndexNames?: readonly string[];
}

export interface LearnedSearch {
	/** A factor is at most 1 + strength, and at least 1 / (1 + strength): 0 … 1. */
	readonly strength: number;
	/** Stands for the shopper, who is shown items in a slightly different order; undefined for none. */
	readonly seed?: string;
	/** Whether the list is interleaved with that of plain ranking; only with a seed. Undefined means false. */
	readonly isInterleaved?: boolean;
}

/** As many hits of a list are interleaved: shoppers rarely look at more. */
export const interleavedMax = 100;

export interface IndexPopularity {
	readonly indexName: string;
	/** At least one. */
	readonly fields: readonly PopularityField[];
}

export interface IndexWeights {
	readonly indexName: string;
	readonly weights: FieldWeights;
}

/** A field whose numbers say how popular an item is, such as a rating or a rank among the best-selling. */
export interface PopularityField {
	readonly fieldName: string;
	/** How far it moves items: more than 0, at most `popularityWeightMax`. */
	readonly weight: number;
	/** Whether smaller numbers are better, as in a rank. */
	readonly isLowestBest: boolean;
}

/** A weight of this much moves the most popular item by the greatest factor. */
export const popularityWeightMax = 10;

/** Asks for everything: the first page of all items. Other queries are derived from it. */
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
	/** Values to return, 1 to `facetBucketsMax`; for a hierarchy, nodes below each open one; ignored for ranges. */
	readonly size: number;
	/** Whether it counts only what passes the filters on its own field, too; undefined means false. */
	readonly isFiltered?: boolean;
	/** Whether a facet of terms sums up the numbers of its field; undefined means false. */
	readonly hasStats?: boolean;
	/** Of a facet of terms, only values that match this text are counted; undefined for all values. */
	readonly matching?: string;
}

/**
 * Items without a value come last in either direction. Of several values the lowest counts when ascending, otherwise
 * the highest. In a field of numbers and texts, numbers come before texts in either direction.
 */
export type SortRule =
	| { readonly kind: 'field'; readonly fieldName: string; readonly isDescending: boolean }
	| (GeoPoint & { readonly kind: 'distance'; readonly fieldName: string; readonly isDescending: boolean })
	| { readonly kind: 'score' };

/** The field of points when a sort by distance names none. */
export const geoFieldDefault = 'geo';

export interface IndexAnswer {
	/** Which attempt answered: the one asked for, or the first that found something. */
	readonly queryName: QueryName;
	/**
	 * Matches, or groups of matches where the query is grouped; all of them, including those that paging cannot reach.
	 */
	readonly count: number;
	/** Those of them with all the words, corrected ones included; all where nothing was typed. */
	readonly strictCount: number;
	readonly hits: readonly Hit[];
	/** In the order of the query. */
	readonly facets: readonly FacetAnswer[];
	/** The text as it was probably meant, where misspelt words were corrected. */
	readonly correctedText?: string | undefined;
	/** Filters that words of the text became. */
	readonly autoFilters: readonly TermsFilter[];
	/** What was understood of the text, in its order; empty where the query did not ask for it. */
	readonly understood: readonly UnderstoodPart[];
	/** Whether words at the end of the text were ignored because analysis split it into too many. */
	readonly isTruncated: boolean;
	/**
	 * Highlights the words that were found, however they were, in texts of hits; only where the query asks for it. Rejects as
	 * the search does. Cost: O(length of the texts).
	 */
	readonly highlightTexts?: (texts: readonly string[]) => Promise<HighlightedTexts>;
}

export interface Hit {
	readonly indexName: string;
	readonly id: string;
	/** At least 0, comparable only within one answer; 0 where nothing was typed or the score is not part of the sort. */
	readonly score: number;
	/** The group of the item; undefined when it has none. */
	readonly groupId: string | undefined;
	/** The ranking that contributed it to an interleaved list; undefined for none of them, or both. */
	readonly team?: Team | undefined;
}
