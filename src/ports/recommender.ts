import type { EventItem } from '../domain/event/shopper-event.ts';
import type { Position } from '../domain/log/position.ts';

/**
 * What a list of candidates is made of:
 * - `session`: what sessions like this one looked at next; from the session's last items, `context` items counting as its newest;
 * - `co_view`: what is looked at together with the `context` items;
 * - `bought_together`: what is bought with the `context` items, or with the session's cart when there are none;
 * - `user`: like `session`, from all that the user looked at lately, in whatever session;
 * - `trending`, `bestseller`: what everybody looks at and buys now, what sold most;
 * - `recently_viewed`: what the session, or else the user, looked at last, newest first.
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
	/** The product of the page, or what is in the cart; oldest first, at most `contextItemsMax`. */
	readonly context: readonly EventItem[];
	/** 1 to `candidatesMax`. */
	readonly countMax: number;
	/** Whether `signals` are wanted: they cost as much as the candidates. */
	readonly isExplained: boolean;
}

export interface CandidateAnswer {
	/**
	 * Best first, none twice, `context` items left out. Empty when the signal that the source needs is missing: an unknown
	 * session, a context nobody looked at. They may be of any index of the search engine, and may be gone since.
	 */
	readonly candidates: readonly Candidate[];
	readonly shopper: ShopperState;
}

export interface Candidate extends EventItem {
	/** > 0, comparable within one answer only. */
	readonly score: number;
	/** Shares of the score by signal, largest first, their sum 1; empty unless asked for. */
	readonly signals: readonly { readonly name: string; readonly share: number }[];
}

/** What the models know of the session, and of the user where one is named. Each newest first, at most `shopperItemsMax`. */
export interface ShopperState {
	readonly viewed: readonly EventItem[];
	readonly cart: readonly EventItem[];
	/** By the session or, where one is named, the user. */
	readonly bought: readonly EventItem[];
}

export interface RecommenderState {
	/** What the models have seen of the zone's log. */
	readonly position: Position;
	/** Events written since: about so many where the store does not count them one by one. */
	readonly behindCount: number;
	/** Search engines whose models are in memory. */
	readonly modelCount: number;
	readonly memoryBytes: number;
	/** Since the oldest event that no snapshot on disk has, of the models in memory; 0 when they have all. */
	readonly snapshotAgeMs: number;
}

/**
 * Recommends from what shoppers did. It follows the event log: an event counts within a second of its answer.
 * Methods reject with a `FailureError` of code `timed_out`, `overloaded` or `unavailable` when it cannot answer.
 */
export interface Recommender {
	findCandidates(request: CandidateRequest): Promise<CandidateAnswer>;
	readState(): Promise<RecommenderState>;
	/** Throws all models away and builds them from the store; resolves when they have caught up. */
	rebuild(): Promise<void>;
}

export const candidatesMax = 2000;
export const contextItemsMax = 50;
export const shopperItemsMax = 50;
