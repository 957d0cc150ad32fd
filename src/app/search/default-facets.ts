/** What a search engine does for requests that do not say: until its owner says it, what suits most shops. */
import type { FacetRequest } from '../../domain/query/index-query.ts';
import { facetBucketsDefault, facetsMax } from '../../domain/query/query-limits.ts';
import { autoFilterFieldsMax } from '../../domain/query/search-settings.ts';
import { findFacetKind, isFilterableAnywhere, listAssignedFields } from '../../domain/schema/engine-schema.ts';
import type { SearchEngineWithIndices } from '../../domain/search-engine/search-engine.ts';

type Engine = Pick<SearchEngineWithIndices, 'indices'>;

/**
 * Facets that have no values are left out of the answer, so a shop sees those of its own fields. The server makes
 * `best_price` for items of the preset `product`, and for no others.
 */
export function guessFacets({ indices }: Engine): readonly FacetRequest[] {
	const priceField = indices.some(({ preset }) => preset === 'product') ? 'best_price' : 'price';
	const names = [
		...listAssignedFields(indices, 'brand'),
		'brand',
		...listAssignedFields(indices, 'category'),
		'categories',
		...listAssignedFields(indices, 'price'),
		priceField,
		...['color', 'colour', 'size'],
	];
	return keepFilterable(indices, names)
		.slice(0, facetsMax)
		.map((fieldName) => ({ kind: findFacetKind(indices, fieldName), fieldName, size: facetBucketsDefault }));
}

/** Fields whose values shoppers type: a brand, a colour. Sizes are not, as "10" is many things. */
export function guessAutoFilterFields({ indices }: Engine): readonly string[] {
	const names = [
		...listAssignedFields(indices, 'brand'),
		'brand',
		...listAssignedFields(indices, 'category'),
		...['categories', 'color', 'colour'],
	];
	return keepFilterable(indices, names).slice(0, autoFilterFieldsMax);
}

function keepFilterable(indices: Engine['indices'], names: readonly string[]): readonly string[] {
	return [...new Set(names)].filter((name) => isFilterableAnywhere(indices, name));
}
