/**
 * A bounded number of connections to one database, which callers borrow for a statement or a transaction.
 *
 *     callers ──► at most `waitersMax` waiting ──► at most `connectionsMax` in use ──► PostgreSQL
 *                      │ more: overloaded             │ lost: dropped, and replaced for the next caller
 *                      │ too long: overloaded         │ no answer: abandoned, timed_out
 *
 * Each new connection gets our timeouts. PgBouncer refuses timeouts as startup parameters, and timeouts that are set later
 * belong to the server's connection. So behind a pooler each transaction sets its own; single statements have the timeout
 * of `alter role … set statement_timeout`, and the client's deadline. There another server may take the place of the one before
 * without a new connection, so each transaction begins with a guard, too.
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
	/** Further callers that wait for a connection are refused. */
	readonly waitersMax: number;
	/** For a connection: how long a caller waits for one, and how long the server may take to answer. */
	readonly connectTimeoutMs: number;
	readonly statementTimeoutMs: number;
	readonly lockTimeoutMs: number;
	/** How long a transaction may wait for our next statement: while it is open, readers of the log see nothing newer. */
	readonly idleInTransactionTimeoutMs: number;
}

export interface BoundedPool {
	/**
	 * Lends a connection until `work` settles, and tells whether it is to the server itself. It returns to the pool if it is idle then, and is closed if it is lost or
	 * still in a transaction.
	 *
	 * With a `lane` it may be a connection that work of the same lane uses at the moment, unless a caller waits for one. Such
	 * work must send all its statements at once, before it waits for an answer, and end its transaction.
	 */
	use<T>(work: (connection: SqlConnection, isDirect: boolean) => Promise<T>, lane?: string): Promise<T>;
	/** Runs `onConnect` again, on any connection. */
	connectAgain(): Promise<void>;
	/** Waits for the connections that are in use, then closes all. */
	close(): Promise<void>;
}

/** A connection that is in use. */
interface Loan {
	readonly client: pg.PoolClient;
	readonly connection: SqlConnection;
	readonly isDirect: boolean;
	/** How many use it. */
	userCount: number;
	isLost: boolean;
}

/** How a client is used. */
interface ClientUse {
	readonly connection: SqlConnection;
	/** For `onConnect`. */
	readonly unguarded: SqlConnection;
	readonly isDirect: boolean;
}

export interface BoundedPoolOptions {
	readonly url: string;
	readonly bounds: PoolBounds;
	/** Called for each connection that was lost while it was not in use. */
	readonly onLost: (error: Error) => void;
	/** Runs on each new connection before anything else; when it rejects, the connection is closed. */
	readonly onConnect?: (connection: SqlConnection) => Promise<void>;
	/** Behind a pooler, a statement that fails, and with it the transaction that it begins, if `onConnect` must run again. */
	readonly guard?: string;
}

/**
 * How much longer the client waits than the server. So mostly the server ends a statement, and the connection survives.
 */
const answerGraceMs = 5000;
const keepAliveDelayMs = 10_000;
/** So that the connections of a day's peak are closed at night. */
const idleTimeoutMs = 60_000;

/** Changes zero rows behind a pooler: there the process that answers is not the one that the connection was told of. */
const setUpDirectly =
	`select set_config('statement_timeout', $2, false), set_config('lock_timeout', $3, false),` +
	` set_config('idle_in_transaction_session_timeout', $4, false) where pg_backend_pid() = $1`;

/** Opens no connection yet. @throws {PostgresUrlError} */
export function createBoundedPool({ url, bounds, onLost, onConnect, guard = '' }: BoundedPoolOptions): BoundedPool {
	const { statementTimeoutMs, lockTimeoutMs, idleInTransactionTimeoutMs } = bounds;
	const timeouts = [statementTimeoutMs, lockTimeoutMs, idleInTransactionTimeoutMs].map(String);
	const uses = new WeakMap<pg.ClientBase, ClientUse>();
	/** Loans that more work of their lanes may share. */
	const shared = new Map<string, Loan>();
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
		// The pool listens only to connections that are not in use; for the others the failing statement reports the
		// loss.
		client.on('error', () => undefined);
		const { processID } = client as pg.ClientBase & { readonly processID: number };
		const { rowCount } = await client.query(setUpDirectly, [processID, ...timeouts]);
		const isDirect = rowCount === 1;
		const use = toUse(client, isDirect, { settings: toTransactionSettings(bounds), guard });
		uses.set(client, use);
		await onConnect?.(use.unguarded);
	}

	async function borrow(): Promise<pg.PoolClient> {
		if (pool.waitingCount >= bounds.waitersMax) throw new FailureError(fail('overloaded').failure);
		try {
			return await pool.connect();
		} catch (error) {
			throw toConnectFailure(error);
		}
	}

	/** A pooler could lend the server's connection to others between two transactions that were sent together. */
	async function openLoan(lane: string | undefined): Promise<Loan> {
		const present = lane === undefined ? undefined : shared.get(lane);
		if (present !== undefined && !present.isLost && pool.waitingCount === 0) {
			present.userCount += 1;
			return present;
		}
		const client = await borrow();
		const { connection, isDirect } = uses.get(client) as ClientUse;
		const loan = { client, connection, isDirect, userCount: 1, isLost: false };
		if (lane !== undefined && isDirect) shared.set(lane, loan);
		return loan;
	}

	function endUse(loan: Loan, lane: string | undefined): void {
		loan.userCount -= 1;
		if (loan.userCount > 0) return;
		if (lane !== undefined && shared.get(lane) === loan) shared.delete(lane);
		loan.client.release(loan.isLost || loan.client.getTransactionStatus() !== 'I');
	}

	return {
		async use(work, lane) {
			const loan = await openLoan(lane);
			try {
				return await work(loan.connection, loan.isDirect);
			} catch (error) {
				loan.isLost ||= isOfConnection(error);
				throw error;
			} finally {
				endUse(loan, lane);
			}
		},
		async connectAgain() {
			const client = await borrow();
			try {
				await onConnect?.((uses.get(client) as ClientUse).unguarded);
				client.release();
			} catch (error) {
				client.release(true);
				throw toConnectFailure(error);
			}
		},
		close: () => pool.end(),
	};
}

/** @param words what must follow `begin` behind a pooler: settings, and the guard */
function toUse(client: pg.ClientBase, isDirect: boolean, words: { settings: string; guard: string }): ClientUse {
	const open = (transactionSettings: string) => createPostgresConnection(client, { isDirect, transactionSettings });
	const unguarded = open(isDirect ? '' : words.settings);
	return { isDirect, unguarded, connection: isDirect ? unguarded : open(words.settings + words.guard) };
}

/** Whether the error is neither an error message of the server nor one of our own. */
function isOfConnection(error: unknown): boolean {
	return error instanceof FailureError && error.cause !== undefined && readSqlState(error.cause) === undefined;
}

function toTransactionSettings({ statementTimeoutMs, lockTimeoutMs, idleInTransactionTimeoutMs }: PoolBounds): string {
	return (
		`set local statement_timeout = ${statementTimeoutMs};set local lock_timeout = ${lockTimeoutMs};` +
		`set local idle_in_transaction_session_timeout = ${idleInTransactionTimeoutMs};`
	);
}
