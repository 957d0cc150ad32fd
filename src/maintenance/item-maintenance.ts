/** The background work on items: copying live items into temporary indices, and forgetting what nobody can reach. */

import { type BackgroundLoop, startBackgroundLoop } from '../lib/background-loop.ts';
import type { Clock } from '../ports/clock.ts';
import type { ItemRepository } from '../ports/item-repository.ts';

/** A step is one transaction: small enough that writes of callers wait for some milliseconds at most. */
const itemsPerStepMax = 500;
/** Nobody waits for what is swept: what is deleted in bulk goes when that is over. */
const sweepShareMax = 1 / 4;

export function startItemMaintenance(
	items: ItemRepository,
	clock: Pick<Clock, 'steadyMs'>,
	onFailure: (error: unknown) => void,
): BackgroundLoop {
	const copying = startBackgroundLoop({
		step: async () => (await items.copyNext(itemsPerStepMax, clock.steadyMs())) === 'copied',
		busyPauseMs: 0,
		idlePauseMs: 200,
		onFailure,
	});
	let cursor = '';
	const sweeping = startBackgroundLoop({
		async step() {
			const step = await items.sweepNext(itemsPerStepMax, clock.steadyMs(), cursor);
			cursor = step.cursor;
			return step.outcome === 'swept';
		},
		busyPauseMs: 5,
		shareMax: sweepShareMax,
		idlePauseMs: 2000,
		onFailure,
	});
	return {
		async stop() {
			await Promise.all([copying.stop(), sweeping.stop()]);
		},
	};
}
