/** Searches of a synthetic catalogue over HTTP: the query classes of the full-text benchmark. */
import {
	type BenchQuery,
	createQueries,
	facetFields,
	hitsPerQuery,
	queryClasses,
	toQueryName,
} from './fulltext-queries.ts';
import { toRequest } from './load.ts';
import { createSyntheticCatalogue } from './synthetic-catalogue.ts';
import type { SyntheticContents, SyntheticShop } from './synthetic-shop.ts';

const queriesPerClass = 100;

/**
 * A hundred of each class, the classes in rotation.
 * @param round whose queries differ from those of other rounds
 */
export function createSyntheticRequests(
	{ hashid, key }: Pick<SyntheticShop, 'hashid' | 'key'>,
	{ productCount, seed }: SyntheticContents,
	round = 0,
): readonly Uint8Array[] {
	const catalogue = createSyntheticCatalogue(seed);
	const drawing = { count: queriesPerClass, documentCount: productCount, seed: seed + round * queryClasses.length };
	const byClass = queryClasses.map((queryClass) => createQueries(catalogue, queryClass, drawing));
	return Array.from({ length: queriesPerClass }, (_, at) => byClass.map((queries) => queries[at] as BenchQuery))
		.flat()
		.map((query) => toRequest('GET', `/6/${hashid}/_search?${toQueryString(query)}`, { key }));
}

function toQueryString({ queryClass, words, brand, category, priceMin, priceMax }: BenchQuery): string {
	const parameters = new URLSearchParams({ query: words.join(' '), rpp: String(hitsPerQuery) });
	if (queryClass !== 'prefix' && words.length > 0) parameters.set('query', `${words.join(' ')} `);
	const queryName = toQueryName(queryClass);
	if (queryName !== undefined) parameters.set('query_name', queryName);
	if (brand !== undefined) parameters.set('filter[brand]', brand);
	if (category !== undefined) {
		parameters.set('filter[categories]', category);
		parameters.set('sort[0][price]', 'asc');
	}
	if (priceMin !== undefined) parameters.set('filter[price][gte]', String(priceMin));
	if (priceMax !== undefined) parameters.set('filter[price][lte]', String(priceMax));
	// The other classes get the facets of a request that names none, as a storefront sends it.
	if (queryClass.endsWith('facets')) {
		for (const [at, field] of [...facetFields, 'price'].entries()) parameters.set(`facets[${at}][field]`, field);
	}
	return parameters.toString();
}
