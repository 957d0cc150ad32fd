import type { LoggedEvent } from '../domain/event/logged-event.ts';

/** The parts of an event that are learned from. */
export type LearnedEvent = Pick<
	LoggedEvent,
	| 'kind'
	| 'item'
	| 'sessionId'
	| 'text'
	| 'hitCount'
	| 'hits'
	| 'firstRank'
	| 'draft'
	| 'queryId'
	| 'clientKey'
	| 'isBot'
> &
	Pick<LoggedEvent, 'occurredAtMs'>;
