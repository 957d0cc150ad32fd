/** How long does a search compute in each phase? The time for which it is suspended does not count. */
import type { PhaseTime, SearchPhase } from '../../domain/query/explanation.ts';
import type { Steps } from '../../lib/steps.ts';
import type { PhaseTrace } from '../query/phase-trace.ts';

export interface PhaseTimer extends PhaseTrace {
	/** In the order in which they first began. */
	listTimes(): readonly PhaseTime[];
	/** Runs steps that begin phases, and times them. */
	time<T>(steps: Steps<T>): Steps<T>;
}

interface Timing {
	readonly nowMs: () => number;
	readonly spentMs: Map<SearchPhase, number>;
	phase: SearchPhase | undefined;
	/** Until when the time was counted. */
	countedMs: number;
}

/** @param nowMs a monotonic clock */
export function createPhaseTimer(nowMs: () => number): PhaseTimer {
	const timing: Timing = { nowMs, spentMs: new Map(), phase: undefined, countedMs: 0 };
	return {
		begin(phase) {
			count(timing);
			timing.phase = phase;
		},
		listTimes: () => Array.from(timing.spentMs, ([phase, ms]) => ({ phase, ms })),
		time: (steps) => timeSteps(timing, steps),
	};
}

function* timeSteps<T>(timing: Timing, steps: Steps<T>): Steps<T> {
	for (;;) {
		timing.countedMs = timing.nowMs();
		const step = steps.next();
		count(timing);
		if (step.done === true) {
			timing.phase = undefined;
			return step.value;
		}
		yield;
	}
}

function count(timing: Timing): void {
	const { phase, spentMs, countedMs } = timing;
	timing.countedMs = timing.nowMs();
	if (phase !== undefined) spentMs.set(phase, (spentMs.get(phase) ?? 0) + timing.countedMs - countedMs);
}
