/**
 * A store with a few logs, a disk, and a follower that copies the logs. Any call can fail, or be the last one of the
 * process.
 */
import assert from 'node:assert/strict';
import { comparePositions, type Position, startPosition, toPosition } from '../../src/domain/log/position.ts';
import { createFollower, type Follower } from '../../src/followers/runtime/follower.ts';
import type { FollowerDefinition } from '../../src/followers/runtime/follower-definition.ts';
import type { Timing } from '../../src/followers/runtime/timing.ts';
import type { ChangeBatch } from '../../src/ports/change-feed.ts';

/** The calls that can fail; `written` is between the rename of a checkpoint and the answer. */
export const ports = ['begin', 'poll', 'open', 'read', 'apply', 'take', 'write', 'written'] as const;
export type Port = (typeof ports)[number];

interface Change {
	readonly position: Position;
	readonly value: number;
}

interface Copy {
	readonly key: string;
	position: Position;
	readonly values: number[];
	readonly byteCount: number;
}

interface Checkpoint {
	readonly position: Position;
	readonly values: readonly number[];
	readonly isDamaged: boolean;
}

type Batch = ChangeBatch<Change>;
type CopyFollower = Follower<string, string, Copy, Batch>;

/** One life of the process: nothing of it continues after a crash. */
interface Process {
	readonly follower: CopyFollower;
	readonly timers: Map<number, () => void>;
	isKilled: boolean;
	isStopped: boolean;
}

interface WorldOptions {
	readonly openBytesMax: number;
	/** How long a batch takes to apply, and for how much of that the thread waits for a processor. */
	readonly batchMs?: number;
	readonly waitMs?: number;
}

