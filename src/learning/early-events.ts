/**
 * Which events came before the search that they follow? Searches are logged in batches, up to half a second late, and clicks
 * at once. So an event that seems to follow no search waits for some seconds of the log:
 *
 *     click of s1 ─ no search ─► waits ─┬─ search of s1, or of its query id ─► it is looked up again
 *                                       └─ some seconds later, or too many wait ─► it followed none
 */
import type { LearnedEvent } from './learned-event.ts';

export interface EarlyEvents {
	/** @returns the oldest one, if too many wait */
	add(event: LearnedEvent): LearnedEvent | undefined;
	/** Takes those that may have followed a search. */
	takeOf(search: Pick<LearnedEvent, 'queryId' | 'sessionId'>): readonly LearnedEvent[];
	/** Takes those that have waited long enough at this time of the log. */
	takeOverdue(nowMs: number): readonly LearnedEvent[];
	toRows(): readonly LearnedEvent[];
}

const waitingMax = 200;
const waitMsMax = 5_000;

export function createEarlyEvents(rows: readonly LearnedEvent[] = []): EarlyEvents {
	let waiting = [...rows];

	function take(isTaken: (event: LearnedEvent) => boolean): readonly LearnedEvent[] {
		if (waiting.length === 0) return waiting;
		const taken = waiting.filter(isTaken);
		if (taken.length > 0) waiting = waiting.filter((event) => !isTaken(event));
		return taken;
	}

	return {
		add(event) {
			waiting.push(event);
			return waiting.length > waitingMax ? waiting.shift() : undefined;
		},
		takeOf: ({ queryId, sessionId }) =>
			take((event) =>
				event.queryId === null ? sessionId !== null && event.sessionId === sessionId : event.queryId === queryId,
			),
		// A clock that was set back must not make events wait for years.
		takeOverdue: (nowMs) => take(({ occurredAtMs }) => Math.abs(nowMs - occurredAtMs) > waitMsMax),
		toRows: () => [...waiting],
	};
}
