/**
 * The streams of a follower, and the operations that its parts share: queueing, opening, closing and evicting streams.
 */
import { strict as assert } from 'node:assert';
import { type Backoff, createBackoff } from './backoff.ts';
import { type Checkpoints, createCheckpoints } from './checkpoints.ts';
import { type ContentionPause, createContentionPause } from './contention-pause.ts';
import type { FollowerDefinition, FollowerOptions } from './follower-definition.ts';
import { createLifeCycle, type LifeCycle } from './life-cycle.ts';
import { createOpenStreams, type FollowedStream, type OpenStreams } from './open-streams.ts';
import { createPollSchedule, type PollSchedule } from './poll-schedule.ts';
import { createTimeSlices, type TimeSlices } from './time-slices.ts';

/**
 * Imports get at least a tenth of the time of this thread, and what comes meanwhile does not wait for long. Where a fourth of a
 * slice was waiting, others want the processors all the time, and an import has no more than that tenth.
 */
const defaultPauseLimits = { perWait: 40, leastMs: 0, mostMs: 3_000, partsMax: 9 };

/** The state of a follower: its streams, its queue, and what it is doing. */
export interface FollowerState<Key, Task, Stream extends FollowedStream<Key>, Batch> {
	readonly options: FollowerOptions<Key>;
	definition: FollowerDefinition<Key, Task, Stream, Batch> | undefined;
	readonly life: LifeCycle;
	readonly streams: OpenStreams<Key, Stream>;
	readonly slices: TimeSlices<Key, Task>;
	/** Of the streams that are far behind. */
	readonly importPause: ContentionPause;
	readonly checkpoints: Checkpoints<Key>;
	readonly backoff: Backoff<Key>;
	/** For the operations that all streams need: the start and the poll. */
	readonly wholeBackoff: Backoff<'all'>;
	/** Streams that failed, with their newest tasks. */
	readonly delayed: Map<Key, Task>;
	readonly opening: Map<Key, Promise<Stream | undefined>>;
	/** Where the search for streams that can leave memory goes on; undefined: with the least recently used. */
	evicting: Iterator<Stream> | undefined;
	readonly begun: PromiseWithResolvers<void>;
	hasBegun: boolean;
	isStopping: boolean;
	readonly polls: PollSchedule;
	/** Ends the pause at hand. */
	wake: () => void;
	ended: Promise<void>;
}

export function createFollowerState<Key, Task, Stream extends FollowedStream<Key>, Batch>(
	options: FollowerOptions<Key>,
) {
	const { timing, readWaitMs = () => 0, pauseLimits = defaultPauseLimits } = options;
	const streams = createOpenStreams<Key, Stream>();
	const state: FollowerState<Key, Task, Stream, Batch> = {
		...{ options, definition: undefined, life: createLifeCycle(), streams, slices: createTimeSlices() },
		importPause: createContentionPause({ nowMs: timing.nowMs, readWaitMs, ...pauseLimits }),
		checkpoints: createCheckpoints<Key>({
			timing,
			policy: options.checkpoints,
			async take(key) {
				const stream = streams.get(key);
				return stream === undefined ? 'nothing' : definitionOf(state).take(stream);
			},
			onFailure: options.onFailure,
			onEnd: () => state.wake(),
		}),
		backoff: createBackoff(timing, options.backoff),
		wholeBackoff: createBackoff(timing, options.backoff),
		delayed: new Map(),
		opening: new Map(),
		evicting: undefined,
		begun: Promise.withResolvers(),
		hasBegun: false,
		isStopping: false,
		polls: createPollSchedule(timing, options.pollIntervalMs),
		wake: () => undefined,
		ended: Promise.resolve(),
	};
	return state;
}

export function definitionOf<K, T, S extends FollowedStream<K>, B>({ definition }: FollowerState<K, T, S, B>) {
	assert(definition !== undefined, 'a follower that was not started does nothing');
	return definition;
}

export function schedule<K, T, S extends FollowedStream<K>, B>(state: FollowerState<K, T, S, B>, task: T): void {
	const { backoff, delayed, slices } = state;
	const definition = definitionOf(state);
	const key = definition.keyOf(task);
	if (backoff.isWaiting(key)) delayed.set(key, task);
	else slices.put(key, task, definition.laneOf(task));
}

export function open<K, T, S extends FollowedStream<K>, B>(
	state: FollowerState<K, T, S, B>,
	task: T,
): Promise<S | undefined> {
	const { streams, opening } = state;
	const key = definitionOf(state).keyOf(task);
	const known = streams.get(key);
	if (known !== undefined) return Promise.resolve(known);
	const underWay = opening.get(key);
	if (underWay !== undefined) return underWay;
	const opened = openNow(state, task).finally(() => opening.delete(key));
	opening.set(key, opened);
	return opened;
}

async function openNow<K, T, S extends FollowedStream<K>, B>(
	state: FollowerState<K, T, S, B>,
	task: T,
): Promise<S | undefined> {
	// What is not saved cannot leave memory, so the next stream is opened when one can leave.
	if (isFull(state)) await state.checkpoints.keepUp();
	const stream = await definitionOf(state).open(task);
	if (stream === 'gone') return undefined;
	state.streams.put(stream);
	definitionOf(state).opened(stream, task);
	evict(state);
	return stream;
}

export function isFull<K, T, S extends FollowedStream<K>, B>({ streams, options }: FollowerState<K, T, S, B>): boolean {
	return streams.byteCount > options.openBytesMax;
}

/** One call of `evict` looks at no more streams that cannot leave. */
const keptCountMax = 100;

/**
 * Frees the memory of streams that can leave it, the least recently used first, until it is no longer full. If thousands
 * of streams are not saved yet, looking at all of them in every step would take longer than saving them. So a call that
 * finds a hundred that cannot leave ends there, and the next one goes on behind them.
 */
export function evict<K, T, S extends FollowedStream<K>, B>(state: FollowerState<K, T, S, B>): void {
	const { streams } = state;
	let keptCount = 0;
	let roundCount = 0;
	// The last one is in use, whatever its size.
	while (isFull(state) && streams.count > 1) {
		state.evicting ??= streams.list()[Symbol.iterator]();
		const next = state.evicting.next();
		if (next.done === true) {
			state.evicting = undefined;
			roundCount += 1;
			// The first round may have begun in the middle.
			if (roundCount === 2) return;
		} else if (canLeave(state, next.value)) release(state, next.value.key);
		else if (++keptCount === keptCountMax) return;
	}
	state.evicting = undefined;
}

function canLeave<K, T, S extends FollowedStream<K>, B>(state: FollowerState<K, T, S, B>, stream: S): boolean {
	const { slices, delayed, opening, checkpoints } = state;
	const { key } = stream;
	const isInLine = slices.has(key) || delayed.has(key) || opening.has(key);
	return !isInLine && !checkpoints.isUnsaved(key) && definitionOf(state).isIdle(stream);
}

/** Closes a stream that is gone. */
export function close<K, T, S extends FollowedStream<K>, B>(state: FollowerState<K, T, S, B>, key: K): void {
	state.slices.delete(key);
	state.delayed.delete(key);
	state.backoff.clear(key);
	release(state, key);
	definitionOf(state).gone(key);
}

/** Frees its memory. */
function release<K, T, S extends FollowedStream<K>, B>(state: FollowerState<K, T, S, B>, key: K): void {
	const stream = state.streams.get(key);
	state.streams.delete(key);
	state.checkpoints.forget(key);
	if (stream !== undefined) definitionOf(state).closed(stream);
}
