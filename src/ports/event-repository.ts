import type { LoggedEvent } from '../domain/event/logged-event.ts';
import type { ShopperActionKind, ShopperEvent } from '../domain/event/shopper-event.ts';

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
	/** Events of one kind around a search engine in the order they were recorded, at most `eventCountMax`. */
	listOfEngine(hashid: string, kind: ShopperActionKind, eventCountMax: number): Promise<readonly ShopperEvent[]>;
	/**
	 * Events of all kinds after `afterSerial` in the order of the log, at most `countMax` (≥ 1). Empty: that was all.
	 * Serials ascend in the order of commits, so what comes later is never before what was read.
	 */
	readLog(afterSerial: number, countMax: number): Promise<readonly LoggedEvent[]>;
	/**
	 * Like `readLog`, of one search engine and without its searches and impressions, which are the most of a log and say
	 * nothing of what somebody wanted. Fewer than `countMax`: that was all.
	 */
	readDeedsOfEngine(range: EngineLogRange): Promise<readonly LoggedEvent[]>;
	/** Serial of the newest event; 0 when there is none. */
	readLastSerial(): Promise<number>;
}

export interface EngineLogRange {
	readonly hashid: string;
	/** Exclusive. */
	readonly afterSerial: number;
	/** Inclusive. */
	readonly upToSerial: number;
	readonly countMax: number;
}
