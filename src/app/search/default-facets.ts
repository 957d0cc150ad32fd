/**
 * Defaults of a search engine for requests that leave something open. They suit most shops until the owner configures
 * others. They go by what fields are for, not by their names alone: `marca` is a brand, too.
 */
import type { FieldCatalogue } from '../../domain/query/field-catalogue.ts';
import { emptyQuery, type FacetRequest } from '../../domain/query/index-query.ts';
import { facetBucketsDefault } from '../../domain/query/query-limits.ts';
import {
	findFacetKind,
	findField,
	isFilterableAnywhere,
	listAssignedFields,
} from '../../domain/schema/engine-schema.ts';
import { toAttributeKind } from '../../domain/schema/infer-field.ts';
import type { SearchEngineWithIndices } from '../../domain/search-engine/search-engine.ts';
import { createCache } from '../../lib/cache.ts';
import { FailureError } from '../../lib/failure.ts';
import type { Clock } from '../../ports/clock.ts';
import type { SearchIndex } from '../../ports/search-index.ts';

export interface DefaultFields {
	readonly facets: readonly FacetRequest[];
	/** Whose values shoppers type, such as a brand or a colour. Sizes are not among them: "10" means many things. */
	readonly autoFilterFields: readonly string[];
}

export const noDefaultFields: DefaultFields = { facets: [], autoFilterFields: [] };

/** What a search needs when neither the request nor the settings name fields. */
export type FindDefaultFields = (engine: Engine) => Promise<DefaultFields>;

type Engine = Pick<SearchEngineWithIndices, 'hashid' | 'indices'>;

const kinds = ['brand', 'category', 'colour', 'size'] as const;
type Kind = (typeof kinds)[number];

/** Where no item has a field of the kind, in the order of preference; they may come. */
const usualNames: Readonly<Record<Kind, readonly string[]>> = {
	brand: ['brand'],
	category: ['categories', 'category', 'product_type'],
	colour: ['color', 'colour'],
	size: ['size'],
};

const enginesMax = 1_000;
/** How old the choice among the fields of a kind may be. It is made while a search goes on with the one before. */
const ageMsMax = 30_000;
/** Shops have one or two fields of a kind. */
const candidatesMax = 5;

interface Known {
	readonly indices: Engine['indices'];
	readonly fields: DefaultFields;
	readonly madeAtMs: number;
	isRefreshed: boolean;
}

export function createDefaultFields(
	searchIndex: Pick<SearchIndex, 'openFields' | 'search'>,
	{ monotonicMs }: Pick<Clock, 'monotonicMs'>,
): FindDefaultFields {
	const known = createCache<string, Known>({ entriesMax: enginesMax });

	async function refresh(engine: Engine): Promise<DefaultFields> {
		const madeAtMs = monotonicMs();
		const catalogue = await openCatalogue(searchIndex, engine);
		const fields = toDefaultFields(engine, await chooseFields(searchIndex, engine, catalogue));
		// Of an engine without items nothing is known yet.
		if (catalogue !== undefined) {
			known.set(engine.hashid, { indices: engine.indices, fields, madeAtMs, isRefreshed: false });
		}
		return fields;
	}

	return async (engine) => {
		const entry = known.get(engine.hashid);
		if (entry === undefined || !areAlike(entry.indices, engine.indices)) return refresh(engine);
		if (monotonicMs() - entry.madeAtMs > ageMsMax && !entry.isRefreshed) {
			entry.isRefreshed = true;
			refresh(engine).catch(() => {
				entry.isRefreshed = false;
			});
		}
		return entry.fields;
	};
}

/** Equal schemas have the same overrides. */
function areAlike(some: Engine['indices'], others: Engine['indices']): boolean {
	return (
		some.length === others.length &&
		some.every(({ name, preset, schemaOverrides }, at) => {
			const other = others[at];
			return other?.name === name && other.preset === preset && other.schemaOverrides === schemaOverrides;
		})
	);
}

/** The fields of all indices; undefined while there are no items, and where they cannot be read: then the search fails, too. */
async function openCatalogue(
	searchIndex: Pick<SearchIndex, 'openFields'>,
	{ hashid, indices }: Engine,
): Promise<FieldCatalogue | undefined> {
	try {
		const catalogue = await searchIndex.openFields({ hashid, indexNames: indices.map(({ name }) => name) });
		return catalogue.itemCount === 0 ? undefined : catalogue;
	} catch (error) {
		if (error instanceof FailureError) return undefined;
		throw error;
	}
}

