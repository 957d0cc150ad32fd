/** The clocks of the machine. No other module reads the date: `test/rules` checks that. */
import { readMonotonicMs } from '../../lib/monotonic-time.ts';
import type { Clock } from '../../ports/clock.ts';

export interface SystemClock extends Clock {
	/** The value of `steadyMs` when `monotonicMs` is 0; with it, other threads of the process get the same clock. */
	readonly originMs: number;
}

export function createSystemClock(originMs = Date.now() - readMonotonicMs()): SystemClock {
	return {
		nowMs: Date.now,
		monotonicMs: readMonotonicMs,
		steadyMs: () => Math.round(originMs + readMonotonicMs()),
		originMs,
	};
}
