/**
 * One process per data directory.
 *
 * The lock is an open transaction on a database of its own. The operating system releases it when the process ends,
 * however that happens, so there is no stale lock to clear. The process id is stored only for the error message. It is in
 * another file because closing any handle of a file releases all POSIX locks that the process has on it.
 */
import { readdirSync, readFileSync, readlinkSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { toError } from '../../lib/thrown.ts';

const busyCode = 5;

/** Whether SQLite reports "busy": its primary result code is in the lowest byte. */
function isBusy(error: unknown): boolean {
	return error instanceof Error && 'errcode' in error && (Number(error.errcode) & 0xff) === busyCode;
}

/** Another process uses this directory. */
export class DataDirectoryLockedError extends Error {
	readonly directory: string;

	constructor(directory: string, holder: string | undefined) {
		const who = holder === undefined ? 'another process' : `process ${holder}`;
		super(`${directory} is in use by ${who}: stop it, or configure another data directory`);
		this.name = 'DataDirectoryLockedError';
		this.directory = directory;
	}
}

/** The user of this process cannot use the directory. */
export class DataDirectoryUnusableError extends Error {
	constructor(directory: string, cause: unknown) {
		const reason = toError(cause).message;
		super(`${directory} cannot be written to (${reason}): check its owner, its mode and the free space on its disk`, {
			cause,
		});
		this.name = 'DataDirectoryUnusableError';
	}
}

export interface DataDirectoryLock {
	release(): void;
}

/**
 * Takes the lock of an existing directory.
 * @throws {DataDirectoryLockedError} when it is taken, by this process or another.
 * @throws {DataDirectoryUnusableError} when files in it cannot be created or written.
 */
export function lockDataDirectory(directory: string): DataDirectoryLock {
	const pidFile = join(directory, 'vitrine.pid');
	const lockFile = join(directory, 'vitrine.lock');
	let raw: DatabaseSync | undefined;
	try {
		raw = new DatabaseSync(lockFile, { timeout: 0 });
		raw.exec('pragma locking_mode = exclusive; begin exclusive');
		const holder = findHolderOfDeleted(join(realpathSync(directory), 'vitrine.lock'));
		if (holder !== undefined) throw new DataDirectoryLockedError(directory, holder);
		writeFileSync(pidFile, String(process.pid));
	} catch (error) {
		raw?.close();
		if (error instanceof DataDirectoryLockedError) throw error;
		if (isBusy(error)) throw new DataDirectoryLockedError(directory, readHolder(pidFile));
		throw new DataDirectoryUnusableError(directory, error);
	}
	const lock = raw;
	return {
		release() {
			if (!lock.isOpen) return;
			rmSync(pidFile, { force: true });
			lock.close();
		},
	};
}

/**
 * If a lock file is deleted, it stays locked, but the file created in its place is a different one. Linux shows which
 * processes of this user hold a deleted file; other systems do not.
 */
function findHolderOfDeleted(lockFile: string): string | undefined {
	const isHolder = (pid: string) =>
		list(`/proc/${pid}/fd`).some((name) => readLink(`/proc/${pid}/fd/${name}`) === `${lockFile} (deleted)`);
	return list('/proc').find((name) => /^\d+$/.test(name) && isHolder(name));
}

/** Empty if the directory does not exist or is not accessible: processes come and go. */
function list(path: string): readonly string[] {
	try {
		return readdirSync(path);
	} catch {
		return [];
	}
}

function readLink(path: string): string | undefined {
	try {
		return readlinkSync(path);
	} catch {
		return undefined;
	}
}

/** The file may be missing: the holder writes it just after it has taken the lock. */
function readHolder(pidFile: string): string | undefined {
	try {
		const text = readFileSync(pidFile, 'utf8').trim();
		return /^\d+$/.test(text) ? text : undefined;
	} catch {
		return undefined;
	}
}
