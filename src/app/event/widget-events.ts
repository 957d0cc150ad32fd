/**
 * Recording what comes of a widget: what it showed, what was looked at, what was clicked.
 *
 * A click is told by the shop's page, and is on disk when it is answered. Views and impressions come with a request for
 * recommendations, which is answered without waiting for them: they are queued, written within half a second, and lost
 * if the process is killed before.
 */
import {
	type EventClient,
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

export interface WidgetShopper extends EventClient {
	readonly sessionId: string | null;
	readonly userId: string | null;
}

export interface WidgetEvents {
	/** Returns at once. The item is one of the search engine. */
	queueView(widget: Widget, shopper: WidgetShopper, dfid: Dfid): void;
	/** Returns at once. `shown`: items of one search engine, first place first; nothing happens when there are none. */
	queueImpression(widget: Widget, shopper: WidgetShopper, shown: ShownItems): void;
	/** As with add-to-cart: `ERROR` when the item is in no search engine of the store, or the event store failed. */
	recordClick(widget: Widget, shopper: WidgetShopper, click: WidgetClick): Promise<'OK' | 'ERROR'>;
}

export interface ShownItems {
	readonly hashid: string;
	/** Kept as they are until they are written, with all that is in them. */
	readonly items: readonly EventItem[];
}

export interface WidgetClick {
	readonly dfid: Dfid;
	/** Place in the widget, from 1. */
	readonly position: number | null;
}

interface EngineAction {
	readonly hashid: string;
	readonly action: ShopperAction;
}

interface Dependencies {
	readonly events: Pick<EventRepository, 'recordOfItem'>;
	/** Takes events without making anybody wait. */
	readonly queue: { add(event: ShopperEvent): void };
	readonly clock: Clock;
	readonly randomness: Randomness;
	/** Hears of every failure of the event store, for the log and the metric. */
	readonly onFailure: (error: unknown) => void;
}

export function createWidgetEvents({ events, queue, clock, randomness, onFailure }: Dependencies): WidgetEvents {
	function toEvent({ storeId }: Widget, shopper: WidgetShopper, done: EngineAction): ShopperEvent {
		const { hashid, action } = done;
		const { sessionId, userId, clientKey, isBot } = shopper;
		const id = randomness.hex(16);
		return { id, storeId, hashid, sessionId, userId, occurredAtMs: clock.nowMs(), clientKey, isBot, action };
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
