/**
 * What an error of PostgreSQL, or of the connection to it, means to a caller.
 *
 * When a connection is lost, it is unknown whether the last command took effect. If that was a commit, or a write without
 * a transaction, `toDoubtfulFailure` says so; in all other cases the server undoes what was begun.
 */
import pg from 'pg';
import { type FailureCode, FailureError, fail } from '../../lib/failure.ts';

const timedOutStates: ReadonlySet<string> = new Set([
	'57014', // query_canceled: `statement_timeout`
	'55P03', // lock_not_available: `lock_timeout`
	'25P04', // transaction_timeout
]);

/** Errors that also end the connection. */
const lostStates: ReadonlySet<string> = new Set([
	'57P01', // admin_shutdown
	'57P02', // crash_shutdown
	'57P03', // cannot_connect_now
	'57P04', // database_dropped
	'57P05', // idle_session_timeout
	'25P03', // idle_in_transaction_session_timeout
]);

const unavailableStates: ReadonlySet<string> = new Set([
	...lostStates,
	'25006', // read_only_sql_transaction: the server has become a standby
	'XX001', // data_corrupted
	'XX002', // index_corrupted
]);

/** Connection exceptions, insufficient resources (disk, memory, connections), errors of the system. */
const unavailableClasses: ReadonlySet<string> = new Set(['08', '53', '58']);

const retryableStates: ReadonlySet<string> = new Set([
	'40001', // serialization_failure
	'40P01', // deadlock_detected
]);

/** The five characters of PostgreSQL's error code; undefined for an error of another origin. */
export function readSqlState(error: unknown): string | undefined {
	return error instanceof pg.DatabaseError ? error.code : undefined;
}

/** Whether the same transaction may succeed when it is run again from its beginning. */
export function isRetryable(error: unknown): boolean {
	return retryableStates.has(readSqlState(error) ?? '');
}

/**
 * Whether a prepared statement would have other columns than it had: a node of the next version has added some. Nothing was
 * done. The message has the language of the server, the function that tells has not.
 */
export function isPlanStale(error: unknown): boolean {
	return readSqlState(error) === '0A000' && (error as pg.DatabaseError).routine === 'RevalidateCachedQuery';
}

/** Whether the transaction had failed before the statement: what was sent with `begin` did. */
export function wasAborted(error: unknown): boolean {
	return readSqlState(error) === '25P02'; // in_failed_sql_transaction
}

/** @returns a `FailureError` for an error that is not the statement's fault, and any other error unchanged. */
export function toPostgresFailure(error: unknown): unknown {
	const code = findFailureCode(error);
	return code === undefined ? error : toFailure(code, error);
}

/** The same for a statement that may have been committed although the connection was lost: `timed_out` then. */
export function toDoubtfulFailure(error: unknown): unknown {
	return isConnectionLost(error) ? toFailure('timed_out', error) : toPostgresFailure(error);
}

/** @returns a `FailureError` for an error that kept a caller from getting a connection: nothing was sent. */
export function toConnectFailure(error: unknown): FailureError {
	if (error instanceof FailureError) return error;
	// The pool's message for a caller that waited too long for others to finish.
	const isCrowded = error instanceof Error && error.message === 'timeout exceeded when trying to connect';
	return toFailure(isCrowded ? 'overloaded' : 'unavailable', error);
}

function findFailureCode(error: unknown): FailureCode | undefined {
	if (isReadTimeout(error)) return 'timed_out';
	if (isConnectionLost(error)) return 'unavailable';
	const state = readSqlState(error);
	if (state === undefined) return undefined;
	if (timedOutStates.has(state)) return 'timed_out';
	return unavailableStates.has(state) || unavailableClasses.has(state.slice(0, 2)) ? 'unavailable' : undefined;
}

/** The driver's error for an answer that did not come in time; it then abandons the connection. */
function isReadTimeout(error: unknown): boolean {
	return error instanceof Error && error.message === 'Query read timeout';
}

/** The driver's messages for a lost connection; the system's errors have a code. */
const lostPattern = /^Connection terminated|is not queryable$|^timeout expired$/;
const systemCodePattern = /^E[A-Z_]+$/;

function isConnectionLost(error: unknown): boolean {
	if (!(error instanceof Error)) return false;
	const state = readSqlState(error);
	if (state !== undefined) return lostStates.has(state) || state.startsWith('08');
	if (isReadTimeout(error) || lostPattern.test(error.message)) return true;
	return 'code' in error && typeof error.code === 'string' && systemCodePattern.test(error.code) && 'syscall' in error;
}

function toFailure(code: FailureCode, cause: unknown): FailureError {
	return new FailureError(fail(code).failure, { cause });
}
