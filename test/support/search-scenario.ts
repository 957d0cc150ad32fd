/** Random catalogues, steps that change them, and searches: small, so that much of it coincides. */

import fc from 'fast-check';
import type { Filter } from '../../src/domain/query/filter.ts';
import type { FacetRequest, IndexQuery, SortRule } from '../../src/domain/query/index-query.ts';

/** Words of titles, descriptions and queries: plurals, stems, stop words, models and units among them. */
export const words =
	'red blue dark shoe shoes running runs laptop laptops notebook samsung galaxy case the for wh-1000xm4 27 inch headphones phone'.split(
		' ',
	);
/** Some words are common: they are in most items of a catalogue. */
const drawnWords = [
	...words,
	...Array.from({ length: 8 }, () => 'shoe'),
	'red',
	'red',
	'red',
	'red',
	'laptop',
	'laptop',
	'bow tie',
	'bow ties',
	'bowtie',
	'without',
	'without the',
	'with',
	'free',
];
const someWords = (min: number, max: number) =>
	fc.array(fc.constantFrom(...drawnWords), { minLength: min, maxLength: max }).map((list) => list.join(' '));
const colour = fc.constantFrom(
	'red',
	'blue',
	'Dark Blue',
	'éclat',
	'Éclat',
	'E\u0301CLAT',
	'dark  blue',
	'黒',
	'red, blue',
	'Blue/éclat',
);
const size = fc.oneof(fc.constantFrom('S', 'M', '38', '39.5', 'EU 38'), fc.integer({ min: 36, max: 40 }));
const coordinate = fc.record({ lat: fc.integer({ min: 40, max: 42 }), lon: fc.integer({ min: 1, max: 3 }) });

/** Texts with commas between their parts. */
const someParts = fc.array(someWords(1, 3), { minLength: 2, maxLength: 3 }).map((parts) => parts.join(', '));

const itemFields = fc.record(
	{
		title: fc.oneof(someWords(1, 6), someParts),
		name: someWords(1, 3),
		description: someWords(0, 12),
		brand: fc.constantFrom('Acme', 'Zeta', 'Ömega', 'acme', 'Zeta Works'),
		category: fc.constantFrom<string | string[]>(
			...[
				'Shoes',
				'Home > Laptops',
				'home>laptops',
				'Home > Laptops > Phone Case',
				'Phone Case',
				'Garden > Shoes > Trail',
			],
			...[['Running Shoes', 'Headphones'], ['Home', 'Home > Laptops'], ['HOME > Lamps', 'Garden > Lamps'], '> 5'],
		),
		colour: fc.oneof(colour, fc.array(colour, { maxLength: 3 })),
		price: fc.oneof(
			fc.integer({ min: 0, max: 9 }),
			fc.array(fc.integer({ min: 0, max: 9 }), { maxLength: 2 }),
			fc.constantFrom('3.00', '4,00 €', 'on request', ''),
		),
		size,
		released: fc.constantFrom('2024-01-01', '2025-06-30T10:00:00Z', 'soon'),
		sku: fc.constantFrom('AB-1', 'AB-2', '0012345'),
		dimensions: fc.record({ width: fc.integer({ min: 1, max: 3 }), unit: fc.constantFrom('cm', 'in') }),
		location: coordinate,
		group_id: fc.constantFrom('g1', 'g2', ''),
		availability: fc.constantFrom('in stock', 'out of stock'),
		is_new: fc.boolean(),
		df_manual_boost: fc.constantFrom(0.5, 1, 2),
	},
	{ requiredKeys: [] },
);

/** What happens to an index. Nothing is visible before a refresh, which a restart also does. */
export type Step =
	| { readonly kind: 'put'; readonly id: number; readonly fields: Record<string, unknown> }
	| { readonly kind: 'remove'; readonly id: number }
	| { readonly kind: 'refresh' | 'merge' | 'mergeAll' | 'restart' };

/** Steps with one of 26 items of such fields. */
export function toSteps(fields: fc.Arbitrary<Record<string, unknown>>): fc.Arbitrary<Step> {
	return fc.oneof(
		{ weight: 12, arbitrary: fc.record({ kind: fc.constant('put' as const), id: fc.nat(25), fields }) },
		{ weight: 3, arbitrary: fc.record({ kind: fc.constant('remove' as const), id: fc.nat(25) }) },
		{
			weight: 3,
			arbitrary: fc.record({
				kind: fc.constantFrom('refresh' as const, 'merge' as const, 'mergeAll' as const, 'restart' as const),
			}),
		},
	);
}

export const step: fc.Arbitrary<Step> = toSteps(itemFields);

