/**
 * What does a widget answer?
 *
 *     search engine ─► product of the page ─► kinds one after another, until one has results ─► pinned in front ─► texts
 *
 * The index and the models name items, and their texts are read from the store. So they are up to date, and the next
 * candidate replaces an item that has just been deleted.
 */
import type { EventItem } from '../../domain/event/shopper-event.ts';
import { type Dfid, toItemKey } from '../../domain/item/dfid.ts';
import type { ItemFacts } from '../../domain/query/item-selection.ts';
import type { SearchEngineWithIndices } from '../../domain/search-engine/search-engine.ts';
import type { Widget } from '../../domain/widget/widget.ts';
import type { WidgetKind } from '../../domain/widget/widget-kind.ts';
import { toKindChain, type WidgetSettings } from '../../domain/widget/widget-settings.ts';
import { FailureError, type Result, succeed } from '../../lib/failure.ts';
import type { Clock } from '../../ports/clock.ts';
import type { ItemRepository } from '../../ports/item-repository.ts';
import type { Recommender } from '../../ports/recommender.ts';
import type { SearchIndex, SearchScope } from '../../ports/search-index.ts';
import type { WidgetWithStore } from '../../ports/store-repository.ts';
import { createListGatherer, type Visit } from './candidate-lists.ts';
import { createEngineChooser } from './choose-engine.ts';
import { type RankedCandidate, rankCandidates } from './rank-candidates.ts';
import { createResultReader } from './read-results.ts';
import {
	type Attempt,
	type Explanation,
	type Recommendations,
	toItemName,
	type WidgetCall,
	type WidgetRequest,
} from './recommendation.ts';
import type { HiddenItems } from './widget-rules.ts';
import { toCriteria, toHiddenItems, toPageFields, toProductCriteria } from './widget-rules.ts';

/** Both methods return at once: a page does not wait for the disk. */
export interface CallEvents {
	queueView(widget: Widget, shopper: WidgetCall, dfid: Dfid): void;
	queueImpression(
		widget: Widget,
		shopper: WidgetCall,
		shown: { readonly hashid: string; readonly items: readonly EventItem[] },
	): void;
}

export interface Recommending {
	/** `invalid` when the request names a search engine that is not in the widget's store. */
	recommend(found: WidgetWithStore, call: WidgetCall): Promise<Result<Recommendations>>;
	/** The same with the reasons, for the shop. Records no events. */
	explain(found: WidgetWithStore, request: WidgetRequest): Promise<Result<Explanation>>;
}

export interface RecommendingOptions {
	/** Undefined on a server without search, which recommends nothing. */
	readonly searchIndex: SearchIndex | undefined;
	/** Undefined where no models are kept; then only content and the order of creation are available. */
	readonly recommender: Recommender | undefined;
	/** Of an account; the same list as long as nothing has changed. */
	readonly listEngines: (accountId: string) => Promise<readonly SearchEngineWithIndices[] | undefined>;
	readonly items: Pick<ItemRepository, 'findByKeys'>;
	readonly events: CallEvents;
	/** Counts an answer without items. */
	readonly countEmpty: (widgetId: string) => void;
	readonly clock: Clock;
	/** Called with the reason when the models did not answer. */
	readonly onFailure: (error: unknown) => void;
}

/** Candidates beyond those that are shown, in case some are being deleted. */
const spareCount = 20;
/** How many candidates boosts and diversity may choose from. */
const reorderedCount = 200;

export function createRecommending(options: RecommendingOptions): Recommending {
	const { searchIndex, events } = options;
	const readResults = createResultReader(options.items);
	const chooseEngine = createEngineChooser(options.listEngines);

	async function answer(found: WidgetWithStore, request: WidgetRequest & Partial<WidgetCall>, isExplained: boolean) {
		const chosen = await chooseEngine(found, request);
		if (!chosen.ok) return chosen;
		const engine = chosen.value;
		const { settings, name } = found.widget;
		const head = { title: settings.title ?? name, engine };
		const empty = {
			...head,
			fallback: toFallback(found, undefined),
			results: [],
			product: undefined,
			attempts: [],
			isSearched: searchIndex !== undefined,
		};
		if (engine === undefined || searchIndex === undefined) return succeed<Explanation>(empty);
		const scope = { hashid: engine.hashid, indexNames: toIndexNames(engine, settings), caller: request.clientKey };
		if (scope.indexNames.length === 0) return succeed<Explanation>(empty);
		const asked = await unlessUnsearchable(async () => {
			const visit = await openVisit(searchIndex, { scope, engine, settings, request, isExplained });
			return { visit, tried: await tryKinds(searchIndex, found, visit) };
		});
		// A page without a row of products is better than one with an error in it.
		if (asked === undefined) return succeed<Explanation>(empty);
		const { visit, tried } = asked;
		const results = await readResults(scope.hashid, tried.chosen, settings.resultCountMax);
		const { product } = visit;
		return succeed<Explanation>({
			...head,
			fallback: toFallback(found, tried.used),
			results,
			product: product && { indexName: product.indexName, itemKey: product.itemKey },
			attempts: tried.attempts,
			isSearched: true,
		});
	}

	async function tryKinds(index: SearchIndex, { widget }: WidgetWithStore, visit: Visit) {
		const gather = createListGatherer({ ...options, searchIndex: index });
		const attempts: Attempt[] = [];
		let hidden: HiddenItems = toHiddenItems(visit.settings, { ...visit, shopper: { cart: [], bought: [] } });
		for (const kind of toKindChain(widget.kind, widget.settings)) {
			const gathered = await gather(kind, visit);
			const { isExplained, settings } = visit;
			// Pinned items may displace as many of the best. An explanation counts all candidates.
			const countMax = isExplained ? undefined : visit.poolMax + settings.pinnedIds.length;
			const { ranked, dropped: unranked } = rankCandidates(gathered.lists, settings, { isExplained, countMax });
			const dropped = { ...gathered.dropped, ...unranked };
			attempts.push({ kind, candidateCount: gathered.candidateCount, allowedCount: ranked.length, dropped });
			hidden = gathered.hidden;
			if (ranked.length === 0) continue;
			const pinned = await selectPinned(index, visit, hidden);
			return { attempts, used: kind, chosen: [...pinned, ...withoutPinned(ranked, pinned)] };
		}
		return { attempts, used: undefined, chosen: await selectPinned(index, visit, hidden) };
	}

	/** Queues the view of the product of the page and the impression of what the widget answered, or counts that it was nothing. */
	function note(widget: Widget, call: WidgetCall, { engine, product, results }: Explanation): void {
		if (results.length === 0 && !call.isBot) options.countEmpty(widget.id);
		if (engine === undefined) return;
		const { hashid } = engine;
		if (product !== undefined && call.sessionId !== null) events.queueView(widget, call, { hashid, ...product });
		events.queueImpression(widget, call, { hashid, items: results.map(({ item }) => item) });
	}

	return {
		async recommend(found, call) {
			const answered = await answer(found, call, false);
			if (answered.ok) note(found.widget, call, answered.value);
			return answered;
		},
		async explain(found, request) {
			return answer(found, request, true);
		},
	};
}

