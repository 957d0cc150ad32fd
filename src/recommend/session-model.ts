import type { ClickLog, SessionHandle } from './click-log.ts';
import { defaultSessionOptions, type SessionModelOptions, toSignalWeights } from './session-defaults.ts';
import { createSignalSearch, type SessionSignal, sessionSignals } from './session-signals.ts';
import { createTopItems } from './top-items.ts';

/**
 * What will this shopper look at next?
 *
 * The score of an item is a weighted sum over the signals of `session-signals.ts`:
 *
 *     score(i) = Σ over signals f of weight_f(support) · share_f(i)^0.75
 *
 * The weights depend on how many clicks the anchor has: with few, the second hop and repeats dominate; with thousands,
 * the plain transition counts do. The exponent makes a second signal that agrees count for more than the same mass in
 * one. 0.75 was the best of 0.5, 0.7 and 1 on held-out sessions, and takes two square roots.
 *
 * The model has no state except the log and scratch memory. An event changes the very next answer, and a model that
 * followed every event answers exactly like one built from the last clicks.
 */
export interface SessionModel {
	/** At most `count` items, best first. See `PredictRequest`. */
	predict(request: PredictRequest): SessionRecommendation[];
	/** The score of one item for a session, by signal; undefined when no signal reaches it. */
	explain(request: ExplainRequest): SessionExplanation | undefined;
	/** Bytes held in arrays, log and scratch memory together. */
	byteCount(): number;
}

interface SessionContext {
	/** Items of the session so far, oldest first. Only the last 30 count. */
	readonly items: readonly number[];
	/** The current session, when its clicks are in the log: it must not be its own neighbour. */
	readonly session?: SessionHandle;
}

interface PredictRequest extends SessionContext {
	/** How many to return, ≥ 0. */
	readonly count: number;
	/**
	 * Called during the search, only for items that would be kept, so refused items do not reduce the number of results.
	 */
	readonly isAllowed?: (item: number) => boolean;
	/** Whether to return `shares`. */
	readonly isExplained?: boolean;
}

interface ExplainRequest extends SessionContext {
	readonly item: number;
}

interface SessionRecommendation {
	readonly item: number;
	/** > 0; comparable within one answer only. */
	readonly score: number;
	/** As in `explain`; absent unless requested. */
	readonly shares?: SessionExplanation['shares'];
}

interface SessionExplanation {
	readonly score: number;
	/** What each signal contributes to the score, as a share in [0, 1]; the shares add up to 1. */
	readonly shares: Readonly<Record<SessionSignal, number>>;
}

function damp(share: number): number {
	const root = Math.sqrt(share);
	return root * Math.sqrt(root);
}

/** A model over `log`, which it reads and never changes. Predictions take tens to hundreds of µs; not re-entrant. */
export function createSessionModel(log: ClickLog, options: SessionModelOptions = defaultSessionOptions): SessionModel {
	const search = createSignalSearch(log, options);
	const { table } = search;

	/** Fills the table and runs `read` with the weights for the anchor. */
	function withSignals<T>(context: SessionContext, read: (weights: readonly number[]) => T): T {
		try {
			const support = search.gather(context.items, log.sessionSlot(context.session));
			return read(toSignalWeights(options.weightsBySupport, support));
		} finally {
			table.clear();
		}
	}

	function scoreOf(weights: readonly number[], row: number): number {
		let score = 0;
		for (let signal = 0; signal < weights.length; signal += 1) {
			const share = table.shareAt(signal, row);
			if (share > 0) score += (weights[signal] ?? 0) * damp(share);
		}
		return score;
	}

	function sharesOf(weights: readonly number[], row: number, score: number): SessionExplanation['shares'] {
		const parts = sessionSignals.map((name, signal) => {
			return [name, ((weights[signal] ?? 0) * damp(table.shareAt(signal, row))) / score] as const;
		});
		return Object.fromEntries(parts) as Record<SessionSignal, number>;
	}

	return {
		predict({ count, isAllowed, isExplained = false, ...context }) {
			return withSignals(context, (weights) => {
				const top = createTopItems(count);
				for (let row = 0; row < table.count(); row += 1) {
					const score = scoreOf(weights, row);
					if (score === 0 || score < top.scoreMin()) continue;
					const item = table.itemAt(row);
					const entry = { item, score, tieBreak: log.support(item) };
					if (top.wouldKeep(entry) && (isAllowed?.(item) ?? true)) top.offer(entry);
				}
				return top.ranked().map(({ item, score }) => {
					return isExplained ? { item, score, shares: sharesOf(weights, table.rowOf(item), score) } : { item, score };
				});
			});
		},
		explain({ item, ...context }) {
			return withSignals(context, (weights) => {
				const row = table.rowOf(item);
				const score = row < 0 ? 0 : scoreOf(weights, row);
				if (score === 0) return undefined;
				return { score, shares: sharesOf(weights, row, score) };
			});
		},
		byteCount: () => log.byteCount() + search.byteCount(),
	};
}
