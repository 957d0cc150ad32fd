/**
 * Searches that use as much at once as they may: thirty filters, excludes and words that become filters, with facets of
 * the same fields, groups and sorts. Items have many fields as well, and almost pass: each differs from the passing item
 * in a few fields, so that every single filter excludes some of them.
 */
import fc from 'fast-check';
import type { Filter } from '../../src/domain/query/filter.ts';
import type { FacetRequest, IndexQuery } from '../../src/domain/query/index-query.ts';
import { facetsMax, filtersMax } from '../../src/domain/query/query-limits.ts';
import { type Step, sortRule, toSteps } from './search-scenario.ts';

const traitNames = Array.from({ length: 36 }, (_, at) => `trait${at}`);
/** The word that an item has in the field if it passes, and if it fails. */
const autoWords: Readonly<Record<string, readonly [string, string]>> = {
	fit: ['snug', 'baggy'],
	line: ['nova', 'polar'],
	cut: ['slim', 'wide'],
	mood: ['calm', 'bold'],
	gear: ['light', 'heavy'],
	feel: ['Soft', 'rough'],
};
const autoNames = Object.keys(autoWords);

/** Texts, numbers and lists alternate. */
function toTrait(at: number, passes: boolean): unknown {
	if (at % 3 === 0) return passes ? 'Yes' : 'no';
	return at % 3 === 1 ? (passes ? 1 : 9) : [passes ? 'yes' : 'no', 'maybe'];
}

const wideFields = fc
	.record({
		title: fc.constantFrom('red shoe', 'red shoe', 'blue shoe', 'running shoes', 'shoe', 'running shop'),
		brand: fc.constantFrom('Acme', 'Zeta'),
		price: fc.integer({ min: 0, max: 9 }),
		group_id: fc.constantFrom('g1', 'g2', 'g3', ''),
		availability: fc.constantFrom('in stock', 'in stock', 'out of stock'),
		failed: fc.oneof(fc.constant<string[]>([]), fc.subarray([...traitNames, ...autoNames], { maxLength: 2 })),
	})
	.map(({ failed, ...fields }): Record<string, unknown> => {
		const traits = traitNames.map((name, at) => [name, toTrait(at, !failed.includes(name))]);
		const autos = autoNames.map((name) => [name, autoWords[name]?.[failed.includes(name) ? 1 : 0]]);
		return { ...fields, ...Object.fromEntries([...traits, ...autos]) };
	});

export const wideStep: fc.Arbitrary<Step> = toSteps(wideFields);

function toTraitFilter(name: string): Filter {
	return Number(name.slice(5)) % 3 === 1
		? { kind: 'range', fieldName: name, lt: 5 }
		: { kind: 'terms', fieldName: name, values: ['yes'] };
}

const manyFilters = fc
	.oneof(
		{ weight: 3, arbitrary: fc.shuffledSubarray(traitNames, { minLength: filtersMax, maxLength: filtersMax }) },
		{ weight: 1, arbitrary: fc.shuffledSubarray(traitNames, { maxLength: filtersMax }) },
	)
	.map((names) => names.map(toTraitFilter));

const someExcludes = fc.subarray<Filter>(
	[
		{ kind: 'terms', fieldName: 'brand', values: ['zeta'] },
		{ kind: 'range', fieldName: 'price', gte: 8 },
		{ kind: 'terms', fieldName: 'fit', values: ['baggy'] },
		{ kind: 'terms', fieldName: 'trait0', values: ['no'] },
	],
	{ minLength: 1, maxLength: 3 },
);

const facet = (fieldName: string): fc.Arbitrary<FacetRequest> =>
	fc.record({
		kind: fc.constantFrom('hierarchy' as const, 'terms' as const, 'range' as const),
		fieldName: fc.constant(fieldName),
		size: fc.integer({ min: 1, max: 3 }),
	});
const facetNames = [...traitNames, ...autoNames, 'brand', 'price'];
const facets = fc
	.oneof(
		fc.shuffledSubarray(facetNames, { minLength: facetsMax, maxLength: facetsMax }),
		fc.shuffledSubarray(facetNames, { maxLength: facetsMax }),
	)
	.chain((names) => fc.tuple(...names.map(facet)));

/**
 * At most ten words, because longer queries are truncated: those of all fields, and perhaps words to search for. One of
 * these is misspelt; another is in most items and nearly equals a third.
 */
const text = fc
	.tuple(
		fc.oneof(fc.constant(autoNames), fc.shuffledSubarray(autoNames)),
		fc.subarray(['red', 'shoe', 'shoe', 'runing'], { maxLength: 2 }),
	)
	.chain(([names, others]) => {
		const all = [...names.map((name) => autoWords[name]?.[0] as string), ...others];
		return fc.shuffledSubarray(all, { minLength: all.length });
	})
	.map((list) => `${list.join(' ')} `);

/** More than any caller may request: the API allows thirty filters and excludes together. */
export const wideRequest: fc.Arbitrary<IndexQuery> = fc.record({
	text,
	queryName: fc.constantFrom(undefined, undefined, 'match_and' as const, 'match_or' as const, 'fuzzy' as const),
	filters: manyFilters,
	excludes: fc.oneof({ weight: 3, arbitrary: someExcludes }, { weight: 1, arbitrary: fc.constant([]) }),
	filterExecution: fc.constantFrom('and' as const, 'and' as const, 'and' as const, 'or' as const),
	facets,
	sort: fc.array(sortRule, { maxLength: 3 }),
	from: fc.nat(2),
	size: fc.integer({ min: 1, max: 12 }),
	isGrouped: fc.constantFrom(true, true, false),
	autoFilterFields: fc.oneof(fc.constant(autoNames), fc.shuffledSubarray(autoNames)),
});
