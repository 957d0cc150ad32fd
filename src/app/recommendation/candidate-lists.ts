/**
 * The candidates of each kind of widget. The rules are applied while candidates are found:
 *
 *     models    candidates by score ─► the index says of each whether it is allowed ─► until there are enough
 *     index     the rules are part of the query (similar, newest)
 *
 * So a widget is full whenever there are enough allowed items, even if many of the best are not allowed.
 */
import type { EventItem } from '../../domain/event/shopper-event.ts';
import {
	type ItemCriteria,
	type ItemFacts,
	listedItemsMax,
	type RefusalReason,
} from '../../domain/query/item-selection.ts';
import type { WidgetKind } from '../../domain/widget/widget-kind.ts';
import type { WidgetSettings } from '../../domain/widget/widget-settings.ts';
import {
	type CandidateAnswer,
	type CandidateSource,
	candidatesMax,
	contextItemsMax,
	type Recommender,
} from '../../ports/recommender.ts';
import type { SearchIndex, SearchScope } from '../../ports/search-index.ts';
import {
	type CandidateFilter,
	type CandidateFilterCounts,
	type CandidateFilters,
	createCandidateFilters,
} from './candidate-filter.ts';
import { type AllowedCandidate, type CandidateList, toItemName, type WidgetRequest } from './recommendation.ts';
import { type HiddenItems, type ShopperContext, toHiddenItems } from './widget-rules.ts';

/** One call of a widget. */
export interface Visit {
	readonly scope: SearchScope;
	readonly settings: WidgetSettings;
	readonly request: Pick<WidgetRequest, 'sessionId' | 'userId'>;
	readonly product: ItemFacts | undefined;
	readonly cart: ShopperContext['cart'];
	readonly criteria: ItemCriteria;
	/** How many allowed candidates a list should have. */
	readonly poolMax: number;
	readonly isExplained: boolean;
}

export interface GatheredLists extends CandidateFilterCounts {
	readonly lists: readonly CandidateList[];
	/** The items that the rules hide from this shopper. */
	readonly hidden: HiddenItems;
}

export type GatherLists = (kind: WidgetKind, visit: Visit) => Promise<GatheredLists>;

interface Dependencies {
	readonly searchIndex: SearchIndex;
	/** Undefined where no models are kept. */
	readonly recommender: Recommender | undefined;
	/** Called when the models did not answer: a page must not break because of it. */
	readonly onFailure: (error: unknown) => void;
}

/** One kind for one call. */
interface Gathering {
	readonly visit: Visit;
	readonly candidateFilters: CandidateFilters;
}

/** Co-views say what shoppers find similar; content similarity is there from the first day on. */
const coViewWeight = 1;
const contentWeight = 0.6;
/**
 * How many allowed candidates a list needs that is blended with another: an item far down in both may be the best of all.
 */
const blendedCount = 100;
/**
 * How many candidates the models are asked for at first, if rules may refuse many. Otherwise about as many as are needed
 * suffice as a rule.
 */
const ruledCountMax = 250;
/** If they were not enough, this many times as many are requested. */
const furtherFactor = 8;
/** Candidates looked up at a time, at least and at most, so that few are looked up beyond the last one that is needed. */
const [selectionMin, selectionMax] = [16, 100];

const nothing: CandidateAnswer = { candidates: [], shopper: { viewed: [], cart: [], bought: [] } };

/** Gathers candidates that the models propose. */
interface ModelGatherer {
	/** The allowed candidates of the models, in the order of their scores. */
	gather(gathering: Gathering, source: CandidateSource, context: readonly EventItem[]): Promise<AllowedCandidate[]>;
	/** Gets the shopper's cart and purchases from the models, if a rule needs them and they are not known yet. */
	meetShopper(gathering: Gathering): Promise<void>;
}