type Chosen = Readonly<Partial<Record<Kind, string>>>;

/** The field of each kind that most items have. */
async function chooseFields(
	searchIndex: Pick<SearchIndex, 'search'>,
	engine: Engine,
	catalogue: FieldCatalogue | undefined,
): Promise<Chosen> {
	if (catalogue === undefined) return {};
	const candidates = new Map(kinds.map((kind) => [kind, listCandidates(engine, catalogue, kind)]));
	const several = [...candidates.values()].filter((names) => names.length > 1).flat();
	const counts = several.length === 0 ? new Map<string, number>() : await countValues(searchIndex, engine, several);
	const chosen: Partial<Record<Kind, string>> = {};
	for (const [kind, [first, ...others]] of candidates) {
		if (first === undefined) continue;
		chosen[kind] = others.reduce((best, name) => {
			return (counts.get(name) ?? 0) > (counts.get(best) ?? 0) ? name : best;
		}, first);
	}
	return chosen;
}

/** Those that the owner assigned, if items have them, or else those that are inferred; the usual ones first. */
function listCandidates({ indices }: Engine, catalogue: FieldCatalogue, kind: Kind): readonly string[] {
	const isCounted = (name: string) =>
		catalogue.find(name)?.includes('keyword') === true && isFilterableAnywhere(indices, name);
	const isAssignable = kind === 'brand' || kind === 'category';
	const assigned = isAssignable ? listAssignedFields(indices, kind).filter(isCounted) : [];
	if (assigned.length > 0) return assigned.slice(0, candidatesMax);
	const inferred = catalogue
		.listNames()
		.filter((name) => toKind(indices, name) === kind && isCounted(name))
		.sort();
	const usual = usualNames[kind].filter((name) => inferred.includes(name));
	return [...new Set([...usual, ...inferred])].slice(0, candidatesMax);
}

/** Fields whose words are not searched, such as `df_brand`, are for programs. */
function toKind(indices: Engine['indices'], name: string): Kind | undefined {
	const { role, weight } = findField(indices, name);
	if (weight === null) return undefined;
	if (role === 'brand' || role === 'category') return role;
	return role === 'attribute' ? toAttributeKind(name) : undefined;
}

/** How many values the items have in each field. */
async function countValues(
	searchIndex: Pick<SearchIndex, 'search'>,
	{ hashid, indices }: Engine,
	names: readonly string[],
): Promise<ReadonlyMap<string, number>> {
	const facets = names.map((fieldName) => ({ kind: 'terms' as const, fieldName, size: facetBucketsDefault }));
	const scope = { hashid, indexNames: indices.map(({ name }) => name), caller: null };
	const answer = await searchIndex.search(scope, { ...emptyQuery, size: 1, facets });
	const counts = new Map<string, number>();
	for (const facet of answer.facets) {
		if (facet.kind !== 'terms') continue;
		counts.set(
			facet.fieldName,
			facet.buckets.reduce((sum, { count }) => sum + count, facet.otherCount),
		);
	}
	return counts;
}

/**
 * Facets without values are left out of the answer, so a shop sees those of its own fields. The server computes
 * `best_price` only for items of the preset `product`.
 */
function toDefaultFields({ indices }: Engine, chosen: Chosen): DefaultFields {
	const namesOf = (kind: Kind): readonly string[] => {
		const field = chosen[kind];
		if (field !== undefined) return [field];
		return kind === 'brand' || kind === 'category'
			? [...listAssignedFields(indices, kind), ...usualNames[kind]].slice(0, 1)
			: usualNames[kind];
	};
	const priceField = indices.some(({ preset }) => preset === 'product') ? 'best_price' : 'price';
	const prices = [...listAssignedFields(indices, 'price'), priceField];
	const [brand, category, colour, size] = kinds.map(namesOf) as [Names, Names, Names, Names];
	return {
		facets: keepFilterable(indices, [...brand, ...category, ...prices, ...colour, ...size]).map((fieldName) => ({
			kind: findFacetKind(indices, fieldName),
			fieldName,
			size: facetBucketsDefault,
		})),
		autoFilterFields: keepFilterable(indices, [...brand, ...category, ...colour]),
	};
}

type Names = readonly string[];

function keepFilterable(indices: Engine['indices'], names: readonly string[]): readonly string[] {
	return [...new Set(names)].filter((name) => isFilterableAnywhere(indices, name));
}
