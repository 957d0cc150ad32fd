/**
 * The thread in which the models follow the log of events, through a read-only connection of its own, and answer
 * questions.
 */
import assert from 'node:assert/strict';
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { createSystemClock } from '../adapters/system/system-clock.ts';
import { startModelFollower } from '../followers/recommendations/model-follower.ts';
import type { RecommenderEvent } from '../followers/recommendations/model-state.ts';
import { createQuestionQueue } from '../followers/recommendations/question-queue.ts';
import type { RecommenderLimits } from '../followers/recommendations/recommender-limits.ts';
import type { FromRecommender, ToRecommender } from '../followers/recommendations/recommender-messages.ts';
import { createDurableFiles } from '../followers/runtime/durable-files.ts';
import { systemTiming } from '../followers/runtime/timing.ts';
import { noteCalls } from '../followers/runtime/trace-batch.ts';
import { readMonotonicMs } from '../lib/monotonic-time.ts';
import { collectAtRest } from '../lib/reclaim-memory.ts';
import { toError } from '../lib/thrown.ts';
import type { ToFollowerThread } from './start-follower-thread.ts';
import { openReads, type StoreAddress } from './topologies/store.ts';
import { traceThread } from './trace-thread.ts';

export interface RecommenderThreadData {
	readonly store: StoreAddress;
	/** The directory of the models, with one file for each search engine. */
	readonly directory: string;
	readonly limits: RecommenderLimits;
}

assert(parentPort, 'the recommender runs in a thread of its own');
collectAtRest();
const port = parentPort;
const { store, directory, limits } = workerData as RecommenderThreadData;
const stopTracing = await traceThread('recommender');
const reads = await openReads(store);
const clients: MessagePort[] = [];

function tell(event: RecommenderEvent): void {
	port.postMessage(event);
}

const follower = startModelFollower({
	store: {
		...{ events: reads.events, history: reads.history },
		hasEngine: async (hashid) => (await reads.searchEngines.find(hashid)) !== undefined,
	},
	files: createDurableFiles(undefined, (path) => tell({ kind: 'obstacle', path })),
	directory,
	limits,
	timing: systemTiming,
	onEvent: tell,
});

const questions = createQuestionQueue({
	follower,
	nowMs: createSystemClock().nowMs,
	monotonicMs: readMonotonicMs,
	onFailure(error) {
		tell({ kind: 'failed', hashid: undefined, error: toError(error) });
	},
});

port.on('message', (message: ToFollowerThread) => {
	if (message.kind === 'reader') addClient(message.port);
	else if (message.kind === 'hint') {
		noteCalls('events', message.calls);
		follower.hint();
	} else if (message.kind === 'expect_hints') follower.expectHints(message.areSent);
	else if (message.kind === 'stop') void stop();
});

function addClient(client: MessagePort): void {
	const link = { send: (message: FromRecommender) => client.postMessage(message) };
	clients.push(client);
	client.on('message', (message: ToRecommender) => questions.receive(link, message));
}

async function stop(): Promise<void> {
	await follower.stop();
	await reads.close();
	for (const client of clients) client.close();
	await stopTracing();
	port.close();
}
