import type { Position } from '../log/position.ts';
import type { EventItem, EventKind } from './shopper-event.ts';

/** An event as followers read it from the log. */
export interface LoggedEvent {
	/** In the zone's log. */
	readonly position: Position;
	readonly kind: EventKind;
	readonly hashid: string;
	readonly item: EventItem | null;
	/** Impressions: what the widget showed, first place first; empty else. */
	readonly shown: readonly EventItem[];
	readonly sessionId: string | null;
	readonly userId: string | null;
	readonly widgetId: string | null;
	readonly occurredAtMs: number;
	/** Carts and purchases; 1 and null else, and where nobody said a price. */
	readonly amount: number;
	readonly price: number | null;
	/** Searches, and clicks that say what was searched for. */
	readonly text: string | null;
	/** Searches. */
	readonly hitCount: number | null;
	/** Keyed hash of the caller's network, changes daily; null when unknown. 16 hex digits. */
	readonly clientKey: string | null;
	/** The user agent said so. */
	readonly isBot: boolean;
}
