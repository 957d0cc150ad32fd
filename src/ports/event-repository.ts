import type { Suppression } from '../domain/event/erasure.ts';
import type { LoggedEvent } from '../domain/event/logged-event.ts';
import type { EventKind, QueuedEvent, ShopperActionKind, ShopperEvent } from '../domain/event/shopper-event.ts';
import type { Position } from '../domain/log/position.ts';
import type { WidgetDay } from '../domain/widget/widget-day.ts';
import type { ChangeFeed } from './change-feed.ts';

/**
 * What shoppers did. An event is on disk once its promise resolves.
 *
 * A checkout of a session brings a purchase for each line of its cart in that search engine, in the same transaction.
 */
export interface EventRepository {
	/** `unknown_item` when the item is in no search engine of the event's store: nothing is written then. */
	recordOfItem(event: ShopperEvent): Promise<'recorded' | 'unknown_item'>;
	/** All of them in their order, in one transaction. Whether their items exist is not looked at. */
	recordMany(events: readonly ShopperEvent[]): Promise<'recorded'>;
	/** The same of events that have waited: those whose shopper was erased meanwhile are left out. */
	recordQueued(events: readonly QueuedEvent[]): Promise<'recorded'>;
	/** Events of one kind around a search engine in the order they were recorded, at most `eventCountMax`. */
	listOfEngine(hashid: string, kind: ShopperActionKind, eventCountMax: number): Promise<readonly ShopperEvent[]>;
	/** The log of events: all of them, or those that meet the criteria. Of the others nothing is read but where they are. */
	log(criteria?: LogCriteria): ChangeFeed<LoggedEvent>;

	/** From now on `recordQueued` leaves out what the marks name. They are forgotten by `forgetOld`. */
	suppressErased(suppressions: readonly Suppression[]): Promise<'suppressed'>;
	/** A piece of a walk over the log for the events of one shopper. */
	findOfShopper(walk: ShopperWalk): Promise<FoundEvents>;
	/** Deletes events, all of one search engine, and logs that it did when it did. @returns how many there were. */
	eraseEvents(erasure: EventErasure): Promise<number>;
	/**
	 * Deletes up to `eventCountMax` of the oldest events, as far as they are old enough, likewise so many days of widgets
	 * that ended before, and old marks.
	 */
	forgetOld(limits: ForgettingLimits): Promise<'forgotten' | 'idle'>;

	/**
	 * Adds the next `eventCountMax` (≥ 1) events of the log to the days of their widgets, each event once: those that
	 * were counted are known from the transaction that counted them. Bots and widgets that are gone do not count.
	 * @returns the position up to which all events are counted.
	 */
	countWidgetEvents(eventCountMax: number): Promise<Position>;
	/** The days that have events which were counted, from `firstDay` to `lastDay`, both included, in their order. */
	listWidgetDays(range: WidgetDayRange): Promise<readonly WidgetDay[]>;
}

export interface LogCriteria {
	/** Only events around this search engine. */
	readonly hashid?: string;
	/** Only these kinds. A constant of the program: each list has a statement of its own. */
	readonly kinds?: readonly EventKind[];
}

export type ShopperWalk = {
	readonly after: Position;
	/** How many events are looked at, ≥ 1. */
	readonly eventCountMax: number;
} & (
	| { readonly hashid: string | null; readonly userId: string }
	| { readonly hashid: string; readonly sessionId: string }
	/** Events of any session that name no user. */
	| { readonly hashid: string }
);

export interface FoundEvents {
	/** In the order of the log. */
	readonly events: readonly FoundEvent[];
	/** Where to go on; null when the walk is at its end. */
	readonly position: Position | null;
}

export interface FoundEvent {
	readonly position: Position;
	readonly hashid: string;
	readonly storeId: string | null;
	readonly sessionId: string | null;
	readonly userId: string | null;
}

export interface WidgetDayRange {
	readonly widgetId: string;
	/** As `utc-day.ts` counts them. */
	readonly firstDay: number;
	readonly lastDay: number;
}

export interface EventErasure {
	/** Of the event that says so: 32 lower-case hex digits. */
	readonly id: string;
	readonly hashid: string;
	readonly storeId: string | null;
	readonly positions: readonly Position[];
	readonly erasedAtMs: number;
}

export interface ForgettingLimits {
	/** Null: events are kept. */
	readonly eventsBeforeMs: number | null;
	readonly suppressionsBeforeMs: number;
	readonly eventCountMax: number;
}
