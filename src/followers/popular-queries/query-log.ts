import type { EventKind } from '../../domain/event/shopper-event.ts';
import type { Position } from '../../domain/log/position.ts';
import type { ChangeFeed } from '../../ports/change-feed.ts';
import type { LogCriteria } from '../../ports/event-repository.ts';

/** Searches in the store's log of events, as the follower of queries reads them. */
export interface QueryLog {
	log(criteria: LogCriteria): ChangeFeed<LoggedQuery>;
}

/** The parts of an event that matter; `text` and `hitCount` are null if it is not a search. */
export interface LoggedQuery {
	readonly position: Position;
	readonly kind: EventKind;
	readonly hashid: string;
	readonly sessionId: string | null;
	readonly text: string | null;
	readonly hitCount: number | null;
	readonly occurredAtMs: number;
	/** Stands for the caller's network; null when unknown. */
	readonly clientKey: string | null;
	/** The caller's user agent says that it is a program. */
	readonly isBot: boolean;
}
