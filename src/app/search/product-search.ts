/** Searching: chooses indices and facets, asks the index, and reads the items that it found. */
import { packedHitsMax } from '../../domain/event/packed-hits.ts';
import type { EventClient, SearchAction } from '../../domain/event/shopper-event.ts';
import { type FacetAnswer, hasFacetValues, toEmptyFacet } from '../../domain/query/facet-kind.ts';
import type { TermsFilter } from '../../domain/query/filter.ts';
import type {
	FacetRequest,
	IndexAnswer,
	IndexPopularity,
	IndexQuery,
	IndexWeights,
	LearnedSearch,
} from '../../domain/query/index-query.ts';
import { suggestionsMax, variantsPerHitMax } from '../../domain/query/query-limits.ts';
import type { SearchRequest, SuggestRequest } from '../../domain/query/search-request.ts';
import { learnedFactorRange, type SearchSettings } from '../../domain/query/search-settings.ts';
import { formatTeams } from '../../domain/query/team-draft.ts';
import type { UnderstoodPart } from '../../domain/query/understood-part.ts';
import { toIndexSchema } from '../../domain/schema/index-schema.ts';
import type { Index, SearchEngineWithIndices } from '../../domain/search-engine/search-engine.ts';
import { fail, type Result, succeed } from '../../lib/failure.ts';
import type { ItemRepository } from '../../ports/item-repository.ts';
import type { SearchIndex } from '../../ports/search-index.ts';
import type { ReadSearchSettings } from './cached-search-settings.ts';
import { checkFields } from './check-fields.ts';
import { type DefaultFields, type FindDefaultFields, noDefaultFields } from './default-facets.ts';
import { createPageReader, type FoundItem, type FoundPage, type GroupedItem, toLiveTarget } from './found-page.ts';
import { type HighlightedItems, highlightItems } from './highlight-items.ts';
import type { ShopperEvents } from './shopper-events.ts';

export interface SearchOutcome extends Pick<IndexAnswer, 'queryName' | 'count' | 'strictCount' | 'correctedText'> {
	/** Names this answer in events: 32 lower-case hex digits. Undefined when nothing was searched. */
	readonly queryId: string | undefined;
	/** Whether the search ignored part of the typed text. */
	readonly isTruncated: boolean;
	/** The best score on this page; 0 when there is none. */
	readonly scoreMax: number;
	/** In the order of the hits; an item that was deleted since the last refresh is left out. */
	readonly items: readonly FoundItem[];
	/** In the order of the request; facets that were not requested are included only when they have values. */
	readonly facets: readonly FacetAnswer[];
	readonly autoFilters: readonly TermsFilter[];
	/** What was understood of the text, in its order. */
	readonly understood: readonly UnderstoodPart[];
	/** Parallel to `items`; undefined where the request asks for no highlights. */
	readonly highlighted?: HighlightedItems | undefined;
	/**
	 * Where it is the page of another outcome, too, everything else that was found is the same, and the request asks the same of
	 * the index. Undefined where there may be more in the outcome.
	 */
	readonly page?: FoundPage | undefined;
}

export interface ProductSearch {
	/**
	 * Searches the indices of the request that exist; `not_found` when it names some and none of them is the engine's.
	 */
	search(engine: SearchEngineWithIndices, request: SearchRequest, client: EventClient): Promise<Result<SearchOutcome>>;
	/**
	 * The facets that a search counts when it names none, in their order: those whose fields any item has, or all of them
	 * while there are no items.
	 */
	listFacets(engine: SearchEngineWithIndices): Promise<readonly FacetRequest[]>;
	/** As `search`; `throttled` when the owner has switched suggestions off, because clients expect that. */
	suggest(
		engine: SearchEngineWithIndices,
		request: SuggestRequest,
		client: EventClient,
	): Promise<Result<readonly string[]>>;
}

interface Dependencies {
	readonly searchIndex: SearchIndex;
	readonly items: Pick<ItemRepository, 'findMany' | 'findGroup'>;
	readonly events: Pick<ShopperEvents, 'createQueryId' | 'queueSearch'>;
	readonly readSettings: ReadSearchSettings;
	readonly findDefaultFields: FindDefaultFields;
}

