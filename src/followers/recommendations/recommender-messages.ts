/** The messages between threads that ask and the recommender's thread. */
import type { TraceCarrier } from '../../lib/tracing.ts';
import type { CandidateRequest, CandidateSource, RecommenderState } from '../../ports/recommender.ts';

export interface Question {
	readonly id: number;
	readonly request: CandidateRequest;
	/** By `readMonotonicMs`; after it the client no longer waits for the answer. */
	readonly deadlineMs: number;
	/** What it is part of, if that is traced. */
	readonly trace?: TraceCarrier | undefined;
}

/**
 * Questions of one tick of the event loop are sent together, as the JSON text of a `Question[]`, which crosses threads in
 * a third of the time.
 */
export type ToRecommender =
	| { readonly kind: 'ask'; readonly questions: string }
	| { readonly kind: 'state' | 'rebuild'; readonly id: number };

export type FromRecommender =
	| {
			readonly kind: 'answers';
			readonly answers: readonly { readonly id: number; readonly answer: PackedAnswer | null }[];
	  }
	/** Null: the state could not be read. */
	| { readonly kind: 'state'; readonly id: number; readonly state: RecommenderState | null }
	| { readonly kind: 'rebuilt'; readonly id: number; readonly isDone: boolean };

/** An answer in a few flat parts, which are cheap to copy from thread to thread. */
export interface PackedAnswer {
	/** Candidates, then viewed items, items in the cart, and bought items: 32 hex digits each, numbers as in `counts`. */
	readonly keys: string;
	readonly indexNames: readonly string[];
	readonly indexOf: Uint16Array;
	readonly counts: readonly [candidates: number, viewed: number, cart: number, bought: number];
	readonly scores: Float64Array;
	readonly source: CandidateSource;
	/** Names of signals; empty unless requested. */
	readonly signalNames: readonly string[];
	/** [candidates × signals] */
	readonly shares: Float32Array;
}
