/** Starts the indexer's thread beside a database, and opens the searches of each HTTP thread on what it publishes. */
import type { MessagePort } from 'node:worker_threads';
import {
	createFulltextSearchIndex,
	type FulltextSearchIndex,
} from '../adapters/fulltext-index/fulltext-search-index.ts';
import { createLinkedIndexReader } from '../adapters/fulltext-index/linked-index-reader.ts';
import type { TextLink } from '../adapters/item-texts/text-reader.ts';
import type { StorageLink } from '../adapters/object-storage/open-storage.ts';
import { type SearchProgress, unknownProgress } from '../domain/query/search-progress.ts';
import type { IndexerMeasure } from '../followers/search-index/index-status.ts';
import { defaultIndexerLimits, type IndexerLimits } from '../followers/search-index/indexer-limits.ts';
import type { IndexerEvent } from '../followers/search-index/indexer-options.ts';
import { createCachedRead } from '../lib/cached-read.ts';
import { type Grace, noGrace } from '../lib/grace.ts';
import { readMonotonicMs } from '../lib/monotonic-time.ts';
import type { Database } from '../ports/database.ts';
import type { SearchIndex } from '../ports/search-index.ts';
import type { FromIndexerThread, IndexerThreadData, ToIndexerThread } from './indexer-thread.ts';
import { searchScheduler } from './search-scheduler.ts';
import { type FollowerThread, startFollowerThread } from './start-follower-thread.ts';
import type { StoreAddress } from './topologies/store.ts';

type IndexedDatabase = Pick<Database, 'items' | 'generations' | 'invalidation'>;

export interface IndexerThreadOptions {
	readonly database: IndexedDatabase;
	readonly store: StoreAddress;
	/** The name under which it notes its positions. */
	readonly follower: string;
	/** For searches of this thread, while the store is away; by default none. */
	readonly grace?: Grace;
	/**
	 * The directory of the zone's search indexes. Everything in it can be deleted while the server is stopped, and is
	 * built again.
	 */
	readonly directory: string;
	readonly limits?: Partial<IndexerLimits>;
	/** Where it keeps texts of items; by default nowhere. */
	readonly texts?: TextLink | undefined;
	/** Where snapshots of indexes may be; by default nowhere. */
	readonly snapshots?: StorageLink | undefined;
	/** For how long it follows search engines that nobody asks it for; by default for ever. */
	readonly keepUnaskedMs?: number | undefined;
	readonly onEvent: (event: IndexerEvent) => void;
	readonly onMeasure?: (measure: IndexerMeasure) => void;
	/** For answers that are kept; by default none. */
	readonly keptBytesMax?: number;
}

/** `searchIndex` belongs to the calling thread; other threads `connect` and open one of their own. */
export interface RunningIndexer
	extends Pick<FollowerThread, 'connect' | 'hint' | 'expectHints'>,
		Pick<SearchLink, 'searchIndex' | 'readProgress'> {
	/** Saves what is not saved and ends the thread. Must be called while the database is still open. */
	stop(): Promise<void>;
}

const openTimeoutMs = 10_000;
/** Timeout for the progress of an indexer whose start is still verifying indexes. */
const startWaitMs = 5_000;
/** How long a search waits for an index that is being built: what a crash left unsaved is indexed by then. */
const buildWaitMs = 2_000;

export function startIndexerThread(options: IndexerThreadOptions): RunningIndexer {
	const { database, store, follower, directory, texts, snapshots, keepUnaskedMs, onEvent } = options;
	const limits = { ...defaultIndexerLimits, ...options.limits };
	const thread = startFollowerThread<FromIndexerThread>({
		name: 'indexer',
		url: new URL('./indexer-thread.ts', import.meta.url),
		toData: () => ({
			workerData: { store, directory, follower, limits, texts, snapshots, keepUnaskedMs } satisfies IndexerThreadData,
		}),
		onMessage(message, tell) {
			if (message.kind === 'event') onEvent(message.event);
			else if (message.kind === 'measure') options.onMeasure?.(message.measure);
			else void move(message, tell);
		},
		onFailure: (error) => onEvent({ kind: 'failed', generationId: undefined, error }),
	});
	const link = createSearchLink(database, { follower, keptBytesMax: options.keptBytesMax ?? 0, grace: options.grace });
	thread.connect(link.attach);

	async function move(
		{ callId, call }: Extract<FromIndexerThread, { kind: 'move' }>,
		tell: (message: ToIndexerThread) => void,
	): Promise<void> {
		try {
			tell({ kind: 'moved', callId, outcome: await database.items.moveFollower(...call) });
		} catch {
			// The thread itself reports this, with the index concerned; the database reports its own failures.
			tell({ kind: 'moved', callId, outcome: undefined });
		}
	}

	return {
		connect: thread.connect,
		...{ hint: thread.hint, expectHints: thread.expectHints },
		searchIndex: link.searchIndex,
		readProgress: link.readProgress,
		async stop() {
			await thread.stop();
			link.close();
		},
	};
}

/** The searches of a thread, whichever index answers them. */
export type PreparedSearchIndex = SearchIndex & Pick<FulltextSearchIndex, 'prepare'>;

export interface SearchLink {
	readonly searchIndex: FulltextSearchIndex;
	/** Attaches a port to the indexer, replacing the previous one. */
	attach(port: MessagePort): void;
	/**
	 * Which indexes cannot be searched yet. Waits a few seconds for an indexer that was just started; if it is still
	 * silent, reports that the start is not over.
	 * @throws {Error} when there is none: it ended and has not been restarted yet.
	 */
	readProgress(): Promise<SearchProgress>;
	close(): void;
}

export interface SearchLinkOptions {
	/** As the indexer has it. */
	readonly follower: string;
	/** For answers that are kept. */
	readonly keptBytesMax: number;
	/** While the store is away; by default none. */
	readonly grace?: Grace | undefined;
	/** How long `readProgress` waits at most. */
	readonly waitMs?: number;
}

/** The searches of one thread. */
export function createSearchLink(
	{ items, generations, invalidation }: IndexedDatabase,
	{ follower, keptBytesMax, grace = noGrace, waitMs = startWaitMs }: SearchLinkOptions,
): SearchLink {
	const { reader, attach, isLinked, catchUp, close } = createLinkedIndexReader();
	const listSearched = createCachedRead({
		async read(hashid: string) {
			const states = await generations.listOfSearchEngine(hashid, 'live', follower);
			// A generation goes live only after everything in it was published to this thread, too: it is in the port.
			catchUp();
			return states;
		},
		readVersion: invalidation.readSettingsVersion,
		readTrueAtMs: invalidation.readTrueAtMs,
		ageMsMax: invalidation.stalenessMsMax,
		monotonicMs: readMonotonicMs,
		grace,
	});
	const searchIndex = createFulltextSearchIndex({
		reader,
		generations,
		items,
		listSearched: async (hashid) => (await listSearched(hashid)) ?? [],
		follower,
		scheduler: searchScheduler,
		keptAnswers: { bytesMax: keptBytesMax, monotonicMs: readMonotonicMs },
		openTimeoutMs,
		buildWaitMs,
	});
	return {
		searchIndex,
		attach,
		async readProgress() {
			const progress = isLinked() ? await searchIndex.readProgress(waitMs) : undefined;
			if (!isLinked()) throw new Error('there is no indexer: it ended, and is being restarted');
			return progress ?? unknownProgress;
		},
		close,
	};
}