export function createProductSearch(dependencies: Dependencies): ProductSearch {
	const { searchIndex, items, events, readSettings, findDefaultFields } = dependencies;
	const readPage = createPageReader(items);
	return {
		async search(engine, request, client) {
			const scope = toIndexNames(engine, request.indexNames);
			if (!scope.ok) return scope;
			const { hashid } = engine;
			const facets = await checkFields(searchIndex, { engine, indexNames: scope.value, request });
			if (!facets.ok) return facets;
			const settings = await readSettings(hashid);
			const asked = { ...request, facets: facets.value };
			const query = await toQuery(engine, asked, { settings, findDefaultFields });
			const answer =
				scope.value.length === 0
					? toEmptyAnswer(query)
					: await searchIndex.search({ hashid, indexNames: scope.value, caller: client.clientKey }, query);
			const page = await readPage(hashid, answer);
			const found = page.items;
			const highlighted = await highlightItems(answer, request.highlight, found);
			const hasVariants = query.isGrouped && request.variantFields.length > 0;
			const { queryName, count, strictCount, correctedText, autoFilters } = answer;
			const queryId = events.createQueryId();
			if (request.isRecorded) {
				const shopper = { sessionId: request.sessionId, userId: request.userId, ...client };
				const indexNames = request.indexNames.length === 0 ? [] : scope.value;
				const shown = toShownHits(page, { firstRank: query.from + 1, settings });
				const search = { queryId, indexNames, ...toRecordedSearch(request, answer), ...shown };
				events.queueSearch(engine, shopper, search);
			}
			return succeed({
				queryId,
				queryName,
				count,
				strictCount,
				correctedText,
				isTruncated: request.isTextTruncated || answer.isTruncated,
				scoreMax: answer.hits.reduce((best, { score }) => Math.max(best, score), 0),
				autoFilters,
				understood: answer.understood,
				highlighted,
				...(!hasVariants && request.highlight === undefined && { page }),
				items: hasVariants ? await addVariants(items, hashid, found) : found,
				facets:
					request.facets === undefined && !request.hasEmptyFacets
						? answer.facets.filter(hasFacetValues)
						: answer.facets,
			});
		},

		async listFacets(engine) {
			const { hashid, indices } = engine;
			const facets = (await readSettings(hashid)).facets ?? (await findDefaultFields(engine)).facets;
			const fields = await searchIndex.openFields({ hashid, indexNames: indices.map(({ name }) => name) });
			return fields.itemCount === 0 ? facets : facets.filter(({ fieldName }) => fields.find(fieldName) !== undefined);
		},

		async suggest(engine, { text, indexNames }, { clientKey: caller }) {
			const scope = toIndexNames(engine, indexNames);
			if (!scope.ok) return scope;
			if (!(await readSettings(engine.hashid)).hasSuggestions) return suggestionsOff;
			if (scope.value.length === 0) return succeed([]);
			return succeed(
				await searchIndex.suggest({ hashid: engine.hashid, indexNames: scope.value, caller }, text, suggestionsMax),
			);
		},
	};
}

/** The named indices that the engine has; all of its indices when none is named. */
export function toIndexNames(
	{ indices }: SearchEngineWithIndices,
	asked: readonly string[],
): Result<readonly string[]> {
	const known = indices.map(({ name }) => name);
	const [first] = asked;
	if (first === undefined) return succeed(known);
	const searched = asked.filter((name) => known.includes(name));
	return searched.length > 0
		? succeed(searched)
		: fail('not_found', { message: `Index ${first.slice(0, 64)} not found.` });
}

/** The part of the text that was searched, for readers. The blank after a truncated text is for the index only. */
export function toShownText({ text, isTextTruncated }: Pick<SearchRequest, 'text' | 'isTextTruncated'>): string {
	return isTextTruncated ? text.trimEnd() : text;
}

/** What was asked, and the answer in numbers, as the event of the search keeps them. */
function toRecordedSearch(
	request: SearchRequest,
	{ queryName, count: hitCount, correctedText }: IndexAnswer,
): Omit<SearchAction, 'kind' | 'indexNames' | 'firstRank' | 'hits' | 'draft'> {
	const { page, filters, source, facets } = request;
	return {
		...{ text: toShownText(request), queryName, page, hitCount, filters },
		...(source !== 'text' && { source }),
		...(facets !== undefined && { facetNames: facets.map(({ fieldName }) => fieldName) }),
		...(correctedText !== undefined && { isCorrected: true }),
	};
}

/** A request whose facets all have a kind. */
export type CheckedRequest = Omit<SearchRequest, 'facets'> & { readonly facets: readonly FacetRequest[] | undefined };

export interface AppliedSettings {
	readonly settings: SearchSettings;
	/** Of the engine, where it `needsDefaults`. */
	readonly defaults: DefaultFields;
}

/** As `toIndexQuery`, with the engine's default fields where neither the request nor the settings name any. */
export async function toQuery(
	engine: SearchEngineWithIndices,
	request: CheckedRequest,
	{ settings, findDefaultFields }: { readonly settings: SearchSettings; readonly findDefaultFields: FindDefaultFields },
): Promise<IndexQuery> {
	const defaults = needsDefaults(request, settings) ? await findDefaultFields(engine) : noDefaultFields;
	return toIndexQuery(engine, request, { settings, defaults });
}

