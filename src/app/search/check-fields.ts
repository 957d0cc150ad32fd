/**
 * Can the fields that a request sorts by and counts be meant? An unknown field is usually a misspelling, and a result in
 * the wrong order would not show it. A field is known if any item of the engine has it, in any index, or if it belongs to
 * a preset of its indices. As long as there are no items, no field is refused.
 */
import { canHaveFacet, listedFacetKinds, toFacetWireName } from '../../domain/query/facet-kind.ts';
import { type FieldCatalogue, joinCatalogues } from '../../domain/query/field-catalogue.ts';
import type { FieldUse } from '../../domain/query/index-description.ts';
import { type FacetRequest, geoFieldDefault } from '../../domain/query/index-query.ts';
import type { RequestedFacet, SearchRequest } from '../../domain/query/search-request.ts';
import { findFacetKind } from '../../domain/schema/engine-schema.ts';
import type { Index, Preset, SearchEngineWithIndices } from '../../domain/search-engine/search-engine.ts';
import { FailureError, fail, type Result, succeed } from '../../lib/failure.ts';
import { listBySimilarity } from '../../lib/similar-spellings.ts';
import type { SearchIndex } from '../../ports/search-index.ts';

type FieldsOf = Pick<SearchRequest, 'sort' | 'facets'>;

interface Asked {
	readonly engine: SearchEngineWithIndices;
	/** The indices that are searched; all are the engine's. */
	readonly indexNames: readonly string[];
	readonly request: FieldsOf;
}

/**
 * The facets of the request. A facet without a kind gets the one that its field can have. `invalid` for a sort by an
 * unknown field, and for a facet of a kind that the field cannot have.
 */
export async function checkFields(
	searchIndex: Pick<SearchIndex, 'openFields'>,
	asked: Asked,
): Promise<Result<readonly FacetRequest[] | undefined>> {
	const { engine, request } = asked;
	const { sort } = request;
	const searched = engine.indices.filter(({ name }) => asked.indexNames.includes(name));
	const facets = request.facets?.map((facet) => toAskedFacet(facet, searched));
	const sorted = sort.flatMap((rule) => (rule.kind === 'score' ? [] : rule.fieldName));
	const presetNames = sorted.length === 0 ? noNames : listPresetNames(engine);
	// Requests that name no geo field ask for this one, and perhaps no item has a location.
	const inspected = sorted.filter((name) => name !== geoFieldDefault && !presetNames.has(name));
	const doubtful = facets?.filter(({ kind, isKindGiven }) => isKindGiven || kind !== 'terms') ?? [];
	if (inspected.length === 0 && doubtful.length === 0) return succeed(facets);
	const fields = await openFields(searchIndex, asked, [...inspected, ...doubtful.map(({ fieldName }) => fieldName)]);
	const unknown = inspected.find((name) => fields.itemCount > 0 && fields.find(name) === undefined);
	if (unknown !== undefined) return refuseSort(unknown, [...new Set([...fields.listNames(), ...presetNames])]);
	return checkFacets(fields, facets);
}

interface AskedFacet extends FacetRequest {
	/** Whether the request names the kind, which the field must then be able to have. */
	readonly isKindGiven: boolean;
}

function toAskedFacet({ kind, ...facet }: RequestedFacet, searched: readonly Index[]): AskedFacet {
	return { ...facet, kind: kind ?? findFacetKind(searched, facet.fieldName), isKindGiven: kind !== undefined };
}

/** The fields of the searched indices; if these lack any that is needed, those of every index of the engine. */
async function openFields(
	searchIndex: Pick<SearchIndex, 'openFields'>,
	{ engine, indexNames }: Asked,
	wanted: readonly string[],
): Promise<FieldCatalogue> {
	const { hashid, indices } = engine;
	const searched = await searchIndex.openFields({ hashid, indexNames });
	const others = indices.map(({ name }) => name).filter((name) => !indexNames.includes(name));
	if (others.length === 0 || wanted.every((name) => searched.find(name) !== undefined)) return searched;
	try {
		return joinCatalogues(searched, await searchIndex.openFields({ hashid, indexNames: others }));
	} catch (error) {
		if (!(error instanceof FailureError)) throw error;
		// An index that is not searched must not fail the search. Its fields are unknown, so nothing is refused.
		return { ...searched, itemCount: 0 };
	}
}

function checkFacets(
	fields: FieldCatalogue,
	facets: readonly AskedFacet[] | undefined,
): Result<readonly FacetRequest[] | undefined> {
	const checked: FacetRequest[] = [];
	for (const facet of facets ?? []) {
		const { isKindGiven, ...requested } = facet;
		const { kind, fieldName } = requested;
		const uses = fields.itemCount === 0 ? undefined : fields.find(fieldName);
		const isFitting = uses === undefined || canHaveFacet(kind, uses);
		if (isKindGiven && !isFitting) return refuseFacet(facet, uses);
		checked.push({ ...requested, kind: isFitting ? kind : 'terms' });
	}
	return succeed(facets === undefined ? undefined : checked);
}

function refuseFacet({ kind, fieldName }: FacetRequest, uses: readonly FieldUse[] = []): Result<never> {
	const other = listedFacetKinds.filter((one) => canHaveFacet(one, uses)).map(toFacetWireName);
	const hint = other.length === 0 ? 'it can have none' : `it can be ${other.join(' or ')}`;
	const message = `Bad request, bad facets: ${toShown(fieldName)} cannot have a facet of type ${toFacetWireName(kind)}, ${hint}`;
	return fail('invalid', { message });
}

const listedNamesMax = 20;
const shownNameLengthMax = 60;

function refuseSort(fieldName: string, names: readonly string[]): Result<never> {
	const { similar, others } = listBySimilarity(fieldName, names);
	const listed = [...similar, ...others].slice(0, listedNamesMax).map(toShown);
	const rest = names.length - listed.length;
	const hint = similar.length === 0 ? '' : ` (did you mean ${similar.slice(0, 3).map(toShown).join(' or ')}?)`;
	const fields = `${listed.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
	const message = `Bad request, bad sort: there is no field ${toShown(fieldName)}${hint}; the fields are ${fields}`;
	return fail('invalid', { message });
}

function toShown(name: string): string {
	const characters = [...name];
	return characters.length <= shownNameLengthMax ? name : `${characters.slice(0, shownNameLengthMax).join('')}…`;
}

const noNames: ReadonlySet<string> = new Set();
const everyPresetNames = [
	'id',
	'title',
	'description',
	'link',
	'image_link',
	'df_manual_boost',
	'group_id',
	'group_leader',
];
const moreNames: Readonly<Record<Preset, readonly string[]>> = {
	generic: [],
	product: ['price', 'sale_price', 'best_price', 'categories', 'brand', 'availability', 'gtin', 'mpn'],
	page: [],
	category: [],
};

/** The fields that the published descriptions of the engine's presets list, whether or not any item has them. */
function listPresetNames({ indices }: SearchEngineWithIndices): ReadonlySet<string> {
	return new Set(indices.flatMap(({ preset }) => [...everyPresetNames, ...moreNames[preset]]));
}
