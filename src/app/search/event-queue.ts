/**
 * Events that nobody waits for: they are queued, and written in batches, one batch at a time.
 *
 *     add ──► queued (at most `queuedEventsMax`) ──► a batch on its way ──► on disk
 *               │ full: the oldest is dropped           │ refused: tried again, in its place, after a while
 *               └──────────────► lost, counted ◄────────┘ unclear whether it was written: lost, so as not to count twice
 *
 * Dropping the oldest keeps what happens now visible in statistics when the store has been away for long. A process that
 * is killed loses what is queued: at most a quarter of a second of searches while the store keeps up.
 */
import type { QueuedEvent, ShopperEvent } from '../../domain/event/shopper-event.ts';
import { FailureError } from '../../lib/failure.ts';
import type { Clock } from '../../ports/clock.ts';
import type { EventRepository } from '../../ports/event-repository.ts';

export interface EventQueue {
	/** Takes constant time and never fails. */
	add(event: ShopperEvent): void;
	/** Writes what is queued; what the store refuses now is lost. Nothing may be added from now on. */
	close(): Promise<void>;
}

export interface EventQueueOptions {
	readonly events: Pick<EventRepository, 'recordQueued'>;
	readonly clock: Pick<Clock, 'steadyMs'>;
	/** Hears of every event that will never be written. */
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
	let queued: QueuedEvent[] = [];
	/** Events at the front of `queued` that were dropped: shifting each would move all others. */
	let droppedCount = 0;
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
			if (queued.length > droppedCount) schedule(isAccepted ? gatherMs : retryMs);
		});
		return running;
	}

	async function writeAll(): Promise<boolean> {
		while (queued.length > droppedCount) {
			if (!(await writeBatch())) return false;
		}
		return true;
	}

	/** @returns false when the store refused: the events wait in front of the others then. */
	async function writeBatch(): Promise<boolean> {
		const batch = takeBatch();
		try {
			await events.recordQueued(batch);
			return true;
		} catch (error) {
			if (error instanceof FailureError && refusals.has(error.failure.code)) {
				putBack(batch, error);
				return false;
			}
			onLost(batch.length, error);
			return true;
		}
	}

	function takeBatch(): QueuedEvent[] {
		const batch = queued.slice(droppedCount, droppedCount + batchEventsMax);
		queued = queued.slice(droppedCount + batch.length);
		droppedCount = 0;
		return batch;
	}

	function putBack(batch: readonly QueuedEvent[], error: unknown): void {
		queued = [...batch, ...queued.slice(droppedCount)];
		droppedCount = Math.max(0, queued.length - queuedEventsMax);
		if (droppedCount > 0) onLost(droppedCount, error);
	}

	return {
		add(event) {
			queued.push({ ...event, queuedAtMs: clock.steadyMs() });
			if (queued.length - droppedCount > queuedEventsMax) {
				droppedCount += 1;
				onLost(1, undefined);
			}
			if (droppedCount > queuedEventsMax) {
				queued = queued.slice(droppedCount);
				droppedCount = 0;
			}
			schedule(gatherMs);
		},
		async close() {
			await running;
			await run();
			clearTimeout(timer);
			const leftCount = queued.length - droppedCount;
			if (leftCount > 0) onLost(leftCount, undefined);
			queued = [];
		},
	};
}

/** With these nothing was written, so trying again cannot write it twice. */
const refusals: ReadonlySet<string> = new Set(['overloaded', 'unavailable']);
