/**
 * Follows the log of events for the days of widgets. What is built is in the store, and so is the checkpoint: the store
 * reads its log, adds to its sums and moves the position in one transaction. So there is nothing to open or to save here,
 * and a crash at any moment leaves sums and position as they belong together.
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
	/** Held anew before each step: one process of many counts. */
	readonly lease: Lease;
	readonly onFailure: (error: unknown) => void;
	readonly timing?: Timing;
}

export interface WidgetCounting {
	/** Resolves when the running step has ended and the lease is given back. */
	stop(): Promise<void>;
}

type Key = 'widget days';

interface DayStream {
	readonly key: Key;
	/** Events up to here are counted, and perhaps more: the store knows. */
	position: Position;
	readonly byteCount: number;
}

interface CountingState {
	readonly options: WidgetCountingOptions;
	readonly timing: Timing;
	readonly follower: Follower<Key, Key, DayStream, Position>;
	readonly log: ChangeFeed<unknown>;
	isHeld: boolean;
	/** When the next step may come, while there is more to count. */
	nextStepMs: number;
}

const key: Key = 'widget days';
/** A step is one transaction of a few milliseconds. */
const eventsPerStepMax = 1_000;
/** Between two steps: the writer has others to serve. */
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
			// Mostly nothing came: the writer need not be asked.
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
