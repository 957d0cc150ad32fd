/** A query of InstantSearch as a search of Vitrine. */
import type { Connection } from './adapter-options.ts';
import { type Filters, toFilters, toPathField } from './to-filters.ts';

export type Params = Readonly<Record<string, unknown>>;

export interface Query {
	readonly indexName: string;
	readonly params?: Params;
	/** Asks for values of `facet` instead of hits, as Autocomplete does. */
	readonly type?: string;
	readonly facet?: string;
	/** Where all facets were asked for: theirs, for widgets that are chosen by it. */
	readonly facetOrder?: readonly string[];
}

/** What a page may have, and where the last one ends. */
const hitsPerPageMax = 100;
const hitsReachableMax = 999;
/** InstantSearch and Autocomplete escape what is between these themselves. */
const placeholders = ['__ais-highlight__', '__aa-highlight__'];

export function toList(value: unknown): string[] {
	return typeof value === 'string' ? [value] : ((value ?? []) as string[]);
}

export function toHitsPerPage({ hitsPerPage = 20 }: Params): number {
	return Math.min(Number(hitsPerPage), hitsPerPageMax);
}

/** Pages that can be reached: each is counted from 0. */
export function toPageCount(found: number, hitsPerPage: number): number {
	return hitsPerPage === 0 ? 0 : Math.min(Math.ceil(found / hitsPerPage), Math.floor(hitsReachableMax / hitsPerPage));
}

/** Whether the page has hits to show. */
export function hasHits(params: Params): boolean {
	const size = toHitsPerPage(params);
	return size > 0 && Number(params.page ?? 0) < toPageCount(hitsReachableMax, size);
}

/** @throws {Error} for filters that Vitrine cannot search */
export function toSearch({ indexName, params = {} }: Query, connection: Connection): object {
	const { levels, sessionId, parameters } = connection;
	const isShown = hasHits(params);
	return {
		...parameters,
		query: params.query ?? '',
		page: isShown ? Number(params.page ?? 0) + 1 : 1,
		rpp: isShown ? toHitsPerPage(params) : 1,
		stats: params.analytics !== false,
		session_id: sessionId,
		...withNearby(toFilters(params, levels), params, connection),
		...toOrder(indexName, params, connection),
		...toFacets(params, levels),
		...(isShown ? toFields(params, connection) : { fields: ['id'] }),
	};
}

/** The values of one facet that match what is typed. */
export function toFacetSearch(query: Query, connection: Connection): object {
	const { params = {}, facet } = query;
	const search = toSearch({ ...query, params: { ...params, facets: [] } }, connection);
	const { facetName = facet, facetQuery, maxFacetHits } = params;
	const asked = { facet: facetName, facet_query: facetQuery, facet_size: maxFacetHits ?? 10, filtered: true };
	return { ...search, ...toTags(params), ...asked, stats: false };
}

/** `products:price:desc` is sorted by price; around a point, the nearest come first. */
function toOrder(indexName: string, params: Params, { geoField = 'geo', parameters }: Connection): object {
	const [, sort] = /^[^:]*:(.+)$/s.exec(indexName) ?? [];
	const { aroundLatLng: position } = params;
	if (sort !== undefined) return { sort: sort.split(',') };
	if (typeof position !== 'string' || parameters?.sort !== undefined) return {};
	return { sort: [{ _geo_distance: { position, field: geoField } }] };
}

/** The filters, and that of a distance around a point. */
function withNearby(filters: Filters, params: Params, { geoField = 'geo' }: Connection): Filters {
	const { aroundLatLng: position, aroundRadius } = params;
	if (typeof position !== 'string' || typeof aroundRadius !== 'number') return filters;
	return { ...filters, filter: { ...filters.filter, [geoField]: { distance: `${aroundRadius}m`, position } } };
}

function toFacets({ facets, maxValuesPerFacet: size = 100 }: Params, levels: string | undefined): object {
	const names = toList(facets);
	const paths = names.flatMap((name) => toPathField(name, levels) ?? []);
	const terms = names.filter((name) => toPathField(name, levels) === undefined);
	const common = { size, filtered: true };
	return {
		facets: [
			...[...new Set(paths)].map((field) => ({ field, type: 'hierarchy', ...common })),
			...terms.map((field) => ({ field, type: 'term', stats: true, ...common })),
		],
	};
}

function toFields(params: Params, { geoField = 'geo' }: Connection): object {
	const wanted = toList(params.attributesToRetrieve).filter((name) => !name.startsWith('-'));
	const isAll = wanted.length === 0 || wanted.includes('*');
	const names = wanted.map((name) => name.split('.', 1)[0]);
	return {
		...(isAll ? {} : { fields: [...names, geoField] }),
		highlight: params.attributesToHighlight ?? ['*'],
		snippet: params.attributesToSnippet ?? [],
		...(params.snippetEllipsisText === undefined ? {} : { snippet_ellipsis: params.snippetEllipsisText }),
		...toTags(params),
	};
}

function toTags({ highlightPreTag: pre = '<em>', highlightPostTag: post = '</em>' }: Params): object {
	return { highlight_pre_tag: pre, highlight_post_tag: post, highlight_escape: !placeholders.includes(String(pre)) };
}
