/**
 * The thread in which the search indexes follow the store. It reads the store through a connection of its own. Its only
 * writes, of positions, go through the main thread, so that there is one writer.
 */
import assert from 'node:assert/strict';
import { dirname } from 'node:path';
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { openTextKeeper } from '../adapters/item-texts/text-keeper.ts';
import type { TextLink } from '../adapters/item-texts/text-reader.ts';
import { openStorage, type StorageLink } from '../adapters/object-storage/open-storage.ts';
import { readDiskSpace } from '../adapters/system/disk-space.ts';
import { createSystemClock } from '../adapters/system/system-clock.ts';
import { readProcessorWaitMs } from '../adapters/system/thread-priority.ts';
import { toUtcDay } from '../domain/event/utc-day.ts';
import { createDurableFiles } from '../followers/runtime/durable-files.ts';
import { systemTiming } from '../followers/runtime/timing.ts';
import { noteCalls } from '../followers/runtime/trace-batch.ts';
import type { ReaderMessage } from '../followers/search-index/index-messages.ts';
import type { IndexerMeasure } from '../followers/search-index/index-status.ts';
import { startIndexer } from '../followers/search-index/indexer.ts';
import type { IndexerLimits } from '../followers/search-index/indexer-limits.ts';
import type { IndexerEvent } from '../followers/search-index/indexer-options.ts';
import { createMergeThread } from '../followers/search-index/start-merge-thread.ts';
import { createTextFollower, type TextFollower } from '../followers/search-index/text-follower.ts';
import { readMonotonicMs } from '../lib/monotonic-time.ts';
import { collectAtRest } from '../lib/reclaim-memory.ts';
import { openFreshnessWriter } from '../lib/shared-freshness.ts';
import { createThreadCalls } from '../lib/thread-rpc.ts';
import { toError } from '../lib/thrown.ts';
import type { ItemRepository } from '../ports/item-repository.ts';
import { startEventFollowers } from './start-event-followers.ts';
import type { ToFollowerThread } from './start-follower-thread.ts';
import { openReads, type StoreAddress } from './topologies/store.ts';
import { traceThread } from './trace-thread.ts';

export interface IndexerThreadData {
	readonly store: StoreAddress;
	/** The directory of the indexes, with one directory for each generation. */
	readonly directory: string;
	readonly follower: string;
	readonly limits: IndexerLimits;
	/** Where texts of items are kept; undefined where the store itself is in this process. */
	readonly texts: TextLink | undefined;
	/** Where snapshots of indexes may be; undefined: nowhere. */
	readonly snapshots: StorageLink | undefined;
	/** For how long it follows search engines that nobody asks it for; undefined: for ever. */
	readonly keepUnaskedMs: number | undefined;
}

type MoveFollower = ItemRepository['moveFollower'];

export type ToIndexerThread =
	| ToFollowerThread
	/** Undefined: the position could not be noted. */
	| {
			readonly kind: 'moved';
			readonly callId: number;
			readonly outcome: Awaited<ReturnType<MoveFollower>> | undefined;
	  };

export type FromIndexerThread =
	| { readonly kind: 'move'; readonly callId: number; readonly call: Parameters<MoveFollower> }
	| { readonly kind: 'event'; readonly event: IndexerEvent }
	| { readonly kind: 'measure'; readonly measure: IndexerMeasure };

assert(parentPort, 'the indexer runs in a thread of its own');
collectAtRest();
const port = parentPort;
const { store, directory, follower, limits, texts, snapshots, keepUnaskedMs } = workerData as IndexerThreadData;
const stopTracing = await traceThread('indexer');
const reads = await openReads(store);
const moves = createThreadCalls<Awaited<ReturnType<MoveFollower>>>({ nowMs: readMonotonicMs });
const readers: MessagePort[] = [];
const clock = createSystemClock();

const moveFollower: MoveFollower = (...call) => moves.ask((callId) => tell({ kind: 'move', callId, call }));

const files = createDurableFiles(undefined, (path) => tell({ kind: 'event', event: { kind: 'obstacle', path } }));

const indexer = startIndexer({
	store: {
		...{ generations: reads.generations, history: reads.history },
		items: { readLog: reads.items.readLog, moveFollower },
	},
	files,
	directory,
	follower,
	mergeThread: createMergeThread(),
	texts: texts === undefined ? undefined : openTexts(texts),
	snapshots: snapshots === undefined ? undefined : await openSnapshots(snapshots),
	demand: keepUnaskedMs === undefined ? undefined : { keepMs: keepUnaskedMs, listCalls: listLateCalls },
	timing: systemTiming,
	readWaitMs: readProcessorWaitMs,
	onEvent: (event) => tell({ kind: 'event', event }),
	onMeasure: (measure) => tell({ kind: 'measure', measure }),
	limits,
});

const eventFollowers = startEventFollowers({
	...{ reads, files, directory },
	onFailure: (error) =>
		tell({ kind: 'event', event: { kind: 'failed', generationId: undefined, error: toError(error) } }),
	publishIntervalMs: limits.publishQueriesIntervalMs,
});

port.on('message', (message: ToIndexerThread) => {
	if (message.kind === 'reader') addReader(message.port);
	else if (message.kind === 'moved') settleMove(message);
	else if (message.kind === 'hint') {
		noteCalls('items', message.calls);
		indexer.hint();
	} else if (message.kind === 'expect_hints') indexer.expectHints(message.areSent);
	else if (message.kind === 'stop') void stop();
});

function openTexts({ path, freshness }: TextLink): TextFollower | undefined {
	const onFailure = (error: unknown): void =>
		tell({ kind: 'event', event: { kind: 'failed', generationId: undefined, error: toError(error) } });
	try {
		return createTextFollower(openTextKeeper(path), openFreshnessWriter(freshness), onFailure);
	} catch (error) {
		// The store has the texts, too.
		onFailure(error);
		return undefined;
	}
}

async function openSnapshots(link: StorageLink) {
	const storage = await openStorage(link);
	// The directory of the indexes may not be there yet.
	const readFreeBytes = async () => (await readDiskSpace(dirname(directory))).freeBytes;
	return { storage, readIdentity: reads.readIdentity, readFreeBytes };
}

/** Since yesterday. */
function listLateCalls() {
	return reads.calls.listAskedEngines(toUtcDay(clock.nowMs()) - 1);
}

function tell(message: FromIndexerThread): void {
	port.postMessage(message);
}

function addReader(reader: MessagePort): void {
	const link = { send: (message: unknown) => reader.postMessage(message) };
	readers.push(reader);
	reader.on('message', (message: ReaderMessage) => indexer.receive(link, message));
	indexer.attach(link);
	eventFollowers.attach(link);
}

function settleMove({ callId, outcome }: Extract<ToIndexerThread, { kind: 'moved' }>): void {
	if (outcome === undefined) moves.fail(callId, new Error('the store does not accept the position of the indexer'));
	else moves.settle(callId, outcome);
}

async function stop(): Promise<void> {
	await Promise.all([indexer.stop(), eventFollowers.stop()]);
	await reads.close();
	for (const reader of readers) reader.close();
	await stopTracing();
	port.close();
}
