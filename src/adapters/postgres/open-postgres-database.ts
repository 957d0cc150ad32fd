/**
 * A database in PostgreSQL, which any number of processes and threads may have open at once.
 *
 *     each thread ── reads ───────────────► pool ─┐
 *                 └─ units of work ───────► pool ─┴─► PostgreSQL, which locks rows and commits groups
 *
 * A read sees every write that was answered before it. Within one process, changes of cached data are counted; another
 * process learns of a change when it reads again.
 */
import type { ClusterNode, NodeClaim, NodeIdentity, NodeReport } from '../../domain/health/cluster-node.ts';
import type { BackgroundLoop } from '../../lib/background-loop.ts';
import { readMonotonicMs } from '../../lib/monotonic-time.ts';
import type { SharedTime } from '../../lib/shared-time.ts';
import type { Database } from '../../ports/database.ts';
import type { JobAccess, LeasedJob } from '../../ports/lease.ts';
import type { StoreHistory } from '../../ports/store-history.ts';
import { type CallReads, createCallReads } from '../sql/call-days.ts';
import { createEventReads, type EventReads } from '../sql/events.ts';
import { createGenerationReads } from '../sql/generation-reads.ts';
import { createItemReads, type ItemReads } from '../sql/item-reads.ts';
import { createSearchEngineReads } from '../sql/search-engine-reads.ts';
import type { SqlConnection } from '../sql/sql-connection.ts';
import { createSqlDatabase, type DatabaseChanges } from '../sql/sql-database.ts';
import type { PoolBounds } from './bounded-pool.ts';
import { readDatabaseBytes } from './database-bytes.ts';
import { readClockMs } from './database-clock.ts';
import { createPostgresEventLog, readHorizonAgeMs } from './event-log.ts';
import { notifyAll } from './hint-listener.ts';
import { createHintSender } from './hint-sender.ts';
import { ensureIncarnation, requireIncarnation } from './incarnation.ts';
import { maintainPartitions, type PartitionLimits } from './maintain-partitions.ts';
import { addNode, beat, claimNode, countLivingNodes, forgetNodes, readNodes } from './node-registry.ts';
import { noteOwnWrites, type OwnWrites } from './own-writes.ts';
import { openPostgresLease } from './postgres-lease.ts';
import { openPostgresPool, type PostgresPool } from './postgres-pool.ts';
import { createLeasedWriter, createPostgresWriter } from './postgres-writer.ts';
import {
	claimServerKey,
	readKeyFingerprint,
	readNodeKeys,
	replaceServerKey,
	type ServerKeyClaim,
} from './server-key.ts';
import { removeOldSettingsChanges, startSettingsWatch } from './settings-watch.ts';
import { createStoreHistory } from './store-history.ts';
import { readStoreIdentity } from './store-identity.ts';

/** Plain data, for each thread that has the database open. */
export interface PostgresConnections {
	/** The same as for `preparePostgresDatabase`. */
	readonly url: string;
	/** How long a call waits for its answer. */
	readonly deadlineMs: number;
	/** For each thread: this many for reads and as many for writes. */
	readonly connectionsMax: number;
}

export interface PostgresReadsOptions extends PostgresConnections {
	/** From 0 to 1. */
	readonly random: () => number;
	readonly nowMs: () => number;
	/** Called for connections that were lost while they were not in use. */
	readonly onConnectionLost: (error: Error) => void;
}

export interface PostgresDatabaseOptions extends PostgresReadsOptions {
	/** Shared by all threads that have the database open. */
	readonly changes: DatabaseChanges;
	/** When items were written, by engine, of all threads. */
	readonly ownWrites?: OwnWrites;
}

export interface PostgresDatabase extends Database {
	/** See `server-key.ts`. */
	readonly serverKey: {
		claim(claim: ServerKeyClaim): ReturnType<typeof claimServerKey>;
		read(): ReturnType<typeof readKeyFingerprint>;
		replace(keys: { readonly from: string; readonly to: string }): Promise<void>;
		listOfNodes(): ReturnType<typeof readNodeKeys>;
	};
	/** @param holder the instance of this process, see `node-registry.ts` */
	openJob(job: LeasedJob, holder: string): PostgresJob;
	/** See `node-registry.ts`. */
	readonly nodes: {
		claim(claim: NodeClaim): ReturnType<typeof claimNode>;
		add(claim: NodeClaim): Promise<void>;
		beat(identity: NodeIdentity, report: NodeReport): Promise<boolean>;
		list(identity: NodeIdentity): Promise<readonly ClusterNode[]>;
		countLiving(): Promise<number>;
	};
	/** Notes in the changes what other processes have changed, until it is stopped. See `settings-watch.ts`. */
	watchSettings(settingsTrueAt: SharedTime): BackgroundLoop;
	/** See `event-log.ts`. */
	readHorizonAgeMs(): Promise<number>;
	/** The time of the machine that the database is on. */
	readClockMs(): Promise<number>;
	/** See `store-identity.ts`. */
	readIdentity(): Promise<string>;
	/** How large it is on disk. */
	readBytes(): Promise<number>;
}

