/** How much may a search ask for, and what is the error when it asks for more? */

/** Limits on the typed text, in code points and in words; the rest is ignored, see `query-text.ts`. */
export const queryLengthMax = 200;
export const queryWordsMax = 10;
export const hitsPerPageDefault = 10;
export const hitsPerPageMax = 100;
/** The hits that paging can reach; `page` times `hitsPerPage` stays below it. */
export const hitsReachableMax = 1000;
/** Filters and excludes together. */
export const filtersMax = 30;
export const filterValuesMax = 1000;
export const filterValueLengthMax = 1000;
export const fieldNameLengthMax = 256;
export const facetsMax = 30;
export const facetBucketsDefault = 10;
/** Requests for more are not rejected, because clients ask for a hundred: they get this many. */
export const facetBucketsMax = 50;
/**
 * The most distinct values of a field for which facet counts are exact; beyond it the facet is marked as approximate.
 * This is twice the largest field of the catalogues we measure with: 100,001 prices of a million synthetic products,
 * 86,148 links of 86,169 Amazon products, 51,459 bar codes of 19,406 Icecat products.
 */
export const facetExactValuesMax = 200_000;
/** The most distinct values of a segment for which levels of paths are counted. */
export const facetPathsMax = 50_000;
/** The most open nodes of one facet. */
export const facetOpenNodesMax = 20;
export const sortRulesMax = 4;
export const variantFieldsMax = 50;
export const resultFieldsMax = 100;
/** The most items of a group that are returned as variants of a hit. */
export const variantsPerHitMax = 100;
/** Searches of one call, and how many bytes their answers may have before further ones are refused. */
export const multiSearchMax = 20;
export const multiSearchBytesMax = 32 * 1024 * 1024;
export const suggestionsMax = 10;
export const sessionIdLengthMax = 32;
export const userIdLengthMax = 36;

/** What is wrong with a page of hits; undefined when it is valid. Both numbers may be anything, including `NaN`. */
export function findPagingProblem(page: number, hitsPerPage: number): string | undefined {
	if (!isWithin(hitsPerPage, hitsPerPageMax)) return 'Invalid rpp';
	if (!isWithin(page, hitsReachableMax)) return 'Invalid page';
	if (page * hitsPerPage >= hitsReachableMax) return `Invalid page: rpp * page must be less than ${hitsReachableMax}`;
	return undefined;
}

function isWithin(number: number, max: number): boolean {
	return Number.isInteger(number) && number >= 1 && number <= max;
}
