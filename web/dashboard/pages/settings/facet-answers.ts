/** What facets show of all items: the values that shoppers would see. */
import { useRef } from 'preact/hooks';
import { callApi, toPath } from '../../shell/call-api.ts';
import { useLoaded } from '../../shell/use-loaded.ts';
import type { Facet, FacetAnswer } from './wire.ts';

interface SearchAnswer {
	readonly facets: Readonly<Record<string, FacetAnswer>>;
}

/** Of an empty query, in the order of the facets; undefined until it is answered. @param facets `usual`: of a search that names none */
export function useFacetAnswers(
	hashid: string,
	facets: readonly Facet[] | 'usual',
): readonly FacetAnswer[] | undefined {
	const query = { query: '', rpp: 1, ...(facets === 'usual' ? {} : toParameters(facets)) };
	const isAsked = facets === 'usual' || facets.length > 0;
	const { value } = useLoaded(
		(signal) => callApi<SearchAnswer>(toPath`/search_engines/${hashid}/_search`, { query, signal }),
		isAsked ? JSON.stringify(query) : undefined,
	);
	// Those before stay until the next are there: rows that shrink and grow would move away under the pointer.
	const latest = useRef(value);
	if (value !== undefined) latest.current = value;
	return latest.current && Object.values(latest.current.facets);
}

/** As settings name it. */
export function toListedFacet({ key, _type: type, hierarchy }: FacetAnswer): Facet {
	return {
		field: key,
		type: type === 'range' ? 'range' : hierarchy === undefined ? 'term' : 'hierarchy',
		size: facetSizeDefault,
	};
}

export const facetSizeDefault = 10;

function toParameters(facets: readonly Facet[]): Record<string, string | number> {
	return Object.fromEntries(
		facets.flatMap(({ field, type, size }, index) => [
			[`facets[${index}][field]`, field],
			[`facets[${index}][type]`, type],
			[`facets[${index}][size]`, size],
		]),
	);
}
