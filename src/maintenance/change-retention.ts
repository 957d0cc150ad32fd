/** Removes changes from the record that are older than `changeKeptDays`. */
import { changeKeptDays } from '../domain/account/change.ts';
import { dayMs } from '../domain/event/utc-day.ts';
import { type BackgroundLoop, startBackgroundLoop } from '../lib/background-loop.ts';
import type { ChangeRepository } from '../ports/change-repository.ts';
import type { Clock } from '../ports/clock.ts';
import type { Lease } from '../ports/lease.ts';

/** A step is one transaction of a few milliseconds. */
const changesPerStepMax = 500;
const busyPauseMs = 5;
const idlePauseMs = 3600 * 1000;

export interface ChangeRetentionOptions {
	readonly changes: Pick<ChangeRepository, 'forgetOld'>;
	readonly clock: Pick<Clock, 'nowMs' | 'steadyMs'>;
	readonly lease: Lease;
	readonly onFailure: (error: unknown) => void;
}

export function startChangeRetention({ changes, clock, lease, onFailure }: ChangeRetentionOptions): BackgroundLoop {
	return startBackgroundLoop({
		async step() {
			// If the clock is set forward by mistake and back again, this keeps retention from removing everything.
			const nowMs = Math.min(clock.nowMs(), clock.steadyMs());
			const outcome = await changes.forgetOld(nowMs - changeKeptDays * dayMs, changesPerStepMax);
			return outcome === 'forgotten';
		},
		...{ lease, busyPauseMs, idlePauseMs, onFailure },
	});
}
