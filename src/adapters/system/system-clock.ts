/** The clocks of the machine. Nobody else asks them for a date: `test/rules` sees to it. */
import { readMonotonicMs } from '../../lib/monotonic-time.ts';
import type { Clock } from '../../ports/clock.ts';

export interface SystemClock extends Clock {
	/** Of `steadyMs` when `monotonicMs` is 0: with it, other threads of the process have the same one. */
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
