/** Databases of the shared test server with the program's tables, and pools for them. */
import type { TestContext } from 'node:test';
import type { PoolBounds } from '../../src/adapters/postgres/bounded-pool.ts';
import { openPostgresDatabase } from '../../src/adapters/postgres/open-postgres-database.ts';
import { openPostgresPool, type PostgresPool } from '../../src/adapters/postgres/postgres-pool.ts';
import { preparePostgresDatabase } from '../../src/adapters/postgres/prepare-database.ts';
import { createDatabaseChanges } from '../../src/adapters/sql/sql-database.ts';
import type { Database } from '../../src/ports/database.ts';
import { sharedPostgresServer } from './postgres-server.ts';
import { neverMs } from './wait-for.ts';

/** When the databases were made. */
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

/** A database as it is when the program has started on it for the first time. */
export async function createPreparedDatabase(): Promise<string> {
	const server = await sharedPostgresServer();
	template ??= server.createDatabase().then(async (url) => {
		await preparePostgres(url);
		return new URL(url).pathname.slice(1);
	});
	return server.createDatabase(await template);
}

/** Closed when the test ends. */
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

/** As a process opens it that has so many connections for reads and as many for writes. Closed when the test ends. */
export function openTestDatabase(t: Pick<TestContext, 'after'>, url: string, connectionsMax = 4): Database {
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