/** What else a job may do under its lease. */
export interface PostgresJob extends JobAccess {
	/** Must be called at least once a day. */
	maintainPartitions(limits: PartitionLimits): Promise<void>;
	/** See `node-registry.ts`. */
	forgetNodes(): Promise<void>;
	/** See `settings-watch.ts`. */
	removeOldSettingsChanges(): Promise<void>;
}

/** Shops go on for as long without the database. Rights that were taken away meanwhile are not known. */
const graceMsMax = 10 * 60_000;

/** How many calls of a thread may wait for a connection; further ones are refused. */
const waitersMax = 10_000;

/** Of each thread: followers need not hear of a write sooner after the one before it. `0014-postgres.md` has the measurements. */
const hintIntervalMs = 50;

/** Opens no connection yet: the database must have been prepared. */
export function openPostgresDatabase(options: PostgresDatabaseOptions): PostgresDatabase {
	const pool = openPool(options);
	const hints = createHintSender({
		send: (noted) => pool.autocommit.all(notifyAll, { hints: noted.join(' ') }),
		intervalMs: hintIntervalMs,
	});
	const parts = {
		connection: { ...pool.reads, close: async () => undefined },
		createEventLog: createPostgresEventLog,
		changes: options.changes,
	};
	const writer = createPostgresWriter(pool, { hints, waitersMax, waitMsMax: options.deadlineMs });
	const database = createSqlDatabase({ ...parts, writer });
	const { ownWrites } = options;
	return {
		...database,
		items: ownWrites === undefined ? database.items : noteOwnWrites(database.items, ownWrites),
		invalidation: {
			...database.invalidation,
			graceMsMax,
			expire: options.changes.settings.increment,
			...(ownWrites !== undefined && { readOwnWriteMs: ownWrites.readMs }),
		},
		serverKey: {
			claim: (claim) => claimServerKey(pool, options.url, claim),
			read: () => readKeyFingerprint(pool.reads),
			replace: (keys) => replaceServerKey(pool, keys),
			listOfNodes: () => readNodeKeys(pool.reads),
		},
		openJob(job, holder) {
			const lease = openPostgresLease(pool, { job, holder, nowMs: readMonotonicMs });
			const runLeased = (work: (connection: SqlConnection) => Promise<void>) =>
				pool.runInTransaction(async (connection) => {
					await lease.check(connection);
					await work(connection);
				});
			return {
				lease,
				database: createSqlDatabase({ ...parts, writer: createLeasedWriter(pool, { hints, lease }) }),
				maintainPartitions: (limits) => runLeased((connection) => maintainPartitions(connection, limits)),
				forgetNodes: () => runLeased(forgetNodes),
				removeOldSettingsChanges: () => runLeased(removeOldSettingsChanges),
			};
		},
		nodes: {
			claim: (claim) => claimNode(pool, claim),
			add: (claim) => addNode(pool, claim),
			beat: (identity, report) => beat(pool, identity, report),
			list: (identity) => readNodes(pool, identity),
			countLiving: () => countLivingNodes(pool),
		},
		watchSettings: (settingsTrueAt) =>
			startSettingsWatch(pool.reads, { settings: options.changes.settings, settingsTrueAt }),
		readHorizonAgeMs: () => readHorizonAgeMs(pool.reads),
		readClockMs: () => readClockMs(pool.reads),
		readIdentity: () => readStoreIdentity(pool.reads),
		readBytes: () => readDatabaseBytes(pool.reads),
	};
}

export interface PostgresReads extends Pick<Database, 'generations'> {
	readonly items: ItemReads;
	readonly events: EventReads;
	readonly searchEngines: Pick<Database['searchEngines'], 'find'>;
	readonly calls: CallReads;
	readonly history: StoreHistory;
	readIdentity(): Promise<string>;
	close(): Promise<void>;
}

/** For a follower of the logs. */
export function openPostgresReads(options: PostgresReadsOptions): PostgresReads {
	const { reads, close } = openPool(options);
	return {
		items: createItemReads(reads),
		events: createEventReads(reads, createPostgresEventLog),
		searchEngines: createSearchEngineReads(reads),
		generations: createGenerationReads(reads),
		calls: createCallReads(reads),
		history: createStoreHistory(reads),
		readIdentity: () => readStoreIdentity(reads),
		close,
	};
}

function openPool(options: PostgresReadsOptions): PostgresPool {
	const { url, deadlineMs, connectionsMax, random, nowMs, onConnectionLost } = options;
	const bounds: PoolBounds = {
		connectionsMax,
		waitersMax,
		connectTimeoutMs: deadlineMs,
		statementTimeoutMs: deadlineMs,
		// If a lock is not available in half the time, the other half is left for telling the caller.
		lockTimeoutMs: Math.ceil(deadlineMs / 2),
		idleInTransactionTimeoutMs: deadlineMs,
	};
	return openPostgresPool({
		...{ url, reads: bounds, writes: bounds, random },
		onLost: onConnectionLost,
		// A restored or promoted server is noticed by new connections.
		onConnect: (connection) => ensureIncarnation(connection, nowMs()),
		guard: requireIncarnation,
	});
}