function createModelGatherer({ searchIndex, recommender, onFailure }: Dependencies): ModelGatherer {
	async function ask(
		visit: Visit,
		source: CandidateSource,
		{ context, countMax }: { readonly context: readonly EventItem[]; readonly countMax: number },
	): Promise<CandidateAnswer> {
		const { scope, request, isExplained } = visit;
		if (recommender === undefined) return nothing;
		try {
			return await recommender.findCandidates({
				hashid: scope.hashid,
				source,
				sessionId: request.sessionId,
				userId: request.userId,
				context: context.slice(-contextItemsMax).map(({ indexName, itemKey }) => ({ indexName, itemKey })),
				countMax,
				isExplained,
			});
		} catch (error) {
			onFailure(error);
			return nothing;
		}
	}

	async function selectAllowed(
		{ scope, criteria, poolMax }: Visit,
		candidateFilter: CandidateFilter,
		candidates: CandidateAnswer['candidates'],
	): Promise<AllowedCandidate[]> {
		const allowed: AllowedCandidate[] = [];
		for (let from = 0; from < candidates.length && allowed.length < poolMax; ) {
			const count = Math.min(selectionMax, Math.max(selectionMin, poolMax - allowed.length));
			const part = candidates.slice(from, from + count);
			const selected = await searchIndex.select(scope, { ...criteria, items: part });
			part.forEach(({ score, signals }, at) => {
				const facts = candidateFilter.check(selected[at] as ItemFacts | RefusalReason);
				if (facts !== undefined) allowed.push({ facts, score, signals });
			});
			from += count;
		}
		return allowed;
	}

	return {
		async gather({ visit, candidateFilters }, source, context) {
			let countMax = toFirstCount(visit, candidateFilters);
			let { candidates, shopper } = await ask(visit, source, { context, countMax });
			candidateFilters.meet(shopper);
			const candidateFilter = candidateFilters.open();
			const allowed = await selectAllowed(visit, candidateFilter, candidates);
			const seen = new Set<string>();
			while (allowed.length < visit.poolMax && candidates.length === countMax && countMax < candidatesMax) {
				for (const candidate of candidates) seen.add(toItemName(candidate));
				countMax = Math.min(candidatesMax, countMax * furtherFactor);
				({ candidates } = await ask(visit, source, { context, countMax }));
				const further = candidates.filter((candidate) => !seen.has(toItemName(candidate)));
				const left = { ...visit, poolMax: visit.poolMax - allowed.length };
				allowed.push(...(await selectAllowed(left, candidateFilter, further)));
			}
			candidateFilter.count();
			return allowed;
		},
		async meetShopper(gathering) {
			const { request, settings } = gathering.visit;
			const isKnown = request.sessionId !== null || request.userId !== null;
			if (!isKnown || !(settings.hidesCart || settings.hidesBought)) return;
			gathering.candidateFilters.meet(
				(await ask(gathering.visit, 'recently_viewed', { context: [], countMax: 1 })).shopper,
			);
		},
	};
}

/** Gathers candidates that the index lists. */
interface IndexGatherer {
	/** Items that are similar to the product. */
	gatherSimilar(gathering: Gathering, product: ItemFacts): Promise<AllowedCandidate[]>;
	gatherNewest(gathering: Gathering): Promise<AllowedCandidate[]>;
}

function createIndexGatherer(searchIndex: SearchIndex): IndexGatherer {
	return {
		gatherSimilar(gathering, product) {
			const { scope, criteria } = gathering.visit;
			return gatherOfIndex(gathering, (countMax) =>
				searchIndex.findSimilar(scope, { ...criteria, item: product, countMax }),
			);
		},
		gatherNewest(gathering) {
			const { scope, criteria, settings } = gathering.visit;
			return gatherOfIndex(gathering, async (countMax) => {
				const newest = await searchIndex.listNewest(scope, { ...criteria, fieldName: settings.newestBy, countMax });
				return newest.map((facts, at) => ({ facts, score: 1 / (1 + at) }));
			});
		},
	};
}

