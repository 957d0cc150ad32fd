/** How much a search may ask for, and what is said when it asks for more. */

/** Of what was typed, in code points and in words; the rest is left out, see `query-text.ts`. */
export const queryLengthMax = 200;
export const queryWordsMax = 10;
export const hitsPerPageDefault = 10;
export const hitsPerPageMax = 100;
/** Hits that paging can reach; `page` times `hitsPerPage` stays below it. */
export const hitsReachableMax = 1000;
/** Filters and excludes together. */
export const filtersMax = 30;
export const filterValuesMax = 1000;
export const filterValueLengthMax = 1000;
export const fieldNameLengthMax = 256;
export const facetsMax = 30;
export const facetBucketsDefault = 10;
/** More are not refused, as clients ask for a hundred: they get this many. */
export const facetBucketsMax = 50;
/**
 * Distinct values of a field up to which the counts of its facet are exact; beyond, the facet says that it is an
 * estimate. Twice as many as any field of the catalogues has that we measure with: 100,001 prices of a million made-up
 * products, 86,148 links of 86,169 of Amazon's, 51,459 bar codes of 19,406 of Icecat's.
 */
export const facetExactValuesMax = 200_000;
/** Distinct values of a segment up to which the levels of its paths are counted. */
export const facetPathsMax = 50_000;
/** Nodes of one facet that are open. */
export const facetOpenNodesMax = 20;
export const sortRulesMax = 4;
export const variantFieldsMax = 50;
export const resultFieldsMax = 100;
/** Items of one group that are returned as variants of a hit. */
export const variantsPerHitMax = 100;
export const suggestionsMax = 10;
export const sessionIdLengthMax = 32;
export const userIdLengthMax = 36;

/** What is wrong with a page of hits; undefined when nothing is. Both numbers may be any, `NaN` included. */
export function findPagingProblem(page: number, hitsPerPage: number): string | undefined {
	if (!isWithin(hitsPerPage, hitsPerPageMax)) return 'Invalid rpp';
	if (!isWithin(page, hitsReachableMax)) return 'Invalid page';
	if (page * hitsPerPage >= hitsReachableMax) return `Invalid page: rpp * page must be less than ${hitsReachableMax}`;
	return undefined;
}

function isWithin(number: number, max: number): boolean {
	return Number.isInteger(number) && number >= 1 && number <= max;
}
