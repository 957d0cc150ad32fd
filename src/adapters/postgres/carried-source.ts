/** The rows of a database for a move to another store, as they are at one moment. Nothing can be written meanwhile. */
import { sql } from 'kysely';
import type { StoreSource } from '../sql/carried-rows.ts';
import { carriedTables } from '../sql/carried-tables.ts';
import type { SqlConnection } from '../sql/sql-connection.ts';
import { createRowReader } from './carried-rows.ts';
import { findObstacle, readServer } from './check-server.ts';
import { PostgresUnusableError } from './database-unusable.ts';
import { runSql } from './define-sql.ts';
import { migrations } from './migrations.ts';
import { countNodes } from './node-registry.ts';
import { readVersion } from './prepare-database.ts';
import { readFingerprint } from './server-key.ts';
import { withSingleConnection } from './single-connection.ts';

export interface CarriedOptions {
	readonly url: string;
	readonly connectTimeoutMs: number;
	readonly lockTimeoutMs: number;
}

/** Of transactions that take as long as the copy. */
const withoutTimeouts = 'set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0;';

/** @throws {PostgresUnusableError} @throws {PostgresUrlError} */
export async function useCarriedSource<T>(
	{ lockTimeoutMs, ...options }: CarriedOptions,
	use: (source: StoreSource) => Promise<T>,
): Promise<T> {
	const transactionSettings = `set transaction isolation level repeatable read; ${withoutTimeouts} set local lock_timeout = ${lockTimeoutMs};`;
	return withSingleConnection({ ...options, transactionSettings }, async (connection) => {
		await connection.begin();
		await checkSource(connection, options.url);
		const names = sql.join(carriedTables.map(({ name }) => sql.table(name)));
		await runSql(connection, sql`lock table ${names} in share mode`);
		const { fingerprint } = (await connection.first(readFingerprint, {})) ?? {};
		return use({ ...createRowReader(connection), fingerprint });
	});
}

async function checkSource(connection: SqlConnection, url: string): Promise<void> {
	const server = await connection.first(readServer, {});
	if (server?.is_ours !== 1) throw new PostgresUnusableError(url, 'has no tables of this program');
	const obstacle = findObstacle(server);
	if (obstacle !== undefined) throw new PostgresUnusableError(url, obstacle);
	const version = (await connection.first(readVersion, {}))?.version ?? 0;
	if (version !== migrations.length) {
		const advice =
			version > migrations.length
				? 'use the newer version of the program'
				: 'start the server of this version with it once, and stop it again';
		throw new PostgresUnusableError(
			url,
			`has schema version ${version}, and this program has ${migrations.length}: ${advice}`,
		);
	}
	await refuseLivingNodes(connection, url);
}

export async function refuseLivingNodes(connection: SqlConnection, url: string): Promise<void> {
	const count = (await connection.first(countNodes, {}))?.count ?? 0;
	if (count === 0) return;
	throw new PostgresUnusableError(
		url,
		`has ${count} running ${count === 1 ? 'server' : 'servers'}: stop them first (one that was killed counts for 10 s)`,
	);
}
