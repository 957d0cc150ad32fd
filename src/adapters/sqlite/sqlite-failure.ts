import { FailureError, fail } from '../../lib/failure.ts';

/** SQLite's primary result codes for problems of the disk, the file or memory, rather than of our statement. */
const unavailableCodes: ReadonlySet<number> = new Set([
	5, // BUSY: another process holds the lock
	6, // LOCKED
	7, // NOMEM
	8, // READONLY
	10, // IOERR
	11, // CORRUPT
	13, // FULL
	14, // CANTOPEN
	15, // PROTOCOL
	26, // NOTADB
]);

/** The primary result code of an error from SQLite; undefined for any other error. */
export function readSqliteCode(error: unknown): number | undefined {
	if (!(error instanceof Error) || !('errcode' in error) || typeof error.errcode !== 'number') return undefined;
	return error.errcode & 0xff;
}

/**
 * @returns a `FailureError` of code `unavailable` for a problem of the disk or the file, and any other error unchanged.
 */
export function toSqliteFailure(error: unknown): unknown {
	const code = readSqliteCode(error);
	if (code === undefined || !unavailableCodes.has(code)) return error;
	return new FailureError(fail('unavailable').failure, { cause: error });
}
