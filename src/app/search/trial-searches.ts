/**
 * What would searches find with other settings? The owner of an engine tries settings on many queries at once: the
 * settings hold for the trial alone, and nothing of it is recorded. The hits are found exactly as for a shopper without
 * a session, but facets are not counted, and items are read only where the owner wants to see them.
 */
import type { Hit, QueryName } from '../../domain/query/index-query.ts';
import { cutQueryText } from '../../domain/query/query-text.ts';
import { defaultSearchRequest } from '../../domain/query/search-request.ts';
import { findSearchSettingsFaults, type SearchSettings } from '../../domain/query/search-settings.ts';
import type { SearchEngineWithIndices } from '../../domain/search-engine/search-engine.ts';
import { failFaults, nestFaults } from '../../lib/fail-faults.ts';
import { type Result, succeed } from '../../lib/failure.ts';
import type { ItemRepository } from '../../ports/item-repository.ts';
import type { SearchIndex } from '../../ports/search-index.ts';
import type { ReadSearchSettings } from './cached-search-settings.ts';
import { noDefaultFields } from './default-facets.ts';
import { type FoundItem, readItems } from './found-page.ts';
import { toEmptyAnswer, toIndexNames, toIndexQuery } from './product-search.ts';
import { applySchemaChanges, type SchemaChanges } from './trial-schemas.ts';

export interface TrialSearches {
	/** As typed; what is too long is cut as in any search. */
	readonly texts: readonly string[];
	/** Empty means all indices of the search engine. No duplicates. */
	readonly indexNames: readonly string[];
	/** 1 to `hitsPerPageMax`. */
	readonly hitsMax: number;
	/** Settings that hold instead of the stored ones; those that are absent stay as they are. */
	readonly change: Partial<SearchSettings>;
	/** What is said of fields instead of the stored, by index: weights and popularity, as far as nothing is indexed by them. */
	readonly schemaChanges: SchemaChanges;
	/** Whether outcomes have the items. */
	readonly readsItems: boolean;
}

export interface TrialOutcome {
	readonly queryName: QueryName;
	/** All matches. */
	readonly count: number;
	/** Best first. Where items are read, without those that were deleted since the last refresh. */
	readonly hits: readonly TrialHit[];
}

export interface TrialHit extends Pick<Hit, 'indexName' | 'id'> {
	/** Undefined where items are not read. */
	readonly item: FoundItem | undefined;
}

/**
 * An outcome for each text, in their order; `invalid` for settings that could not be stored either, `not_found` as for a
 * search. @throws {FailureError} as every method of `SearchIndex`.
 */
export type TrySearches = (
	engine: SearchEngineWithIndices,
	trial: TrialSearches,
) => Promise<Result<readonly TrialOutcome[]>>;

interface Dependencies {
	readonly searchIndex: Pick<SearchIndex, 'search' | 'describe'>;
	readonly items: Pick<ItemRepository, 'findMany'>;
	readonly readSettings: ReadSearchSettings;
}

export function createTrialSearches({ searchIndex, items, readSettings }: Dependencies): TrySearches {
	return async (stored, { texts, indexNames: asked, hitsMax, change, schemaChanges, readsItems }) => {
		const faults = findSearchSettingsFaults(change);
		if (faults.length > 0) return failFaults(nestFaults('settings', faults));
		const tried = await applySchemaChanges(stored, schemaChanges, searchIndex);
		if (!tried.ok) return tried;
		const engine = tried.value;
		const scope = toIndexNames(engine, asked);
		if (!scope.ok) return scope;
		const { hashid } = engine;
		// One object for all texts, because the index prepares synonyms once for each list of rules.
		const settings: SearchSettings = { ...(await readSettings(hashid)), ...change };
		const outcomes: TrialOutcome[] = [];
		// One after another: a trial must not take more of a thread than one shopper.
		for (const typed of texts) {
			const { text, isTruncated: isTextTruncated } = cutQueryText(typed);
			const request = { ...defaultSearchRequest, text, isTextTruncated, hitsPerPage: hitsMax, facets: [] };
			const query = toIndexQuery(engine, request, { settings, defaults: noDefaultFields });
			const isEmpty = scope.value.length === 0;
			const answer = isEmpty
				? toEmptyAnswer(query)
				: await searchIndex.search({ hashid, indexNames: scope.value, caller: null }, query);
			const { queryName, count, hits } = answer;
			const found = readsItems
				? (await readItems(items, hashid, hits)).map((item) => toTrialHit(item, item))
				: hits.map((hit) => toTrialHit(hit, undefined));
			outcomes.push({ queryName, count, hits: found });
		}
		return succeed(outcomes);
	};
}

function toTrialHit({ indexName, id }: Pick<Hit, 'indexName' | 'id'>, item: FoundItem | undefined): TrialHit {
	return { indexName, id, item };
}
