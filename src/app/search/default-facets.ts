/**
 * Defaults of a search engine for requests that leave something open. They suit most shops until the owner configures
 * others.
 */
import type { FacetRequest } from '../../domain/query/index-query.ts';
import { facetBucketsDefault, facetsMax } from '../../domain/query/query-limits.ts';
import { autoFilterFieldsMax } from '../../domain/query/search-settings.ts';
import { findFacetKind, isFilterableAnywhere, listAssignedFields } from '../../domain/schema/engine-schema.ts';
import type { SearchEngineWithIndices } from '../../domain/search-engine/search-engine.ts';

type Engine = Pick<SearchEngineWithIndices, 'indices'>;

/**
 * Facets without values are left out of the answer, so a shop sees those of its own fields. The server computes
 * `best_price` only for items of the preset `product`.
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

/** Fields whose values shoppers type, such as a brand or a colour. Sizes are not among them: "10" means many things. */
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
