import { readMonotonicMs } from '../../lib/monotonic-time.ts';

/** Time and randomness for followers; tests supply their own. */
export interface Timing {
	/** Monotonic. */
	nowMs(): number;
	/**
	 * Calls `run` once, after `delayMs`; an `idle` timer does not keep the process alive. @returns a function that
	 * cancels it.
	 */
	startTimer(delayMs: number, run: () => void, kind?: 'idle'): () => void;
	/** Lets pending messages and answers be handled. */
	yieldNow(): Promise<void>;
	/** In [0, 1). */
	random(): number;
}

export const systemTiming: Timing = {
	nowMs: readMonotonicMs,
	startTimer(delayMs, run, kind) {
		const timer = setTimeout(run, delayMs);
		if (kind === 'idle') timer.unref();
		return () => clearTimeout(timer);
	},
	yieldNow: () => new Promise((resolve) => setImmediate(resolve)),
	random: Math.random,
};
