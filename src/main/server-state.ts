/** Reads the state of the server for a zone, in the main thread: the others ask it. */
import { readDiskSpace } from '../adapters/system/disk-space.ts';
import type { RunningThreads } from '../adapters/system/running-threads.ts';
import type { FollowerState } from '../domain/health/follower-state.ts';
import type { ServerState } from '../domain/health/server-state.ts';
import type { LateIndex } from '../domain/query/late-index.ts';
import type { IndexerMeasure } from '../followers/search-index/index-status.ts';
import { answerInTime } from '../lib/answer-in-time.ts';
import { createCachedRead } from '../lib/cached-read.ts';
import { readMonotonicMs } from '../lib/monotonic-time.ts';
import type { Recommender } from '../ports/recommender.ts';
import type { ReadServerState } from '../ports/server-state.ts';
import type { Settings } from './settings/settings.ts';
import type { AnyStore } from './topologies/store.ts';
import { version } from './version.ts';

export interface ServerStateParts {
	readonly settings: Pick<Settings, 'dataDir' | 'memoryMb'>;
	readonly threads: Pick<RunningThreads, 'read'>;
	readonly store: Pick<AnyStore, 'address' | 'readBytes' | 'readHorizonAgeMs' | 'cluster'>;
	/** The last that it said; undefined before that, and without search. */
	readonly readIndexer: () => IndexerStatus | undefined;
	/** Undefined without search. */
	readonly recommender: Pick<Recommender, 'readState'> | undefined;
	readonly readStatisticsLag: () => Promise<number>;
}

export type IndexerStatus = Extract<IndexerMeasure, { kind: 'status' }>;

const ageMsMax = 2_000;
/** A state without one value is better than one that comes late. */
const answerTimeoutMs = 1_000;

export function createServerStateReader(parts: ServerStateParts): ReadServerState {
	const read = createCachedRead({
		read: (_: 'state') => readState(parts),
		readVersion: () => 0,
		monotonicMs: readMonotonicMs,
		ageMsMax,
	});
	return async () => (await read('state')) as ServerState;
}

async function readState(parts: ServerStateParts): Promise<ServerState> {
	const { settings, store } = parts;
	const [threads, disk, storeBytes, followers, nodes] = await Promise.all([
		parts.threads.read(),
		readDiskSpace(settings.dataDir),
		answerInTime(store.readBytes(), answerTimeoutMs),
		readFollowers(parts),
		store.cluster === undefined ? [] : answerInTime(store.cluster.list(), answerTimeoutMs),
	]);
	return {
		version,
		nodeVersion: process.versions.node,
		storeKind: store.address.kind === 'embedded' ? 'sqlite' : 'postgresql',
		uptimeMs: process.uptime() * 1000,
		threads,
		usedBytes: process.memoryUsage.rss(),
		memoryLimitBytes: settings.memoryMb * 1024 ** 2,
		disk,
		storeBytes: storeBytes ?? null,
		followers,
		nodes: nodes ?? null,
		lateIndexes: listLate(parts),
	};
}

function listLate({ readIndexer }: ServerStateParts): readonly LateIndex[] {
	return readIndexer()?.late ?? [];
}

async function readFollowers(parts: ServerStateParts): Promise<FollowerState[]> {
	const [own, statisticsLag] = await Promise.all([
		readOwnFollowers(parts),
		answerInTime(parts.readStatisticsLag(), answerTimeoutMs),
	]);
	return [...own, { name: 'statistics', behindCount: statisticsLag ?? null, behindMs: null }];
}

/** Those that each process has for itself. */
export async function readOwnFollowers({
	recommender,
	readIndexer,
}: Pick<ServerStateParts, 'recommender' | 'readIndexer'>): Promise<FollowerState[]> {
	if (recommender === undefined) return [];
	const models = await answerInTime(recommender.readState(), answerTimeoutMs);
	const indexer = readIndexer()?.live;
	return [
		{ name: 'search', behindCount: indexer?.writeCount ?? null, behindMs: indexer?.ms ?? null },
		{ name: 'recommendations', behindCount: models?.behindCount ?? null, behindMs: null },
	];
}
