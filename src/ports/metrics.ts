/**
 * What is counted while the program works, for whoever watches it. Counting never fails and never waits: it is done on
 * the way of requests.
 */
import type { ShopperEvent } from '../domain/event/shopper-event.ts';

export interface Metrics {
	/** Counts one answered request, refusals included. */
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
	/** The pattern of the route, so that ids do not make new series. */
	readonly route: string;
	readonly method: string;
	/** Of HTTP. */
	readonly status: number;
	/** From the head of the request to the end of the answer. */
	readonly durationMs: number;
}

export interface AnsweredSearch {
	/** The way of matching that answered it. */
	readonly queryName: string;
	/** From the call to the items. */
	readonly durationMs: number;
}
