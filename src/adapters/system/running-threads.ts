/**
 * How busy are the threads that this one starts? It asks Node.js about them, so a thread that is busy need not answer.
 * Threads have their names from `new Worker(…, { name })`; those without one, and those of other threads, are left out.
 */
import { type EventLoopUtilization, performance } from 'node:perf_hooks';
import type { Worker } from 'node:worker_threads';
import { type ThreadName, type ThreadState, threadNames } from '../../domain/health/server-state.ts';
import { answerInTime } from '../../lib/answer-in-time.ts';

export interface RunningThreads {
	/** This thread first, the others in the order of their start. */
	read(): Promise<readonly ThreadState[]>;
	close(): void;
}

/** Shares are those of the time since the last but one of these moments. */
const sampleMs = 5_000;
const heapTimeoutMs = 200;

type Measure = (since?: EventLoopUtilization) => EventLoopUtilization;

interface Watched {
	readonly name: ThreadName;
	readonly measure: Measure;
	readonly readHeapBytes: () => Promise<number>;
	samples: readonly [EventLoopUtilization, EventLoopUtilization];
}

/** Must be called before the threads are started. */
export function watchThreads(): RunningThreads {
	const watched = new Map<Worker | 'main', Watched>([
		['main', watch('main', performance.eventLoopUtilization, async () => process.memoryUsage().heapUsed)],
	]);

	function add(worker: Worker): void {
		const name = threadNames.find((known) => known === worker.threadName);
		if (name === undefined) return;
		const readHeapBytes = async () => (await worker.getHeapStatistics()).used_heap_size;
		watched.set(worker, watch(name, worker.performance.eventLoopUtilization, readHeapBytes));
		worker.once('exit', () => watched.delete(worker));
	}

	process.on('worker', add);
	const timer = setInterval(() => {
		for (const thread of watched.values()) thread.samples = [thread.samples[1], thread.measure()];
	}, sampleMs).unref();
	return {
		read: () => Promise.all([...watched.values()].map(toState)),
		close() {
			process.off('worker', add);
			clearInterval(timer);
		},
	};
}

function watch(name: ThreadName, measure: Measure, readHeapBytes: Watched['readHeapBytes']): Watched {
	const start = measure();
	return { name, measure, readHeapBytes, samples: [start, start] };
}

async function toState({ name, measure, samples, readHeapBytes }: Watched): Promise<ThreadState> {
	const heapBytes = (await answerInTime(readHeapBytes(), heapTimeoutMs)) ?? null;
	return { name, busyRatio: measure(samples[0]).utilization, heapBytes };
}
