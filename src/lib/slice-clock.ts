/** When is a time slice over? When its time has passed and a good part of it was computed. */
import type { Pace } from './steps.ts';

/** The share of a slice that must have been computed, however busy the machine is. */
const computedShareMin = 0.25;

export interface SliceClockOptions {
	/** A monotonic clock. */
	readonly nowMs: () => number;
	/** The CPU time of the thread, so that a slice does not end early because another program had the processor. */
	readonly computedMs: () => number;
}

export interface SliceClock {
	readonly pace: Pace;
	/** Starts a slice. */
	open(lengthMs: number): void;
}

export function createSliceClock({ nowMs, computedMs }: SliceClockOptions): SliceClock {
	let endMs = 0;
	let startComputedMs = 0;
	let lengthMs = 0;

	/**
	 * Extends the slice when too little was computed. Systems measure the CPU time of threads in ticks of a few
	 * milliseconds, so a larger share cannot be required.
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
