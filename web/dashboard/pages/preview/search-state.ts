/** What the address says about the search, and the request that it stands for. */
import type { Router } from '../../shell/router.tsx';
import type { Bounds } from './wire.ts';

export type FilterValue = readonly string[] | Bounds;
export type Filters = Readonly<Record<string, FilterValue>>;

export interface SearchState {
	readonly query: string;
	readonly filters: Filters;
	/** A field with its direction, such as `best_price:asc`; empty for the order by score. */
	readonly sort: string;
	/** How words have to match; empty for the first way that finds something. */
	readonly attempt: string;
	/** The name of an index; empty for all. */
	readonly index: string;
	/** Of a shopper; empty for nobody's. */
	readonly session: string;
	readonly hasUnderstanding: boolean;
	readonly hasAutoFilters: boolean;
	readonly page: number;
	/** The id or the dfid of the item that is explained; empty for none. */
	readonly item: string;
}

export const resultsPerPage = 24;

/** What stands around words that were found; neither occurs in texts, because both are for private use (Unicode). */
export const highlightTags = ['\ue000', '\ue001'] as const;

export function readSearchState(query: URLSearchParams): SearchState {
	const page = Number(query.get('page') ?? 1);
	return {
		query: query.get('query') ?? '',
		filters: readFilters(query.get('filter')),
		sort: query.get('sort') ?? '',
		attempt: query.get('attempt') ?? '',
		index: query.get('index') ?? '',
		session: query.get('session') ?? '',
		hasUnderstanding: query.get('understanding') !== 'no',
		hasAutoFilters: query.get('auto_filters') === 'yes',
		page: Number.isInteger(page) && page > 0 && page <= pageMax ? page : 1,
		item: query.get('item') ?? '',
	};
}

/** `page` times the results of a page must stay below 1,000. */
const pageMax = Math.floor(999 / resultsPerPage);

/** An address may come from anybody. */
function readFilters(text: string | null): Filters {
	try {
		const value: unknown = JSON.parse(text ?? '{}');
		if (typeof value !== 'object' || value === null) return {};
		return Object.fromEntries(Object.entries(value).filter(([, one]) => isFilterValue(one)));
	} catch {
		return {};
	}
}

function isFilterValue(value: unknown): value is FilterValue {
	if (Array.isArray(value)) return value.every((one) => typeof one === 'string');
	return typeof value === 'object' && value !== null && Object.values(value).every((one) => typeof one === 'number');
}

/** Changes one filter, and goes back to the first page. Undefined and empty lists remove it. */
export function changeFilter(
	{ changeQuery }: Router,
	filters: Filters,
	[field, value]: readonly [string, FilterValue | undefined],
): void {
	const { [field]: _, ...others } = filters;
	const isEmpty = value === undefined || Object.keys(value).length === 0;
	const next = isEmpty ? others : { ...others, [field]: value };
	changeQuery({ filter: Object.keys(next).length === 0 ? undefined : JSON.stringify(next), page: undefined });
}

/** The parameters that searches and their explanations share. */
export function toSearchBody(state: SearchState) {
	return {
		query: state.query,
		page: state.page,
		rpp: resultsPerPage,
		stats: false,
		filter: state.filters,
		...(state.sort !== '' && { sort: [toSortRule(state.sort)] }),
		...(state.attempt !== '' && { query_name: state.attempt }),
		...(state.index !== '' && { indices: [state.index] }),
		...(state.session !== '' && { session_id: state.session }),
		...(!state.hasUnderstanding && { understanding: false }),
		...(state.hasAutoFilters && { auto_filters: true }),
	};
}

export const highlightBody = {
	highlight: ['title'],
	highlight_pre_tag: highlightTags[0],
	highlight_post_tag: highlightTags[1],
	highlight_escape: false,
};

function toSortRule(sort: string): Readonly<Record<string, string>> {
	const colon = sort.lastIndexOf(':');
	return colon < 1 ? { [sort]: 'asc' } : { [sort.slice(0, colon)]: sort.slice(colon + 1) };
}

/** An explanation names items by either: what is no dfid is an id. */
export function toAskedItem(item: string): { readonly dfid: readonly string[] } | { readonly id: readonly string[] } {
	return /^[0-9a-f]{32}@[^@]+@[0-9a-f]{32}$/.test(item) ? { dfid: [item] } : { id: [item] };
}
