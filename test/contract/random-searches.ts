/**
 * Random catalogues of two indices with writes and searches. Some searches use everything at once: thirty filters and
 * excludes, words that become filters, facets, groups and sorts.
 *
 * Whatever an index may decide for itself is avoided: words have no common beginnings, stems or neighbours within two
 * typos, queries say how they match, and the last rule of every sort is a number that no two items share. So there is
 * exactly one right order.
 */
import fc from 'fast-check';
import type { Filter } from '../../src/domain/query/filter.ts';
import type { FacetRequest, IndexQuery } from '../../src/domain/query/index-query.ts';
import { filtersMax } from '../../src/domain/query/query-limits.ts';
import type { SynonymRule } from '../../src/domain/query/synonym-rule.ts';

export const indexNames = ['product', 'page'] as const;

const words = ['zephyr', 'quokka', 'lantern', 'biscuit', 'drumlin', 'whisper', 'cobalt', 'jigsaw'];
const brands = ['Acme', 'Borealis', 'Cygnet', 'Dorado'];
const colors = ['red', 'blue', 'green'];
export const ids = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j'];
const days = ['2026-01-01', '2026-02-01', '2026-03-01'];

const price = fc.integer({ min: 0, max: 20 });
const point = fc.record({ lat: fc.integer({ min: -60, max: 60 }), lon: fc.integer({ min: -120, max: 120 }) });
const fields = fc.record(
	{
		title: fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 4 }).map((list) => list.join(' ')),
		brand: fc.constantFrom(...brands, 'Acme', 'Acme'),
		color: fc.subarray(colors),
		price: fc.oneof(price, price.map(String)),
		sold: fc.constantFrom(...days),
		stock: fc.boolean(),
		availability: fc.constantFrom('in stock', 'out of stock'),
		dim: fc.record({ w: price }),
		geo: point,
		group_id: fc.constantFrom('g1', 'g2'),
	},
	{ requiredKeys: ['title'] },
);

/** Each item has all of them, except a few that it fails. */
const traitNames = Array.from({ length: 32 }, (_, at) => `trait${at}`);
const failed = fc.oneof(fc.constant<string[]>([]), fc.subarray(traitNames, { maxLength: 2 }));
const wideFields = fc.tuple(fields, failed).map(([content, names]): object => {
	const traits = traitNames.map((name) => [name, names.includes(name) ? 'no' : 'yes']);
	return { ...content, ...Object.fromEntries(traits) };
});

export interface Change {
	readonly indexName: string;
	readonly id: string;
	/** Undefined: the item is deleted. */
	readonly fields: object | undefined;
}

const target = { indexName: fc.constantFrom(...indexNames), id: fc.constantFrom(...ids) };
const change: fc.Arbitrary<Change> = fc.oneof(
	{ weight: 4, arbitrary: fc.record({ ...target, fields: wideFields }) },
	{ weight: 1, arbitrary: fc.record({ ...target, fields: fc.constant(undefined) }) },
);

const bounds = fc.record({ gte: price, gt: price, lte: price, lt: price }, { requiredKeys: [] });
const someFilters: fc.Arbitrary<Filter>[] = [
	fc.subarray([...brands, 'None'], { minLength: 1 }).map((values) => ({ kind: 'terms', fieldName: 'brand', values })),
	fc.subarray(colors, { minLength: 1 }).map((values) => ({ kind: 'terms', fieldName: 'color', values })),
	fc.constantFrom(...colors).map((value) => ({ kind: 'terms', fieldName: 'color', values: [value] })),
	fc.constantFrom('true', 'false').map((value) => ({ kind: 'terms', fieldName: 'stock', values: [value] })),
	bounds.map((range) => ({ kind: 'range', fieldName: 'price', gte: 0, ...range })),
	bounds.map((range) => ({ kind: 'range', fieldName: 'dim.w', lte: 20, ...range })),
	fc.constantFrom(...days).map((day) => ({ kind: 'range', fieldName: 'sold', gt: Date.parse(day) })),
	fc.tuple(point, fc.integer({ min: 0, max: 12_000 })).map(([{ lat, lon }, km]) => ({
		kind: 'distance',
		fieldName: 'geo',
		latitude: lat,
		longitude: lon,
		distanceMaxMeters: km * 1000,
	})),
];
const filters = fc.subarray(someFilters, { maxLength: 3 }).chain((chosen) => fc.tuple(...chosen));

