import pg from 'pg';
import { FailureError } from '../../lib/failure.ts';
import type { SqlConnection } from '../sql/sql-connection.ts';
import { toUnusable } from './database-unusable.ts';
import { endClient } from './end-client.ts';
import { createPostgresConnection } from './postgres-connection.ts';
import { readSqlState } from './postgres-failure.ts';
import { toDriverUrl } from './postgres-url.ts';
import { valueParsers } from './value-parsers.ts';

export interface SingleConnectionOptions {
	readonly url: string;
	readonly connectTimeoutMs: number;
	/** Statements that follow `begin`, each ending in a semicolon. */
	readonly transactionSettings: string;
}

/**
 * Uses a connection of its own, and closes it; a transaction that is open then is undone.
 * @throws {PostgresUnusableError} for failures of the database; what else `use` throws stays as it is
 * @throws {PostgresUrlError}
 */
export async function withSingleConnection<T>(
	{ url, connectTimeoutMs, transactionSettings }: SingleConnectionOptions,
	use: (connection: SqlConnection) => Promise<T>,
): Promise<T> {
	const client = new pg.Client({
		connectionString: toDriverUrl(url),
		application_name: 'vitrine',
		connectionTimeoutMillis: connectTimeoutMs,
		types: valueParsers,
	});
	client.on('error', () => undefined);
	const connection = createPostgresConnection(client, { isDirect: false, transactionSettings });
	let isConnected = false;
	try {
		await client.connect();
		isConnected = true;
		return await use(connection);
	} catch (error) {
		// The connection has made a failure of the driver's error.
		const cause = error instanceof FailureError ? error.cause : error;
		const isOfDatabase = !isConnected || cause !== error || readSqlState(error) !== undefined;
		throw isOfDatabase ? toUnusable(url, cause) : error;
	} finally {
		await endClient(client);
	}
}
