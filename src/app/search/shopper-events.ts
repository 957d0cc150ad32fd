/**
 * Records what shoppers do around a search engine.
 *
 * An event that a shop sends is on disk when it is answered. The answer to a search does not wait for its event.
 */
import { createShopperEvent, type EventOrigin } from '../../domain/event/event-origin.ts';
import {
	type ClickAction,
	recordedValuesMax,
	type SearchAction,
	type ShopperAction,
	type ShopperEvent,
} from '../../domain/event/shopper-event.ts';
import type { SearchEngine } from '../../domain/search-engine/search-engine.ts';
import { fail, type Result, succeed } from '../../lib/failure.ts';
import type { Clock } from '../../ports/clock.ts';
import type { EventRepository } from '../../ports/event-repository.ts';
import type { ItemRepository } from '../../ports/item-repository.ts';
import type { Randomness } from '../../ports/randomness.ts';
import type { EventQueue } from './event-queue.ts';

export type AnsweredSearch = Omit<SearchAction, 'kind'> & { readonly queryId: string };

export interface ShopperEvents {
	/** Does not check whether the item exists. */
	record(engine: SearchEngine, shopper: EventOrigin, action: ShopperAction): Promise<void>;
	/** `not_found` when there is no such item in the engine. */
	recordClick(engine: SearchEngine, shopper: EventOrigin, click: Omit<ClickAction, 'kind'>): Promise<Result<null>>;
	/** The query id of a search that is being answered. */
	createQueryId(): string;
	/** Returns at once; the event is written soon after, or counted as lost. The query id becomes its id. */
	queueSearch(engine: SearchEngine, shopper: EventOrigin, search: AnsweredSearch): void;
}

interface Dependencies {
	readonly events: EventRepository;
	readonly items: Pick<ItemRepository, 'findByKeys'>;
	readonly queue: EventQueue;
	readonly clock: Clock;
	readonly randomness: Randomness;
}

export function createShopperEvents({ events, items, queue, clock, randomness }: Dependencies): ShopperEvents {
	function toEvent(engine: SearchEngine, shopper: EventOrigin, action: ShopperAction): ShopperEvent {
		const { hashid, storeId } = engine;
		const about = { id: randomness.hex(16), storeId, hashid, arrivedAtMs: clock.nowMs(), action };
		return createShopperEvent(shopper, about);
	}

	async function record(engine: SearchEngine, shopper: EventOrigin, action: ShopperAction): Promise<void> {
		await events.recordMany([toEvent(engine, shopper, action)]);
	}

	return {
		record,

		async recordClick(engine, shopper, click) {
			const target = { hashid: engine.hashid, indexName: click.indexName, generation: 'live' } as const;
			const found = await items.findByKeys(target, [click.itemKey]);
			if (typeof found === 'string' || found[0] === undefined) return fail('not_found');
			await record(engine, shopper, { kind: 'click', ...click });
			return succeed(null);
		},

		createQueryId: () => randomness.hex(16),

		queueSearch(engine, shopper, { queryId, ...search }) {
			const filters = search.filters.map((filter) =>
				filter.kind === 'terms' ? { ...filter, values: filter.values.slice(0, recordedValuesMax) } : filter,
			);
			queue.add({ ...toEvent(engine, shopper, { kind: 'search', ...search, filters }), id: queryId });
		},
	};
}
