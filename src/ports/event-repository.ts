import type { CartEvent } from '../domain/event/cart-event.ts';
import type { ShopperActionKind, ShopperEvent } from '../domain/event/shopper-event.ts';

/** What shoppers did. An event is on disk once its promise resolves. */
export interface EventRepository {
	/** `unknown_item` when the item is in no search engine of the event's store: nothing is written then. */
	recordCart(event: CartEvent): Promise<'recorded' | 'unknown_item'>;
	/** Cart events of a store in the order they were recorded, at most `eventCountMax`. */
	listCart(storeId: string, eventCountMax: number): Promise<readonly CartEvent[]>;
	/** All of them in their order, in one transaction. Whether their items exist is not looked at. */
	recordMany(events: readonly ShopperEvent[]): Promise<'recorded'>;
	/** Events of one kind around a search engine in the order they were recorded, at most `eventCountMax`. */
	listOfEngine(hashid: string, kind: ShopperActionKind, eventCountMax: number): Promise<readonly ShopperEvent[]>;
}
