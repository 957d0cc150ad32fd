/** What a shopper asks of a search engine, in our own words; `http/` makes it from the words of the wire. */
import type { FacetKind } from './facet-kind.ts';
import type { FacetRequest, IndexQuery } from './index-query.ts';

export interface SearchRequest
	extends Pick<IndexQuery, 'text' | 'queryName' | 'filters' | 'excludes' | 'filterExecution' | 'sort'> {
	/** Whether more was typed than `text` has. */
	readonly isTextTruncated: boolean;
	/** From 1. */
	readonly page: number;
	/** 1 to `hitsPerPageMax`. */
	readonly hitsPerPage: number;
	/** Empty: all indices of the search engine. No name twice. */
	readonly indexNames: readonly string[];
	/** Undefined: those that suit the search engine. */
	readonly facets: readonly RequestedFacet[] | undefined;
	/** Whether facets that nobody named are in the answer also where they have no values; undefined: no. */
	readonly hasEmptyFacets?: boolean;
	/** Undefined: what the search engine says. */
	readonly isGrouped: boolean | undefined;
	/** Fields to return of each other item of a hit's group; empty for none. */
	readonly variantFields: readonly string[];
	/** Fields to return of each hit, besides those that name it; undefined: all. */
	readonly resultFields: ReadonlySet<string> | undefined;
	readonly hasAutoFilters: boolean;
	/** Fields that must not become auto filters. */
	readonly skippedAutoFilters: readonly string[];
	/** Whether the search is to be seen in statistics. */
	readonly isRecorded: boolean;
	readonly sessionId: string | null;
	readonly userId: string | null;
}

export interface RequestedFacet extends Omit<FacetRequest, 'kind'> {
	/** Undefined where the request leaves it to the schema of the field. */
	readonly kind: FacetKind | undefined;
}

export interface SuggestRequest {
	readonly text: string;
	/** Empty: all indices of the search engine. No name twice. */
	readonly indexNames: readonly string[];
}
