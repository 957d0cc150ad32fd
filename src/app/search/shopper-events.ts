/**
 * Recording what shoppers do around a search engine.
 *
 * An event that a shop sends is on disk when it is answered. A search is answered without waiting for its event.
 */
import {
	type ClickAction,
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

export type Session = Pick<SearchRequest, 'sessionId' | 'userId'>;

export interface ShopperEvents {
	/** Whether the item exists is not looked at. */
	record(engine: SearchEngine, session: Session, action: ShopperAction): Promise<void>;
	/** `not_found` when there is no such item in the engine. */
	recordClick(engine: SearchEngine, session: Session, click: Omit<ClickAction, 'kind'>): Promise<Result<null>>;
	/** Returns at once; the event is written soon after, or counted as lost. */
	queueSearch(engine: SearchEngine, session: Session, search: Omit<SearchAction, 'kind'>): void;
}

interface Dependencies {
	readonly events: EventRepository;
	readonly items: Pick<ItemRepository, 'findByKeys'>;
	readonly queue: EventQueue;
	readonly clock: Clock;
	readonly randomness: Randomness;
}

export function createShopperEvents({ events, items, queue, clock, randomness }: Dependencies): ShopperEvents {
	function toEvent(engine: SearchEngine, { sessionId, userId }: Session, action: ShopperAction): ShopperEvent {
		const { hashid, storeId } = engine;
		return { id: randomness.hex(16), storeId, hashid, sessionId, userId, occurredAtMs: clock.nowMs(), action };
	}

	async function record(engine: SearchEngine, session: Session, action: ShopperAction): Promise<void> {
		await events.recordMany([toEvent(engine, session, action)]);
	}

	return {
		record,

		async recordClick(engine, session, click) {
			const target = { hashid: engine.hashid, indexName: click.indexName, generation: 'live' } as const;
			const found = await items.findByKeys(target, [click.itemKey]);
			if (typeof found === 'string' || found[0] === undefined) return fail('not_found');
			await record(engine, session, { kind: 'click', ...click });
			return succeed(null);
		},

		queueSearch(engine, session, search) {
			const filters = search.filters.map((filter) =>
				filter.kind === 'terms' ? { ...filter, values: filter.values.slice(0, recordedValuesMax) } : filter,
			);
			queue.add(toEvent(engine, session, { kind: 'search', ...search, filters }));
		},
	};
}