function needsDefaults(
	{ facets, hasAutoFilters }: Pick<CheckedRequest, 'facets' | 'hasAutoFilters'>,
	settings: SearchSettings,
): boolean {
	const namesFacets = (facets ?? settings.facets) !== null;
	return !namesFacets || (hasAutoFilters && settings.autoFilterFields === null);
}

/** What the index is asked: the request, and the settings where it does not say. */
export function toIndexQuery(
	engine: SearchEngineWithIndices,
	request: CheckedRequest,
	{ settings, defaults }: AppliedSettings,
): IndexQuery {
	const { text, queryName, filters, excludes, filterExecution, sort, page, hitsPerPage } = request;
	const autoFilterFields = request.hasAutoFilters
		? (settings.autoFilterFields ?? defaults.autoFilterFields).filter(
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
		facets: request.facets ?? settings.facets ?? defaults.facets,
		from: (page - 1) * hitsPerPage,
		size: hitsPerPage,
		isGrouped: request.isGrouped ?? engine.hasGrouping,
		autoFilterFields,
		hasUnderstanding: request.hasUnderstanding,
		...(request.highlight !== undefined && { hasHighlights: true }),
		synonyms: settings.synonyms,
		stopWords: settings.stopWords,
		exactWords: settings.exactWords,
		isTypoTolerant: settings.isTypoTolerant,
		isOutOfStockLast: settings.isOutOfStockLast,
		...(settings.hasLearning && { learned: toLearnedSearch(request, settings) }),
		inStockIndexNames: engine.indices.filter(leavesOutOfStockOut).map(({ name }) => name),
		popularity: listPopularity(engine),
		weights: listWeights(engine),
	};
}

function listPopularity({ indices }: SearchEngineWithIndices): readonly IndexPopularity[] {
	const all = indices.map(({ name, schemaOverrides }) => ({
		indexName: name,
		fields: toIndexSchema(schemaOverrides).popularity,
	}));
	return all.filter(({ fields }) => fields.length > 0);
}

function listWeights({ indices }: SearchEngineWithIndices): readonly IndexWeights[] {
	return indices.flatMap(({ name, schemaOverrides }) => {
		const { weights } = toIndexSchema(schemaOverrides);
		return weights === undefined ? [] : [{ indexName: name, weights }];
	});
}

/** Unknown items are tried with shoppers who have a session, so that all their pages show the same. */
function toLearnedSearch({ sessionId }: CheckedRequest, settings: SearchSettings): LearnedSearch {
	const strength = settings.learningStrength * learnedFactorRange;
	if (sessionId === null) return { strength };
	return { strength, seed: sessionId, ...(settings.hasInterleaving && { isInterleaved: true }) };
}

/** An option of an index that deployed clients set. */
function leavesOutOfStockOut({ options }: Index): boolean {
	return options.exclude_out_of_stock_items === true;
}

/** The answer of an engine without an index. */
export function toEmptyAnswer({ queryName = 'match_and', facets }: IndexQuery): IndexAnswer {
	return {
		queryName,
		count: 0,
		strictCount: 0,
		hits: [],
		facets: facets.map(({ kind, fieldName }) => toEmptyFacet(kind, fieldName)),
		autoFilters: [],
		understood: [],
		isTruncated: false,
	};
}

/** What the event keeps of a page, with the draft where a team contributed a hit. */
function toShownHits(
	{ items, packedHits: hits }: FoundPage,
	{ firstRank, settings }: { readonly firstRank: number; readonly settings: SearchSettings },
): Pick<SearchAction, 'firstRank' | 'hits' | 'draft'> {
	const run = settings.interleavingSinceMs;
	const teams = items.slice(0, packedHitsMax).map(({ team }) => team);
	if (run === null || teams.every((team) => team === undefined)) return { firstRank, hits };
	return { firstRank, hits, draft: { run, teams: formatTeams(teams) } };
}

const suggestionsOff = fail('throttled', { message: 'Suggestions not available' });
async function addVariants(
	items: Dependencies['items'],
	hashid: string,
	found: readonly GroupedItem[],
): Promise<FoundItem[]> {
	return Promise.all(
		found.map(async (item) => {
			if (item.groupId === undefined) return item;
			const group = await items.findGroup(toLiveTarget(hashid, item.indexName), item.groupId, variantsPerHitMax);
			return { ...item, variants: group.map(({ text }) => text) };
		}),
	);
}
