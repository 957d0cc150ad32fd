/** Creates databases with the program's tables on the shared test server, and opens them. */
import type { TestContext } from 'node:test';
import type { PoolBounds } from '../../src/adapters/postgres/bounded-pool.ts';
import { openPostgresDatabase, type PostgresDatabase } from '../../src/adapters/postgres/open-postgres-database.ts';
import { openPostgresPool, type PostgresPool } from '../../src/adapters/postgres/postgres-pool.ts';
import { preparePostgresDatabase } from '../../src/adapters/postgres/prepare-database.ts';
import { createDatabaseChanges } from '../../src/adapters/sql/sql-database.ts';
import { sharedPostgresServer } from './postgres-server.ts';
import { neverMs } from './wait-for.ts';

/** The time at which the tables are created, which chooses the first partitions of the events. */
export const preparedAtMs = Date.UTC(2026, 10, 22, 20);

export const relaxedBounds: PoolBounds = {
	connectionsMax: 4,
	waitersMax: 100,
	connectTimeoutMs: 10_000,
	statementTimeoutMs: 60_000,
	lockTimeoutMs: 60_000,
	idleInTransactionTimeoutMs: 60_000,
};

export async function preparePostgres(url: string, nowMs = preparedAtMs): Promise<void> {
	await preparePostgresDatabase({ url, nowMs, connectTimeoutMs: 10_000, lockTimeoutMs: 60_000 });
}

let template: Promise<string> | undefined;

/** Creates a database as the first start of the program leaves it. @returns its address. */
export async function createPreparedDatabase(): Promise<string> {
	const server = await sharedPostgresServer();
	template ??= server.createDatabase().then(async (url) => {
		await preparePostgres(url);
		return new URL(url).pathname.slice(1);
	});
	return server.createDatabase(await template);
}

/** Opens a pool, which is closed when the test ends. */
export function openTestPool(
	t: Pick<TestContext, 'after'>,
	url: string,
	bounds: Partial<PoolBounds> = {},
): PostgresPool {
	const each = { ...relaxedBounds, ...bounds };
	const pool = openPostgresPool({ url, reads: each, writes: each, random: Math.random, onLost: () => undefined });
	t.after(() => pool.close());
	return pool;
}

/**
 * Opens a database as the program does, with `connectionsMax` connections for reads and as many for writes. It is closed
 * when the test ends.
 */
export function openTestDatabase(t: Pick<TestContext, 'after'>, url: string, connectionsMax = 4): PostgresDatabase {
	const database = openPostgresDatabase({
		...{ url, connectionsMax, deadlineMs: neverMs },
		random: Math.random,
		nowMs: () => preparedAtMs,
		changes: createDatabaseChanges(),
		onConnectionLost: () => undefined,
	});
	t.after(() => database.close());
	return database;
}
