/** What a topology opens for a zone. */

import type { MessagePort } from 'node:worker_threads';
import type { BackupManifest } from '../../adapters/backup/backup-manifest.ts';
import type { ServerKeys } from '../../adapters/crypto/server-keys.ts';
import type { ClusterNode } from '../../domain/health/cluster-node.ts';
import type { FollowerState } from '../../domain/health/follower-state.ts';
import type { ZoneName } from '../../domain/zone/zone.ts';
import type { LogName } from '../../ports/change-feed.ts';
import type { Database } from '../../ports/database.ts';
import type { OpenJob } from '../../ports/lease.ts';
import type { StoreHistory } from '../../ports/store-history.ts';
import type { Settings } from '../settings/settings.ts';

export interface OpenStoreOptions {
	readonly settings: Settings;
	/** Seals the secrets in the store. */
	readonly serverKeys: ServerKeys;
	readonly zone: ZoneName;
	/** Called once when writes have become impossible for good. */
	readonly onLost: (error: Error) => void;
	/** Called with failures that resolve themselves. */
	readonly onTrouble: (error: unknown) => void;
	/** Called with one sentence on what the operator should see to. */
	readonly onAdvice: (advice: string) => void;
}

/** For the thread that opens the zone. Addresses and links are plain data that can be sent to a thread. */
export interface OpenStore<Address, Link> {
	readonly database: Database;
	/** For threads that follow the store. */
	readonly address: Address;
	/** For one other HTTP thread, to which the ports are to be transferred. */
	link(): { readonly link: Link; readonly ports: readonly MessagePort[] };
	/** Which database this is, since when: no two that can differ have the same. At most 40 letters and digits. */
	readIdentity(): Promise<string>;
	/** How large the database is on disk. */
	readBytes(): Promise<number>;
	/** For how long a transaction has been holding up the readers of the event log; omitted where this cannot happen. */
	readonly readHorizonAgeMs?: () => Promise<number>;
	/** Left out where followers only poll. To be called once. */
	readonly listen?: (listener: StoreListener) => void;
	/** Whether a read is a round trip, so that texts of items are kept beside the search indexes; left out: no. */
	readonly isRemote?: boolean;
	/** The name under which the indexer of this process notes its positions. */
	readonly follower: string;
	readonly openJob: OpenJob;
	/** Left out where one process has all the data. */
	readonly cluster?: Cluster;
	close(): Promise<void>;
}

export interface StoreListener {
	/** Called soon after a log has grown, mostly, with traced calls that made it grow, as `traceparent`. */
	onHint(log: LogName, calls: readonly string[]): void;
	/** Called when hints begin or cease to arrive; they do not at the beginning. */
	onListening(isListening: boolean): void;
}

/** This process as one of several on its database. */
export interface Cluster {
	list(): Promise<readonly ClusterNode[]>;
	countLiving(): Promise<number>;
	/** What the others are told of this node from now on. To be called once. */
	report(readFollowers: () => Promise<readonly FollowerState[]>): void;
	/** Tells the others at once that this node is about to end. Never fails. */
	drain(): Promise<void>;
}

/** What a follower reads. */
export interface StoreReads extends Pick<Database, 'generations'> {
	readonly items: Pick<Database['items'], 'readLog'>;
	readonly events: Pick<Database['events'], 'log'>;
	readonly searchEngines: Pick<Database['searchEngines'], 'find'>;
	readonly calls: Pick<Database['calls'], 'listAskedEngines'>;
	/** Left out where followers compare their positions with those of the store alone. */
	readonly history?: StoreHistory;
	/** As that of `OpenStore`. */
	readIdentity(): Promise<string>;
	close(): Promise<void>;
}

/** What a backup says of the store. */
export type BackedUp = Pick<BackupManifest, 'store' | 'zones'>;

/** Where a store from elsewhere is to be. */
export interface TargetOptions {
	readonly zone: ZoneName | undefined;
	readonly nowMs: number;
	/** Of the server key. */
	readonly fingerprint: string;
}
