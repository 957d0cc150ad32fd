import { percentile } from './measurement.ts';
import type { Sessions } from './session-data.ts';

/** Scores for the next item; items that are not in the map are not recommended. */
export type Recommend = (session: readonly number[], count: number) => readonly ScoredCandidate[];

export interface ScoredCandidate {
	readonly item: number;
	readonly score: number;
}

export interface Evaluation {
	readonly predictions: number;
	/** Share of predictions whose item was among the first 20, in percent. */
	readonly hitRate: number;
	/** Mean of 1/rank, 0 beyond rank 20, in percent. */
	readonly reciprocalRank: number;
	readonly p50Ms: number;
	readonly p99Ms: number;
}

/** How many candidates are requested: more than 20, so that ties with rank 20 are seen. */
const candidateCount = 24;
const rankMax = 20;

/** The rank of `item`, ties counted against us: every item with at least its score ranks before it. */
export function rankOf(item: number, candidates: readonly ScoredCandidate[]): number {
	const own = candidates.find((candidate) => candidate.item === item);
	if (own === undefined) return Number.POSITIVE_INFINITY;
	return candidates.filter((candidate) => candidate.score >= own.score).length;
}

/**
 * Predicts `s[t]` from `s[0..t)` for every test session `s` and every `t ≥ 1`.
 * `observe`, when given, sees each session after its predictions: learning while the shop is open.
 */
export function evaluate(
	sessions: Sessions,
	recommend: Recommend,
	observe?: (items: readonly number[]) => void,
): Evaluation {
	const times: number[] = [];
	let hits = 0;
	let reciprocalRanks = 0;
	for (const session of sessions) {
		for (let t = 1; t < session.length; t += 1) {
			const soFar = session.slice(0, t);
			const startMs = performance.now();
			const candidates = recommend(soFar, candidateCount);
			times.push(performance.now() - startMs);
			const rank = rankOf(session[t] ?? -1, candidates);
			if (rank > rankMax) continue;
			hits += 1;
			reciprocalRanks += 1 / rank;
		}
		observe?.(session);
	}
	return {
		predictions: times.length,
		hitRate: (100 * hits) / times.length,
		reciprocalRank: (100 * reciprocalRanks) / times.length,
		p50Ms: percentile(times, 0.5),
		p99Ms: percentile(times, 0.99),
	};
}
