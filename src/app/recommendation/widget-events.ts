/** What a call of a widget says: the shopper looks at the product of the page, and saw what the widget answered. */
import {
	type EventClient,
	type EventItem,
	type ShopperAction,
	type ShopperEvent,
	shownItemsMax,
} from '../../domain/event/shopper-event.ts';
import { toItemKey } from '../../domain/item/dfid.ts';
import type { Widget } from '../../domain/widget/widget.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Randomness } from '../../ports/randomness.ts';
import type { Explanation, WidgetCall } from './recommendation.ts';

export interface WidgetEvents {
	/** Returns at once; events are written soon after, or counted as lost: a page does not wait for the disk. */
	note(widget: Widget, call: WidgetCall, answer: Pick<Explanation, 'engine' | 'product' | 'results'>): void;
}

interface Dependencies {
	readonly queue: { add(event: ShopperEvent): void };
	readonly clock: Clock;
	readonly randomness: Randomness;
}

export function createWidgetEvents({ queue, clock, randomness }: Dependencies): WidgetEvents {
	return {
		note(widget, { sessionId, userId, clientKey, isBot }, { engine, product, results }) {
			if (engine === undefined) return;
			const { hashid } = engine;
			const who: EventClient & Pick<ShopperEvent, 'sessionId' | 'userId'> = { sessionId, userId, clientKey, isBot };
			const add = (action: ShopperAction) =>
				queue.add({
					id: randomness.hex(16),
					storeId: widget.storeId,
					hashid,
					...who,
					occurredAtMs: clock.nowMs(),
					action,
				});
			if (product !== undefined && sessionId !== null) {
				const { indexName, itemKey } = product;
				add({ kind: 'view', indexName, itemKey, widgetId: widget.id });
			}
			if (results.length === 0) return;
			const shown = results
				.slice(0, shownItemsMax)
				.map(({ indexName, id }): EventItem => ({ indexName, itemKey: toItemKey(id) }));
			add({ kind: 'impression', widgetId: widget.id, shown });
		},
	};
}
