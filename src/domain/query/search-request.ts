/** A shopper's request to a search engine in domain terms; `http/` makes it from the wire format. */
import type { FacetKind } from './facet-kind.ts';
import type { HighlightRequest } from './highlight.ts';
import type { FacetRequest, IndexQuery } from './index-query.ts';
import { hitsPerPageDefault } from './query-limits.ts';
import type { SearchSource } from './search-source.ts';

export interface SearchRequest
	extends Pick<IndexQuery, 'text' | 'queryName' | 'filters' | 'excludes' | 'filterExecution' | 'sort'> {
	/** Whether the typed text was longer than `text`. */
	readonly isTextTruncated: boolean;
	/** Counted from 1. */
	readonly page: number;
	/** 1 to `hitsPerPageMax`. */
	readonly hitsPerPage: number;
	/** Empty means all indices of the search engine. No duplicates. */
	readonly indexNames: readonly string[];
	/** Undefined means the usual facets of the search engine. */
	readonly facets: readonly RequestedFacet[] | undefined;
	/** Whether facets that were not requested by name appear in the answer even without values; undefined means false. */
	readonly hasEmptyFacets?: boolean;
	/** Undefined means the setting of the search engine. */
	readonly isGrouped: boolean | undefined;
	/** Fields to return of the other items in a hit's group; empty for none. */
	readonly variantFields: readonly string[];
	/** Fields to return of each hit, besides those that identify it; undefined for all. */
	readonly resultFields: ReadonlySet<string> | undefined;
	/** Undefined where answers have no highlights. */
	readonly highlight?: HighlightRequest;
	/** Whether prices, negations and attributes in the text are understood. */
	readonly hasUnderstanding: boolean;
	readonly hasAutoFilters: boolean;
	/** Fields that must not become auto filters. */
	readonly skippedAutoFilters: readonly string[];
	readonly source: SearchSource;
	/** Whether the search counts in statistics. */
	readonly isRecorded: boolean;
	readonly sessionId: string | null;
	readonly userId: string | null;
}

export interface RequestedFacet extends Omit<FacetRequest, 'kind'> {
	/** Undefined where the schema of the field decides. */
	readonly kind: FacetKind | undefined;
}

export interface SuggestRequest {
	readonly text: string;
	/** Empty means all indices of the search engine. No duplicates. */
	readonly indexNames: readonly string[];
}

/** A search for everything by a shopper of whom nothing is known; it is not recorded. Other requests are derived from it. */
export const defaultSearchRequest: SearchRequest = {
	text: '',
	isTextTruncated: false,
	queryName: undefined,
	filters: [],
	excludes: [],
	filterExecution: 'and',
	sort: [],
	page: 1,
	hitsPerPage: hitsPerPageDefault,
	indexNames: [],
	facets: undefined,
	isGrouped: undefined,
	variantFields: [],
	resultFields: undefined,
	hasUnderstanding: true,
	hasAutoFilters: false,
	skippedAutoFilters: [],
	source: 'text',
	isRecorded: false,
	sessionId: null,
	userId: null,
};
