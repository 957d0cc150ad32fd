import { readMonotonicMs } from '../../lib/monotonic-time.ts';

/** Time and chance as followers see them: tests have their own. */
export interface Timing {
	/** Monotonic. */
	nowMs(): number;
	/** Calls `run` once, `delayMs` from now; an `idle` timer keeps no process alive. @returns what calls it off. */
	startTimer(delayMs: number, run: () => void, kind?: 'idle'): () => void;
	/** Lets messages and answers of others in. */
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
