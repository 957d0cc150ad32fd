/**
 * A database in PostgreSQL, which any number of processes and threads may have open at once.
 *
 *     each thread ── reads ───────────────► pool ─┐
 *                 └─ units of work ───────► pool ─┴─► PostgreSQL, which locks rows and commits groups
 *
 * A read sees every write that was answered before it. What is cached is counted as changed within one process; another
 * process learns of a change when it reads again.
 */
import type { Database } from '../../ports/database.ts';
import { createEventReads, type EventReads } from '../sql/events.ts';
import { createGenerationReads } from '../sql/generation-reads.ts';
import { createItemReads, type ItemReads } from '../sql/item-reads.ts';
import { createSearchEngineReads } from '../sql/search-engine-reads.ts';
import { createSqlDatabase, type DatabaseChanges } from '../sql/sql-database.ts';
import type { PoolBounds } from './bounded-pool.ts';
import { createPostgresEventLog, readHorizonAgeMs } from './event-log.ts';
import { notifyLogs } from './hint-listener.ts';
import { createHintSender } from './hint-sender.ts';
import { ensureIncarnation } from './incarnation.ts';
import { maintainPartitions, type PartitionLimits } from './maintain-partitions.ts';
import { openPostgresPool, type PostgresPool } from './postgres-pool.ts';
import { createPostgresWriter } from './postgres-writer.ts';
import { claimServerKey, type ServerKeyClaim } from './server-key.ts';

/** Plain data, for each thread that has the database open. */
export interface PostgresConnections {
	/** As `preparePostgresDatabase` was called with. */
	readonly url: string;
	/** How long a call waits for its answer. */
	readonly deadlineMs: number;
	/** Of the thread, for reads and as many for writes. */
	readonly connectionsMax: number;
}

export interface PostgresReadsOptions extends PostgresConnections {
	/** From 0 to 1. */
	readonly random: () => number;
	readonly nowMs: () => number;
	/** Told of connections that were lost while nothing used them. */
	readonly onConnectionLost: (error: Error) => void;
}

export interface PostgresDatabaseOptions extends PostgresReadsOptions {
	/** Shared by all threads that have the database open. */
	readonly changes: DatabaseChanges;
}

export interface PostgresDatabase extends Database {
	/** @throws {PostgresUnusableError} when the secrets in the database are sealed with another key. */
	claimServerKey(claim: ServerKeyClaim): Promise<void>;
	/** To be called once a day at least. */
	maintainPartitions(limits: PartitionLimits): Promise<void>;
	/** As `event-log.ts` says. */
	readHorizonAgeMs(): Promise<number>;
}

/** Calls that wait for a connection of a thread, beyond which they are refused. */
const waitersMax = 10_000;

/** Of each thread: followers need not hear of a write sooner after the one before it. `0014-postgres.md` has the measurements. */
const hintIntervalMs = 50;

/** Opens no connection yet: the database must have been prepared. */
export function openPostgresDatabase(options: PostgresDatabaseOptions): PostgresDatabase {
	const pool = openPool(options);
	const hints = createHintSender({
		send: (logs) => pool.autocommit.all(notifyLogs, { logs: logs.join(' ') }),
		intervalMs: hintIntervalMs,
	});
	const database = createSqlDatabase({
		connection: { ...pool.reads, close: async () => undefined },
		writer: createPostgresWriter(pool, hints),
		createEventLog: createPostgresEventLog,
		changes: options.changes,
	});
	return {
		...database,
		claimServerKey: (claim) => claimServerKey(pool, options.url, claim),
		maintainPartitions: (limits) => maintainPartitions(pool, limits),
		readHorizonAgeMs: () => readHorizonAgeMs(pool.reads),
	};
}

export interface PostgresReads extends Pick<Database, 'generations'> {
	readonly items: ItemReads;
	readonly events: EventReads;
	readonly searchEngines: Pick<Database['searchEngines'], 'find'>;
	close(): Promise<void>;
}

/** What a follower of the logs needs. */
export function openPostgresReads(options: PostgresReadsOptions): PostgresReads {
	const { reads, close } = openPool(options);
	return {
		items: createItemReads(reads),
		events: createEventReads(reads, createPostgresEventLog),
		searchEngines: createSearchEngineReads(reads),
		generations: createGenerationReads(reads),
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
		// A lock that is not to be had in half the time leaves the other half for the caller to be told.
		lockTimeoutMs: Math.ceil(deadlineMs / 2),
		idleInTransactionTimeoutMs: deadlineMs,
	};
	return openPostgresPool({
		...{ url, reads: bounds, writes: bounds, random },
		onLost: onConnectionLost,
		// A server that was restored or promoted is met by new connections.
		onConnect: (connection) => ensureIncarnation(connection, nowMs()),
	});
}