const filter: fc.Arbitrary<Filter> = fc.oneof(
	fc.record({
		kind: fc.constant('terms' as const),
		fieldName: fc.constant('colour'),
		values: fc.array(fc.oneof(colour, fc.constantFrom('RED', 'eclat', 'nothing', '')), { minLength: 1, maxLength: 2 }),
		isExact: fc.constantFrom(false, false, true),
	}),
	fc.record({
		kind: fc.constant('terms' as const),
		fieldName: fc.constant('category'),
		values: fc.array(
			fc.constantFrom(
				...[
					'Home',
					'HOME > laptops',
					'Laptops',
					'lamps',
					'Shoes',
					'Shoes > Trail',
					'phone case',
					'Home >',
					'5',
					'> 5',
					'>',
				],
			),
			{ minLength: 1, maxLength: 2 },
		),
		isExact: fc.constantFrom(false, false, true),
	}),
	fc.constantFrom<Filter>(
		{ kind: 'terms', fieldName: 'brand', values: ['Acme', 'nobody'] },
		{ kind: 'terms', fieldName: 'size', values: ['38', 'M'] },
		{ kind: 'terms', fieldName: 'dimensions.width', values: ['2'] },
		{ kind: 'terms', fieldName: 'is_new', values: ['true'] },
		{ kind: 'terms', fieldName: 'missing', values: ['x'] },
		{ kind: 'terms', fieldName: 'category', values: ['Phone Case', 'Headphones'] },
		{ kind: 'terms', fieldName: 'price', values: ['3', '4'] },
		{ kind: 'range', fieldName: 'dimensions.width', gt: 1, lt: 3 },
		{ kind: 'range', fieldName: 'colour', gte: 1 },
		{ kind: 'terms', fieldName: 'title', values: ['Laptop', 'RED', 'shoe.', 'Samsung', '27', '***'] },
		{ kind: 'range', fieldName: 'price', gte: 3, lt: 7 },
		{ kind: 'range', fieldName: 'price', gt: 3 },
		{ kind: 'range', fieldName: 'size', gte: 37, lte: 39 },
		{ kind: 'range', fieldName: 'released', gte: Date.UTC(2025, 0, 1) },
		{ kind: 'distance', fieldName: 'location', latitude: 41, longitude: 2, distanceMaxMeters: 90_000 },
	),
);

export const sortRule: fc.Arbitrary<SortRule> = fc.constantFrom<SortRule>(
	{ kind: 'field', fieldName: 'price', isDescending: false },
	{ kind: 'field', fieldName: 'price', isDescending: true },
	{ kind: 'field', fieldName: 'colour', isDescending: false },
	{ kind: 'field', fieldName: 'colour', isDescending: true },
	{ kind: 'field', fieldName: 'size', isDescending: false },
	{ kind: 'field', fieldName: 'size', isDescending: true },
	{ kind: 'field', fieldName: 'released', isDescending: true },
	{ kind: 'field', fieldName: 'is_new', isDescending: true },
	{ kind: 'field', fieldName: 'missing', isDescending: false },
	{ kind: 'distance', fieldName: 'location', latitude: 40, longitude: 3, isDescending: true },
	{ kind: 'field', fieldName: 'brand', isDescending: true },
	{ kind: 'field', fieldName: 'title', isDescending: false },
	{ kind: 'field', fieldName: 'title', isDescending: true },
	{ kind: 'field', fieldName: 'id', isDescending: false },
	{ kind: 'field', fieldName: 'id', isDescending: true },
	{ kind: 'distance', fieldName: 'location', latitude: 41, longitude: 2, isDescending: false },
	{ kind: 'score' },
);

/** Words with wordings that may say more than words. */
export const understoodText = fc
	.array(
		fc.oneof(
			{ weight: 3, arbitrary: someWords(1, 2) },
			fc.constantFrom(
				'under 5',
				'between 3 and 6',
				'over 20',
				'above 3 €',
				'without case',
				'not acme',
				'-zeta',
				'no red',
				'without the phone',
				'except dark blue',
				'dark blue',
				'eclat',
				'colour blue',
				'size 38',
				'eu 38',
				'no doubt',
				'27 inch',
			),
		),
		{ minLength: 1, maxLength: 3 },
	)
	.map((parts) => parts.join(' '));

const queryText = fc.oneof(
	fc.constant(''),
	someWords(1, 3),
	someWords(1, 3).map((text) => `${text} `),
	fc.constantFrom(
		'lap',
		'AB-1',
		'p7',
		'shoe lapto',
		'samsng galxy',
		'hedphones ',
		'wh1000xm4',
		'unknown shoe',
		'***',
		'headphonse runing',
		'notebok ',
		'bowtie',
		'red bowtie ',
		'shooe red',
		'lapotps phon',
	),
	understoodText,
);

const facet: fc.Arbitrary<FacetRequest> = fc.oneof(
	fc.record({
		kind: fc.constant('terms' as const),
		fieldName: fc.constantFrom('colour', 'brand', 'size', 'price', 'category', 'is_new', 'dimensions.unit', 'missing'),
		size: fc.integer({ min: 1, max: 5 }),
	}),
	fc.record({
		kind: fc.constant('hierarchy' as const),
		fieldName: fc.constantFrom('category', 'brand', 'size', 'price', 'missing'),
		size: fc.integer({ min: 1, max: 5 }),
	}),
	fc.record({
		kind: fc.constant('range' as const),
		fieldName: fc.constantFrom('price', 'size', 'released', 'dimensions.width', 'brand', 'missing'),
		size: fc.constant(1),
	}),
);

export const request: fc.Arbitrary<IndexQuery> = fc.record({
	text: queryText,
	queryName: fc.constantFrom(undefined, undefined, 'match_and' as const, 'match_or' as const, 'fuzzy' as const),
	filters: fc.array(filter, { maxLength: 3 }),
	excludes: fc.array(filter, { maxLength: 1 }),
	filterExecution: fc.constantFrom('and' as const, 'or' as const),
	facets: fc.uniqueArray(facet, { maxLength: 6, selector: ({ fieldName, kind }) => `${kind} ${fieldName}` }),
	sort: fc.array(sortRule, { maxLength: 3 }),
	from: fc.nat(5),
	size: fc.nat(12),
	isGrouped: fc.boolean(),
	autoFilterFields: fc.constantFrom([], [], ['colour']),
	hasUnderstanding: fc.boolean(),
});
