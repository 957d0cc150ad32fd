/**
 * Garbage collection: deletes what can no longer be reached: rows of retired generations, tombstones that every follower
 * has passed, expired scrolls, and events of removed stores.
 */
import { type BackgroundLoop, startBackgroundLoop } from '../lib/background-loop.ts';
import type { Clock } from '../ports/clock.ts';
import type { Invalidation } from '../ports/invalidation.ts';
import type { ItemRepository } from '../ports/item-repository.ts';
import type { Lease } from '../ports/lease.ts';

/** A step is one transaction, small enough to delay writes of callers by some milliseconds at most. */
const rowsPerStepMax = 500;
/**
 * No caller waits for it, so bulk deletions are spread over time. A step locks a generation, and so holds up those who write to
 * it: while items are written it has less, which is some 5,000 tombstones a second.
 */
const shareMax = { idle: 1 / 3, whileWritten: 1 / 20 };
const busyPauseMs = 5;
const idlePauseMs = 2_000;

export interface GarbageCollectionOptions {
	readonly items: Pick<ItemRepository, 'collectGarbage'>;
	readonly invalidation: Pick<Invalidation, 'readItemsVersion'>;
	readonly clock: Pick<Clock, 'steadyMs' | 'monotonicMs'>;
	readonly lease: Lease;
	readonly onFailure: (error: unknown) => void;
}

export function startGarbageCollection(options: GarbageCollectionOptions): BackgroundLoop {
	const { items, invalidation, clock, lease, onFailure } = options;
	let cursor = '';
	let version = invalidation.readItemsVersion();

	/** Since it was asked before: during a step and the pause before it. */
	function wereItemsWritten(): boolean {
		const before = version;
		version = invalidation.readItemsVersion();
		return version !== before;
	}
	return startBackgroundLoop({
		async step() {
			const step = await items.collectGarbage(rowsPerStepMax, clock.steadyMs(), cursor);
			cursor = step.cursor;
			return step.outcome === 'collected';
		},
		readShareMax: () => (wereItemsWritten() ? shareMax.whileWritten : shareMax.idle),
		...{ lease, busyPauseMs, idlePauseMs, onFailure, nowMs: clock.monotonicMs },
	});
}
