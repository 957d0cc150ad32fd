/**
 * The kinds of facets: their names, their answers, and what these say. Each table has a row for every kind, and so have the
 * counters of `fulltext/facets/count-facets.ts`, the shapes of `http/search/facet-wire.ts` and the two scans of the tests: a
 * new kind does not compile until all of them have it.
 */
import type { Highlight } from './highlight.ts';
import type { FieldUse } from './index-description.ts';

interface FacetKindRule {
	/** The name in requests and settings. */
	readonly wireName: string;
	/** Other spellings in requests. */
	readonly aliases: readonly string[];
	/** A field can have such a facet when its values have one of these uses. */
	readonly fieldUses: readonly FieldUse[];
}

export const facetKinds = {
	terms: { wireName: 'term', aliases: ['terms'], fieldUses: ['keyword', 'number', 'date'] },
	range: { wireName: 'range', aliases: [], fieldUses: ['number', 'date'] },
	hierarchy: { wireName: 'hierarchy', aliases: [], fieldUses: ['keyword'] },
} as const satisfies Readonly<Record<string, FacetKindRule>>;

export type FacetKind = keyof typeof facetKinds;

/** In the order in which they are offered. */
export const listedFacetKinds = Object.keys(facetKinds) as readonly FacetKind[];

export type FacetWireName = (typeof facetKinds)[FacetKind]['wireName'];
export const facetWireNames: readonly FacetWireName[] = listedFacetKinds.map((kind) => facetKinds[kind].wireName);

export function toFacetWireName(kind: FacetKind): FacetWireName {
	return facetKinds[kind].wireName;
}

const kindsByName: ReadonlyMap<string, FacetKind> = new Map(
	listedFacetKinds.flatMap((kind) => {
		const { wireName, aliases } = facetKinds[kind];
		return [wireName, ...aliases].map((name) => [name, kind] as const);
	}),
);

/** The kind with this name in requests; undefined for an unknown name. */
export function parseFacetKind(name: string): FacetKind | undefined {
	return kindsByName.get(name);
}

/** Whether a field whose values have these uses can have such a facet. */
export function canHaveFacet(kind: FacetKind, uses: readonly FieldUse[]): boolean {
	const needed: readonly FieldUse[] = facetKinds[kind].fieldUses;
	return needed.some((use) => uses.includes(use));
}

/**
 * Counted over all matches, not only those on the page. For a field that the query filters, it counts the matches
 * without that filter, so that the field's other values stay visible, unless the request asks for `isFiltered`.
 */
export type FacetAnswer = FacetAnswers[FacetKind];

/** The answer of each kind of facet. */
export interface FacetAnswers {
	readonly terms: TermsFacet;
	readonly range: RangeFacet;
	readonly hierarchy: HierarchyFacet;
}

/** A function for each kind of answer. */
export type ByFacetKind<Result> = { readonly [Kind in FacetKind]: (facet: FacetAnswers[Kind]) => Result };

/** Applies the function for the kind of this answer. */
export function applyByKind<Result>(facet: FacetAnswer, functions: ByFacetKind<Result>): Result {
	return applyTo(facet.kind, facet, functions);
}

/** Passing the kind separately lets the compiler see that the function fits the answer. */
function applyTo<Kind extends FacetKind, Result>(
	kind: Kind,
	facet: FacetAnswers[Kind],
	functions: ByFacetKind<Result>,
): Result {
	return functions[kind](facet);
}

export interface FacetBucket {
	readonly value: string;
	/** Items. */
	readonly count: number;
	/** What of the value matches the text of the request, where it has one. */
	readonly highlights?: readonly Highlight[];
}

export interface TermsFacet {
	readonly kind: 'terms';
	readonly fieldName: string;
	/** By count, largest first, then in the order of UTF-8 bytes; at most `FacetRequest.size`. */
	readonly buckets: readonly FacetBucket[];
	/** The values by which the query filters this field, including auto filters, in the order of the filter. */
	readonly selected: readonly FacetBucket[];
	/** The sum of the counts of values that are not among the buckets. */
	readonly otherCount: number;
	/** The number of distinct values; a lower bound where the facet is approximate. */
	readonly valueCount: number;
	/**
	 * Whether the field has more than `facetExactValuesMax` values. Then the choice of buckets is an estimate, while
	 * their counts are exact. Absent where everything is exact.
	 */
	readonly isApproximate?: true;
	/** Of the numbers of the field, where the request asks for it and there are any. */
	readonly stats?: NumberStats;
}

export interface HierarchyFacet {
	readonly kind: 'hierarchy';
	readonly fieldName: string;
	/** The top level, then the children of chosen nodes and their ancestors; by level, then by the parent's path. */
	readonly levels: readonly FacetLevel[];
	/** The nodes by which the query filters this field, in the order of the filter. */
	readonly selected: readonly FacetBucket[];
	/**
	 * Whether the field has more than `facetPathsMax` values in a segment, which are then not counted. Absent otherwise.
	 */
	readonly isApproximate?: true;
}

/** The children of one node. */
export interface FacetLevel {
	/** The path of their parent; undefined for the top level. */
	readonly parent: string | undefined;
	/** Counted from 0. */
	readonly level: number;
	/**
	 * Nodes by their paths, written like `Home > Kitchen`. An item in or below a node counts once. Sorted by count,
	 * largest first, then by path without case and accents; at most `FacetRequest.size`.
	 */
	readonly buckets: readonly FacetBucket[];
	/** The sum of the counts of nodes that are not among the buckets. */
	readonly otherCount: number;
	readonly nodeCount: number;
}

export interface RangeFacet extends NumberStats {
	readonly kind: 'range';
	readonly fieldName: string;
}

export interface NumberStats {
	/** The number of values, not of items. When it is 0, the others are 0 too. */
	readonly count: number;
	readonly min: number;
	readonly max: number;
	readonly sum: number;
}

/** The answer where nothing is counted. */
export function toEmptyFacet(kind: FacetKind, fieldName: string): FacetAnswer {
	return emptyFacets[kind](fieldName);
}

const emptyFacets: { readonly [Kind in FacetKind]: (fieldName: string) => FacetAnswers[Kind] } = {
	terms: (fieldName) => ({ kind: 'terms', fieldName, buckets: [], selected: [], otherCount: 0, valueCount: 0 }),
	range: (fieldName) => ({ kind: 'range', fieldName, count: 0, min: 0, max: 0, sum: 0 }),
	hierarchy(fieldName) {
		const top = { parent: undefined, level: 0, buckets: [], otherCount: 0, nodeCount: 0 };
		return { kind: 'hierarchy', fieldName, levels: [top], selected: [] };
	},
};

/** Whether there is something to choose from. */
export function hasFacetValues(facet: FacetAnswer): boolean {
	return applyByKind(facet, valueTests);
}

const valueTests: ByFacetKind<boolean> = {
	terms: ({ buckets, selected }) => buckets.length > 0 || selected.length > 0,
	range: ({ count }) => count > 0,
	hierarchy: ({ levels }) => levels.some(({ nodeCount }) => nodeCount > 0),
};
