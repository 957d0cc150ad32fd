/**
 * Events that no answer waits for: they are queued, and written in batches, one batch at a time.
 *
 *     add ──► queued (at most `queuedEventsMax`) ──► a batch being written ──► on disk
 *               │ full: the oldest is dropped           │ refused: tried again later, still in front
 *               └──────────────► lost, counted ◄────────┘ unclear whether it was written: lost, so as not to count twice
 *
 * Dropping the oldest keeps current events visible in statistics after the store was unavailable for long. A process that
 * is killed loses its queue: at most the searches of a quarter of a second, and of the write under way, while the store keeps
 * up.
 */
import type { QueuedEvent, ShopperEvent } from '../../domain/event/shopper-event.ts';
import { FailureError } from '../../lib/failure.ts';
import type { Clock } from '../../ports/clock.ts';
import type { EventRepository } from '../../ports/event-repository.ts';

export interface EventQueue {
	/** Takes constant time and never fails. */
	add(event: ShopperEvent): void;
	/** Writes what is queued; what the store refuses now is lost. Nothing may be added afterwards. */
	close(): Promise<void>;
}

export interface EventQueueOptions {
	readonly events: Pick<EventRepository, 'recordQueued'>;
	readonly clock: Pick<Clock, 'steadyMs'>;
	/** Called with the number of events that will never be written. */
	readonly onLost: (eventCount: number, error: unknown) => void;
	readonly queuedEventsMax?: number;
	readonly batchEventsMax?: number;
	readonly gatherMs?: number;
	readonly retryMs?: number;
}

export function createEventQueue(options: EventQueueOptions): EventQueue {
	const {
		events,
		clock,
		onLost,
		queuedEventsMax = 20_000,
		batchEventsMax = 500,
		gatherMs = 250,
		retryMs = 1000,
	} = options;
	const queued = createBoundedList(queuedEventsMax, onLost);
	let timer: NodeJS.Timeout | undefined;
	/** Set while batches are being written. */
	let running: Promise<void> | undefined;

	function schedule(delayMs: number): void {
		if (timer !== undefined || running !== undefined) return;
		timer = setTimeout(run, delayMs);
		timer.unref();
	}

	function run(): Promise<void> {
		clearTimeout(timer);
		timer = undefined;
		running ??= writeAll().then((isAccepted) => {
			running = undefined;
			if (queued.count() > 0) schedule(isAccepted ? gatherMs : retryMs);
		});
		return running;
	}

	/** What comes meanwhile is gathered first: otherwise a busy shop would write without a pause, a few events at a time. */
	async function writeAll(): Promise<boolean> {
		for (let leftCount = queued.count(); leftCount > 0; leftCount -= batchEventsMax) {
			if (!(await writeBatch())) return false;
		}
		return true;
	}

	/** @returns false when the store refused; the events then wait in front of the others. */
	async function writeBatch(): Promise<boolean> {
		const batch = queued.take(batchEventsMax);
		try {
			await events.recordQueued(batch);
			return true;
		} catch (error) {
			if (error instanceof FailureError && refusals.has(error.failure.code)) {
				queued.putBack(batch, error);
				return false;
			}
			onLost(batch.length, error);
			return true;
		}
	}

	return {
		add(event) {
			queued.add({ ...event, queuedAtMs: clock.steadyMs() });
			schedule(gatherMs);
		},
		async close() {
			await running;
			await run();
			clearTimeout(timer);
			const left = queued.take(queued.count());
			if (left.length > 0) onLost(left.length, undefined);
		},
	};
}

/** These failures mean that nothing was written, so trying again cannot write it twice. */
const refusals: ReadonlySet<string> = new Set(['overloaded', 'unavailable']);

interface BoundedList {
	count(): number;
	/** Drops the oldest event when there are too many. */
	add(event: QueuedEvent): void;
	/** Removes and returns the oldest events, at most `countMax`. */
	take(countMax: number): QueuedEvent[];
	/** Puts events back in front of all others, and drops the oldest when there are too many. */
	putBack(events: readonly QueuedEvent[], error: unknown): void;
}

function createBoundedList(countMax: number, onLost: EventQueueOptions['onLost']): BoundedList {
	let events: QueuedEvent[] = [];
	/** How many events at the front were dropped: shifting the array each time would move all others. */
	let droppedCount = 0;
	return {
		count: () => events.length - droppedCount,
		add(event) {
			events.push(event);
			if (events.length - droppedCount > countMax) {
				droppedCount += 1;
				onLost(1, undefined);
			}
			if (droppedCount > countMax) {
				events = events.slice(droppedCount);
				droppedCount = 0;
			}
		},
		take(batchMax) {
			const batch = events.slice(droppedCount, droppedCount + batchMax);
			events = events.slice(droppedCount + batch.length);
			droppedCount = 0;
			return batch;
		},
		putBack(batch, error) {
			events = [...batch, ...events.slice(droppedCount)];
			droppedCount = Math.max(0, events.length - countMax);
			if (droppedCount > 0) onLost(droppedCount, error);
		},
	};
}
