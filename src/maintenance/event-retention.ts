/** Deletes events that are older than the operator's retention, and suppressions that are no longer needed. */
import { dayMs } from '../domain/event/utc-day.ts';
import { type BackgroundLoop, startBackgroundLoop } from '../lib/background-loop.ts';
import type { Clock } from '../ports/clock.ts';
import type { EventRepository } from '../ports/event-repository.ts';
import type { Lease } from '../ports/lease.ts';

/** A step is one transaction of a few milliseconds. */
const eventsPerStepMax = 500;
const busyPauseMs = 5;
const idlePauseMs = 60_000;
/** Queued events are written within a second, or as soon as the store is available again. */
const suppressionKeptMs = 3600 * 1000;

export interface EventRetentionOptions {
	readonly events: Pick<EventRepository, 'forgetOld'>;
	readonly clock: Pick<Clock, 'nowMs' | 'steadyMs'>;
	readonly lease: Lease;
	/** 0: for ever. */
	readonly retentionDays: number;
	readonly onFailure: (error: unknown) => void;
}

export function startEventRetention(options: EventRetentionOptions): BackgroundLoop {
	const { events, clock, lease, retentionDays, onFailure } = options;
	return startBackgroundLoop({
		async step() {
			const steadyMs = clock.steadyMs();
			// If the clock is set forward by mistake and back again, this keeps retention from deleting everything.
			const nowMs = Math.min(clock.nowMs(), steadyMs);
			const outcome = await events.forgetOld({
				eventsBeforeMs: retentionDays === 0 ? null : nowMs - retentionDays * dayMs,
				suppressionsBeforeMs: steadyMs - suppressionKeptMs,
				eventCountMax: eventsPerStepMax,
			});
			return outcome === 'forgotten';
		},
		...{ lease, busyPauseMs, idlePauseMs, onFailure },
	});
}
