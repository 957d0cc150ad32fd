/**
 * How does a follower read a log, so that a crash loses nothing and no change is skipped or applied twice?
 *
 *     starting ──► catching_up ◄──► following          every state but the last two ──► stopping ──► stopped
 *        ▲ │           │ ▲              │
 *        │ ▼           ▼ │              │
 *        backing_off ◄───┴──────────────┘
 *
 * A follower keeps *streams*. Each is one thing built from a log: the search index of a generation, or the model of a
 * search engine. The follower polls which streams are behind, at intervals or after a hint, and gives each of them time
 * slices. Between two slices other streams are served, checkpoints are begun, and idle streams are evicted. Where other
 * threads want the processors, streams that are far behind pause between their slices (`contention-pause.ts`).
 *
 *                 ┌─────────────────────── back-off of the stream ◄── failed
 *                 ▼                                                     │
 *     poll ─► queued ──► open ─► read ─► apply ─► caught up ─► idle ─► evicted when memory is short
 *                          ▲               │ ▲
 *                          │               ▼ └── more
 *                        disk ◄─ write ◄─ take
 *
 * A stream has a position: it contains every change up to that position and none after it. The position moves with each
 * change that is applied. A checkpoint is a snapshot of the stream together with its position at that moment, and is
 * written in one step. What a crash leaves behind, at each arrow:
 *
 *     poll, open, read    nothing has changed: the next start does the same again
 *     apply, take         applied changes are lost with the memory, and are read again after the checkpoint on disk
 *     write               the previous checkpoint or the new one, each complete and with its own position
 *     evicted             the checkpoint is on disk: a stream with something to save is not evicted
 *
 * A checkpoint that is damaged, of another version or ahead of the store (which was restored to an earlier state) is
 * invalid: `open` then returns a stream at the start of the log, and it is built again.
 */
import { strict as assert } from 'node:assert';
import type { Checkpoints } from './checkpoints.ts';
import type { FollowerDefinition, FollowerOptions, Slice } from './follower-definition.ts';
import {
	close,
	createFollowerState,
	definitionOf,
	evict,
	type FollowerState,
	isFull,
	open,
	schedule,
} from './follower-state.ts';
import type { LifeState } from './life-cycle.ts';
import type { FollowedStream, OpenStreams } from './open-streams.ts';
import { traceBatch } from './trace-batch.ts';

/** What definitions, and the users of what was built, may do with a follower. */
export interface Follower<Key, Task, Stream extends FollowedStream<Key>, Batch> {
	readonly state: LifeState;
	/** Resolves when it has started. */
	readonly begun: Promise<void>;
	readonly streams: OpenStreams<Key, Stream>;
	readonly checkpoints: Omit<Checkpoints<Key>, 'startDue' | 'flush'>;
	start(definition: FollowerDefinition<Key, Task, Stream, Batch>): void;
	/** Polls soon, because there may be changes, unless it backs off. See `poll-schedule.ts`. */
	hint(): void;
	/** Whether the store sends hints: then it polls seldom without them. */
	expectHints(areSent: boolean): void;
	/** Continues at once if it pauses, without a poll. */
	wake(): void;
	/** Queues a stream; if it backs off, it is queued as soon as that is over. */
	schedule(task: Task): void;
	isScheduled(key: Key): boolean;
	/** Brings a stream into memory; undefined when it is gone. Concurrent calls share one opening. */
	open(task: Task): Promise<Stream | undefined>;
	/** Whether this is the stream that is in memory: it may have been closed or replaced in the meantime. */
	isCurrent(stream: Stream): boolean;
	/** Closes a stream that is gone, and frees its memory. */
	close(key: Key): void;
	/** Whether the streams exceed the memory limit. */
	isFull(): boolean;
	/** Evicts idle streams while the memory limit is exceeded. */
	evict(): void;
	/** Notes a failure of a stream outside its slices: it backs off. */
	fail(key: Key): void;
	/** How long it still backs off, in ms; 0: it does not. */
	readBackoffMs(key: Key): number;
	/** Whether its last try failed. */
	hasFailed(key: Key): boolean;
	/** Gives a slice to each stream that is a few changes behind. For `apply`, between two long steps. */
	takeSmallSlices(): Promise<void>;
	isStopping(): boolean;
	/** Writes the last checkpoints; afterwards it holds nothing. */
	stop(): Promise<void>;
}

