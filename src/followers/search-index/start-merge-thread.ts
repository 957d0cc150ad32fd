import { Worker } from 'node:worker_threads';
import type { MergedSegment } from '../../fulltext/index/merge/merge-segments.ts';
import type { LiveSegment } from '../../fulltext/query/index-view.ts';
import { receiveBytes, sendBytes } from '../../lib/linear-memory.ts';
import { readMonotonicMs } from '../../lib/monotonic-time.ts';
import { limitYoungObjects } from '../../lib/thread-heap.ts';
import { createThreadCalls, type ThreadCalls } from '../../lib/thread-rpc.ts';
import type { MergeAnswer, MergeCall } from './merge-thread.ts';

export interface MergeThread {
	/**
	 * Merges in the thread, one merge after another. Rejects when the thread dies; the next call starts another thread.
	 */
	merge(sources: readonly LiveSegment[]): Promise<MergedSegment>;
	/** Ends the thread at once; the merge under way rejects. */
	stop(): Promise<void>;
}

/**
 * How long the thread waits for another merge. While it exists, it takes some 15 MB. A new one takes a core a quarter of a
 * second, and compiles its loops again: with 5 s, bulk writes with pauses of that length took 3 µs more for each item.
 */
const idleMs = 60_000;

/** For young objects: a merge uses typed arrays from end to end. */
const youngSpaceMb = 2;

interface MergeState {
	readonly calls: ThreadCalls<MergedSegment>;
	worker: Worker | undefined;
	isStopped: boolean;
	idleTimer: NodeJS.Timeout | undefined;
}

/** The thread starts with the first merge, and ends when no other follows. */
export function createMergeThread(): MergeThread {
	const calls = createThreadCalls<MergedSegment>({ nowMs: readMonotonicMs });
	const state: MergeState = { calls, worker: undefined, isStopped: false, idleTimer: undefined };
	let last: Promise<unknown> = Promise.resolve();
	return {
		merge(sources) {
			const merged = last.then(() => run(state, sources));
			last = merged.catch(() => undefined);
			return merged;
		},
		async stop() {
			state.isStopped = true;
			clearTimeout(state.idleTimer);
			await state.worker?.terminate();
		},
	};
}

async function run(state: MergeState, sources: readonly LiveSegment[]): Promise<MergedSegment> {
	if (state.isStopped) throw new Error('the thread that merges was stopped');
	clearTimeout(state.idleTimer);
	state.worker ??= start(state);
	const thread = state.worker;
	const segments = sources.map(({ segment, live, liveCount }) => ({
		bytes: sendBytes(segment.bytes),
		live,
		liveCount,
	}));
	try {
		return await state.calls.ask((id) => thread.postMessage({ id, segments } satisfies MergeCall));
	} finally {
		if (!state.isStopped && state.worker === thread) endSoon(state, thread);
	}
}

function start(state: MergeState): Worker {
	const thread = new Worker(new URL('./merge-thread.ts', import.meta.url), {
		resourceLimits: limitYoungObjects(youngSpaceMb),
	});
	const end = (reason: Error) => {
		// An idle thread has ended earlier, and another one may be at work.
		if (state.worker !== thread) return;
		state.worker = undefined;
		state.calls.close(reason);
		state.calls.open();
	};
	thread.on('message', ({ id, merged }: MergeAnswer) =>
		state.calls.settle(id, { ...merged, bytes: receiveBytes(merged.bytes) }),
	);
	thread.on('error', end);
	thread.on('exit', (code) => end(new Error(`the thread that merges ended with code ${code}`)));
	return thread;
}

function endSoon(state: MergeState, thread: Worker): void {
	state.idleTimer = setTimeout(() => {
		state.worker = undefined;
		void thread.terminate();
	}, idleMs);
	state.idleTimer.unref();
}
