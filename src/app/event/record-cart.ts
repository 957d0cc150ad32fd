/** Records that a shopper put a recommended item into the cart. */
import type { EventClient, ShopperEvent } from '../../domain/event/shopper-event.ts';
import type { Dfid } from '../../domain/item/dfid.ts';
import type { Widget } from '../../domain/widget/widget.ts';
import type { Clock } from '../../ports/clock.ts';
import type { EventRepository } from '../../ports/event-repository.ts';
import type { Randomness } from '../../ports/randomness.ts';

interface CartAddition extends Pick<ShopperEvent, 'queryId'> {
	readonly sessionId: string;
	readonly dfid: Dfid;
	readonly title: string;
	readonly amount: number;
	readonly price: number;
}

/**
 * `OK`: the event is on disk. `ERROR`: it was not recorded, because the item is in no search engine of the widget's store
 * or because the event store failed. Neither is an exception: a lost event must not break the shop's page.
 */
type CartOutcome = 'OK' | 'ERROR';

export interface CartRecorder {
	record(widget: Widget, client: EventClient, addition: CartAddition): Promise<CartOutcome>;
}

interface Dependencies {
	readonly events: EventRepository;
	readonly randomness: Randomness;
	readonly clock: Clock;
	/** Called with every failure of the event store, for the log and the metric. */
	readonly onFailure: (error: unknown) => void;
}

export function createCartRecorder({ events, randomness, clock, onFailure }: Dependencies): CartRecorder {
	return {
		async record({ id: widgetId, storeId }, client, { sessionId, dfid, title, amount, price, queryId }) {
			const { hashid, indexName, itemKey } = dfid;
			const event = {
				id: randomness.hex(16),
				storeId,
				hashid,
				sessionId,
				userId: null,
				occurredAtMs: clock.nowMs(),
				...client,
				...(queryId === undefined ? {} : { queryId }),
				action: { kind: 'cart', indexName, itemKey, widgetId, title, amount, price },
			} as const;
			try {
				return (await events.recordOfItem(event)) === 'recorded' ? 'OK' : 'ERROR';
			} catch (error) {
				onFailure(error);
				return 'ERROR';
			}
		},
	};
}
