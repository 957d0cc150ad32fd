import type { BackoffDelays } from './backoff.ts';
import type { CheckpointPolicy, CheckpointWrite } from './checkpoints.ts';
import type { PauseLimits } from './contention-pause.ts';
import type { FollowedStream } from './open-streams.ts';
import type { Lane } from './time-slices.ts';
import type { Timing } from './timing.ts';
import type { BatchDescription } from './trace-batch.ts';

/** What a follower must define. A `Task` says which stream is behind, and what must be known to work on it. */
export interface FollowerDefinition<Key, Task, Stream extends FollowedStream<Key>, Batch> {
	keyOf(task: Task): Key;
	/** How far the stream is behind, and whether a caller waits for it. */
	laneOf(task: Task): Lane;
	/**
	 * Whether a stream that is far behind may pause between its slices where other threads want the processors
	 * (`FollowerOptions.readWaitMs`); left out: no.
	 */
	mayPause?(task: Task): boolean;
	/** Reads the state of the store before the first poll; called again when it rejects. */
	begin(): Promise<void>;
	/** Queues streams that are behind, by `schedule`. `more`: the next poll should follow at once. */
	poll(): Promise<'more' | 'end'>;
	/**
	 * The stream as its checkpoint has it, or at the start of the log. An invalid checkpoint is removed first, because
	 * the store may reach its position again before there is another checkpoint.
	 */
	open(task: Task): Promise<Stream | 'gone'>;
	/** Called when the stream is in memory. */
	opened(stream: Stream, task: Task): void;
	/** The next batch after what was applied. `nothing`: there is nothing to do at the moment. */
	read(stream: Stream, task: Task): Promise<Batch | 'gone' | 'nothing'>;
	/** For traces: what is about to be applied. Without it, batches are not traced. */
	describe?(stream: Stream, batch: Batch, task: Task): BatchDescription | undefined;
	/**
	 * Applies the changes in their order. When it rejects, the stream's position says what was applied, and the next
	 * batch is read from there. `more`: the stream stays in the queue.
	 */
	apply(stream: Stream, batch: Batch, slice: Slice<Task>): Promise<'more' | 'end'>;
	/** The log of the stream is not where it was: it has moved, or is gone. */
	lost(task: Task): Promise<void>;
	/** A snapshot to be written; `later`: not to be saved yet, `nothing`: there is nothing to save. */
	take(stream: Stream): Promise<CheckpointWrite | 'later' | 'nothing'>;
	/** Whether it may be evicted, if it has nothing to save and is not queued. */
	isIdle(stream: Stream): boolean;
	/** It has left memory: it was evicted, or is gone. */
	closed(stream: Stream): void;
	/** The stream no longer exists; the definition removes its files. */
	gone(key: Key): void;
	/** A slice of the stream failed. The failure has been reported, and the slice is tried again later. */
	failed(key: Key): void;
	/** Does whatever else is due between two slices. @returns after how many ms to call it again; 0: at once. */
	tend(): Promise<number>;
	/** The last call, except for `take`: completes unfinished work. */
	end(): Promise<void>;
}

export interface Slice<Task> {
	readonly task: Task;
	/** Whether it runs between two steps of another stream, which continues after it. */
	readonly isBetween: boolean;
}

export interface FollowerOptions<Key> {
	readonly timing: Timing;
	/** Between two polls; `poll-schedule.ts` says what hints change. */
	readonly pollIntervalMs: number;
	readonly checkpoints: CheckpointPolicy;
	readonly backoff?: BackoffDelays;
	/** For all streams in memory; those in use or with something to save may exceed it for a moment. */
	readonly openBytesMax: number;
	/** How long this thread has waited for a processor since it began, in milliseconds. By default it never has. */
	readonly readWaitMs?: (() => number) | undefined;
	/** Of the pauses of streams that may pause. */
	readonly pauseLimits?: PauseLimits;
	/** `key` is given if the failure concerns one stream. */
	readonly onFailure: (error: unknown, key?: Key) => void;
}
