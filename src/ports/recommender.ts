import type { EventItem } from '../domain/event/shopper-event.ts';
import type { Position } from '../domain/log/position.ts';

/**
 * How a list of candidates is computed:
 * - `session`: what similar sessions looked at next; from the session's last items, with the `context` items as its newest;
 * - `co_view`: what is viewed together with the `context` items;
 * - `bought_together`: what is bought with the `context` items, or with the session's cart when there are none;
 * - `user`: like `session`, from all that the user viewed lately, in any session;
 * - `trending`, `bestseller`: what all shoppers view and buy now; what sold most;
 * - `recently_viewed`: what the session, or else the user, viewed last, newest first.
 */
export const candidateSources = [
	'session',
	'co_view',
	'bought_together',
	'user',
	'trending',
	'bestseller',
	'recently_viewed',
] as const;
export type CandidateSource = (typeof candidateSources)[number];

export interface CandidateRequest {
	readonly hashid: string;
	readonly source: CandidateSource;
	readonly sessionId: string | null;
	readonly userId: string | null;
	/** The product of the page, or the items in the cart; oldest first, at most `contextItemsMax`. */
	readonly context: readonly EventItem[];
	/** 1 to `candidatesMax`. */
	readonly countMax: number;
	/** Whether to compute `signals`, which cost as much as the candidates. */
	readonly isExplained: boolean;
}

export interface CandidateAnswer {
	/**
	 * Best first, without duplicates and without the `context` items. Empty when the signal that the source needs is
	 * missing: an unknown session, or a context that was never viewed. Candidates may be of any index of the search
	 * engine, and may have been deleted since.
	 */
	readonly candidates: readonly Candidate[];
	readonly shopper: ShopperState;
}

export interface Candidate extends EventItem {
	/** > 0, comparable within one answer only. */
	readonly score: number;
	/** Shares of the score by signal, largest first, with the sum 1; empty unless requested. */
	readonly signals: readonly { readonly name: string; readonly share: number }[];
}

/**
 * What the models know of the session, and of the user if there is one. Each list is newest first, at most
 * `shopperItemsMax`.
 */
export interface ShopperState {
	readonly viewed: readonly EventItem[];
	readonly cart: readonly EventItem[];
	/** By the session or, if there is one, the user. */
	readonly bought: readonly EventItem[];
}

export interface RecommenderState {
	/** The position in the zone's log up to which the models have applied it. */
	readonly position: Position;
	/** Events written since; approximate where the store does not count them one by one. */
	readonly behindCount: number;
	/** Search engines whose models are in memory. */
	readonly modelCount: number;
	readonly memoryBytes: number;
	/**
	 * Age of the oldest event that no snapshot on disk has, over the models in memory; 0 when the snapshots have all
	 * events.
	 */
	readonly snapshotAgeMs: number;
}

/**
 * Recommends from what shoppers did. It follows the event log, and applies an event within a second of its answer.
 * Methods reject with a `FailureError` of code `timed_out`, `overloaded` or `unavailable` when it cannot answer.
 */
export interface Recommender {
	findCandidates(request: CandidateRequest): Promise<CandidateAnswer>;
	readState(): Promise<RecommenderState>;
	/** Discards all models and builds them again from the store; resolves when they have caught up. */
	rebuild(): Promise<void>;
}

export const candidatesMax = 2000;
export const contextItemsMax = 50;
export const shopperItemsMax = 50;
