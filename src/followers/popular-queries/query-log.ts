import type { EventKind } from '../../domain/event/shopper-event.ts';
import type { LogLook, LogPiece } from '../../ports/event-repository.ts';

/** Searches in the store's log of events, as the follower of queries reads them. */
export interface QueryLog {
	readLogOfKinds(look: LogLook): Promise<LogPiece<LoggedQuery>>;
	/** Events of all kinds of one search engine, after `afterSerial` in the order of the log, at most `countMax`. */
	readLogOfEngine(hashid: string, afterSerial: number, countMax: number): Promise<readonly LoggedQuery[]>;
	/** Of the newest event; 0 when there is none. */
	readLastSerial(): Promise<number>;
}

/** What matters of an event; `text` and `hitCount` are null where it is no search. */
export interface LoggedQuery {
	readonly serial: number;
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
