/**
 * When is a stream saved? Some seconds after it changed, in the order of changes, a few streams at a time. So a crash costs
 * reading these seconds of the log again, and ten thousand small streams share the disk.
 *
 *     changed ─ note ─► unsaved ─ take ─► a snapshot of it, with its position ─ write ─► on disk, in one step
 *                          ▲ └ changed meanwhile: unsaved again                   │
 *                          └────────────── failed: tried again later ◄────────────┘
 *
 * While a snapshot is taken, no change is applied to the stream: the loop waits for `take`. The snapshot is what is
 * written, so the stream may change while the disk is busy.
 */
import { type Backoff, createBackoff } from './backoff.ts';
import type { Timing } from './timing.ts';

/** Writes a snapshot. When it resolves, the checkpoint is on disk; when it rejects, the previous one still is. */
export type CheckpointWrite = () => Promise<void>;

export interface CheckpointPolicy {
	/** From a change to its checkpoint, at least. */
	readonly delayMs: number;
	/** How many checkpoints are written at the same time. */
	readonly atOnceMax: number;
	/** Checkpoints of one stream take at most this share of the time; 1 by default. */
	readonly shareMax?: number;
}

export interface Checkpoints<Key> {
	/** Notes that a stream has something to save, counted from the first change since its last checkpoint. */
	note(key: Key, when?: 'later' | 'now'): void;
	forget(key: Key): void;
	isUnsaved(key: Key): boolean;
	isSaving(key: Key): boolean;
	/** For how long the longest-waiting stream has had something to save; 0 when none has. */
	oldestAgeMs(): number;
	/**
	 * Starts the checkpoints that are due. With `pressed` it also starts those that are not due yet, unless they failed.
	 */
	startDue(when?: 'due' | 'pressed'): Promise<void>;
	/**
	 * If more streams wait than can be written at the same time, resolves when the next write ends; otherwise at once.
	 */
	keepUp(): Promise<void>;
	/** Resolves when no write is under way. */
	settle(): Promise<void>;
	/** Resolves when no write of a stream is under way. */
	whenWritten(key: Key): Promise<void>;
	/** Tries once to save everything that is unsaved, and waits for it. */
	flush(): Promise<void>;
}

export interface CheckpointOptions<Key> {
	readonly timing: Timing;
	readonly policy: CheckpointPolicy;
	/** `later`: not to be saved yet; `nothing`: there is nothing to save any more. */
	readonly take: (key: Key) => Promise<CheckpointWrite | 'later' | 'nothing'>;
	readonly onFailure: (error: unknown, key: Key) => void;
	/** Called after each write, whatever its outcome: there is room for the next. */
	readonly onEnd: () => void;
}

interface Unsaved {
	readonly sinceMs: number;
	readonly dueMs: number;
}

interface State<Key> extends CheckpointOptions<Key> {
	/** In the order they were noted. */
	readonly unsaved: Map<Key, Unsaved>;
	readonly running: Map<Key, { readonly sinceMs: number; readonly ended: Promise<void> }>;
	readonly backoff: Backoff<Key>;
	/** Until when a stream is not saved again, because its last checkpoint took long. */
	readonly restingUntilMs: Map<Key, number>;
}

export function createCheckpoints<Key>(options: CheckpointOptions<Key>): Checkpoints<Key> {
	const { timing } = options;
	const state: State<Key> = {
		...options,
		unsaved: new Map(),
		running: new Map(),
		backoff: createBackoff(timing),
		restingUntilMs: new Map(),
	};
	const { unsaved, running, backoff } = state;
	return {
		note(key, when = 'later') {
			const sinceMs = unsaved.get(key)?.sinceMs ?? timing.nowMs();
			if (when === 'now') unsaved.set(key, { sinceMs, dueMs: Number.NEGATIVE_INFINITY });
			else if (!unsaved.has(key)) unsaved.set(key, { sinceMs, dueMs: toDueMs(state, key) });
		},
		forget(key) {
			unsaved.delete(key);
			backoff.clear(key);
			state.restingUntilMs.delete(key);
		},
		isUnsaved: (key) => unsaved.has(key) || running.has(key),
		isSaving: (key) => running.has(key),
		oldestAgeMs() {
			const nowMs = timing.nowMs();
			return [...unsaved.values(), ...running.values()].reduce(
				(most, { sinceMs }) => Math.max(most, nowMs - sinceMs),
				0,
			);
		},
		startDue: (when = 'due') => startDue(state, when),
		async keepUp() {
			if (running.size >= options.policy.atOnceMax && unsaved.size > 0) await Promise.race(listEnds(state));
		},
		settle: () => settle(state),
		whenWritten: async (key) => running.get(key)?.ended,
		async flush() {
			await settle(state);
			for (const key of [...unsaved.keys()]) {
				await start(state, key);
				await settle(state);
			}
		},
	};
}

