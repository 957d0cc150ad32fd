import type { Suppression } from '../domain/event/erasure.ts';
import type { LoggedEvent } from '../domain/event/logged-event.ts';
import type { EventKind, QueuedEvent, ShopperActionKind, ShopperEvent } from '../domain/event/shopper-event.ts';
import type { Position } from '../domain/log/position.ts';
import type { EmptyAnswerCount, WidgetDay } from '../domain/widget/widget-day.ts';
import type { ChangeFeed } from './change-feed.ts';

/**
 * What shoppers did. An event is on disk once its promise resolves.
 *
 * Recording a checkout of a session also records a purchase for each line of its cart in that search engine, in the same
 * transaction.
 */
export interface EventRepository {
	/** `unknown_item` when the item is in no search engine of the event's store; then nothing is written. */
	recordOfItem(event: ShopperEvent): Promise<'recorded' | 'unknown_item'>;
	/** Records all of them in their order, in one transaction. Does not check whether their items exist. */
	recordMany(events: readonly ShopperEvent[]): Promise<'recorded'>;
	/** The same for events that were queued; leaves out those whose shopper was erased in the meantime. */
	recordQueued(events: readonly QueuedEvent[]): Promise<'recorded'>;
	/** Events of one kind around a search engine in the order they were recorded, at most `eventCountMax`. */
	listOfEngine(hashid: string, kind: ShopperActionKind, eventCountMax: number): Promise<readonly ShopperEvent[]>;
	/** The log of events: all of them, or those that meet the criteria. Only the positions of the others are read. */
	log(criteria?: LogCriteria): ChangeFeed<LoggedEvent>;

	/**
	 * Stores suppressions: from now on `recordQueued` leaves out the events they match. `forgetOld` deletes them later.
	 */
	suppressErased(suppressions: readonly Suppression[]): Promise<'suppressed'>;
	/** One step of a walk over the log for the events of one shopper. */
	findOfShopper(walk: ShopperWalk): Promise<FoundEvents>;
	/** The same, with everything that is stored of the events. */
	readOfShopper(walk: ShopperWalk): Promise<FoundEvents<ReadEvent>>;
	/**
	 * Deletes events, all of one search engine, and logs an `erasure` if there were any. @returns the number of deleted
	 * events.
	 */
	eraseEvents(erasure: EventErasure): Promise<number>;
	/**
	 * Deletes up to `eventCountMax` of the oldest events that are old enough, likewise as many widget days that ended
	 * before, and old suppressions.
	 */
	forgetOld(limits: ForgettingLimits): Promise<'forgotten' | 'idle'>;

	/**
	 * Adds the next `eventCountMax` (≥ 1) events of the log to the days of their widgets. Each event is added once,
	 * because the watermark moves in the same transaction. Events of bots and of deleted widgets do not count. @returns
	 * the position up to which all events are counted.
	 */
	countWidgetEvents(eventCountMax: number): Promise<Position>;
	/** Adds to the days of the widgets; leaves out those of widgets that are gone. */
	addEmptyAnswers(counts: readonly EmptyAnswerCount[]): Promise<'added'>;
	/** The days with something counted, from `firstDay` to `lastDay`, both included, in their order. */
	listWidgetDays(range: WidgetDayRange): Promise<readonly WidgetDay[]>;
}

export interface LogCriteria {
	/** Only events around this search engine. */
	readonly hashid?: string;
	/** Only these kinds. They must be constants of the program: each list has a statement of its own. */
	readonly kinds?: readonly EventKind[];
}

export type ShopperWalk = {
	readonly after: Position;
	/** How many events are read at most, ≥ 1. */
	readonly eventCountMax: number;
} & (
	| { readonly hashid: string | null; readonly userId: string }
	| { readonly hashid: string; readonly sessionId: string }
	/** Events of any session that name no user. */
	| { readonly hashid: string }
);

export interface FoundEvents<Event = FoundEvent> {
	/** In the order of the log. */
	readonly events: readonly Event[];
	/** Where to go on; null at the end of the walk. */
	readonly position: Position | null;
}

export interface FoundEvent {
	readonly position: Position;
	readonly hashid: string;
	readonly storeId: string | null;
	readonly sessionId: string | null;
	readonly userId: string | null;
}

export interface ReadEvent extends LoggedEvent, FoundEvent {}

export interface WidgetDayRange {
	readonly widgetId: string;
	/** As `utc-day.ts` counts them. */
	readonly firstDay: number;
	readonly lastDay: number;
}

export interface EventErasure {
	/** Of the `erasure` event: 32 lower-case hex digits. */
	readonly id: string;
	readonly hashid: string;
	readonly storeId: string | null;
	readonly positions: readonly Position[];
	readonly erasedAtMs: number;
}

export interface ForgettingLimits {
	/** Null: events are kept for ever. */
	readonly eventsBeforeMs: number | null;
	readonly suppressionsBeforeMs: number;
	readonly eventCountMax: number;
}
