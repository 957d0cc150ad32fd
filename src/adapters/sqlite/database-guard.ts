/**
 * Keeps a server from starting as a new one where there were data: a database that was deleted, emptied or cut off, and a
 * log that has lost commits, are for an operator to see to, and not for SQLite to smooth over.
 *
 * A file beside the database, `vitrine.state`, says that there was one: it is written when the database has been made, so
 * a first start that is killed before is a first start again.
 */
import {
	closeSync,
	existsSync,
	fsyncSync,
	openSync,
	readdirSync,
	readFileSync,
	readSync,
	statSync,
	writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { findLogDamage } from './find-log-damage.ts';

/** What the traces say was there is not there. */
export class DatabaseLostError extends Error {
	constructor(file: string, found: string) {
		super(
			`${file}${found}, so data were lost: restore a backup of the directory, or start with an empty data directory, or, if what is left shall do, start once with --accept-lost-data`,
		);
		this.name = 'DatabaseLostError';
	}
}

export interface DatabaseGuard {
	/** The database is open, and on disk. */
	noteOpen(): void;
	/** To be called when all connections are closed: brings the log into the database, and removes it. */
	noteClosed(): void;
}

export interface GuardedDatabase {
	readonly file: string;
	/** Directories that hold what is made of data: nothing is in them before there were some. */
	readonly derivedDirectories: readonly string[];
	readonly isLossAccepted: boolean;
}

/** Whether anything is in a directory. What is no directory was put there by somebody else, and says nothing of data. */
function isFilled(directory: string): boolean {
	const isDirectory = statSync(directory, { throwIfNoEntry: false })?.isDirectory() === true;
	return isDirectory && readdirSync(directory).length > 0;
}

/** @throws {DatabaseLostError} */
export function guardDatabase({ file, derivedDirectories, isLossAccepted }: GuardedDatabase): DatabaseGuard {
	const stateFile = join(dirname(file), 'vitrine.state');
	const state = existsSync(stateFile) ? readFileSync(stateFile, 'utf8') : undefined;
	if (!isLossAccepted) {
		const traces = [...(state === undefined ? [] : [stateFile]), ...derivedDirectories.filter(isFilled)];
		const loss = findLoss(file, { traces, isSameBoot: state === toState('open') && existsSync(bootFile) });
		if (loss !== undefined) throw new DatabaseLostError(file, loss);
	}
	return {
		noteOpen: () => write(stateFile, toState('open')),
		noteClosed() {
			foldLog(file);
			write(stateFile, toState('closed'));
		},
	};
}

/** Another one after each start of the machine; of Linux alone. */
const bootFile = '/proc/sys/kernel/random/boot_id';

interface Traces {
	readonly traces: readonly string[];
	readonly isSameBoot: boolean;
}

function findLoss(file: string, { traces, isSameBoot }: Traces): string | undefined {
	const byteCount = sizeOf(file);
	if (byteCount === undefined || byteCount === 0) {
		const all = [...traces, ...(byteCount === undefined && hasLog(file) ? [`${file}-wal`] : [])];
		if (all.length === 0) return undefined;
		return `${byteCount === undefined ? ' is gone' : ' is empty'}, and ${all.join(' and ')} ${all.length === 1 ? 'says' : 'say'} that there was a database`;
	}
	const damage = findLogDamage({ file, isIndexCurrent: isSameBoot });
	if (damage !== undefined) return `-wal ${damage}`;
	return findMissingPages(file, byteCount);
}

/** Pages that the database says it has; while the log has some, they may be there. */
function findMissingPages(file: string, byteCount: number): string | undefined {
	if (hasLog(file)) return undefined;
	const header = Buffer.alloc(100);
	const descriptor = openSync(file, 'r');
	readSync(descriptor, header, 0, 100, 0);
	closeSync(descriptor);
	const pageSize = header.readUInt16BE(16);
	const wantedBytes = (pageSize === 1 ? 65_536 : pageSize) * header.readUInt32BE(28);
	// The number of pages counts only where the same program wrote it that wrote the file last.
	if (byteCount >= 100 && header.readUInt32BE(24) !== header.readUInt32BE(92)) return undefined;
	const isOurs = header.toString('latin1', 0, 15) === 'SQLite format 3';
	if (!isOurs || byteCount >= wantedBytes) return undefined;
	return ` was cut off: it has ${byteCount} of ${wantedBytes} bytes`;
}

function hasLog(file: string): boolean {
	return (sizeOf(`${file}-wal`) ?? 0) > 0;
}

/** Undefined when there is no such file. */
function sizeOf(path: string): number | undefined {
	return statSync(path, { throwIfNoEntry: false })?.size;
}

function foldLog(file: string): void {
	const database = new DatabaseSync(file, { timeout: 1000 });
	try {
		database.exec('pragma wal_checkpoint(truncate)');
	} finally {
		database.close();
	}
}

/** With the start of the machine that it was written in: what a power cut has left of `-shm` is not to be believed. */
function toState(name: 'open' | 'closed'): string {
	return `${name} ${existsSync(bootFile) ? readFileSync(bootFile, 'utf8').trim() : 'unknown'}`.padEnd(63).concat('\n');
}

/** A file of one line, which is as it was when it cannot be written whole. */
function write(path: string, text: string): void {
	const descriptor = openSync(path, existsSync(path) ? 'r+' : 'w', 0o600);
	try {
		// All texts have one length: the second never leaves an end of the first.
		writeSync(descriptor, text, 0);
		fsyncSync(descriptor);
	} finally {
		closeSync(descriptor);
	}
}
