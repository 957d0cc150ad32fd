/** What a list of results asks the server for. */
import type { ElementProps } from './define-element.ts';
import { findTemplate } from './fill-template.ts';
import { type Parameters, search } from './search-calls.ts';
import { readSorts } from './sort-select.tsx';
import type { ResultsState } from './url-state.ts';
import type { SearchAnswer } from './wire.ts';

/** What the attributes of an element fix, whatever the shopper chooses. */
export interface ResultsPlan {
	readonly perPage: number;
	/** Whether later pages follow the earlier ones, rather than replace them. */
	readonly isGrowing: boolean;
	/** `field` or `field:hierarchy`, separated by commas; empty: the facets of the search engine. */
	readonly facets: string;
	/** `field:asc` or `field:desc`; any other in an address is ignored. */
	readonly sorts: readonly string[];
	/** Of each item; empty: all. */
	readonly fields: string;
	/** A filter that shoppers cannot remove: `categories` and its value. */
	readonly fixed: readonly [field: string, value: string] | undefined;
}

/** The pages that are shown, in order; one of them unless the list grows. */
export type Shown = readonly [SearchAnswer, ...SearchAnswer[]];

const perPageMax = 100;

/** What a product shows that has no template. */
const shownFields = 'id,title,brand,link,image_link,price,best_price,availability';

export function readPlan(element: ElementProps, fixed: ResultsPlan['fixed']): ResultsPlan {
	const { read, host } = element;
	const perPage = Number.parseInt(read('per-page'), 10);
	return {
		perPage: Number.isNaN(perPage) ? 24 : Math.min(perPageMax, Math.max(1, perPage)),
		isGrowing: read('paging') === 'more',
		facets: read('facets'),
		sorts: readSorts(element).map(({ value }) => value),
		fields: findTemplate(host, 'product') === null ? shownFields : '',
		fixed,
	};
}

export function toParameters(state: ResultsState, plan: ResultsPlan): Parameters {
	const { perPage, facets, fields, sorts, fixed } = plan;
	const [, sortField, direction] = (sorts.includes(state.sort) && /^(.+):(asc|desc)$/.exec(state.sort)) || [];
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
		...(fields === '' ? [] : [['fields', fields] as const]),
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
	const ask = (page: number) =>
		search(element, [...parameters, ['page', Math.min(page, toPageMax(plan.perPage))]], signal);
	if (!plan.isGrowing) return [await ask(state.page)];
	const shown: [SearchAnswer, ...SearchAnswer[]] = [known[0] ?? (await ask(1))];
	for (let page = 2; page <= state.page && hasMore(shown); page += 1) {
		shown.push(known[page - 1] ?? (await ask(page)));
	}
	return shown;
}

/** Whether there are pages behind the last one that is shown. */
export function hasMore(shown: Shown): boolean {
	const last = shown.at(-1) ?? shown[0];
	return last.page < countPages(last);
}

/** The pages that can be asked for. */
export function countPages({ total, results_per_page: perPage }: SearchAnswer): number {
	return Math.min(Math.ceil(total / perPage), toPageMax(perPage));
}

/** The server pages as long as the number of items up to the end of a page is below 1,000. */
function toPageMax(perPage: number): number {
	return Math.floor(999 / perPage);
}
