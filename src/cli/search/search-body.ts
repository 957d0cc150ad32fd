/** From the options of `vitrine search` to the body of a search. */

import { facetWireNames } from '../../domain/query/facet-kind.ts';
import { hitsPerPageDefault, hitsPerPageMax } from '../../domain/query/query-limits.ts';
import type { Invocation } from '../command.ts';
import { misused } from '../command-error.ts';
import { readNumber } from '../number-option.ts';
import { splitList } from '../split-list.ts';

export type SearchBody = { readonly [parameter: string]: unknown };

const pageMax = 999;

/** @throws {CommandError} for invalid options; the server checks the rest. */
export function readSearchBody({ arguments: [query = ''], options }: Invocation): SearchBody {
	const parts: { readonly [parameter: string]: unknown } = {
		query,
		page: readNumber(options, 'page', { min: 1, max: pageMax, fallback: 1 }),
		rpp: readNumber(options, 'rpp', { min: 1, max: hitsPerPageMax, fallback: hitsPerPageDefault }),
		indices: readList(options, 'index'),
		filter: readFilter(options, 'filter'),
		exclude: readFilter(options, 'exclude'),
		filter_execution: options.has('any-filter') ? (options.get('any-filter') === 'true' ? 'or' : 'and') : undefined,
		sort: readList(options, 'sort')?.map(toSortRule),
		facets: readList(options, 'facets')?.map(toFacet),
		query_name: options.get('query-name'),
		grouping: readSwitch(options, 'grouping'),
		understanding: readSwitch(options, 'understanding'),
		auto_filters: readSwitch(options, 'auto-filters'),
		// Searches from the command line are not a shopper's.
		stats: false,
	};
	return Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== undefined));
}

type Options = Invocation['options'];

function readSwitch(options: Options, name: string): boolean | undefined {
	const text = options.get(name);
	return text === undefined ? undefined : text === 'true';
}

/** Separated by commas; an empty text is an empty list. */
export function readList(options: Options, name: string): string[] | undefined {
	const text = options.get(name);
	return text === undefined ? undefined : splitList(text);
}

/** `price:desc` or `price`. */
function toSortRule(text: string): object {
	const [, fieldName = text, order = 'asc'] = /^(.+):(asc|desc)$/.exec(text) ?? [];
	return { [fieldName]: order };
}

const facetPattern = new RegExp(`^(.+?)(:(${facetWireNames.join('|')}))?(:(\\d{1,3}))?$`);

/** `brand`, `price:range`, `color:20`, `color:term:20`, `categories:hierarchy`. */
export function toFacet(text: string): { field: string; type?: string; size?: number } {
	const [, field = text, , type, , size] = facetPattern.exec(text) ?? [];
	return { field, ...(type === undefined ? {} : { type }), ...(size === undefined ? {} : { size: Number(size) }) };
}

/**
 * `brand=Nike|Adidas; price=10..50`: fields are separated by semicolons, values by bars; ranges have two dots and one or
 * both ends.
 */
function readFilter(options: Options, name: string): object | undefined {
	const text = options.get(name);
	if (text === undefined) return undefined;
	return Object.fromEntries(splitList(text, ';').map((part) => toFilter(name, part)));
}

function toFilter(name: string, part: string): [field: string, value: unknown] {
	const equals = part.indexOf('=');
	const field = part.slice(0, Math.max(0, equals)).trim();
	const value = part.slice(equals + 1).trim();
	if (field === '' || value === '') {
		throw misused(`--${name} has "${part}"`, 'write it like "brand=Nike|Adidas; price=10..50"');
	}
	const range = /^([^\s|]*?)\.\.([^\s|]*)$/.exec(value);
	if (range === null) return [field, value.split('|').map((one) => one.trim())];
	const [, from = '', to = ''] = range;
	return [field, { ...(from === '' ? {} : { gte: from }), ...(to === '' ? {} : { lte: to }) }];
}
