import type { EventKind } from '../../domain/event/shopper-event.ts';
import type { Position } from '../../domain/log/position.ts';
import type { ChangeFeed } from '../../ports/change-feed.ts';
import type { LogCriteria } from '../../ports/event-repository.ts';

/** Searches in the store's log of events, as the follower of queries reads them. */
export interface QueryLog {
	log(criteria: LogCriteria): ChangeFeed<LoggedQuery>;
}

/** What matters of an event; `text` and `hitCount` are null where it is no search. */
export interface LoggedQuery {
	readonly position: Position;
	readonly kind: EventKind;
	readonly hashid: string;
	readonly sessionId: string | null;
	readonly text: string | null;
	readonly hitCount: number | null;
	readonly occurredAtMs: number;
	/** Stands for the network of the caller; null when unknown. */
	readonly clientKey: string | null;
	/** The caller says it is a program. */
	readonly isBot: boolean;
}
