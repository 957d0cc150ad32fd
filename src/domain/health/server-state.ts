/** How is this server doing? Its process, its disk, and what follows the store of one zone. */
import type { LateIndex } from '../query/late-index.ts';
import type { ClusterNode } from './cluster-node.ts';
import type { FollowerState } from './follower-state.ts';

export const threadNames = ['main', 'http', 'writer', 'indexer', 'recommender', 'statistics', 'batch parser'] as const;
export type ThreadName = (typeof threadNames)[number];

export interface ThreadState {
	/** A server of several zones has some of them for each zone. */
	readonly name: ThreadName;
	/** The share of the last seconds in which its event loop was busy, 0 … 1. */
	readonly busyRatio: number;
	/** Of JavaScript objects; null when the thread did not say in time. */
	readonly heapBytes: number | null;
}

export interface DiskSpace {
	/** What is left for this process, and the size of the file system. */
	readonly freeBytes: number;
	readonly totalBytes: number;
}

export interface ServerState {
	readonly version: string;
	readonly nodeVersion: string;
	readonly storeKind: 'sqlite' | 'postgresql';
	/** How long the process has been running. */
	readonly uptimeMs: number;
	readonly threads: readonly ThreadState[];
	/** Of the process, with all threads and shared memory. */
	readonly usedBytes: number;
	/** What it may use, by the settings. */
	readonly memoryLimitBytes: number;
	/** Of the file system of the data directory. */
	readonly disk: DiskSpace;
	/** The database of the zone; null when it does not say. */
	readonly storeBytes: number | null;
	readonly followers: readonly FollowerState[];
	/** All that are known, the living first; empty where one process has all the data, null when the database does not say. */
	readonly nodes: readonly ClusterNode[] | null;
	/** In the zone, of all accounts. */
	readonly lateIndexes: readonly LateIndex[];
}
