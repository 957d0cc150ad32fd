import type { Position } from '../log/position.ts';
import type { EventItem, EventKind, PackedHits, TeamDraft } from './shopper-event.ts';

/** An event as followers read it from the log. */
export interface LoggedEvent {
	/** Its position in the zone's log. */
	readonly position: Position;
	readonly kind: EventKind;
	readonly hashid: string;
	readonly item: EventItem | null;
	/** For impressions, what the widget showed, in order; otherwise empty. */
	readonly shown: readonly EventItem[];
	readonly sessionId: string | null;
	readonly userId: string | null;
	readonly widgetId: string | null;
	readonly occurredAtMs: number;
	/** For carts and purchases; 1 and null for other kinds. The price is null when none was given. */
	readonly amount: number;
	readonly price: number | null;
	/** For searches, and for clicks that give the search text. */
	readonly text: string | null;
	/** For searches. */
	readonly hitCount: number | null;
	/** What a search answered with, from the rank of its first hit, which counts from 1; otherwise empty. */
	readonly hits: PackedHits;
	readonly firstRank: number;
	/** Of a search whose hits two rankings contributed; otherwise absent. */
	readonly draft?: TeamDraft;
	/** The rank at which a click found its item, counted from 1; null when unknown. */
	readonly rank: number | null;
	/** Of a search, its own; otherwise that of the search it names, which may not exist; null when it names none. */
	readonly queryId: string | null;
	/** Keyed hash of the client's network, which changes daily; null when unknown. 16 hex digits. */
	readonly clientKey: string | null;
	/** Whether the user agent identifies a bot. */
	readonly isBot: boolean;
}
