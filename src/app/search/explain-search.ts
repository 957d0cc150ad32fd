/**
 * Why does a search find what it finds, and where is an item that its owner expected? The search is that of a shopper with
 * the same request; nothing of it is recorded.
 */
import { type Dfid, toItemKey } from '../../domain/item/dfid.ts';
import {
	type Absence,
	type ExplainedItem,
	explainedItemsMax,
	type IndexExplanation,
} from '../../domain/query/explanation.ts';
import type { IndexQuery } from '../../domain/query/index-query.ts';
import type { SearchRequest } from '../../domain/query/search-request.ts';
import type { FieldRole } from '../../domain/schema/field-role.ts';
import { toIndexSchema } from '../../domain/schema/index-schema.ts';
import type { SearchEngineWithIndices } from '../../domain/search-engine/search-engine.ts';
import { type Result, succeed } from '../../lib/failure.ts';
import type { ItemRepository } from '../../ports/item-repository.ts';
import type { SearchIndex } from '../../ports/search-index.ts';
import type { ReadSearchSettings } from './cached-search-settings.ts';
import { checkFields } from './check-fields.ts';
import type { FindDefaultFields } from './default-facets.ts';
import { toEmptyAnswer, toIndexNames, toQuery } from './product-search.ts';

/** An item that is asked for. */
export type AskedItem = Dfid | { readonly id: string };

/** An item that was asked for, also where the engine or the index does not have it. */
export interface LocatedItem extends ExplainedItem, Dfid {
	/** Undefined where it is only known by a dfid that no item has. */
	readonly id: string | undefined;
}

export interface ExplainedField {
	readonly role: FieldRole;
	/** Null where its words are not searched. */
	readonly weight: number | null;
}

export interface ExplainedSearch {
	readonly explanation: IndexExplanation;
	readonly items: readonly LocatedItem[];
	/** What was searched: the request, with the settings where it does not say. */
	readonly query: IndexQuery;
	readonly indexNames: readonly string[];
	/** The fields in which words were found, by index and name. */
	readonly fields: ReadonlyMap<string, ReadonlyMap<string, ExplainedField>>;
}

/**
 * Explains a search as `ProductSearch` makes it, and fails as it does.
 * @throws {FailureError} as every method of `SearchIndex`.
 */
export type ExplainSearch = (
	engine: SearchEngineWithIndices,
	request: SearchRequest,
	asked: { readonly items: readonly AskedItem[]; readonly caller: string | null },
) => Promise<Result<ExplainedSearch>>;

interface Dependencies {
	readonly searchIndex: Pick<SearchIndex, 'explain' | 'openFields'>;
	readonly items: Pick<ItemRepository, 'findByKeys'>;
	readonly readSettings: ReadSearchSettings;
	readonly findDefaultFields: FindDefaultFields;
}

export function createExplainSearch(dependencies: Dependencies): ExplainSearch {
	const { searchIndex, items, readSettings, findDefaultFields } = dependencies;
	return async (engine, request, { items: asked, caller }) => {
		const scope = toIndexNames(engine, request.indexNames);
		if (!scope.ok) return scope;
		const { hashid } = engine;
		const indexNames = scope.value;
		const facets = await checkFields(searchIndex, { engine, indexNames, request });
		if (!facets.ok) return facets;
		const settings = await readSettings(hashid);
		const query = await toQuery(engine, { ...request, facets: facets.value }, { settings, findDefaultFields });
		const named = await nameItems(items, { engine, indexNames }, asked);
		const searched = named.filter(({ absence }) => absence === undefined).map(({ dfid }) => dfid);
		const explanation =
			indexNames.length === 0
				? toEmptyExplanation(query)
				: await searchIndex.explain({ hashid, indexNames, caller }, query, searched);
		const located = named.map(({ dfid, id, absence }): LocatedItem => {
			const found = explanation.items[searched.indexOf(dfid)];
			if (absence === undefined && found !== undefined) return { ...dfid, id: id ?? found.document?.id, ...found };
			const absences = absence === undefined ? [] : [absence];
			return { ...dfid, id, document: undefined, hit: undefined, absences };
		});
		return succeed({ explanation, items: located, query, indexNames, fields: listFields(engine, explanation) });
	};
}