export function createWorld({ openBytesMax, batchMs = 0, waitMs = 0 }: WorldOptions) {
	const logs = new Map<string, number[]>();
	const disk = new Map<string, Checkpoint>();
	const failures: (string | undefined)[] = [];
	const closed = new Set<string>();
	const faults = new Map<string, 'fail' | 'crash'>();
	const counts = new Map<string, number>();
	let nextValue = 1;
	let nowMs = 0;
	let waitedMs = 0;
	let process = start();

	const logOf = (key: string) => logs.get(key) ?? [];

	function checkCopy(key: string, copy: Pick<Copy, 'position' | 'values'>): void {
		assert.deepEqual(copy.values, logOf(key).slice(0, Number(copy.position)), `the copy of ${key}`);
	}

	/** Counts a call, and lets it fail, or never return. */
	async function call(port: Port, getProcess: () => Process): Promise<void> {
		for (const name of [port, 'any']) {
			const count = (counts.get(name) ?? 0) + 1;
			counts.set(name, count);
			const fault = faults.get(`${name} ${count}`);
			faults.delete(`${name} ${count}`);
			if (fault === 'crash') getProcess().isKilled = true;
			if (getProcess().isKilled) await new Promise(() => undefined);
			if (fault === 'fail') throw new Error(`${port} failed`);
		}
	}

	function start(): Process {
		const timers = new Map<number, () => void>();
		let timerCount = 0;
		const timing: Timing = {
			nowMs: () => nowMs,
			startTimer(delayMs, run) {
				// No two at the same time, so that their order is defined.
				const atMs = nowMs + delayMs + ++timerCount * 1e-6;
				timers.set(atMs, run);
				return () => timers.delete(atMs);
			},
			yieldNow: () => new Promise((resolve) => setImmediate(resolve)),
			random: () => 0,
		};
		const follower: CopyFollower = createFollower({
			timing,
			pollIntervalMs: 250,
			checkpoints: { delayMs: 500, atOnceMax: 2 },
			backoff: { firstMs: 100, maxMs: 1_000 },
			openBytesMax,
			readWaitMs: () => waitedMs,
			onFailure: (_, key) => failures.push(key),
		});
		const started: Process = { follower, timers, isKilled: false, isStopped: false };
		follower.start(define(follower, () => started));
		return started;
	}

	function define(follower: CopyFollower, getProcess: () => Process): FollowerDefinition<string, string, Copy, Batch> {
		const reach = (port: Port) => call(port, getProcess);
		/** A poll reports a change once; the follower must retry failures itself. */
		const noticed = new Map<string, number>();
		return {
			keyOf: (key) => key,
			laneOf: (key) => (logOf(key).length > 5 ? 'large' : 'small'),
			mayPause: (key) => key !== 'c',
			async begin() {
				await new Promise((resolve) => setImmediate(resolve));
				await reach('begin');
			},
			async poll() {
				await reach('poll');
				for (const [key, log] of logs) {
					if (noticed.get(key) === log.length) continue;
					noticed.set(key, log.length);
					const known = follower.streams.get(key)?.position ?? disk.get(key)?.position ?? startPosition;
					if (Number(known) !== log.length || disk.get(key)?.isDamaged) follower.schedule(key);
				}
				return 'end';
			},
			async open(key) {
				await reach('open');
				const saved = disk.get(key);
				const isAhead = saved !== undefined && comparePositions(saved.position, toPosition(logOf(key).length)) > 0;
				const isSound = saved !== undefined && !saved.isDamaged && !isAhead;
				// Otherwise a start after a crash would use it, once the store has reached its position again.
				if (!isSound) disk.delete(key);
				return createCopy(key, isSound ? saved : { position: startPosition, values: [] });
			},
			opened: () => undefined,
			async read(copy) {
				await reach('read');
				const from = Number(copy.position);
				const changes = logOf(copy.key)
					.slice(from, from + 4)
					.map((value, index): Change => ({ value, position: toPosition(from + index + 1) }));
				return { changes, position: changes.at(-1)?.position ?? copy.position, isEnd: changes.length < 4 };
			},
			async apply(copy, batch) {
				nowMs += batchMs;
				waitedMs += waitMs;
				for (const { position, value } of batch.changes) {
					await reach('apply');
					copy.values.push(value);
					copy.position = position;
				}
				return batch.isEnd ? 'end' : 'more';
			},
			lost: () => assert.fail('no log is ever gone'),
			async take(copy) {
				await reach('take');
				const picture = { position: copy.position, values: [...copy.values], isDamaged: false };
				checkCopy(copy.key, picture);
				return async () => {
					await reach('write');
					// A disk takes time: what is being written is not on it yet.
					await new Promise((resolve) => setImmediate(resolve));
					if (getProcess().isKilled) return;
					disk.set(copy.key, picture);
					await reach('written');
				};
			},
			isIdle: () => true,
			closed: ({ key, position }) => {
				closed.add(key);
				assert.equal(disk.get(key)?.position, position, 'what is not on disk does not leave the memory');
			},
			gone: () => assert.fail('no log is ever gone'),
			failed: () => undefined,
			tend: async () => Number.POSITIVE_INFINITY,
			end: async () => undefined,
		};
	}

	/** Until it pauses, or cannot continue. */
	async function settle(): Promise<void> {
		for (let tries = 0; tries < 1_000; tries += 1) {
			await new Promise((resolve) => setImmediate(resolve));
			if (process.timers.size > 0 || process.isKilled || process.isStopped) return;
		}
		assert.fail('the follower never pauses');
	}

	async function run(ms: number): Promise<void> {
		const untilMs = nowMs + ms;
		for (;;) {
			await settle();
			// A supervisor restarts it, and it begins before anything else happens.
			if (process.isKilled) {
				process = start();
				continue;
			}
			const nextMs = Math.min(...process.timers.keys());
			if (nextMs > untilMs) break;
			nowMs = Math.max(nowMs, nextMs);
			process.timers.get(nextMs)?.();
			process.timers.delete(nextMs);
		}
		nowMs = Math.max(nowMs, untilMs);
	}

	async function stop(): Promise<void> {
		const stopped = process;
		await settle();
		void stopped.follower.stop().then(() => {
			stopped.isStopped = true;
		});
		stopped.timers.clear();
		await settle();
	}

	return {
		failures,
		closed,
		run,
		stop,
		append(key: string, count: number) {
			logs.set(key, [...logOf(key), ...Array.from({ length: count }, () => nextValue++)]);
		},
		damage(key: string) {
			const saved = disk.get(key);
			if (saved !== undefined) disk.set(key, { ...saved, values: [], isDamaged: true });
		},
		restore: (key: string, keepCount: number) => void logs.set(key, logOf(key).slice(0, keepCount)),
		faultAt: (port: Port, n: number, fault: 'fail' | 'crash') => void faults.set(`${port} ${n}`, fault),
		failAfter: (callCount: number) => void faults.set(`any ${(counts.get('any') ?? 0) + callCount}`, 'fail'),
		crashAfter: (callCount: number) => void faults.set(`any ${(counts.get('any') ?? 0) + callCount}`, 'crash'),
		/** Stops it, unless it has crashed, and starts another, which polls everything before more happens. */
		async restart(meanwhile: () => void = () => undefined) {
			await stop();
			meanwhile();
			process = start();
			await run(3_000);
		},
		hint: () => process.follower.hint(),
		expectHints: (areSent: boolean) => process.follower.expectHints(areSent),
		state: () => process.follower.state,
		openCount: () => process.follower.streams.count,
		appliedCount: (key: string) => process.follower.streams.get(key)?.values.length ?? 0,
		/** Nothing fails any more: everything in memory and on disk equals the whole log. */
		async finish() {
			faults.clear();
			await run(5_000);
			for (const copy of process.follower.streams.list()) checkCopy(copy.key, copy);
			await stop();
			assert.equal(process.follower.state, 'stopped');
			for (const [key, log] of logs) {
				const saved = disk.get(key);
				const isNothing = log.length === 0 && saved === undefined;
				assert(isNothing || (saved !== undefined && !saved.isDamaged), `there is a checkpoint of ${key}`);
				assert.deepEqual(saved?.values ?? [], log, `the checkpoint of ${key}`);
			}
		},
	};
}

function createCopy(key: string, { position, values }: Pick<Checkpoint, 'position' | 'values'>): Copy {
	const copied = [...values];
	return {
		key,
		position,
		values: copied,
		get byteCount() {
			return copied.length;
		},
	};
}