/** What the index lists under the rules; asks for more if too many of them are hidden. */
async function gatherOfIndex(
	{ visit, candidateFilters }: Gathering,
	list: (countMax: number) => Promise<readonly AllowedCandidate[]>,
): Promise<AllowedCandidate[]> {
	let countMax = Math.min(listedItemsMax, 2 * visit.poolMax + candidateFilters.hiddenCount);
	for (;;) {
		const listed = await list(countMax);
		const candidateFilter = candidateFilters.open();
		const allowed = listed.filter(({ facts }) => candidateFilter.check(facts) !== undefined);
		if (allowed.length >= visit.poolMax || listed.length < countMax || countMax === listedItemsMax) {
			candidateFilter.count();
			return allowed;
		}
		countMax = listedItemsMax;
	}
}

export function createListGatherer(dependencies: Dependencies): GatherLists {
	const models = createModelGatherer(dependencies);
	const index = createIndexGatherer(dependencies.searchIndex);

	async function gatherAlike(gathering: Gathering, product: ItemFacts): Promise<CandidateList[]> {
		const visit = { ...gathering.visit, poolMax: Math.max(blendedCount, gathering.visit.poolMax) };
		const coViewed = await models.gather({ ...gathering, visit }, 'co_view', [product]);
		const similar = await index.gatherSimilar(gathering, product);
		return [
			{ name: 'co_view', weight: coViewWeight, candidates: coViewed },
			{ name: 'content', weight: contentWeight, candidates: similar },
		];
	}

	async function gatherPersonal(gathering: Gathering, page: readonly EventItem[]): Promise<CandidateList[]> {
		const { userId, sessionId } = gathering.visit.request;
		const ofUser = userId === null ? [] : await models.gather(gathering, 'user', page);
		if (ofUser.length > 0 || sessionId === null) return [{ name: 'user', weight: 1, candidates: ofUser }];
		return [{ name: 'session', weight: 1, candidates: await models.gather(gathering, 'session', page) }];
	}

	async function gatherNew(gathering: Gathering): Promise<CandidateList[]> {
		await models.meetShopper(gathering);
		return [{ name: 'new', weight: 1, candidates: await index.gatherNewest(gathering) }];
	}

	async function gather(kind: WidgetKind, gathering: Gathering): Promise<CandidateList[]> {
		const { product, cart, request } = gathering.visit;
		const page = product === undefined ? [] : [product];
		const ofModels = async (source: CandidateSource, context: readonly EventItem[]): Promise<CandidateList[]> => [
			{ name: source, weight: 1, candidates: await models.gather(gathering, source, context) },
		];
		switch (kind) {
			case 'similar':
				return product === undefined ? [] : gatherAlike(gathering, product);
			case 'browsing_history':
				return request.sessionId === null ? [] : ofModels('session', page);
			case 'bought_together':
				return ofModels('bought_together', cart.length > 0 ? cart : page);
			case 'personalized':
				return gatherPersonal(gathering, page);
			case 'trending':
				return ofModels('trending', []);
			case 'bestsellers':
				return ofModels('bestseller', []);
			case 'recently_viewed':
				return ofModels('recently_viewed', page);
			case 'new_arrivals':
				return gatherNew(gathering);
		}
	}

	return async (kind, visit) => {
		const { settings, product, cart } = visit;
		const candidateFilters = createCandidateFilters((shopper) => toHiddenItems(settings, { product, cart, shopper }));
		const lists = await gather(kind, { visit, candidateFilters });
		return { lists, hidden: candidateFilters.hidden(), ...candidateFilters.counts() };
	};
}

function toFirstCount({ criteria, poolMax }: Visit, { hiddenCount }: CandidateFilters): number {
	const isRuled = criteria.filters.length > 0 || criteria.excludes.length > 0;
	// Enough even if a third is out of stock.
	const wanted = Math.ceil(poolMax * 1.5) + hiddenCount;
	return Math.min(candidatesMax, isRuled ? Math.max(ruledCountMax, wanted) : wanted);
}
