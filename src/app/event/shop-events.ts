/**
 * Records what a shop's server reports of its pages: what is in a cart, that a cart was sold, that a page was visited.
 * The events are on disk when the call resolves.
 */
import type { Principal } from '../../domain/account/account.ts';
import { toOwned } from '../../domain/account/to-owned.ts';
import { createShopperEvent, type EventOrigin } from '../../domain/event/event-origin.ts';
import type { ShopperAction, VisitAction } from '../../domain/event/shopper-event.ts';
import type { Dfid } from '../../domain/item/dfid.ts';
import type { SearchEngine } from '../../domain/search-engine/search-engine.ts';
import { fail, failField, type Result, succeed } from '../../lib/failure.ts';
import type { Clock } from '../../ports/clock.ts';
import type { EventRepository } from '../../ports/event-repository.ts';
import type { ItemRepository } from '../../ports/item-repository.ts';
import type { Randomness } from '../../ports/randomness.ts';
import type { SearchEngineRepository } from '../../ports/search-engine-repository.ts';
import type { StoreRepository } from '../../ports/store-repository.ts';

export interface ShopEvents {
	/** In one transaction. */
	record(engine: SearchEngine, origin: EventOrigin, actions: readonly ShopperAction[]): Promise<void>;
	/**
	 * Also records the view of the item, if there is such an item in the search engine. `not_found` or `forbidden` when the
	 * store or the search engine is not the caller's, `invalid` when they do not belong together.
	 */
	recordVisit(principal: Principal, origin: EventOrigin, visit: Visit): Promise<Result<null>>;
}

export interface Visit extends Pick<VisitAction, 'url' | 'pageType'> {
	readonly storeId: string;
	/** Null: that of the item, else the default one of the store, else its first. */
	readonly hashid: string | null;
	readonly dfid: Dfid | null;
}

interface Dependencies {
	readonly events: Pick<EventRepository, 'recordMany'>;
	readonly searchEngines: Pick<SearchEngineRepository, 'find' | 'list'>;
	readonly stores: Pick<StoreRepository, 'findStore'>;
	readonly items: Pick<ItemRepository, 'findByKeys'>;
	readonly clock: Clock;
	readonly randomness: Randomness;
}

export function createShopEvents(dependencies: Dependencies): ShopEvents {
	const { events, items, clock, randomness } = dependencies;

	async function record(
		{ hashid, storeId }: SearchEngine,
		origin: EventOrigin,
		actions: readonly ShopperAction[],
	): Promise<void> {
		const arrivedAtMs = clock.nowMs();
		const toEvent = (action: ShopperAction) =>
			createShopperEvent(origin, { id: randomness.hex(16), hashid, storeId, arrivedAtMs, action });
		await events.recordMany(actions.map(toEvent));
	}

	async function hasItem({ hashid, indexName, itemKey }: Dfid): Promise<boolean> {
		const found = await items.findByKeys({ hashid, indexName, generation: 'live' }, [itemKey]);
		return typeof found !== 'string' && found[0] !== undefined;
	}

	return {
		record,

		async recordVisit(principal, origin, visit) {
			const engine = await chooseEngine(dependencies, principal, visit);
			if (!engine.ok) return engine;
			const { url, pageType, dfid } = visit;
			const actions: ShopperAction[] = [{ kind: 'visit', url, pageType }];
			if (dfid !== null && (await hasItem(dfid))) {
				actions.push({ kind: 'view', indexName: dfid.indexName, itemKey: dfid.itemKey, widgetId: null });
			}
			await record(engine.value, origin, actions);
			return succeed(null);
		},
	};
}

const noEngine = 'Not found: the store has no search engine';

/** The search engine of the store in which a visit counts. */
async function chooseEngine(
	{ searchEngines, stores }: Pick<Dependencies, 'searchEngines' | 'stores'>,
	principal: Principal,
	{ storeId, hashid: named, dfid }: Visit,
): Promise<Result<SearchEngine>> {
	const store = toOwned(await stores.findStore(storeId), principal);
	if (!store.ok) return store;
	const hashid = named ?? dfid?.hashid;
	if (hashid === undefined) {
		const own = (await searchEngines.list(principal.accountId)).filter((engine) => engine.storeId === storeId);
		const chosen = own.find(({ isDefault }) => isDefault) ?? own[0];
		return chosen === undefined ? fail('not_found', { message: noEngine }) : succeed(chosen);
	}
	const engine = toOwned(await searchEngines.find(hashid), principal);
	if (!engine.ok) return engine;
	if (engine.value.storeId !== storeId) return failField('hashid', 'is not a search engine of the store');
	if (dfid !== null && dfid.hashid !== hashid) return failField('dfid', 'is not an item of the search engine');
	return engine;
}
