/** Copies live items into temporary indices when the owner of an index requests it. */
import { type BackgroundLoop, startBackgroundLoop } from '../lib/background-loop.ts';
import type { Clock } from '../ports/clock.ts';
import type { ItemRepository } from '../ports/item-repository.ts';
import type { Lease } from '../ports/lease.ts';

/** A step is one transaction, small enough to delay writes of callers by some milliseconds at most. */
const itemsPerStepMax = 500;
/** The owner waits for the copy, so it uses all the time that writes of callers leave. */
const busyPauseMs = 0;
/** How long a requested copy waits for its first step. */
const idlePauseMs = 200;

export interface ItemCopyOptions {
	readonly items: Pick<ItemRepository, 'copyNext'>;
	readonly clock: Pick<Clock, 'steadyMs'>;
	readonly lease: Lease;
	readonly onFailure: (error: unknown) => void;
}

export function startItemCopies({ items, clock, lease, onFailure }: ItemCopyOptions): BackgroundLoop {
	return startBackgroundLoop({
		step: async () => (await items.copyNext(itemsPerStepMax, clock.steadyMs())) === 'copied',
		...{ lease, busyPauseMs, idlePauseMs, onFailure },
	});
}
