/** What a search engine does for requests that do not say: until its owner says it, what suits most shops. */
import type { FacetRequest } from '../../domain/query/index-query.ts';
import { facetBucketsDefault } from '../../domain/query/query-limits.ts';
import type { SearchEngineWithIndices } from '../../domain/search-engine/search-engine.ts';

function toTerms(fieldName: string): FacetRequest {
	return { kind: 'terms', fieldName, size: facetBucketsDefault };
}

/**
 * Facets that have no values are left out of the answer, so a shop sees those of its own fields. The server makes
 * `best_price` for items of the preset `product`, and for no others.
 */
export function guessFacets({ indices }: SearchEngineWithIndices): readonly FacetRequest[] {
	return indices.some(({ preset }) => preset === 'product') ? productFacets : otherFacets;
}

function toFacets(priceField: string): readonly FacetRequest[] {
	return [
		...['brand', 'categories'].map(toTerms),
		{ kind: 'range', fieldName: priceField, size: facetBucketsDefault },
		...['color', 'colour', 'size'].map(toTerms),
	];
}

const productFacets = toFacets('best_price');
const otherFacets = toFacets('price');

/** Fields whose values shoppers type: a brand, a colour. Sizes are not, as "10" is many things. */
export const guessedAutoFilterFields: readonly string[] = ['brand', 'categories', 'color', 'colour'];
