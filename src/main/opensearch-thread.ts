/**
 * The thread that brings items to OpenSearch while its node has the lease for that, and that counts popular queries and learns
 * from clicks for its node, as the indexer's thread does.
 */
import assert from 'node:assert/strict';
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { createItemIndexer } from '../adapters/opensearch/item-indexer.ts';
import { type OpenSearchAddress, openConnection } from '../adapters/opensearch/opensearch-connection.ts';
import type { ZoneName } from '../domain/zone/zone.ts';
import { createDurableFiles } from '../followers/runtime/durable-files.ts';
import { defaultIndexerLimits } from '../followers/search-index/indexer-limits.ts';
import type { IndexerEvent } from '../followers/search-index/indexer-options.ts';
import { startBackgroundLoop } from '../lib/background-loop.ts';
import { readMonotonicMs } from '../lib/monotonic-time.ts';
import { collectAtRest } from '../lib/reclaim-memory.ts';
import { toError } from '../lib/thrown.ts';
import type { Settings } from './settings/settings.ts';
import { startEventFollowers } from './start-event-followers.ts';
import type { ToFollowerThread } from './start-follower-thread.ts';
import { joinJob, openReads, type StoreAddress, type StoreLink } from './topologies/store.ts';

export interface OpenSearchThreadData {
	readonly address: OpenSearchAddress;
	readonly zone: ZoneName;
	readonly reads: StoreAddress;
	readonly store: StoreLink;
	readonly settings: Settings;
	/** Where popular queries and what was learned are saved. */
	readonly directory: string;
}

assert(parentPort, 'OpenSearch is fed from a thread of its own');
collectAtRest();
const port = parentPort;
const { address, zone, reads: readsAddress, store, settings, directory } = workerData as OpenSearchThreadData;
const reads = await openReads(readsAddress);
const { lease, database } = await joinJob(store, settings, 'search indexing');
const connection = openConnection(address);
const readers: MessagePort[] = [];
const { pollIntervalMs, publishQueriesIntervalMs } = defaultIndexerLimits;

const indexer = createItemIndexer({
	...{ connection, zone, generations: reads.generations, history: reads.history },
	...{ nowMs: readMonotonicMs, random: Math.random },
	items: { readLog: reads.items.readLog, moveFollower: database.items.moveFollower },
	onFailure: (error, generationId) => tell({ kind: 'failed', generationId, error }),
});
const loop = startBackgroundLoop({
	...{ step: indexer.step, lease, busyPauseMs: 0, idlePauseMs: pollIntervalMs },
	onFailure: (error) => tell({ kind: 'failed', generationId: undefined, error: toError(error) }),
});

const eventFollowers = startEventFollowers({
	...{ reads, directory },
	files: createDurableFiles(undefined, (path) => tell({ kind: 'obstacle', path })),
	onFailure: (error) => tell({ kind: 'failed', generationId: undefined, error: toError(error) }),
	publishIntervalMs: publishQueriesIntervalMs,
});

port.on('message', (message: ToFollowerThread) => {
	if (message.kind === 'reader') addReader(message.port);
	else if (message.kind === 'stop') void stop();
});

function tell(event: IndexerEvent): void {
	port.postMessage({ kind: 'event', event });
}

function addReader(reader: MessagePort): void {
	const link = { send: (message: unknown) => reader.postMessage(message) };
	readers.push(reader);
	eventFollowers.attach(link);
}

async function stop(): Promise<void> {
	await Promise.all([loop.stop(), eventFollowers.stop()]);
	await Promise.all([reads.close(), database.close(), connection.close()]);
	for (const reader of readers) reader.close();
	port.close();
}
