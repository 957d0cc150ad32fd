/**
 * A follower that keeps its result in the store and moves its watermark in the same transaction. So there is nothing to
 * open or to save, and a crash at any moment leaves both consistent. It works in steps, under a lease, so that only one of
 * several processes does.
 *
 *     poll or hint ─► lease held? ─► read ─► apply: a transaction ─┬─ end: until the next poll
 *                          ▲                                       └─ more: a pause, in which the writer serves others ─┐
 *                          └────────────────────────────────────────────────────────────────────────────────────────────┘
 *
 * The pause is ten times as long as the step waited for a processor, if that is known: where others want all of them, most
 * of the time is theirs, also that of threads that work for this one. On an idle machine the next step follows at once.
 * A pause has an end, so that a follower goes on however busy the machine is.
 */
import { type Position, startPosition } from '../../domain/log/position.ts';
import type { Lease } from '../../ports/lease.ts';
import { createFollower, type Follower } from './follower.ts';
import type { FollowerDefinition } from './follower-definition.ts';
import type { Timing } from './timing.ts';
import type { BatchDescription } from './trace-batch.ts';

export interface StoreFollowerOptions<Batch> {
	readonly timing: Timing;
	/** Renewed before each step. */
	readonly lease: Lease;
	/** How long this thread has waited for a processor since it began, in milliseconds. Without it, pauses are short. */
	readonly readWaitMs?: (() => number) | undefined;
	readonly onFailure: (error: unknown) => void;
	/** What to do next. Called while the lease is held. */
	read(): Promise<Batch | 'nothing'>;
	/** For traces. */
	describe?(batch: Batch): BatchDescription;
	/** Does it in one transaction, or in several that each leave the store consistent. */
	apply(batch: Batch): Promise<'more' | 'end'>;
	/** A step failed, or the lease is not held, or held anew: what is known of the store may no longer be so. */
	forget(): void;
}

/** `hint` is for those who cannot wait for the next poll. */
export type StoreFollower = Pick<Follower<unknown, unknown, never, never>, 'hint' | 'stop'>;

/** How old the result may be, while the follower keeps up. */
const pollIntervalMs = 1_000;
const pauseLimits = { perWait: 10, leastMs: 5, mostMs: 500, partsMax: Number.POSITIVE_INFINITY };

type Key = 'store';
const key: Key = 'store';

/** The runtime's stream; where it is in the log, the definition knows. */
interface Stream {
	readonly key: Key;
	readonly position: Position;
	readonly byteCount: number;
}

/** `stop` resolves when the running step has ended and the lease is released. */
export function startStoreFollower<Batch>(options: StoreFollowerOptions<Batch>): StoreFollower {
	const { timing, readWaitMs, onFailure } = options;
	const follower: Follower<Key, Key, Stream, Batch> = createFollower({
		...{ timing, pollIntervalMs, readWaitMs, pauseLimits, onFailure },
		checkpoints: { delayMs: pollIntervalMs, atOnceMax: 1 },
		openBytesMax: Number.POSITIVE_INFINITY,
	});
	follower.start(define(follower, options));
	return { hint: follower.hint, stop: follower.stop };
}

function define<Batch>(
	follower: Pick<Follower<Key, Key, Stream, Batch>, 'schedule' | 'isStopping'>,
	{ lease, read, describe, apply, forget }: StoreFollowerOptions<Batch>,
): FollowerDefinition<Key, Key, Stream, Batch> {
	/** Of the lease while it is held. */
	let fence: number | undefined;
	return {
		keyOf: () => key,
		laneOf: () => 'large',
		mayPause: () => true,
		begin: async () => undefined,
		async poll() {
			// A hint does not shorten a pause.
			follower.schedule(key);
			return 'end';
		},
		open: async () => ({ key, position: startPosition, byteCount: 0 }),
		opened: () => undefined,
		async read() {
			const held = await lease.hold();
			// A lease that is held anew without a loss in between is of a store that lost its last writes.
			if (held === undefined || held !== fence) forget();
			fence = held;
			return held !== undefined && !follower.isStopping() ? read() : 'nothing';
		},
		describe: (_stream, batch) => describe?.(batch),
		apply: (_stream, batch) => apply(batch),
		lost: async () => undefined,
		take: async () => 'nothing',
		isIdle: () => false,
		closed: () => undefined,
		gone: () => undefined,
		failed: forget,
		tend: async () => Number.POSITIVE_INFINITY,
		async end() {
			if (fence !== undefined) await lease.release();
		},
	};
}
