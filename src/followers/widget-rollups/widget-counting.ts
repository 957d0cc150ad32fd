/** The background work behind the statistics of widgets: counting the events that came since the last look. */

import { comparePositions, startPosition } from '../../domain/log/position.ts';
import { type BackgroundLoop, startBackgroundLoop } from '../../lib/background-loop.ts';
import type { EventRepository } from '../../ports/event-repository.ts';
import type { Lease } from '../../ports/lease.ts';

/** A step is one transaction of a few milliseconds. */
const eventsPerStepMax = 1000;
const busyPauseMs = 5;
/** How old the statistics of widgets may be. */
const idlePauseMs = 1000;

export interface WidgetCountingOptions {
	readonly events: Pick<EventRepository, 'countWidgetEvents' | 'log'>;
	readonly lease: Lease;
	readonly onFailure: (error: unknown) => void;
}

export function startWidgetCounting({ events, lease, onFailure }: WidgetCountingOptions): BackgroundLoop {
	/** Events up to here are counted, and perhaps more: the store knows. */
	let counted = startPosition;
	const log = events.log();
	return startBackgroundLoop({
		async step() {
			const end = await log.readEnd();
			// Mostly nothing came: the writer need not be asked.
			if (comparePositions(end, counted) <= 0) return false;
			counted = await events.countWidgetEvents(eventsPerStepMax);
			return comparePositions(counted, end) < 0;
		},
		...{ lease, busyPauseMs, idlePauseMs, onFailure },
	});
}
