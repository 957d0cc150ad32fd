/**
 * Follows the log of events for the daily sums of widgets. Both the sums and the checkpoint are in the store: it reads
 * its log, adds to the sums and moves the watermark in one transaction. So there is nothing to open or to save here, and
 * a crash at any moment leaves sums and watermark consistent.
 */
import { comparePositions, type Position, startPosition } from '../../domain/log/position.ts';
import type { ChangeFeed } from '../../ports/change-feed.ts';
import type { EventRepository } from '../../ports/event-repository.ts';
import type { Lease } from '../../ports/lease.ts';
import { createFollower, type Follower } from '../runtime/follower.ts';
import type { FollowerDefinition } from '../runtime/follower-definition.ts';
import { systemTiming, type Timing } from '../runtime/timing.ts';

export interface WidgetCountingOptions {
	readonly events: Pick<EventRepository, 'countWidgetEvents' | 'log'>;
	/** Renewed before each step, so that only one of several processes counts. */
	readonly lease: Lease;
	readonly onFailure: (error: unknown) => void;
	readonly timing?: Timing;
}

export interface WidgetCounting {
	/** Resolves when the running step has ended and the lease is released. */
	stop(): Promise<void>;
}

type Key = 'widget days';

interface DayStream {
	readonly key: Key;
	/** Events up to here are counted, perhaps more: the store has the exact watermark. */
	position: Position;
	readonly byteCount: number;
}

interface CountingState {
	readonly options: WidgetCountingOptions;
	readonly timing: Timing;
	readonly follower: Follower<Key, Key, DayStream, Position>;
	readonly log: ChangeFeed<unknown>;
	isHeld: boolean;
	/** When the next step may run, while there is more to count. */
	nextStepMs: number;
}

const key: Key = 'widget days';
/** A step is one transaction of a few milliseconds. */
const eventsPerStepMax = 1_000;
/** Between two steps, so that the writer can serve others. */
const stepPauseMs = 5;
/** How old the statistics of widgets may be. */
const pollIntervalMs = 1_000;

export function startWidgetCounting(options: WidgetCountingOptions): WidgetCounting {
	const { events, onFailure, timing = systemTiming } = options;
	const follower: CountingState['follower'] = createFollower({
		...{ timing, pollIntervalMs, onFailure },
		checkpoints: { delayMs: pollIntervalMs, atOnceMax: 1 },
		openBytesMax: Number.POSITIVE_INFINITY,
	});
	const log = events.log();
	follower.start(define({ options, timing, follower, log, isHeld: false, nextStepMs: Number.POSITIVE_INFINITY }));
	return { stop: follower.stop };
}

function define(state: CountingState): FollowerDefinition<Key, Key, DayStream, Position> {
	const { options, timing, follower, log } = state;
	return {
		keyOf: () => key,
		laneOf: () => 'large',
		begin: async () => undefined,
		async poll() {
			follower.schedule(key);
			return 'end';
		},
		open: async () => ({ key, position: startPosition, byteCount: 0 }),
		opened: () => undefined,
		async read({ position }) {
			state.nextStepMs = Number.POSITIVE_INFINITY;
			state.isHeld = (await options.lease.hold()) !== undefined;
			if (!state.isHeld || follower.isStopping()) return 'nothing';
			const end = await log.readEnd();
			// Mostly there is nothing new, and then the writer need not be called.
			return comparePositions(end, position) > 0 ? end : 'nothing';
		},
		async apply(stream, end) {
			stream.position = await options.events.countWidgetEvents(eventsPerStepMax);
			if (comparePositions(stream.position, end) < 0) state.nextStepMs = timing.nowMs() + stepPauseMs;
			return 'end';
		},
		lost: async () => undefined,
		take: async () => 'nothing',
		isIdle: () => false,
		closed: () => undefined,
		gone: () => undefined,
		failed: () => undefined,
		async tend() {
			const dueMs = state.nextStepMs - timing.nowMs();
			if (dueMs > 0) return dueMs;
			follower.schedule(key);
			return 0;
		},
		async end() {
			if (state.isHeld) await options.lease.release();
		},
	};
}
