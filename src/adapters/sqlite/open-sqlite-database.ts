/**
 * The default database: one SQLite file inside the process.
 *
 *     main thread ── reads, at once ──────────────────────────┐
 *        │ calls of a tick                          read-only │ connection
 *        ▼                                                    ▼
 *     writer thread ── groups of calls, one commit each ──► vitrine.db + its write-ahead log
 *
 * A read sees every write that was answered before it, in any thread, because the answer is sent after the commit. Other
 * threads have a read connection and a port to the writer of their own.
 */
import type { MessagePort } from 'node:worker_threads';
import { openSharedCounter } from '../../lib/shared-counter.ts';
import type { Database } from '../../ports/database.ts';
import { createDatabaseChanges, createSqlDatabase } from '../sql/sql-database.ts';
import { createSqliteEventLog } from './sqlite-event-log.ts';
import { openReadConnection, openWriteConnection, type SqliteFileOptions } from './sqlite-file.ts';
import { joinWriterThread, startWriterThread } from './start-writer-thread.ts';

/** For the writes of one thread. */
export interface WriteBounds {
	/** A write that has no answer after this time rejects with `timed_out`. */
	readonly deadlineMs?: number;
	/** Writes beyond these bounds reject with `overloaded`. */
	readonly queuedWritesMax?: number;
	readonly queuedBytesMax?: number;
}

export interface SqliteDatabaseOptions
	extends Omit<SqliteFileOptions, 'cacheBytesMax' | 'beforeStatement'>,
		WriteBounds {
	/** The database file, in an existing directory that this process has locked. */
	readonly file: string;
	/** Of the program, for traces. */
	readonly version?: string;
	/** Called once when writes have become impossible for good: the process should end, and be restarted. */
	readonly onLost?: (error: Error) => void;
}

export interface SqliteDatabase extends Database {
	/** For `joinSqliteDatabase` in one other thread. The port in it must be transferred. */
	connect(): DatabaseLink;
}

export interface DatabaseLink {
	readonly file: string;
	readonly writer: MessagePort;
	readonly changes: { readonly items: SharedArrayBuffer; readonly settings: SharedArrayBuffer };
}

const megabyte = 1024 * 1024;
/** The writer touches random pages of the key index: about 35 MB of it per million items. */
const writerCacheBytesMax = 40 * megabyte;
const readerCacheBytesMax = 32 * megabyte;

/**
 * Opens the database, after creating or migrating its file if needed.
 * @throws {DatabaseTooNewError} @throws {ForeignDatabaseError}
 */
export async function openSqliteDatabase(options: SqliteDatabaseOptions): Promise<SqliteDatabase> {
	const { file, pageCountMax, onLost } = options;
	const limits = pageCountMax === undefined ? {} : { pageCountMax };
	const writerOptions = { ...limits, cacheBytesMax: writerCacheBytesMax };
	// Migrates here, so that an error rejects this call; the thread then finds the file ready.
	await openWriteConnection(file, writerOptions).close();
	const writer = startWriterThread({
		data: { file, options: writerOptions, version: options.version ?? '' },
		...toQueueBounds(options),
		onLost: (error) => onLost?.(error),
	});
	const connection = openReadConnection(file, { cacheBytesMax: readerCacheBytesMax });
	const changes = createDatabaseChanges();
	return {
		...createSqlDatabase({ connection, writer, createEventLog: createSqliteEventLog, changes }),
		connect: () => ({
			file,
			writer: writer.connect(),
			changes: { items: changes.items.memory, settings: changes.settings.memory },
		}),
	};
}

/** Joins a database that another thread has opened. It must be closed before that one. */
export function joinSqliteDatabase({ file, writer, changes }: DatabaseLink, bounds: WriteBounds): Database {
	const connection = openReadConnection(file, { cacheBytesMax: readerCacheBytesMax });
	return createSqlDatabase({
		connection,
		writer: joinWriterThread(writer, toQueueBounds(bounds)),
		createEventLog: createSqliteEventLog,
		changes: { items: openSharedCounter(changes.items), settings: openSharedCounter(changes.settings) },
	});
}

function toQueueBounds({ deadlineMs = 10_000, queuedWritesMax = 10_000, queuedBytesMax = 64 * megabyte }: WriteBounds) {
	return { deadlineMs, queuedCallsMax: queuedWritesMax, queuedBytesMax };
}
