/** Searching: which indices, which facets, what the index says, and the items that it named. */
import type { EventClient } from '../../domain/event/shopper-event.ts';
import type { ItemTarget } from '../../domain/item/item.ts';
import type { TermsFilter } from '../../domain/query/filter.ts';
import type { FacetAnswer, FacetRequest, Hit, IndexAnswer, IndexQuery } from '../../domain/query/index-query.ts';
import { suggestionsMax, variantsPerHitMax } from '../../domain/query/query-limits.ts';
import type { SearchRequest, SuggestRequest } from '../../domain/query/search-request.ts';
import type { SearchSettings } from '../../domain/query/search-settings.ts';
import type { Index, SearchEngineWithIndices } from '../../domain/search-engine/search-engine.ts';
import { FailureError, fail, type Result, succeed } from '../../lib/failure.ts';
import type { ItemRepository } from '../../ports/item-repository.ts';
import type { SearchIndex } from '../../ports/search-index.ts';
import { guessedAutoFilterFields, guessFacets } from './default-facets.ts';
import type { ReadSearchSettings } from './remember-search-settings.ts';
import type { ShopperEvents } from './shopper-events.ts';

export interface SearchOutcome extends Pick<IndexAnswer, 'queryName' | 'count'> {
	/** The best score on this page; 0 when there is none. */
	readonly scoreMax: number;
	/** In the order of the hits; an item that was deleted since the index last looked is left out. */
	readonly items: readonly FoundItem[];
	/** In the order of the request; those nobody asked for only when they have values. */
	readonly facets: readonly FacetAnswer[];
	readonly autoFilters: readonly TermsFilter[];
}

export interface FoundItem {
	readonly indexName: string;
	readonly id: string;
	/** The stored JSON. */
	readonly text: string;
	/** The stored JSON of all items of its group, itself included; undefined when it is in none or nobody asked. */
	readonly variants: readonly string[] | undefined;
}

export interface ProductSearch {
	/** `not_found` when an index of the request is not the engine's. */
	search(engine: SearchEngineWithIndices, request: SearchRequest, client: EventClient): Promise<Result<SearchOutcome>>;
	/** Likewise; `throttled` where the owner has switched suggestions off, as clients know it. */
	suggest(engine: SearchEngineWithIndices, request: SuggestRequest): Promise<Result<readonly string[]>>;
}

interface Dependencies {
	readonly searchIndex: SearchIndex;
	readonly items: Pick<ItemRepository, 'findMany' | 'findGroup'>;
	readonly events: Pick<ShopperEvents, 'queueSearch'>;
	readonly readSettings: ReadSearchSettings;
}

export function createProductSearch({ searchIndex, items, events, readSettings }: Dependencies): ProductSearch {
	return {
		async search(engine, request, client) {
			const scope = toIndexNames(engine, request.indexNames);
			if (!scope.ok) return scope;
			const { hashid } = engine;
			const query = toIndexQuery(engine, request, await readSettings(hashid));
			const answer =
				scope.value.length === 0
					? toEmptyAnswer(query)
					: await searchIndex.search({ hashid, indexNames: scope.value }, query);
			const found = await readItems(items, hashid, answer.hits);
			const hasVariants = query.isGrouped && request.variantFields.length > 0;
			const { queryName, count, autoFilters } = answer;
			if (request.isRecorded) {
				const { text, indexNames, page, filters, sessionId, userId } = request;
				const shopper = { sessionId, userId, ...client };
				events.queueSearch(engine, shopper, { text, queryName, indexNames, page, hitCount: count, filters });
			}
			return succeed({
				queryName,
				count,
				scoreMax: answer.hits.reduce((best, { score }) => Math.max(best, score), 0),
				autoFilters,
				items: hasVariants ? await addVariants(items, hashid, found) : found,
				facets: request.facets === undefined ? answer.facets.filter(hasValues) : answer.facets,
			});
		},

		async suggest(engine, { text, indexNames }) {
			const scope = toIndexNames(engine, indexNames);
			if (!scope.ok) return scope;
			if (!(await readSettings(engine.hashid)).hasSuggestions) return suggestionsOff;
			if (scope.value.length === 0) return succeed([]);
			return succeed(
				await searchIndex.suggest({ hashid: engine.hashid, indexNames: scope.value }, text, suggestionsMax),
			);
		},
	};
}

