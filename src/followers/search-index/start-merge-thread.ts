import { Worker } from 'node:worker_threads';
import type { MergedSegment } from '../../fulltext/index/merge/merge-segments.ts';
import type { LiveSegment } from '../../fulltext/query/index-view.ts';
import { limitYoungObjects } from '../../lib/thread-heap.ts';
import type { MergeCall } from './merge-thread.ts';

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

/** The thread starts with a merge that needs it, and ends when no other follows. */
export function createMergeThread(): MergeThread {
	let worker: Worker | undefined;
	let last: Promise<unknown> = Promise.resolve();
	let isStopped = false;
	let idleTimer: NodeJS.Timeout | undefined;

	function endSoon(thread: Worker): void {
		idleTimer = setTimeout(() => {
			if (worker === thread) worker = undefined;
			void thread.terminate();
		}, idleMs);
		idleTimer.unref();
	}

	function run(sources: readonly LiveSegment[]): Promise<MergedSegment> {
		if (isStopped) return Promise.reject(new Error('the thread that merges was stopped'));
		worker ??= new Worker(new URL('./merge-thread.ts', import.meta.url), {
			resourceLimits: limitYoungObjects(youngSpaceMb),
		});
		const thread = worker;
		clearTimeout(idleTimer);
		const { promise, resolve, reject } = Promise.withResolvers<MergedSegment>();
		const onExit = (code: number) => reject(new Error(`the thread that merges ended with code ${code}`));
		thread.once('message', resolve).once('error', reject).once('exit', onExit);
		const calls = sources.map(({ segment, live, liveCount }): MergeCall => ({ bytes: segment.bytes, live, liveCount }));
		thread.postMessage(calls);
		return promise
			.catch((error) => {
				if (worker === thread) worker = undefined;
				throw error;
			})
			.finally(() => {
				thread.off('message', resolve).off('error', reject).off('exit', onExit);
				if (!isStopped) endSoon(thread);
			});
	}

	return {
		merge(sources) {
			const merged = last.then(() => run(sources));
			last = merged.catch(() => undefined);
			return merged;
		},
		async stop() {
			isStopped = true;
			clearTimeout(idleTimer);
			await worker?.terminate();
		},
	};
}