/**
 * The result of `ask`; undefined while a search index is being built or cannot be read. Rules cannot be applied without
 * it, so there is nothing to show.
 */
async function unlessUnsearchable<T>(ask: () => Promise<T>): Promise<T | undefined> {
	try {
		return await ask();
	} catch (error) {
		const code = error instanceof FailureError ? error.failure.code : undefined;
		if (code === 'index_building' || code === 'unavailable') return undefined;
		throw error;
	}
}

/** Undefined: no kind had results. */
function toFallback({ widget }: WidgetWithStore, used: WidgetKind | undefined): Recommendations['fallback'] {
	if (!widget.settings.isFallbackEnabled) return 'disabled';
	return used === undefined || used === widget.kind ? 'none' : used;
}

/** Leaves out indices that the widget names and that no longer exist. */
function toIndexNames({ indices }: SearchEngineWithIndices, { indexNames }: WidgetSettings): readonly string[] {
	const known = indices.map(({ name }) => name);
	return indexNames.length === 0 ? known : indexNames.filter((name) => known.includes(name));
}

interface VisitOptions extends Pick<Visit, 'scope' | 'settings' | 'isExplained'> {
	readonly engine: SearchEngineWithIndices;
	readonly request: WidgetRequest;
}

/** Looks for the product of the page and the cart in the whole search engine, whichever indices the widget may show. */
async function openVisit(
	searchIndex: SearchIndex,
	{ scope, engine, settings, request, isExplained }: VisitOptions,
): Promise<Visit> {
	const whole = { ...scope, indexNames: engine.indices.map(({ name }) => name) };
	const linked = await searchIndex.findByLink(whole, request.currentUrl);
	const cart = request.cart.filter(({ hashid }) => hashid === scope.hashid);
	const wanted: EventItem[] = linked === undefined ? [...cart] : [linked, ...cart];
	const fields = toPageFields(engine);
	const criteria = toProductCriteria(fields);
	const selected = wanted.length === 0 ? [] : await searchIndex.select(whole, { ...criteria, items: wanted });
	const facts = selected.map((one) => (typeof one === 'string' ? undefined : one));
	const product = linked === undefined ? undefined : facts[0];
	const groupIds = facts.slice(linked === undefined ? 0 : 1).map((one) => one?.groupId);
	const isReordered = settings.boosts.length > 0 || settings.diversity.length > 0;
	return {
		scope,
		settings,
		request,
		product,
		cart: cart.map((item, at) => ({ ...item, groupId: groupIds[at] })),
		criteria: toCriteria(settings, { product, fields }),
		poolMax: isReordered ? reorderedCount : settings.resultCountMax + spareCount,
		isExplained,
	};
}

/** The pinned items that exist and may be shown on this page, in their order; filters do not apply to them. */
async function selectPinned(
	searchIndex: SearchIndex,
	{ scope, settings, criteria }: Visit,
	hidden: HiddenItems,
): Promise<RankedCandidate[]> {
	if (settings.pinnedIds.length === 0) return [];
	const selected = await searchIndex.select(scope, {
		...criteria,
		filters: [],
		excludes: [],
		items: settings.pinnedIds.flatMap((id) => toEverywhere(scope, id)),
	});
	const pinned = selected.filter((one): one is ItemFacts => typeof one !== 'string');
	const shown = pinned.filter((facts) => hidden.findReason(facts) === undefined);
	return shown.map((facts) => ({ facts, reason: { score: 0, boost: 1, isPinned: true, signals: [] } }));
}

function toEverywhere({ indexNames }: SearchScope, id: string): EventItem[] {
	const itemKey = toItemKey(id);
	return indexNames.map((indexName) => ({ indexName, itemKey }));
}

function withoutPinned(
	ranked: readonly RankedCandidate[],
	pinned: readonly RankedCandidate[],
): readonly RankedCandidate[] {
	if (pinned.length === 0) return ranked;
	const names = new Set(pinned.map(({ facts }) => toItemName(facts)));
	return ranked.filter(({ facts }) => !names.has(toItemName(facts)));
}