interface NamedItem {
	readonly dfid: Dfid;
	readonly id: string | undefined;
	/** Why it cannot be a hit of any search in these indices. */
	readonly absence: Absence | undefined;
}

interface Scope {
	readonly engine: SearchEngineWithIndices;
	readonly indexNames: readonly string[];
}

/** An id stands for the items of all searched indices that have it; if none has, for one that the first lacks. */
async function nameItems(
	items: Dependencies['items'],
	scope: Scope,
	asked: readonly AskedItem[],
): Promise<readonly NamedItem[]> {
	const { hashid, indices } = scope.engine;
	const named: NamedItem[] = [];
	for (const item of asked) {
		if ('itemKey' in item) {
			named.push(await nameItem(items, scope, item));
			continue;
		}
		const names = scope.indexNames.length > 0 ? scope.indexNames : indices.map(({ name }) => name);
		const dfids = names.map((indexName) => ({ hashid, indexName, itemKey: toItemKey(item.id) }));
		const found = await Promise.all(dfids.map((dfid) => nameItem(items, scope, dfid)));
		const stored = found.filter(({ absence }) => absence?.kind !== 'unknown_item');
		const chosen = stored.length > 0 ? stored.slice(0, explainedItemsMax) : found.slice(0, 1);
		named.push(...chosen.map((one) => ({ ...one, id: item.id })));
	}
	return named;
}

async function nameItem(items: Dependencies['items'], { engine, indexNames }: Scope, dfid: Dfid): Promise<NamedItem> {
	const { indexName, itemKey } = dfid;
	const absent = (kind: 'other_engine' | 'unknown_index' | 'unknown_item'): NamedItem => ({
		dfid,
		id: undefined,
		absence: { kind },
	});
	if (dfid.hashid !== engine.hashid) return absent('other_engine');
	if (!engine.indices.some(({ name }) => name === indexName)) return absent('unknown_index');
	const target = { hashid: dfid.hashid, indexName, generation: 'live' } as const;
	const read = await items.findByKeys(target, [itemKey]);
	const stored = typeof read === 'string' ? undefined : read[0];
	// An item that alone is too large to be read is there.
	if (stored === undefined && read !== 'too_large') return absent('unknown_item');
	const isSearched = indexNames.includes(indexName);
	return { dfid, id: stored?.id, absence: isSearched ? undefined : { kind: 'index_not_searched' } };
}

/** The explanation of an engine without an index. */
function toEmptyExplanation(query: IndexQuery): IndexExplanation {
	const { facets: _, hits: __, ...answer } = toEmptyAnswer(query);
	return {
		...answer,
		text: { language: 'und', source: query.text, words: [], corrected: 'none', needsAll: true, shareMin: 0 },
		...{ readings: [], times: [], isScored: false, hits: [], references: [], items: [] },
	};
}

function listFields({ indices }: SearchEngineWithIndices, { hits, references, items }: IndexExplanation) {
	const documents = [...hits, ...references, ...items.flatMap(({ document }) => document ?? [])];
	const fields = new Map<string, Map<string, ExplainedField>>();
	for (const { name, schemaOverrides } of indices) {
		const schema = toIndexSchema(schemaOverrides);
		const ofIndex = documents.filter(({ indexName }) => indexName === name);
		const names = new Set(ofIndex.flatMap(({ words }) => words.flatMap(({ fieldNames }) => fieldNames)));
		const described = [...names].map((fieldName) => {
			const { role, weight } = schema.find(fieldName);
			return [fieldName, { role, weight }] as const;
		});
		if (described.length > 0) fields.set(name, new Map(described));
	}
	return fields;
}
