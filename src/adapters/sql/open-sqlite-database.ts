/**
 * The default database: one SQLite file inside the process.
 *
 *     main thread ── reads, at once ──────────────────────────┐
 *        │ calls of a tick                          read-only │ connection
 *        ▼                                                    ▼
 *     writer thread ── groups of calls, one commit each ──► vitrine.db + its write-ahead log
 *
 * A read sees every write that was answered before it: the answer is sent after the commit.
 */
import type { Database } from '../../ports/database.ts';
import { createSqlDatabase } from './sql-database.ts';
import { openReadConnection, openWriteConnection, type SqliteFileOptions } from './sqlite/sqlite-file.ts';
import { startWriterThread } from './sqlite/start-writer-thread.ts';

export interface SqliteDatabaseOptions extends Omit<SqliteFileOptions, 'cacheBytesMax' | 'beforeStatement'> {
	/** The database file, in a directory that exists and that this process has locked. */
	readonly file: string;
	/** A write that has no answer after this time rejects with `timed_out`. */
	readonly deadlineMs?: number;
	/** Writes beyond these bounds reject with `overloaded`. */
	readonly queuedWritesMax?: number;
	readonly queuedBytesMax?: number;
	/** Called once when writing has become impossible for good: the process should end, and be started again. */
	readonly onLost?: (error: Error) => void;
}

const megabyte = 1024 * 1024;
/** The writer touches random pages of the key index: about 35 MB of it per million items. */
const writerCacheBytesMax = 40 * megabyte;
const readerCacheBytesMax = 32 * megabyte;

/**
 * Opens the database, after making or migrating its file where needed.
 * @throws {DatabaseTooNewError} @throws {ForeignDatabaseError}
 */
export async function openSqliteDatabase(options: SqliteDatabaseOptions): Promise<Database> {
	const { file, deadlineMs = 10_000, queuedWritesMax = 10_000, queuedBytesMax = 64 * megabyte, onLost } = options;
	const { pageCountMax } = options;
	const limits = pageCountMax === undefined ? {} : { pageCountMax };
	const writerOptions = { ...limits, cacheBytesMax: writerCacheBytesMax };
	// Migrates here, where an error is this call's; the thread then finds the file as it should be.
	await openWriteConnection(file, writerOptions).close();
	const writer = startWriterThread({
		data: { file, options: writerOptions },
		deadlineMs,
		queuedCallsMax: queuedWritesMax,
		queuedBytesMax,
		onLost: (error) => onLost?.(error),
	});
	const connection = openReadConnection(file, { cacheBytesMax: readerCacheBytesMax });
	return createSqlDatabase(connection, writer);
}