export function createFollower<Key, Task, Stream extends FollowedStream<Key>, Batch>(
	options: FollowerOptions<Key>,
): Follower<Key, Task, Stream, Batch> {
	const state = createFollowerState<Key, Task, Stream, Batch>(options);
	const { life, streams, slices, checkpoints, backoff } = state;
	return {
		get state() {
			return life.state;
		},
		...{ begun: state.begun.promise, streams, checkpoints },
		start(definition) {
			assert(state.definition === undefined, 'a follower starts once');
			state.definition = definition;
			state.ended = run(state);
		},
		hint() {
			state.polls.hint();
			// What failed is not tried again for a write that may have nothing to do with it.
			if (life.state !== 'backing_off') state.wake();
		},
		expectHints(areSent) {
			state.polls.expectHints(areSent);
			// It may have to poll sooner than its pause ends; a step more costs nothing.
			if (life.state !== 'backing_off') state.wake();
		},
		wake: () => state.wake(),
		schedule: (task) => schedule(state, task),
		isScheduled: (key) => slices.has(key) || state.delayed.has(key),
		open: (task) => open(state, task),
		isCurrent: (stream) => streams.get(stream.key) === stream,
		close: (key) => close(state, key),
		isFull: () => isFull(state),
		evict: () => evict(state),
		fail: (key) => void backoff.fail(key),
		...{ readBackoffMs: backoff.readWaitMs, hasFailed: backoff.hasFailed },
		takeSmallSlices: () => takeSmallSlices(state),
		isStopping: () => state.isStopping,
		async stop() {
			state.isStopping = true;
			state.wake();
			await state.ended;
		},
	};
}

// — the loop —

async function run<K, T, S extends FollowedStream<K>, B>(state: FollowerState<K, T, S, B>): Promise<void> {
	const { life, options, wholeBackoff } = state;
	while (!state.isStopping) {
		try {
			if (!state.hasBegun) await begin(state);
			await step(state);
		} catch (error) {
			options.onFailure(error);
			if (state.isStopping) break;
			life.to('backing_off');
			await pause(state, wholeBackoff.fail('all'));
			if (!state.isStopping) life.to(state.hasBegun ? 'catching_up' : 'starting');
		}
	}
	life.to('stopping');
	await definitionOf(state)
		.end()
		.catch((error) => options.onFailure(error));
	await state.checkpoints.flush();
	life.to('stopped');
}

async function begin<K, T, S extends FollowedStream<K>, B>(state: FollowerState<K, T, S, B>): Promise<void> {
	await definitionOf(state).begin();
	state.hasBegun = true;
	state.begun.resolve();
	state.life.to('catching_up');
}

async function step<K, T, S extends FollowedStream<K>, B>(state: FollowerState<K, T, S, B>): Promise<void> {
	const { life, options, checkpoints } = state;
	const { timing } = options;
	const hasMore = await pollDue(state);
	// The store is back: what failed without it need not wait for as long as that took.
	if (state.wholeBackoff.hasFailed('all')) state.backoff.clearAll();
	const hasWorked = await takeNextSlice(state);
	const dueMs = await definitionOf(state).tend();
	await checkpoints.startDue(isFull(state) && state.streams.count > 1 ? 'pressed' : 'due');
	evict(state);
	state.wholeBackoff.clear('all');
	const isPausing = state.slices.count > 0;
	// What came in the meantime may go on although imports pause.
	const hasNext = isPausing && state.slices.hasNext((task) => !mayPause(state, task));
	if (hasMore || hasWorked || hasNext || dueMs <= 0) {
		life.to('catching_up');
		return timing.yieldNow();
	}
	const importDueMs = isPausing ? state.importPause.readLeftMs() : Number.POSITIVE_INFINITY;
	life.to(isPausing ? 'catching_up' : 'following');
	await pause(state, Math.min(dueMs, state.polls.readWaitMs(), importDueMs));
}