/** All indices of the engine when none is named. */
function toIndexNames({ indices }: SearchEngineWithIndices, asked: readonly string[]): Result<readonly string[]> {
	const known = indices.map(({ name }) => name);
	const unknown = asked.find((name) => !known.includes(name));
	if (unknown !== undefined) return fail('not_found', { message: `Index ${unknown.slice(0, 64)} not found.` });
	return succeed(asked.length === 0 ? known : asked);
}

function toIndexQuery(engine: SearchEngineWithIndices, request: SearchRequest, settings: SearchSettings): IndexQuery {
	const { text, queryName, filters, excludes, filterExecution, sort, page, hitsPerPage } = request;
	const autoFilterFields = request.hasAutoFilters
		? (settings.autoFilterFields ?? guessedAutoFilterFields).filter(
				(name) => !request.skippedAutoFilters.includes(name),
			)
		: [];
	return {
		text,
		queryName,
		filters,
		excludes,
		filterExecution,
		sort,
		facets: request.facets ?? settings.facets ?? guessFacets(engine),
		from: (page - 1) * hitsPerPage,
		size: hitsPerPage,
		isGrouped: request.isGrouped ?? engine.hasGrouping,
		autoFilterFields,
		synonyms: settings.synonyms,
		isOutOfStockLast: settings.isOutOfStockLast,
		inStockIndexNames: engine.indices.filter(leavesOutOfStockOut).map(({ name }) => name),
	};
}

/** An option of an index that deployed clients set. */
function leavesOutOfStockOut({ options }: Index): boolean {
	return options.exclude_out_of_stock_items === true;
}

/** What an engine without an index finds. */
function toEmptyAnswer({ queryName = 'match_and', facets }: IndexQuery): IndexAnswer {
	return { queryName, count: 0, hits: [], facets: facets.map(toEmptyFacet), autoFilters: [] };
}

function toEmptyFacet({ kind, fieldName }: FacetRequest): FacetAnswer {
	return kind === 'range'
		? { kind, fieldName, count: 0, min: 0, max: 0, sum: 0 }
		: { kind, fieldName, buckets: [], selected: [], otherCount: 0, valueCount: 0 };
}

function hasValues(facet: FacetAnswer): boolean {
	return facet.kind === 'range' ? facet.count > 0 : facet.buckets.length > 0 || facet.selected.length > 0;
}

const suggestionsOff = fail('throttled', { message: 'Suggestions not available' });
const tooLargePage = 'Bad request, the items of the page are too large: ask for fewer';

type GroupedItem = FoundItem & Pick<Hit, 'groupId'>;

/** One read for each index that has hits. */
async function readItems(items: Dependencies['items'], hashid: string, hits: readonly Hit[]): Promise<GroupedItem[]> {
	const byIndex = Map.groupBy(hits, ({ indexName }) => indexName);
	const texts = new Map<Hit, string>();
	for (const [indexName, hitsOfIndex] of byIndex) {
		const target = toTarget(hashid, indexName);
		const ids = hitsOfIndex.map(({ id }) => id);
		const found = await items.findMany(target, ids);
		// The index was deleted since the search, and with it its items.
		if (found === 'missing') continue;
		if (found === 'too_large') throw new FailureError(fail('invalid', { message: tooLargePage }).failure);
		for (const [place, hit] of hitsOfIndex.entries()) {
			const text = found[place]?.text;
			if (text !== undefined) texts.set(hit, text);
		}
	}
	return hits.flatMap((hit) => {
		const text = texts.get(hit);
		const { indexName, id, groupId } = hit;
		return text === undefined ? [] : [{ indexName, id, groupId, text, variants: undefined }];
	});
}

async function addVariants(
	items: Dependencies['items'],
	hashid: string,
	found: readonly GroupedItem[],
): Promise<FoundItem[]> {
	return Promise.all(
		found.map(async (item) => {
			if (item.groupId === undefined) return item;
			const group = await items.findGroup(toTarget(hashid, item.indexName), item.groupId, variantsPerHitMax);
			return { ...item, variants: group.map(({ text }) => text) };
		}),
	);
}

function toTarget(hashid: string, indexName: string): ItemTarget {
	return { hashid, indexName, generation: 'live' };
}
