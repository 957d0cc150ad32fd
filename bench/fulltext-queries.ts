/** The classes of queries by which the full-text core is measured, drawn from the catalogue that they search. */
import type { Filter } from '../src/domain/query/filter.ts';
import { emptyQuery, type FacetRequest, type IndexQuery, type SortRule } from '../src/domain/query/index-query.ts';
import { createRandom, type SyntheticCatalogue } from './synthetic-catalogue.ts';

export const queryClasses = [
	'one frequent term',
	'two terms, all',
	'three terms, any',
	'prefix',
	'two terms, a typo',
	'two terms, filters, facets',
	'one term, facets',
	'category, sorted, facets',
	'three terms, filled',
] as const;
export type QueryClass = (typeof queryClasses)[number];

/** A query in terms that both sides understand. */
export interface BenchQuery {
	readonly queryClass: QueryClass;
	readonly words: readonly string[];
	/** Whether the first word has a typo. */
	readonly isMisspelt?: boolean;
	readonly brand?: string;
	readonly category?: string;
	readonly priceMin?: number;
	readonly priceMax?: number;
}

export const facetFields = ['brand', 'categories', 'colour'] as const;
export const hitsPerQuery = 20;

/** `count` queries of a class, the same for the same seed. */
export function createQueries(
	catalogue: SyntheticCatalogue,
	queryClass: QueryClass,
	options: QueryOptions,
): BenchQuery[] {
	const random = createRandom(options.seed + queryClasses.indexOf(queryClass));
	return Array.from({ length: options.count }, () => createQuery(catalogue, queryClass, { random, ...options }));
}

interface QueryOptions {
	readonly count: number;
	readonly documentCount: number;
	readonly seed: number;
}

interface Draw extends QueryOptions {
	readonly random: () => number;
}

function createQuery(catalogue: SyntheticCatalogue, queryClass: QueryClass, draw: Draw): BenchQuery {
	const { random } = draw;
	const frequent = (from: number, to: number) => catalogue.words[from + Math.floor(random() * (to - from))] as string;
	switch (queryClass) {
		case 'one frequent term':
		case 'one term, facets':
			return { queryClass, words: [frequent(20, 200)] };
		case 'two terms, all':
			return { queryClass, words: drawTogether(catalogue, draw, 2) };
		case 'three terms, any':
			return { queryClass, words: [frequent(50, 200), frequent(50, 200), frequent(50, 200)] };
		case 'prefix':
			return { queryClass, words: [frequent(0, 2_000).slice(0, 3 + Math.floor(random() * 2))] };
		case 'three terms, filled':
			return { queryClass, words: [...drawTogether(catalogue, draw, 2), frequent(50, 200)] };
		case 'two terms, a typo': {
			const [meant, other] = drawTogether(catalogue, draw, 5) as [string, string];
			return { queryClass, words: [misspell(meant, random), other], isMisspelt: true };
		}
		case 'two terms, filters, facets': {
			const product = catalogue.toProduct(Math.floor(random() * draw.documentCount));
			const priceMin = Math.max(0, product.price - 200);
			return {
				queryClass,
				words: [frequent(50, 200), frequent(50, 200)],
				brand: product.brand,
				priceMin,
				priceMax: priceMin + 400,
			};
		}
		case 'category, sorted, facets':
			return { queryClass, words: [], category: `category ${Math.floor(random() * 500)}` };
	}
}

/** Two different words of one title, so that there is a hit. */
function drawTogether(catalogue: SyntheticCatalogue, { random, documentCount }: Draw, lengthMin: number): string[] {
	for (;;) {
		const { title } = catalogue.toProduct(Math.floor(random() * documentCount));
		const words = [...new Set(title.split(' '))].filter((word) => word.length >= lengthMin);
		if (words.length >= 2) return words.slice(0, 2);
	}
}

function misspell(word: string, random: () => number): string {
	const at = Math.floor(random() * word.length);
	const kind = random();
	if (kind < 0.4) return word.slice(0, at) + word.slice(at + 1);
	const letter = 'etaoinshrdlu'[Math.floor(random() * 12)] as string;
	return word.slice(0, at) + letter + word.slice(kind < 0.7 ? at : at + 1);
}

const facets: readonly FacetRequest[] = [
	...facetFields.map((fieldName) => ({ kind: 'terms' as const, fieldName, size: 20 })),
	{ kind: 'range', fieldName: 'price', size: 1 },
];

/** The query in the form of the full-text core. A blank at the end means that the last word is complete. */
export function toSearchRequest(query: BenchQuery): IndexQuery {
	const { queryClass, words, brand, category, priceMin, priceMax } = query;
	const filters: Filter[] = [];
	if (brand !== undefined) filters.push({ kind: 'terms', fieldName: 'brand', values: [brand] });
	if (category !== undefined) filters.push({ kind: 'terms', fieldName: 'categories', values: [category] });
	if (priceMin !== undefined && priceMax !== undefined) {
		filters.push({ kind: 'range', fieldName: 'price', gte: priceMin, lte: priceMax });
	}
	const sort: SortRule[] = category === undefined ? [] : [{ kind: 'field', fieldName: 'price', isDescending: false }];
	return {
		...emptyQuery,
		text: queryClass === 'prefix' ? words.join(' ') : `${words.join(' ')} `,
		queryName: toQueryName(queryClass),
		filters,
		facets: queryClass.endsWith('facets') ? facets : [],
		sort,
		size: hitsPerQuery,
	};
}

/** How the words match; undefined: as the server decides. */
export function toQueryName(queryClass: QueryClass): IndexQuery['queryName'] {
	if (queryClass === 'three terms, any') return 'match_or';
	return queryClass === 'two terms, a typo' || queryClass === 'three terms, filled' ? undefined : 'match_and';
}
