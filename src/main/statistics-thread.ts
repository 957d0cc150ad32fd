/** The thread that counts events for statistics. It reads the store, and sends what it counted to the thread that writes. */
import assert from 'node:assert/strict';
import { parentPort, workerData } from 'node:worker_threads';
import { createSystemClock } from '../adapters/system/system-clock.ts';
import { readProcessorWaitMs, yieldToOtherThreads } from '../adapters/system/thread-priority.ts';
import { systemTiming } from '../followers/runtime/timing.ts';
import { startStatisticsFollower } from '../followers/statistics/statistics-follower.ts';
import { collectAtRest } from '../lib/reclaim-memory.ts';
import { toError } from '../lib/thrown.ts';
import type { Settings } from './settings/settings.ts';
import type { ToFollowerThread } from './start-follower-thread.ts';
import { joinJob, type StoreLink } from './topologies/store.ts';
import { traceThread } from './trace-thread.ts';

export interface StatisticsThreadData {
	readonly store: StoreLink;
	readonly settings: Settings;
}

/** A failure that resolves itself. */
export interface StatisticsFailure {
	readonly kind: 'failed';
	readonly error: Error;
}

assert(parentPort, 'statistics are counted in a thread of their own');
collectAtRest();
yieldToOtherThreads();
const port = parentPort;
const { store, settings } = workerData as StatisticsThreadData;
const stopTracing = await traceThread('statistics');
const { lease, database } = await joinJob(store, settings, 'statistics');
const follower = startStatisticsFollower({
	...{ events: database.events, statistics: database.statistics },
	...{ lease, clock: createSystemClock(), timing: systemTiming },
	readWaitMs: readProcessorWaitMs,
	onFailure: (error) => port.postMessage({ kind: 'failed', error: toError(error) } satisfies StatisticsFailure),
});

port.on('message', (message: ToFollowerThread) => {
	if (message.kind === 'stop') void stop();
});

async function stop(): Promise<void> {
	await follower.stop();
	await database.close();
	await stopTracing();
	port.close();
}
