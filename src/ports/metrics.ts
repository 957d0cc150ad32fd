/** What is counted while the program works. Counting never fails and never waits, because requests do it on their way. */
import type { ShopperEvent } from '../domain/event/shopper-event.ts';

export interface Metrics {
	/** Counts one answered request, including refusals. */
	observeRequest(answer: AnsweredRequest): void;
	/** Counts a connection that was accepted. */
	countConnection(): void;
	/** Counts one event that was recorded. */
	countEvent(kind: ShopperEvent['action']['kind']): void;
	/** Counts one event that could not be stored. */
	countEventFailure(): void;
	/** Counts queued events that will never be stored. */
	countLostEvents(eventCount: number): void;
	/** Counts a search. */
	observeSearch(search: AnsweredSearch): void;
}

export interface AnsweredRequest {
	/** The pattern of the route: with ids each path would be a time series of its own. */
	readonly route: string;
	readonly method: string;
	/** The HTTP status. */
	readonly status: number;
	/** From the head of the request to the end of the answer. */
	readonly durationMs: number;
}

export interface AnsweredSearch {
	/** The attempt that found the hits, by its name on the wire. */
	readonly queryName: string;
	/** From the call until the items were read. */
	readonly durationMs: number;
}