async function pause<K, T, S extends FollowedStream<K>, B>(
	state: FollowerState<K, T, S, B>,
	delayMs: number,
): Promise<void> {
	const { promise, resolve } = Promise.withResolvers<void>();
	state.wake = resolve;
	const callOff = state.options.timing.startTimer(Math.max(1, delayMs), resolve);
	// It was stopped before there was a pause to end.
	if (state.isStopping) resolve();
	await promise;
	callOff();
}

async function pollDue<K, T, S extends FollowedStream<K>, B>(state: FollowerState<K, T, S, B>): Promise<boolean> {
	const { polls } = state;
	if (!polls.isDue()) return false;
	polls.begin();
	const found = await definitionOf(state)
		.poll()
		.catch((error) => {
			polls.end('failed');
			throw error;
		});
	polls.end(found);
	return found === 'more';
}

// — time slices —

/** @returns whether there was one. */
async function takeNextSlice<K, T, S extends FollowedStream<K>, B>(state: FollowerState<K, T, S, B>): Promise<boolean> {
	for (const [key, task] of state.delayed) {
		if (state.backoff.isWaiting(key)) continue;
		state.delayed.delete(key);
		schedule(state, task);
	}
	const task = state.slices.take(toMayTake(state));
	if (task === undefined) return false;
	const work = () => takeSlice(state, { task, isBetween: false });
	const { laneOf } = definitionOf(state);
	await (laneOf(task) === 'large' && mayPause(state, task) ? state.importPause.after(work) : work());
	return true;
}

/** Whether an import may have a slice: undefined while none pauses. */
function toMayTake<K, T, S extends FollowedStream<K>, B>(state: FollowerState<K, T, S, B>) {
	return state.importPause.readLeftMs() > 0 ? (task: T) => !mayPause(state, task) : undefined;
}

function mayPause<K, T, S extends FollowedStream<K>, B>(state: FollowerState<K, T, S, B>, task: T): boolean {
	return definitionOf(state).mayPause?.(task) ?? false;
}

async function takeSmallSlices<K, T, S extends FollowedStream<K>, B>(state: FollowerState<K, T, S, B>): Promise<void> {
	const { options, slices } = state;
	const { keyOf } = definitionOf(state);
	await options.timing.yieldNow();
	if (!state.wholeBackoff.isWaiting('all')) {
		await pollDue(state).catch((error) => {
			options.onFailure(error);
			state.wholeBackoff.fail('all');
		});
	}
	const taken = new Set<K>();
	for (let task = slices.takeSmall(); task !== undefined; task = slices.takeSmall()) {
		if (taken.has(keyOf(task))) return schedule(state, task);
		taken.add(keyOf(task));
		await takeSlice(state, { task, isBetween: true });
	}
}

async function takeSlice<K, T, S extends FollowedStream<K>, B>(state: FollowerState<K, T, S, B>, slice: Slice<T>) {
	const definition = definitionOf(state);
	const key = definition.keyOf(slice.task);
	try {
		await advance(state, slice);
		state.backoff.clear(key);
	} catch (error) {
		state.options.onFailure(error, key);
		definition.failed(key);
		state.backoff.fail(key);
		schedule(state, slice.task);
	}
}

async function advance<K, T, S extends FollowedStream<K>, B>(
	state: FollowerState<K, T, S, B>,
	slice: Slice<T>,
): Promise<void> {
	const { streams, checkpoints } = state;
	const definition = definitionOf(state);
	const { task } = slice;
	const stream = await open(state, task);
	if (stream === undefined) return close(state, definition.keyOf(task));
	streams.use(stream.key);
	const batch = await definition.read(stream, task);
	if (streams.get(stream.key) !== stream || batch === 'nothing') return;
	if (batch === 'gone') return definition.lost(task);
	const { position } = stream;
	try {
		const describe = () => definition.describe?.(stream, batch as B, task);
		const outcome = await traceBatch(describe, () => definition.apply(stream, batch as B, slice));
		if (outcome === 'more') schedule(state, task);
	} finally {
		if (streams.get(stream.key) === stream) {
			streams.measure(stream);
			if (stream.position !== position) checkpoints.note(stream.key);
		}
	}
}
