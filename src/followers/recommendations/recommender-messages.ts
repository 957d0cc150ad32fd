/** What a thread that asks and the recommender's thread say to each other. */
import type { CandidateRequest, CandidateSource, RecommenderState } from '../../ports/recommender.ts';

export interface Question {
	readonly id: number;
	readonly request: CandidateRequest;
	/** By `readMonotonicMs`: nobody waits for the answer any more. */
	readonly deadlineMs: number;
}

/** Questions of one turn of the event loop go together, as the JSON text of a `Question[]`: it crosses threads in a third of the time. */
export type ToRecommender =
	| { readonly kind: 'ask'; readonly questions: string }
	| { readonly kind: 'state' | 'rebuild'; readonly id: number };

export type FromRecommender =
	| {
			readonly kind: 'answers';
			readonly answers: readonly { readonly id: number; readonly answer: PackedAnswer | null }[];
	  }
	/** Null: it could not be read. */
	| { readonly kind: 'state'; readonly id: number; readonly state: RecommenderState | null }
	| { readonly kind: 'rebuilt'; readonly id: number; readonly isDone: boolean };

/** An answer as few flat pieces, which cost little to copy from thread to thread. */
export interface PackedAnswer {
	/** Candidates, then what was viewed, is in the cart, was bought: 32 hex digits each, as `counts` says. */
	readonly keys: string;
	readonly indexNames: readonly string[];
	readonly indexOf: Uint16Array;
	readonly counts: readonly [candidates: number, viewed: number, cart: number, bought: number];
	readonly scores: Float64Array;
	readonly source: CandidateSource;
	/** Names of signals; empty when nobody asked for them. */
	readonly signalNames: readonly string[];
	/** [candidates × signals] */
	readonly shares: Float32Array;
}
