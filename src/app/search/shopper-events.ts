/**
 * Records what shoppers do around a search engine.
 *
 * An event that a shop sends is on disk when it is answered. The answer to a search does not wait for its event.
 */
import {
	type ClickAction,
	type EventClient,
	recordedValuesMax,
	type SearchAction,
	type ShopperAction,
	type ShopperEvent,
} from '../../domain/event/shopper-event.ts';
import type { SearchRequest } from '../../domain/query/search-request.ts';
import type { SearchEngine } from '../../domain/search-engine/search-engine.ts';
import { fail, type Result, succeed } from '../../lib/failure.ts';
import type { Clock } from '../../ports/clock.ts';
import type { EventRepository } from '../../ports/event-repository.ts';
import type { ItemRepository } from '../../ports/item-repository.ts';
import type { Randomness } from '../../ports/randomness.ts';
import type { EventQueue } from './event-queue.ts';

/** The shopper, the client that reports the event, and the search that it names. */
export type Shopper = Pick<SearchRequest, 'sessionId' | 'userId'> & EventClient & Pick<ShopperEvent, 'queryId'>;

export type AnsweredSearch = Omit<SearchAction, 'kind'> & { readonly queryId: string };

export interface ShopperEvents {
	/** Does not check whether the item exists. */
	record(engine: SearchEngine, shopper: Shopper, action: ShopperAction): Promise<void>;
	/** `not_found` when there is no such item in the engine. */
	recordClick(engine: SearchEngine, shopper: Shopper, click: Omit<ClickAction, 'kind'>): Promise<Result<null>>;
	/** The query id of a search that is being answered. */
	createQueryId(): string;
	/** Returns at once; the event is written soon after, or counted as lost. The query id becomes its id. */
	queueSearch(engine: SearchEngine, shopper: Shopper, search: AnsweredSearch): void;
}

interface Dependencies {
	readonly events: EventRepository;
	readonly items: Pick<ItemRepository, 'findByKeys'>;
	readonly queue: EventQueue;
	readonly clock: Clock;
	readonly randomness: Randomness;
}

export function createShopperEvents({ events, items, queue, clock, randomness }: Dependencies): ShopperEvents {
	function toEvent(
		engine: SearchEngine,
		{ sessionId, userId, clientKey, isBot, queryId }: Shopper,
		action: ShopperAction,
	): ShopperEvent {
		const { hashid, storeId } = engine;
		const from = { sessionId, userId, clientKey, isBot, ...(queryId === undefined ? {} : { queryId }) };
		return { id: randomness.hex(16), storeId, hashid, ...from, occurredAtMs: clock.nowMs(), action };
	}

	async function record(engine: SearchEngine, shopper: Shopper, action: ShopperAction): Promise<void> {
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
