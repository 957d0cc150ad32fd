/**
 * Records how shoppers use a widget: what it showed, which product was viewed, what was clicked.
 *
 * The shop's page reports a click, which is on disk when the report is answered. Views and impressions come with a
 * request for recommendations, whose answer does not wait for them: they are queued, written within half a second, and
 * lost if the process is killed before that.
 */
import { createShopperEvent, type EventOrigin } from '../../domain/event/event-origin.ts';
import {
	type EventItem,
	type ShopperAction,
	type ShopperEvent,
	shownItemsMax,
} from '../../domain/event/shopper-event.ts';
import type { Dfid } from '../../domain/item/dfid.ts';
import type { Widget } from '../../domain/widget/widget.ts';
import type { Clock } from '../../ports/clock.ts';
import type { EventRepository } from '../../ports/event-repository.ts';
import type { Randomness } from '../../ports/randomness.ts';

export interface WidgetEvents {
	/** Returns at once. The item is one of the search engine. */
	queueView(widget: Widget, shopper: EventOrigin, dfid: Dfid): void;
	/** Returns at once. `shown`: items of one search engine in the order shown; if there are none, nothing is queued. */
	queueImpression(widget: Widget, shopper: EventOrigin, shown: ShownItems): void;
	/** As with add-to-cart: `ERROR` when the item is in no search engine of the store, or the event store failed. */
	recordClick(widget: Widget, shopper: EventOrigin, click: WidgetClick): Promise<'OK' | 'ERROR'>;
}

export interface ShownItems {
	readonly hashid: string;
	/** Stored unchanged until they are written. */
	readonly items: readonly EventItem[];
}

export interface WidgetClick {
	readonly dfid: Dfid;
	/** In the widget, from 1. */
	readonly position: number | null;
}

interface EngineAction {
	readonly hashid: string;
	readonly action: ShopperAction;
}

interface Dependencies {
	readonly events: Pick<EventRepository, 'recordOfItem'>;
	/** Takes events without delaying the caller. */
	readonly queue: { add(event: ShopperEvent): void };
	readonly clock: Clock;
	readonly randomness: Randomness;
	/** Called with every failure of the event store, for the log and the metric. */
	readonly onFailure: (error: unknown) => void;
}

export function createWidgetEvents({ events, queue, clock, randomness, onFailure }: Dependencies): WidgetEvents {
	function toEvent({ storeId }: Widget, shopper: EventOrigin, done: EngineAction): ShopperEvent {
		return createShopperEvent(shopper, { id: randomness.hex(16), storeId, arrivedAtMs: clock.nowMs(), ...done });
	}

	return {
		queueView(widget, shopper, { hashid, indexName, itemKey }) {
			queue.add(
				toEvent(widget, shopper, { hashid, action: { kind: 'view', indexName, itemKey, widgetId: widget.id } }),
			);
		},
		queueImpression(widget, shopper, { hashid, items }) {
			if (items.length === 0) return;
			const shown = items.slice(0, shownItemsMax);
			queue.add(toEvent(widget, shopper, { hashid, action: { kind: 'impression', widgetId: widget.id, shown } }));
		},
		async recordClick(widget, shopper, { dfid, position }) {
			const { hashid, indexName, itemKey } = dfid;
			const action = { kind: 'widget_click', widgetId: widget.id, indexName, itemKey, position } as const;
			try {
				const outcome = await events.recordOfItem(toEvent(widget, shopper, { hashid, action }));
				return outcome === 'recorded' ? 'OK' : 'ERROR';
			} catch (error) {
				onFailure(error);
				return 'ERROR';
			}
		},
	};
}
