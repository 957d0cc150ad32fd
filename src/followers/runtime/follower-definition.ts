import type { BackoffDelays } from './backoff.ts';
import type { CheckpointPolicy, CheckpointWrite } from './checkpoints.ts';
import type { FollowedStream } from './open-streams.ts';
import type { Lane } from './time-slices.ts';
import type { Timing } from './timing.ts';

/** What a follower is made of. `Task` says which stream is behind, and what is to be known of it. */
export interface FollowerDefinition<Key, Task, Stream extends FollowedStream<Key>, Batch> {
	keyOf(task: Task): Key;
	/** How far the stream is behind, and whether somebody waits for it. */
	laneOf(task: Task): Lane;
	/** Reads what the store has, before the first poll; called again when it rejects. */
	begin(): Promise<void>;
	/** Puts streams that are behind in line, by `schedule`. `more`: the next poll has something to do at once. */
	poll(): Promise<'more' | 'end'>;
	/**
	 * The stream as its checkpoint has it, or at the start of the log. A checkpoint that is not believed is removed first:
	 * the store may come as far again before there is another.
	 */
	open(task: Task): Promise<Stream | 'gone'>;
	/** It is in memory now. */
	opened(stream: Stream, task: Task): void;
	/** The next batch behind what was applied. `nothing`: there is nothing to be done at the moment. */
	read(stream: Stream, task: Task): Promise<Batch | 'gone' | 'nothing'>;
	/**
	 * Applies the changes in their order. When it rejects, what is applied is what the position of the stream says, and the
	 * next batch is read from there. `more`: the stream stays in line.
	 */
	apply(stream: Stream, batch: Batch, slice: Slice<Task>): Promise<'more' | 'end'>;
	/** The log of the stream is not where it was: it has moved, or is gone. */
	lost(task: Task): Promise<void>;
	/** A picture to be written; `later`: not to be saved yet, `nothing`: there is nothing to save. */
	take(stream: Stream): Promise<CheckpointWrite | 'later' | 'nothing'>;
	/** Whether it may leave the memory, if it has nothing to save and is not in line. */
	isIdle(stream: Stream): boolean;
	/** It has left the memory: for want of it, or because it is gone. */
	closed(stream: Stream): void;
	/** There is no such stream any more; what is on disk of it is for the definition to remove. */
	gone(key: Key): void;
	/** A slice of the stream failed; it is told of already, and is tried again later. */
	failed(key: Key): void;
	/** Does what else is due between two slices. @returns when it wants to be called again, in ms; 0: at once. */
	tend(): Promise<number>;
	/** The last call but those of `take`: finishes what is half done. */
	end(): Promise<void>;
}

export interface Slice<Task> {
	readonly task: Task;
	/** Whether it came between two steps of another stream, which goes on after it. */
	readonly isBetween: boolean;
}

export interface FollowerOptions<Key> {
	readonly timing: Timing;
	/** Between two polls, when nobody hints that there is something. */
	readonly pollIntervalMs: number;
	readonly checkpoints: CheckpointPolicy;
	readonly backoff?: BackoffDelays;
	/** Streams in memory together; those that are in use or have something to save may exceed it for a moment. */
	readonly openBytesMax: number;
	/** `key` where it is about one stream. */
	readonly onFailure: (error: unknown, key?: Key) => void;
}
