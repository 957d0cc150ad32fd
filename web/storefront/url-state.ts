/**
 * What a list of results shows is in the address of the page, so that it can be shared, reloaded and gone back to:
 *
 *     ?q=shoe&page=2&sort=best_price:asc&f.brand=Nike&f.brand=Puma&r.best_price=10..50
 *
 * Other parameters of the page stay as they are.
 */
export interface Range {
	readonly from: number | undefined;
	readonly to: number | undefined;
}

export interface ResultsState {
	readonly query: string;
	/** From 1. */
	readonly page: number;
	/** `field:asc` or `field:desc`; empty: best match first. */
	readonly sort: string;
	/** The chosen values by field. */
	readonly values: Readonly<Record<string, readonly string[]>>;
	readonly ranges: Readonly<Record<string, Range>>;
}

export const emptyState: ResultsState = { query: '', page: 1, sort: '', values: {}, ranges: {} };

const pageMax = 100;
/** As many as the search box takes. */
const queryLengthMax = 200;

/** @param search of an address, with or without its question mark. Whatever cannot be read is left out. */
export function parseState(search: string): ResultsState {
	const values = new Map<string, readonly string[]>();
	const ranges = new Map<string, Range>();
	const parameters = new URLSearchParams(search);
	for (const [name, value] of parameters) {
		const [, kind, field = ''] = /^([fr])\.(.+)$/.exec(name) ?? [];
		if (kind === 'f') values.set(field, [...(values.get(field) ?? []), value]);
		const range = kind === 'r' ? parseRange(value) : undefined;
		if (range !== undefined) ranges.set(field, range);
	}
	const page = Number(parameters.get('page') ?? 1);
	return {
		query: (parameters.get('q') ?? '').slice(0, queryLengthMax),
		page: Number.isInteger(page) && page >= 1 && page <= pageMax ? page : 1,
		sort: parameters.get('sort') ?? '',
		// As members of their own, whatever they are called.
		values: Object.fromEntries(values),
		ranges: Object.fromEntries(ranges),
	};
}

function parseRange(text: string): Range | undefined {
	const [, from, to] = /^(-?[\d.]*)\.\.(-?[\d.]*)$/.exec(text) ?? [];
	const range = { from: toNumber(from), to: toNumber(to) };
	return range.from === undefined && range.to === undefined ? undefined : range;
}

function toNumber(text: string | undefined): number | undefined {
	const number = Number(text);
	return text === undefined || text === '' || Number.isNaN(number) ? undefined : number;
}

/** The address of `base` with this state in the place of any other. */
export function toStateUrl(base: string, { query, page, sort, values, ranges }: ResultsState): string {
	const url = new URL(base, document.baseURI);
	for (const name of [...url.searchParams.keys()]) {
		if (/^(?:q|page|sort|[fr]\..+)$/.test(name)) url.searchParams.delete(name);
	}
	if (query !== '') url.searchParams.set('q', query);
	if (page > 1) url.searchParams.set('page', String(page));
	if (sort !== '') url.searchParams.set('sort', sort);
	for (const [field, chosen] of Object.entries(values)) {
		for (const value of chosen) url.searchParams.append(`f.${field}`, value);
	}
	for (const [field, { from, to }] of Object.entries(ranges)) {
		url.searchParams.set(`r.${field}`, `${from ?? ''}..${to ?? ''}`);
	}
	return url.href;
}