const byField = fc
	.tuple(fc.constantFrom('price', 'brand', 'color', 'sold', 'dim.w'), fc.boolean())
	.map(([fieldName, isDescending]) => ({ kind: 'field', fieldName, isDescending }) as const);
const byDistance = point.map(
	({ lat, lon }) =>
		({ kind: 'distance', fieldName: 'geo', latitude: lat, longitude: lon, isDescending: false }) as const,
);
const last = { kind: 'field', fieldName: 'rank', isDescending: false } as const;

const facet = fc
	.tuple(
		fc.constantFrom('brand', 'color', 'stock', 'nothing', 'dim.w'),
		fc.record({ size: fc.integer({ min: 1, max: 5 }), isFiltered: fc.boolean(), hasStats: fc.boolean() }),
	)
	.map(([fieldName, asked]) => ({ kind: 'terms', fieldName, ...asked }) as const);
const rangeFacet = fc
	.tuple(fc.constantFrom('price', 'dim.w', 'sold', 'nothing'), fc.boolean())
	.map(([fieldName, isFiltered]) => ({ kind: 'range', fieldName, size: 10, isFiltered }) as const);

const synonymRules: SynonymRule[] = [
	{ kind: 'two_way', phrases: ['zephyr', 'quokka biscuit'] },
	{ kind: 'one_way', from: ['unheard', 'cobalt jigsaw'], to: ['whisper', 'lantern drumlin'] },
];

const basic: fc.Arbitrary<IndexQuery> = fc.record({
	text: fc.array(fc.constantFrom(...words, 'unheard'), { maxLength: 3 }).map((list) => list.join(' ')),
	queryName: fc.constantFrom('match_and' as const, 'match_or' as const),
	filters,
	excludes: filters,
	filterExecution: fc.constantFrom('and' as const, 'or' as const),
	facets: fc.uniqueArray(fc.oneof(facet, rangeFacet), { selector: ({ fieldName }) => fieldName, maxLength: 4 }),
	sort: fc.array(fc.oneof(byField, byDistance), { maxLength: 2 }).map((rules) => [...rules, last]),
	from: fc.integer({ min: 0, max: 4 }),
	size: fc.integer({ min: 1, max: 12 }),
	isGrouped: fc.boolean(),
	autoFilterFields: fc.subarray(['brand', 'color']),
	synonyms: fc.subarray(synonymRules),
	inStockIndexNames: fc.constantFrom([], [], ['product'], ['page']),
});

const traitFacets = fc
	.shuffledSubarray(traitNames, { minLength: 1, maxLength: 26 })
	.map((names): FacetRequest[] => names.map((fieldName) => ({ kind: 'terms', fieldName, size: 2 })));

/** As many filters and excludes as a request may have, and words that also become filters. */
const wide: fc.Arbitrary<IndexQuery> = fc
	.record({
		query: basic,
		names: fc.shuffledSubarray(traitNames, { minLength: filtersMax - 1, maxLength: filtersMax - 1 }),
		exclude: fc.constantFrom<Filter>(
			{ kind: 'terms', fieldName: 'brand', values: ['Dorado'] },
			{ kind: 'range', fieldName: 'price', gt: 15 },
			{ kind: 'terms', fieldName: 'trait31', values: ['no'] },
		),
		facets: traitFacets,
		named: fc.constantFrom(['Acme'], ['Acme'], ['Borealis'], ['red'], ['Acme', 'blue'], ['green', 'Acme']),
		word: fc.oneof(fc.constant(''), fc.constantFrom(...words)),
		isGrouped: fc.constantFrom(true, true, false),
		rule: byField,
	})
	.map(({ query: asked, names, exclude, facets, named, word, isGrouped, rule }) => ({
		...asked,
		text: [...named, word].join(' ').trim(),
		filters: names.map((fieldName): Filter => ({ kind: 'terms', fieldName, values: ['yes'] })),
		excludes: [exclude],
		filterExecution: 'and',
		facets: [...asked.facets, ...facets],
		autoFilterFields: ['brand', 'color'],
		sort: [rule, last],
		isGrouped,
	}));

/** Rounds of writes, each followed by queries; if `hasWide`, half of them use everything at once. */
export function toRounds(hasWide: boolean) {
	const query = hasWide ? fc.oneof(basic, wide) : basic;
	return fc.array(
		fc.record({
			changes: fc.array(change, { minLength: 4, maxLength: 16, size: 'max' }),
			queries: fc.array(query, { minLength: 1, maxLength: 5 }),
		}),
		{ minLength: 1, maxLength: 4 },
	);
}
