/** Searches in the store's log of events, as the follower of queries reads them. */
export interface QueryLog {
	/** Events of all kinds after `afterSerial` in the order of the log, at most `countMax`. Empty: that was all. */
	readLog(afterSerial: number, countMax: number): Promise<readonly LoggedQuery[]>;
	/** The same of one search engine. */
	readLogOfEngine(hashid: string, afterSerial: number, countMax: number): Promise<readonly LoggedQuery[]>;
	/** Of the newest event; 0 when there is none. */
	readLastSerial(): Promise<number>;
}

/** What matters of an event; `text` and `hitCount` are null where it is no search. */
export interface LoggedQuery {
	readonly serial: number;
	readonly kind: string;
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
