/** What a list of results asks the server for. */
import type { ElementProps } from './define-element.ts';
import { type Parameters, search } from './search-calls.ts';
import type { ResultsState } from './url-state.ts';
import type { SearchAnswer } from './wire.ts';

/** What the attributes of an element fix, whatever the shopper chooses. */
export interface ResultsPlan {
	readonly perPage: number;
	/** Whether later pages follow the earlier ones, rather than replace them. */
	readonly isGrowing: boolean;
	/** `field` or `field:hierarchy`, separated by commas; empty: the facets of the search engine. */
	readonly facets: string;
	/** A filter that shoppers cannot remove: `categories` and its value. */
	readonly fixed: readonly [field: string, value: string] | undefined;
}

/** The pages that are shown, in order; one of them unless the list grows. */
export type Shown = readonly [SearchAnswer, ...SearchAnswer[]];

const perPageMax = 100;

export function readPlan(read: ElementProps['read'], fixed: ResultsPlan['fixed']): ResultsPlan {
	const perPage = Number.parseInt(read('per-page'), 10);
	return {
		perPage: Number.isNaN(perPage) ? 24 : Math.min(perPageMax, Math.max(1, perPage)),
		isGrowing: read('paging') === 'more',
		facets: read('facets'),
		fixed,
	};
}

export function toParameters(state: ResultsState, { perPage, facets, fixed }: ResultsPlan): Parameters {
	const [, sortField, direction] = /^(.+):(asc|desc)$/.exec(state.sort) ?? [];
	const values = Object.entries(state.values).flatMap(([field, chosen]) =>
		chosen.map((value) => [`filter[${field}][]`, value] as const),
	);
	const ranges = Object.entries(state.ranges).flatMap(([field, { from, to }]) => [
		...(from === undefined ? [] : [[`filter[${field}][gte]`, from] as const]),
		...(to === undefined ? [] : [[`filter[${field}][lte]`, to] as const]),
	]);
	const named = facets
		.split(',')
		.map((facet) => facet.trim())
		.filter(Boolean);
	return [
		['query', state.query],
		['rpp', perPage],
		...(sortField === undefined ? [] : [[`sort[0][${sortField}]`, direction ?? 'asc'] as const]),
		...(fixed === undefined ? [] : [[`filter[${fixed[0]}][]`, fixed[1]] as const]),
		...values,
		...ranges,
		...named.flatMap((facet, at) => toFacet(facet, at)),
	];
}

const facetSize = 30;

function toFacet(facet: string, at: number): Parameters {
	const [, field = '', type] = /^(.*?)(?::(term|range|hierarchy))?$/.exec(facet) ?? [];
	const sized: Parameters = type === 'range' ? [] : [[`facets[${at}][size]`, facetSize]];
	return [
		[`facets[${at}][field]`, field],
		...(type === undefined ? [] : [...sized, [`facets[${at}][type]`, type] as const]),
	];
}

/**
 * The pages up to that of the state where the list grows, else that page alone. Pages that are known are not asked for
 * again. @throws {Error} when the search has no answer
 */
export async function loadPages(
	element: ElementProps,
	{
		state,
		plan,
		known,
	}: { readonly state: ResultsState; readonly plan: ResultsPlan; readonly known: readonly SearchAnswer[] },
	signal: AbortSignal,
): Promise<Shown> {
	const parameters = toParameters(state, plan);
	const ask = (page: number) => search(element, [...parameters, ['page', page]], signal);
	if (!plan.isGrowing) return [await ask(state.page)];
	const shown: [SearchAnswer, ...SearchAnswer[]] = [known[0] ?? (await ask(1))];
	for (let page = 2; page <= state.page && hasMore(shown); page += 1) {
		shown.push(known[page - 1] ?? (await ask(page)));
	}
	return shown;
}

/** Whether there are pages behind the last one that is shown. */
export function hasMore(shown: Shown): boolean {
	const { page, results_per_page: perPage, total } = shown.at(-1) ?? shown[0];
	return page * perPage < total;
}
