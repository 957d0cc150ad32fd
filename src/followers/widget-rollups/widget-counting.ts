/** Follows the log of events for the daily sums of widgets, which the store adds up by itself. */
import { comparePositions, estimateCount, type Position, startPosition } from '../../domain/log/position.ts';
import type { EventRepository } from '../../ports/event-repository.ts';
import type { Lease } from '../../ports/lease.ts';
import { type StoreFollower, startStoreFollower } from '../runtime/store-follower.ts';
import { systemTiming, type Timing } from '../runtime/timing.ts';

export interface WidgetCountingOptions {
	readonly events: Pick<EventRepository, 'countWidgetEvents' | 'log'>;
	readonly lease: Lease;
	readonly onFailure: (error: unknown) => void;
	readonly timing?: Timing;
}

/** A step is one transaction of a few milliseconds. */
const eventsPerStepMax = 1_000;

export function startWidgetCounting(options: WidgetCountingOptions): Pick<StoreFollower, 'stop'> {
	const { events, lease, onFailure, timing = systemTiming } = options;
	const log = events.log();
	/** Events up to here are counted, perhaps more: the store has the exact watermark. */
	let counted: Position = startPosition;
	return startStoreFollower<Position>({
		...{ timing, lease, onFailure },
		async read() {
			const end = await log.readEnd();
			// Mostly there is nothing new, and then the writer need not be called.
			return comparePositions(end, counted) > 0 ? end : 'nothing';
		},
		describe(end) {
			const lagCount = estimateCount(counted, end);
			return { follower: 'widget rollups', log: 'events', changeCount: Math.min(lagCount, eventsPerStepMax), lagCount };
		},
		async apply(end) {
			counted = await events.countWidgetEvents(eventsPerStepMax);
			return comparePositions(counted, end) < 0 ? 'more' : 'end';
		},
		forget() {
			counted = startPosition;
		},
	});
}
