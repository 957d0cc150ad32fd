/**
 * The kinds of facets. A kind is a row here and an answer in `FacetAnswers`. Everything that differs by kind is a table
 * with a row for each, so that a new kind does not compile until every table has it.
 */
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
