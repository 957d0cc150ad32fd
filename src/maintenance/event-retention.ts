/** The background work on events: forgetting those that are older than the shop's operator wants to keep. */
import { dayMs } from '../domain/event/utc-day.ts';
import { type BackgroundLoop, startBackgroundLoop } from '../lib/background-loop.ts';
import type { Clock } from '../ports/clock.ts';
import type { EventRepository } from '../ports/event-repository.ts';

/** A step is one transaction of a few milliseconds. */
const eventsPerStepMax = 500;
/** Queued events are written within a second, or within the time in which the store is away and comes back. */
const markKeptMs = 3600 * 1000;

export interface EventRetentionOptions {
	readonly events: Pick<EventRepository, 'forgetOld'>;
	readonly clock: Pick<Clock, 'nowMs' | 'steadyMs'>;
	/** 0: for ever. */
	readonly retentionDays: number;
	readonly onFailure: (error: unknown) => void;
}

export function startEventRetention({
	events,
	clock,
	retentionDays,
	onFailure,
}: EventRetentionOptions): BackgroundLoop {
	return startBackgroundLoop({
		async step() {
			const steadyMs = clock.steadyMs();
			// A clock that is set forth by mistake, and back again, must not have taken everything with it.
			const nowMs = Math.min(clock.nowMs(), steadyMs);
			const outcome = await events.forgetOld({
				eventsBeforeMs: retentionDays === 0 ? null : nowMs - retentionDays * dayMs,
				marksBeforeMs: steadyMs - markKeptMs,
				eventCountMax: eventsPerStepMax,
			});
			return outcome === 'forgotten';
		},
		busyPauseMs: 5,
		idlePauseMs: 60_000,
		onFailure,
	});
}
