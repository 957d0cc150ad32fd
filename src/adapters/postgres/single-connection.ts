import pg from 'pg';
import { FailureError } from '../../lib/failure.ts';
import type { SqlConnection } from '../sql/sql-connection.ts';
import { PostgresUnusableError, toUnusable } from './database-unusable.ts';
import { createPostgresConnection } from './postgres-connection.ts';
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
 * @throws {PostgresUnusableError} @throws {PostgresUrlError}
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
	try {
		await client.connect();
		return await use(connection);
	} catch (error) {
		throw error instanceof PostgresUnusableError ? error : toUnusable(url, findCause(error));
	} finally {
		await client.end();
	}
}

/** The error from which the connection made a failure. */
function findCause(error: unknown): unknown {
	return error instanceof FailureError ? error.cause : error;
}