function toDueMs<Key>({ timing, policy, restingUntilMs }: State<Key>, key: Key): number {
	return Math.max(timing.nowMs() + policy.delayMs, restingUntilMs.get(key) ?? Number.NEGATIVE_INFINITY);
}

async function startDue<Key>(state: State<Key>, when: 'due' | 'pressed'): Promise<void> {
	const { unsaved, running, policy, timing, backoff } = state;
	// Thousands may be unsaved, and this is called in every step.
	if (unsaved.size === 0 || running.size >= policy.atOnceMax) return;
	const nowMs = timing.nowMs();
	for (const [key, { dueMs }] of [...unsaved]) {
		if (running.size >= policy.atOnceMax) return;
		// A checkpoint that is to be tried again may stand in front of others that are due earlier.
		const isEarly = when === 'pressed' && !backoff.hasFailed(key);
		if ((dueMs <= nowMs || isEarly) && !running.has(key)) await start(state, key);
	}
}

/** Resolves when the snapshot is taken. */
async function start<Key>(state: State<Key>, key: Key): Promise<void> {
	const { unsaved, running, timing } = state;
	const { sinceMs = timing.nowMs() } = unsaved.get(key) ?? {};
	const startMs = timing.nowMs();
	unsaved.delete(key);
	const ended = Promise.withResolvers<void>();
	running.set(key, { sinceMs, ended: ended.promise });
	const end = () => {
		running.delete(key);
		ended.resolve();
	};
	const taken = await state.take(key).catch((error) => {
		retry(state, key, { error, sinceMs });
		return 'nothing' as const;
	});
	if (typeof taken === 'string') {
		if (taken === 'later') unsaved.set(key, { sinceMs, dueMs: Number.NEGATIVE_INFINITY });
		end();
		return;
	}
	void taken()
		.then(() => {
			state.backoff.clear(key);
			rest(state, key, timing.nowMs() - startMs);
		})
		.catch((error) => retry(state, key, { error, sinceMs }))
		.finally(() => {
			end();
			state.onEnd();
		});
}

function retry<Key>(state: State<Key>, key: Key, failure: { readonly error: unknown; readonly sinceMs: number }): void {
	state.onFailure(failure.error, key);
	state.unsaved.set(key, { sinceMs: failure.sinceMs, dueMs: state.timing.nowMs() + state.backoff.fail(key) });
}

function rest<Key>({ policy, timing, restingUntilMs, unsaved }: State<Key>, key: Key, durationMs: number): void {
	const { shareMax = 1 } = policy;
	if (shareMax >= 1) return;
	const untilMs = timing.nowMs() + durationMs / shareMax;
	restingUntilMs.set(key, untilMs);
	const changed = unsaved.get(key);
	if (changed === undefined || changed.dueMs === Number.NEGATIVE_INFINITY) return;
	unsaved.set(key, { ...changed, dueMs: Math.max(changed.dueMs, untilMs) });
}

function listEnds<Key>({ running }: State<Key>): Promise<void>[] {
	return Array.from(running.values(), ({ ended }) => ended);
}

async function settle<Key>(state: State<Key>): Promise<void> {
	while (state.running.size > 0) await Promise.all(listEnds(state));
}
