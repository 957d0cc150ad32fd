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
import { createDatabaseChanges, createSqlDatabase, type DatabaseChanges } from '../sql/sql-database.ts';
import type { PoolBounds } from './bounded-pool.ts';
import { createPostgresEventLog } from './event-log.ts';
import { openPostgresPool, type PostgresPool } from './postgres-pool.ts';
import { createPostgresWriter } from './postgres-writer.ts';

export interface PostgresDatabaseOptions {
	/** As `preparePostgresDatabase` was called with. */
	readonly url: string;
	/** How long a call waits for its answer. */
	readonly deadlineMs: number;
	/** Of this thread, for reads and as many for writes. */
	readonly connectionsMax: number;
	/** From 0 to 1. */
	readonly random: () => number;
	/** Told of connections that were lost while nothing used them. */
	readonly onConnectionLost: (error: Error) => void;
	/** Shared by all threads that have the database open; its own when left out. */
	readonly changes?: DatabaseChanges;
}

/** Calls that wait for a connection of a thread, beyond which they are refused. */
const waitersMax = 10_000;

/** Opens no connection yet: the database must have been prepared. */
export function openPostgresDatabase(options: PostgresDatabaseOptions): Database {
	const pool = openPool(options);
	return createSqlDatabase({
		connection: { ...pool.reads, close: async () => undefined },
		writer: createPostgresWriter(pool),
		createEventLog: createPostgresEventLog,
		changes: options.changes ?? createDatabaseChanges(),
	});
}

function openPool({
	url,
	deadlineMs,
	connectionsMax,
	random,
	onConnectionLost,
}: PostgresDatabaseOptions): PostgresPool {
	const bounds: PoolBounds = {
		connectionsMax,
		waitersMax,
		connectTimeoutMs: deadlineMs,
		statementTimeoutMs: deadlineMs,
		// A lock that is not to be had in half the time leaves the other half for the caller to be told.
		lockTimeoutMs: Math.ceil(deadlineMs / 2),
		idleInTransactionTimeoutMs: deadlineMs,
	};
	return openPostgresPool({ url, reads: bounds, writes: bounds, random, onLost: onConnectionLost });
}
