/**
 * Opens a database file: settings, identity, version.
 *
 * `application_id` marks a file as ours, `user_version` says which migrations it has had. A new file gets both together
 * with its first tables.
 */
import { closeSync, openSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { readErrorCode, toError } from '../../lib/thrown.ts';
import { type Migration, migrations } from './migrations.ts';
import {
	createSqliteConnection,
	readPragma,
	type SqliteConnection,
	type SqliteConnectionOptions,
} from './sqlite-connection.ts';
import { readSqliteCode, toSqliteFailure } from './sqlite-failure.ts';

/** "Vitr" in ASCII. */
export const applicationId = 0x56_69_74_72;
/** The file contains keys and shoppers' events. */
const ownerOnlyMode = 0o600;
const notADatabaseCode = 26;
const busyTimeoutMs = 1000;
/**
 * 32 MB of write-ahead log between checkpoints, so that a page with many writes is copied to the database once for all of
 * them.
 */
const checkpointPages = 8000;
const logFileBytesMax = 64 * 1024 * 1024;

/** The file was written by a newer version of the program. */
export class DatabaseTooNewError extends Error {
	constructor(file: string, version: number, knownVersion: number) {
		super(
			`${file} has schema version ${version}, this program knows versions up to ${knownVersion}: ` +
				'start the newer version of the program again, or restore the backup that was made before the upgrade',
		);
		this.name = 'DatabaseTooNewError';
	}
}

/** The file is a database of another program, or not a database at all. */
export class ForeignDatabaseError extends Error {
	constructor(file: string, options?: ErrorOptions) {
		super(`${file} is not a database of this program: move it away, or configure another data directory`, options);
		this.name = 'ForeignDatabaseError';
	}
}

/** The file cannot be opened: it is damaged or not writable, or the disk is full. */
export class DatabaseUnusableError extends Error {
	constructor(file: string, cause: unknown) {
		const reason = toError(cause).message;
		super(
			`${file} cannot be opened for writing (${reason}): check its owner, its mode and the free space on its disk, or restore a backup`,
			{ cause },
		);
		this.name = 'DatabaseUnusableError';
	}
}

export interface SqliteFileOptions extends SqliteConnectionOptions {
	readonly cacheBytesMax: number;
	/** For tests: limiting the file to this many pages simulates a full disk. */
	readonly pageCountMax?: number;
}

/**
 * Opens a connection for reading and writing; creates or migrates the file first if needed.
 * @throws {DatabaseTooNewError} @throws {ForeignDatabaseError} @throws {DatabaseUnusableError}
 */
export function openWriteConnection(file: string, options: SqliteFileOptions): SqliteConnection {
	makeFile(file);
	const connection = createSqliteConnection(openForWriting(file), options);
	const { raw } = connection;
	try {
		identify(file, raw);
		checkVersion(file, raw, migrations);
		raw.exec(`pragma cache_size = ${-Math.ceil(options.cacheBytesMax / 1024)}`);
		// Takes effect only in a file without tables, and must come before anything is written to it.
		if (isEmpty(raw)) raw.exec('pragma auto_vacuum = incremental');
		raw.exec('pragma journal_mode = wal; pragma synchronous = full');
		// A statement of many rows stores what it needs to undo itself; in a file this would cost as much as the rows.
		raw.exec('pragma temp_store = memory');
		raw.exec(`pragma wal_autocheckpoint = ${checkpointPages}; pragma journal_size_limit = ${logFileBytesMax}`);
		migrate(file, raw, migrations);
		checkWritable(raw);
		if (options.pageCountMax !== undefined) raw.exec(`pragma max_page_count = ${options.pageCountMax}`);
		return connection;
	} catch (error) {
		raw.close();
		throw readSqliteCode(error) === undefined ? error : new DatabaseUnusableError(file, error);
	}
}

/** Opens a read-only connection to a file that `openWriteConnection` has prepared. */
export function openReadConnection(file: string, options: SqliteFileOptions): SqliteConnection {
	const raw = openReadOnly(file);
	raw.exec(`pragma cache_size = ${-Math.ceil(options.cacheBytesMax / 1024)}`);
	return createSqliteConnection(raw, options);
}

/**
 * Runs the migrations that the file has not had, each in a transaction of its own: after a crash the file has a complete
 * version.
 * @throws {DatabaseTooNewError} when the file has had more migrations than there are.
 */
export function migrate(file: string, raw: DatabaseSync, steps: readonly Migration[]): void {
	const version = checkVersion(file, raw, steps);
	for (const [index, step] of steps.entries()) {
		if (index < version) continue;
		raw.exec('begin immediate');
		try {
			for (const sql of step) raw.exec(sql);
			raw.exec(`pragma application_id = ${applicationId}; pragma user_version = ${index + 1}`);
			raw.exec('commit');
		} catch (error) {
			if (raw.isTransaction) raw.exec('rollback');
			throw error;
		}
	}
}

/**
 * Creates an empty file, which SQLite takes for a new database, unless there is one. SQLite itself would let every user
 * read it; its log and index get the mode of the database. An existing file must not even be opened: closing it would
 * release the locks that other connections of this process have on it.
 */
function makeFile(file: string): void {
	try {
		closeSync(openSync(file, 'ax', ownerOnlyMode));
	} catch (error) {
		if (readErrorCode(error) === 'EEXIST') return;
		throw new DatabaseUnusableError(file, error);
	}
}

const connectionOptions = { timeout: busyTimeoutMs, enableForeignKeyConstraints: true };

function openForWriting(file: string): DatabaseSync {
	try {
		return new DatabaseSync(file, connectionOptions);
	} catch (error) {
		throw new DatabaseUnusableError(file, error);
	}
}

function openReadOnly(file: string): DatabaseSync {
	try {
		return new DatabaseSync(file, { ...connectionOptions, readOnly: true });
	} catch (error) {
		throw toSqliteFailure(error);
	}
}

/** SQLite silently opens a read-only file, and would refuse the first write. */
function checkWritable(raw: DatabaseSync): void {
	raw.exec(`begin; pragma user_version = ${readPragma(raw, 'user_version')}; rollback`);
}

/** @returns how many of the steps it has had. @throws {DatabaseTooNewError} */
export function checkVersion(file: string, raw: DatabaseSync, steps: readonly Migration[]): number {
	const version = readPragma(raw, 'user_version');
	if (version > steps.length) throw new DatabaseTooNewError(file, version, steps.length);
	return version;
}

export function isEmpty(raw: DatabaseSync): boolean {
	return readPragma(raw, 'schema_version') === 0;
}

/** Must come before anything that writes: not a byte of a foreign file may change. @throws {ForeignDatabaseError} */
export function identify(file: string, raw: DatabaseSync): void {
	let isOurs: boolean;
	try {
		isOurs = isEmpty(raw) || readPragma(raw, 'application_id') === applicationId;
	} catch (error) {
		if (readSqliteCode(error) !== notADatabaseCode) throw error;
		throw new ForeignDatabaseError(file, { cause: error });
	}
	if (!isOurs) throw new ForeignDatabaseError(file);
}
