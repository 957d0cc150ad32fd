/** When is a time slice over? When its time has passed, and a good part of that was computed. */
import type { Pace } from './steps.ts';

/** What of a slice must have been computed, however busy the machine is. */
const computedShareMin = 0.25;

export interface SliceClockOptions {
	/** A monotonic clock. */
	readonly nowMs: () => number;
	/** What the thread has computed for: a slice does not end because another program had the processor meanwhile. */
	readonly computedMs: () => number;
}

export interface SliceClock {
	readonly pace: Pace;
	/** Begins a slice. */
	open(lengthMs: number): void;
}

export function createSliceClock({ nowMs, computedMs }: SliceClockOptions): SliceClock {
	let endMs = 0;
	let startComputedMs = 0;
	let lengthMs = 0;

	/**
	 * Where too little was computed, the slice lasts on. Systems count what a thread computes by ticks of some milliseconds, so
	 * that not much more may be asked for.
	 */
	function isComputed(): boolean {
		if (computedMs() - startComputedMs >= lengthMs * computedShareMin) return true;
		endMs = nowMs() + lengthMs / 2;
		return false;
	}

	return {
		pace: { isDue: () => nowMs() >= endMs && isComputed() },
		open(sliceLengthMs) {
			endMs = nowMs() + sliceLengthMs;
			startComputedMs = computedMs();
			lengthMs = sliceLengthMs;
		},
	};
}
