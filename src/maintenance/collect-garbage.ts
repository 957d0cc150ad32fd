/**
 * Garbage collection: deletes what can no longer be reached: rows of retired generations, tombstones that every follower
 * has passed, expired scrolls, and events of removed stores.
 */
import { type BackgroundLoop, startBackgroundLoop } from '../lib/background-loop.ts';
import type { Clock } from '../ports/clock.ts';
import type { ItemRepository } from '../ports/item-repository.ts';
import type { Lease } from '../ports/lease.ts';

/** A step is one transaction, small enough to delay writes of callers by some milliseconds at most. */
const rowsPerStepMax = 500;
/** No caller waits for it, so bulk deletions are spread over time. */
const shareMax = 1 / 6;
const busyPauseMs = 5;
const idlePauseMs = 2_000;

export interface GarbageCollectionOptions {
	readonly items: Pick<ItemRepository, 'collectGarbage'>;
	readonly clock: Pick<Clock, 'steadyMs'>;
	readonly lease: Lease;
	readonly onFailure: (error: unknown) => void;
}

export function startGarbageCollection({ items, clock, lease, onFailure }: GarbageCollectionOptions): BackgroundLoop {
	let cursor = '';
	return startBackgroundLoop({
		async step() {
			const step = await items.collectGarbage(rowsPerStepMax, clock.steadyMs(), cursor);
			cursor = step.cursor;
			return step.outcome === 'collected';
		},
		...{ lease, shareMax, busyPauseMs, idlePauseMs, onFailure },
	});
}
