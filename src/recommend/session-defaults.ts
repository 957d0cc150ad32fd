import { sessionSignals } from './session-signals.ts';
import type { SignalOptions } from './signal-options.ts';

/** The parameters of the session model; `docs/recommend-models.md` says how they were found. */

/** The weight of each signal, in the order of `sessionSignals`, for anchors with `support` clicks. */
export interface SignalWeights {
	readonly support: number;
	readonly weights: readonly number[];
}

export interface SessionModelOptions extends SignalOptions {
	/** Ordered by support, at least one; interpolated linearly in log₂(1 + support). */
	readonly weightsBySupport: readonly SignalWeights[];
}

/** The same for every shop. The weights are the output of `bench/sessions.ts --tune`. */
export const defaultSessionOptions: SessionModelOptions = {
	clicksPerItemMax: 300,
	itemsPerSessionMax: 10,
	candidatesMax: 8192,
	ageClicks: 200_000,
	positionDecay: 2,
	distanceDecay: 5,
	bridgesMax: 24,
	clicksPerBridgeMax: 40,
	weightsBySupport: [
		{ support: 3, weights: [0.095, 0.153, 0.096, 0.067, 0.319, 0.27] },
		{ support: 15, weights: [0.062, 0.099, 0.158, 0.049, 0.494, 0.138] },
		{ support: 63, weights: [0.117, 0.09, 0.108, 0.162, 0.378, 0.145] },
		{ support: 255, weights: [0.301, 0.034, 0.155, 0.183, 0.245, 0.082] },
		{ support: 1023, weights: [0.396, 0.096, 0.207, 0.218, 0.017, 0.066] },
	],
};

/** The position of `support` between the knots: `share` of the way from `knots[low]` to `knots[low + 1]`. */
export function toKnotPosition(knots: readonly SignalWeights[], support: number): { low: number; share: number } {
	const at = Math.log2(1 + support);
	const last = knots.length - 1;
	for (let low = 0; low < last; low += 1) {
		const from = Math.log2(1 + (knots[low]?.support ?? 0));
		const to = Math.log2(1 + (knots[low + 1]?.support ?? 0));
		if (at < to) return { low, share: Math.max(0, (at - from) / (to - from)) };
	}
	return { low: last, share: 0 };
}

/** One weight per signal for an anchor with `support` clicks; outside the knots the nearest knot applies. */
export function toSignalWeights(knots: readonly SignalWeights[], support: number): number[] {
	const { low, share } = toKnotPosition(knots, support);
	const below = knots[low]?.weights ?? [];
	const above = knots[low + 1]?.weights ?? below;
	return sessionSignals.map((_, signal) => (1 - share) * (below[signal] ?? 0) + share * (above[signal] ?? 0));
}
