/**
 * Some connections to one database, which callers take turns in using, each for a statement or a transaction.
 *
 *     callers ──► at most `waitersMax` waiting ──► at most `connectionsMax` in use ──► PostgreSQL
 *                      │ more: overloaded             │ lost: dropped, and made anew for the next caller
 *                      │ too long: overloaded         │ no answer: given up, timed_out
 *
 * Each new connection gets our timeouts. Those that PostgreSQL takes when a connection begins are refused by PgBouncer,
 * and those that are set later belong to the server's connection: so behind a pooler each transaction sets its own, and
 * single statements have what `alter role … set statement_timeout` gives them, and the client's deadline.
 */
import pg from 'pg';
import { FailureError, fail } from '../../lib/failure.ts';
import type { SqlConnection } from '../sql/sql-connection.ts';
import { createPostgresConnection } from './postgres-connection.ts';
import { readSqlState, toConnectFailure } from './postgres-failure.ts';
import { toDriverUrl } from './postgres-url.ts';
import { valueParsers } from './value-parsers.ts';

export interface PoolBounds {
	readonly connectionsMax: number;
	/** Callers beyond this many that wait for a connection are refused. */
	readonly waitersMax: number;
	/** For a connection: of a caller that waits, and of the server that is to answer. */
	readonly connectTimeoutMs: number;
	readonly statementTimeoutMs: number;
	readonly lockTimeoutMs: number;
	/** How long a transaction may wait for our next statement: while it is open, readers of the log see nothing newer. */
	readonly idleInTransactionTimeoutMs: number;
}

export interface BoundedPool {
	/**
	 * Lends a connection for as long as `work` takes. It goes back to the pool when it is at rest, and is closed when it
	 * is lost or in a transaction.
	 */
	use<T>(work: (connection: SqlConnection) => Promise<T>): Promise<T>;
	/** Waits for the connections that are in use. */
	close(): Promise<void>;
}

export interface BoundedPoolOptions {
	readonly url: string;
	readonly bounds: PoolBounds;
	/** Told of each connection that was lost while nobody used it. */
	readonly onLost: (error: Error) => void;
	/** Runs on each new connection before anything else does; when it rejects, the connection is given up. */
	readonly onConnect?: (connection: SqlConnection) => Promise<void>;
}

/** What the client waits longer than the server, so that mostly the server gives a statement up, and keeps the connection. */
const answerGraceMs = 5000;
const keepAliveDelayMs = 10_000;
/** A day's peak does not hold connections all night. */
const idleTimeoutMs = 60_000;

/** Zero rows behind a pooler: the process that answers is not the one that the connection was told of. */
const setUpDirectly =
	`select set_config('statement_timeout', $2, false), set_config('lock_timeout', $3, false),` +
	` set_config('idle_in_transaction_session_timeout', $4, false) where pg_backend_pid() = $1`;

/** Opens no connection yet. @throws {PostgresUrlError} */
export function createBoundedPool({ url, bounds, onLost, onConnect }: BoundedPoolOptions): BoundedPool {
	const { statementTimeoutMs, lockTimeoutMs, idleInTransactionTimeoutMs } = bounds;
	const timeouts = [statementTimeoutMs, lockTimeoutMs, idleInTransactionTimeoutMs].map(String);
	const connections = new WeakMap<pg.ClientBase, SqlConnection>();
	const pool = new pg.Pool({
		connectionString: toDriverUrl(url),
		application_name: 'vitrine',
		max: bounds.connectionsMax,
		connectionTimeoutMillis: bounds.connectTimeoutMs,
		idleTimeoutMillis: idleTimeoutMs,
		query_timeout: statementTimeoutMs + answerGraceMs,
		keepAlive: true,
		keepAliveInitialDelayMillis: keepAliveDelayMs,
		types: valueParsers,
		pipeline: true,
		onConnect: setUp,
	});
	pool.on('error', onLost);

	async function setUp(client: pg.ClientBase): Promise<void> {
		// The pool listens to those alone that nobody uses; of the others the statement that fails tells.
		client.on('error', () => undefined);
		const { processID } = client as pg.ClientBase & { readonly processID: number };
		const { rowCount } = await client.query(setUpDirectly, [processID, ...timeouts]);
		const connection = createPostgresConnection(client, {
			isDirect: rowCount === 1,
			transactionSettings: rowCount === 1 ? '' : toTransactionSettings(bounds),
		});
		connections.set(client, connection);
		await onConnect?.(connection);
	}

	async function borrow(): Promise<pg.PoolClient> {
		if (pool.waitingCount >= bounds.waitersMax) throw new FailureError(fail('overloaded').failure);
		try {
			return await pool.connect();
		} catch (error) {
			throw toConnectFailure(error);
		}
	}

	return {
		async use(work) {
			const client = await borrow();
			let isLost = false;
			try {
				return await work(connections.get(client) as SqlConnection);
			} catch (error) {
				isLost = isOfConnection(error);
				throw error;
			} finally {
				client.release(isLost || client.getTransactionStatus() !== 'I');
			}
		},
		close: () => pool.end(),
	};
}

/** Whether it was no error message of the server that failed the work, and nothing of our own either. */
function isOfConnection(error: unknown): boolean {
	return error instanceof FailureError && error.cause !== undefined && readSqlState(error.cause) === undefined;
}

function toTransactionSettings({ statementTimeoutMs, lockTimeoutMs, idleInTransactionTimeoutMs }: PoolBounds): string {
	return (
		`set local statement_timeout = ${statementTimeoutMs};set local lock_timeout = ${lockTimeoutMs};` +
		`set local idle_in_transaction_session_timeout = ${idleInTransactionTimeoutMs};`
	);
}
