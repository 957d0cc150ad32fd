/** What a search engine does for requests that do not say: until its owner says it, what suits most shops. */
import type { FacetRequest } from '../../domain/query/index-query.ts';
import { facetBucketsDefault } from '../../domain/query/query-limits.ts';

function toTerms(fieldName: string): FacetRequest {
	return { kind: 'terms', fieldName, size: facetBucketsDefault };
}

/** Facets that have no values are left out of the answer, so a shop sees those of its own fields. */
export const guessedFacets: readonly FacetRequest[] = [
	...['brand', 'categories'].map(toTerms),
	{ kind: 'range', fieldName: 'best_price', size: facetBucketsDefault },
	...['color', 'colour', 'size'].map(toTerms),
];

/** Fields whose values shoppers type: a brand, a colour. Sizes are not, as "10" is many things. */
export const guessedAutoFilterFields: readonly string[] = ['brand', 'categories', 'color', 'colour'];
