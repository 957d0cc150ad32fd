/** What reports can be narrowed by: how each filter is chosen, how it stands in the address, and how the API is asked. */
import type { english } from '../../texts/en/index.ts';

export type FilterName = keyof typeof english.statistics.filters;

/**
 *     choice    one of its values; the first is what the server takes without one if `hasDefault`
 *     choices   several of its values, with commas between them in the address
 *     texts     several texts, in the same way
 *     flag      `true` or nothing
 */
export type Filter =
	| { readonly kind: 'choice'; readonly values: readonly string[]; readonly hasDefault?: true }
	| { readonly kind: 'choices'; readonly values: readonly string[] }
	| { readonly kind: 'text' | 'texts' | 'number' | 'flag' | 'indices' | 'sector' };

export const filters: Readonly<Record<FilterName, Filter>> = {
	device: { kind: 'choice', values: ['desktop', 'mobile'] },
	query: { kind: 'text' },
	dfid: { kind: 'text' },
	indices: { kind: 'indices' },
	query_name: { kind: 'choices', values: ['match_and', 'match_or', 'fuzzy', 'phonetic_text'] },
	source: { kind: 'choice', values: ['voice', 'image', 'visually_similar'] },
	total_hits: { kind: 'number' },
	exclude_total_hits: { kind: 'number' },
	no_results: { kind: 'flag' },
	opportunities: { kind: 'flag' },
	product_type: {
		kind: 'choices',
		values: ['search', 'category_page', 'banner', 'custom_result', 'recommendation'],
	},
	id: { kind: 'number' },
	facet: { kind: 'texts' },
	metric: { kind: 'choice', values: ['brand', 'categories'], hasDefault: true },
	direction: { kind: 'choice', values: ['rising', 'falling'], hasDefault: true },
	sector: { kind: 'sector' },
	type: {
		...{ kind: 'choice', hasDefault: true },
		values: ['search', 'query_counters', 'recommendations', 'api_counters', 'all'],
	},
	limit: { kind: 'choice', values: ['100', '25', '500', '1000'], hasDefault: true },
};

/** The values of a filter that may be several. */
export function splitValues(text: string | null): readonly string[] {
	return (text ?? '').split(',').flatMap((value) => value.trim() || []);
}

/** The parameter of the API, and its value. */
export function toParameter(name: FilterName, text: string): readonly [string, string | readonly string[]] {
	if (['choices', 'texts', 'indices'].includes(filters[name].kind)) return [name, splitValues(text)];
	return [name === 'exclude_total_hits' ? 'exclude[total_hits]' : name, text];
}
