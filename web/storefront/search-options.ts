/** What the list under the search box offers for a text. */
import type { Caller } from './call-server.ts';
import { search, suggest } from './search-calls.ts';
import type { Item, SearchAnswer } from './wire.ts';

export interface Found {
	readonly text: string;
	readonly suggestions: readonly string[];
	readonly answer: SearchAnswer;
	/** Why there are no suggestions. */
	readonly failure: unknown;
}

/** One line of the list. */
export type Option =
	| { readonly kind: 'recent' | 'suggestion'; readonly text: string }
	| { readonly kind: 'category'; readonly field: string; readonly key: string; readonly count: number }
	| { readonly kind: 'product'; readonly item: Item; readonly position: number };

export interface OptionGroup {
	readonly kind: Option['kind'];
	readonly options: readonly Option[];
}

export interface Offer {
	readonly productCount: number;
	readonly suggestionCount: number;
	/** The field of categories; empty for none. */
	readonly categoryField: string;
}

const categoryCount = 3;
const fields = 'id,title,link,image_link,price,best_price,brand,availability';

/** Suggestions and products, asked for at the same time. @throws {Error} when the search has no answer */
export async function find(caller: Caller, text: string, offer: Offer): Promise<Found> {
	const { signal } = new AbortController();
	const { productCount, categoryField } = offer;
	const facet = categoryField === '' ? [] : toCategoryFacet(categoryField);
	let failure: unknown;
	const [answer, suggestions] = await Promise.all([
		search(caller, [['query', text], ['rpp', productCount], ['fields', fields], ...facet], signal),
		// An owner can switch suggestions off; the products are there nevertheless.
		suggest(caller, text, signal).catch((error: unknown) => {
			failure = error;
			return [];
		}),
	]);
	return { text, answer, suggestions, failure };
}

function toCategoryFacet(field: string) {
	return [
		['facets[0][field]', field],
		['facets[0][size]', categoryCount],
	] as const;
}

export function toGroups(found: Found, { suggestionCount, categoryField }: Offer): readonly OptionGroup[] {
	const { answer, suggestions } = found;
	const buckets = answer.facets[categoryField]?.terms?.buckets ?? [];
	const groups: readonly OptionGroup[] = [
		{
			kind: 'suggestion',
			options: suggestions.slice(0, suggestionCount).map((text) => ({ kind: 'suggestion', text })),
		},
		{
			kind: 'category',
			options: buckets
				.slice(0, categoryCount)
				.map(({ key, doc_count: count }) => ({ kind: 'category', field: categoryField, key, count })),
		},
		{
			kind: 'product',
			options: answer.results.map((item, index) => ({ kind: 'product', item, position: index + 1 })),
		},
	];
	return groups.filter(({ options }) => options.length > 0);
}
