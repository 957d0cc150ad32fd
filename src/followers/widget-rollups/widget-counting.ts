/** The background work behind the statistics of widgets: counting the events that came since the last look. */

import { type BackgroundLoop, startBackgroundLoop } from '../../lib/background-loop.ts';
import type { EventRepository } from '../../ports/event-repository.ts';

/** A step is one transaction of a few milliseconds. */
const eventsPerStepMax = 1000;

export interface WidgetCountingOptions {
	readonly events: Pick<EventRepository, 'countWidgetEvents' | 'readLastSerial'>;
	readonly onFailure: (error: unknown) => void;
}

export function startWidgetCounting({ events, onFailure }: WidgetCountingOptions): BackgroundLoop {
	/** Events up to here are counted, and perhaps more: the store knows. */
	let countedSerial = 0;
	return startBackgroundLoop({
		async step() {
			const lastSerial = await events.readLastSerial();
			// Mostly nothing came: the writer need not be asked.
			if (lastSerial <= countedSerial) return false;
			countedSerial = await events.countWidgetEvents(eventsPerStepMax);
			return countedSerial < lastSerial;
		},
		busyPauseMs: 5,
		idlePauseMs: 1000,
		onFailure,
	});
}
