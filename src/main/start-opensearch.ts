/** Searches in OpenSearch: the thread that brings items there, and the searches of each HTTP thread. */
import { setTimeout as pause } from 'node:timers/promises';
import type { MessagePort } from 'node:worker_threads';
import { createLinkedIndexReader } from '../adapters/fulltext-index/linked-index-reader.ts';
import {
	type OpenSearchAddress,
	type OpenSearchConnection,
	OpenSearchError,
	openConnection,
} from '../adapters/opensearch/opensearch-connection.ts';
import { createOpenSearchIndex } from '../adapters/opensearch/opensearch-search-index.ts';
import type { SearchProgress } from '../domain/query/search-progress.ts';
import type { ZoneName } from '../domain/zone/zone.ts';
import type { IndexerEvent } from '../followers/search-index/indexer-options.ts';
import { createCachedRead } from '../lib/cached-read.ts';
import { type Grace, noGrace } from '../lib/grace.ts';
import { readMonotonicMs } from '../lib/monotonic-time.ts';
import type { Database } from '../ports/database.ts';
import type { OpenSearchThreadData } from './opensearch-thread.ts';
import { searchScheduler } from './search-scheduler.ts';
import type { Settings } from './settings/settings.ts';
import { type FollowerThread, startFollowerThread } from './start-follower-thread.ts';
import type { PreparedSearchIndex } from './start-indexer.ts';
import type { AnyStore } from './topologies/store.ts';

/** Undefined without OpenSearch. */
export function toOpenSearchAddress(settings: Settings): OpenSearchAddress | undefined {
	const { openSearchUrl: url, openSearchUser: user, openSearchPassword: password, openSearchCa: caFile } = settings;
	if (url === undefined) return undefined;
	return {
		...{ url, user, password, caFile, prefix: settings.openSearchPrefix },
		...{ shards: settings.openSearchShards, replicas: settings.openSearchReplicas },
		timeoutMs: settings.requestTimeoutMs,
	};
}

/**
 * What is wrong with OpenSearch now, if waiting may help; undefined without it, or if nothing is.
 * @throws {OpenSearchError} when the operator must change something
 */
export async function checkOpenSearch(settings: Settings): Promise<string | undefined> {
	const address = toOpenSearchAddress(settings);
	if (address === undefined) return undefined;
	const connection = openConnection(address);
	try {
		await connection.check();
		return undefined;
	} catch (error) {
		if (!(error instanceof OpenSearchError) || error.isLasting) throw error;
		return error.message;
	} finally {
		await connection.close();
	}
}

export interface OpenSearchLinkOptions {
	readonly address: OpenSearchAddress;
	readonly zone: ZoneName;
	/** While the store is away; by default none. */
	readonly grace?: Grace | undefined;
}

export interface OpenSearchLink {
	readonly searchIndex: PreparedSearchIndex;
	/** Attaches a port to the thread that knows popular queries, and what was learned. */
	attach(port: MessagePort): void;
	/** @throws {OpenSearchError} when OpenSearch cannot be used */
	readProgress(): Promise<SearchProgress>;
	close(): void;
}

/** The searches of one thread. */
export function createOpenSearchLink(
	{ items, generations, invalidation }: Pick<Database, 'items' | 'generations' | 'invalidation'>,
	{ address, zone, grace = noGrace }: OpenSearchLinkOptions,
): OpenSearchLink {
	const { reader, attach, close } = createLinkedIndexReader();
	const connection: OpenSearchConnection = openConnection(address);
	const listSearched = createCachedRead({
		read: (hashid: string) => generations.listOfSearchEngine(hashid, 'live', ''),
		readVersion: invalidation.readSettingsVersion,
		ageMsMax: invalidation.stalenessMsMax,
		monotonicMs: readMonotonicMs,
		grace,
	});
	const searchIndex = createOpenSearchIndex({
		...{ connection, zone, reader, generations, items, pause },
		listSearched: async (hashid) => (await listSearched(hashid)) ?? [],
		...{ scheduler: searchScheduler, nowMs: readMonotonicMs },
	});
	return {
		...{ searchIndex, attach, readProgress: searchIndex.readProgress },
		close() {
			close();
			void connection.close();
		},
	};
}

export interface OpenSearchThreadOptions extends Omit<OpenSearchLinkOptions, 'zone'> {
	readonly database: Database;
	readonly store: Pick<AnyStore, 'address' | 'link'>;
	readonly settings: Settings;
	/** Where popular queries and what was learned are saved. */
	readonly directory: string;
	readonly onEvent: (event: IndexerEvent) => void;
}

export interface RunningOpenSearch
	extends Pick<FollowerThread, 'connect' | 'hint' | 'expectHints' | 'stop'>,
		Pick<OpenSearchLink, 'searchIndex' | 'readProgress'> {}

export function startOpenSearchThread(zone: ZoneName, options: OpenSearchThreadOptions): RunningOpenSearch {
	const { address, database, store, settings, directory, onEvent } = options;
	const thread = startFollowerThread<{ readonly kind: 'event'; readonly event: IndexerEvent }>({
		name: 'indexer',
		url: new URL('./opensearch-thread.ts', import.meta.url),
		toData() {
			const { link, ports } = store.link();
			const data: OpenSearchThreadData = { address, zone, reads: store.address, store: link, settings, directory };
			return { workerData: data, ports };
		},
		onMessage: ({ event }) => onEvent(event),
		onFailure: (error) => onEvent({ kind: 'failed', generationId: undefined, error }),
	});
	const link = createOpenSearchLink(database, { ...options, zone });
	thread.connect(link.attach);
	return {
		...{ connect: thread.connect, hint: thread.hint, expectHints: thread.expectHints },
		...{ searchIndex: link.searchIndex, readProgress: link.readProgress },
		async stop() {
			await thread.stop();
			link.close();
		},
	};
}
