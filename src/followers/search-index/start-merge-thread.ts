import { Worker } from 'node:worker_threads';
import type { MergedSegment } from '../../fulltext/index/merge/merge-segments.ts';
import type { LiveSegment } from '../../fulltext/query/index-view.ts';
import { readMonotonicMs } from '../../lib/monotonic-time.ts';
import { limitYoungObjects } from '../../lib/thread-heap.ts';
import { createThreadCalls, type ThreadCalls } from '../../lib/thread-rpc.ts';
import type { MergeAnswer, MergeCall } from './merge-thread.ts';

export interface MergeThread {
	/** Merges in the thread; one after the other. Rejects when the thread dies of it; the next call starts another. */
	merge(sources: readonly LiveSegment[]): Promise<MergedSegment>;
	/** Ends the thread at once; what it was at rejects. */
	stop(): Promise<void>;
}

/**
 * How long the thread waits for another merge. While it is there, it takes some 15 MB; to start one takes a quarter of a
 * second of a core, and an import merges every few seconds.
 */
const idleMs = 5_000;

/** Of young objects: a merge is typed arrays from end to end. */
const youngSpaceMb = 2;

interface MergeState {
	readonly calls: ThreadCalls<MergedSegment>;
	worker: Worker | undefined;
	isStopped: boolean;
	idleTimer: NodeJS.Timeout | undefined;
}

/** The thread starts with a merge that needs it, and ends when no other follows. */
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
	const segments = sources.map(({ segment, live, liveCount }) => ({ bytes: segment.bytes, live, liveCount }));
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
		// One that was idle has ended unheard, and another may be at work.
		if (state.worker !== thread) return;
		state.worker = undefined;
		state.calls.close(reason);
		state.calls.open();
	};
	thread.on('message', ({ id, merged }: MergeAnswer) => state.calls.settle(id, merged));
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
