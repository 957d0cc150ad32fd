/**
 * Keeps a server from starting anew where there were data. If a database was deleted, emptied or truncated, or its
 * write-ahead log has lost commits, the operator must decide; SQLite would silently continue.
 *
 * A file beside the database, `vitrine.state`, records that there was one. It is written when the database has been
 * created, so a first start that is killed before that is a first start again.
 */
import {
	closeSync,
	existsSync,
	fsyncSync,
	openSync,
	readdirSync,
	readFileSync,
	readSync,
	rmSync,
	statSync,
	writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { findLogDamage } from './find-log-damage.ts';

/** Traces show that there was a database, but it is gone or damaged. */
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
	/** To be called when all connections are closed: brings the write-ahead log into the database, and removes it. */
	noteClosed(): void;
}

export interface GuardedDatabase {
	readonly file: string;
	/** Directories for what is derived from data: they are empty until there are some. */
	readonly derivedDirectories: readonly string[];
	readonly isLossAccepted: boolean;
}

/**
 * Whether a directory contains anything. Anything that is not a directory was put there by other programs, and says
 * nothing about data.
 */
export function isFilled(directory: string): boolean {
	const isDirectory = statSync(directory, { throwIfNoEntry: false })?.isDirectory() === true;
	return isDirectory && readdirSync(directory).length > 0;
}

function toStateFile(file: string): string {
	return join(dirname(file), 'vitrine.state');
}

/** Leaves the trace of a database that is about to be there. */
export function noteDatabase(file: string): void {
	write(toStateFile(file), toState('closed'));
}

/** Takes the trace back. */
export function forgetDatabase(file: string): void {
	rmSync(toStateFile(file), { force: true });
}

/** @throws {DatabaseLostError} */
export function guardDatabase({ file, derivedDirectories, isLossAccepted }: GuardedDatabase): DatabaseGuard {
	const stateFile = toStateFile(file);
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
			noteDatabase(file);
		},
	};
}

/** Differs after each start of the machine; Linux only. */
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

/** Pages that the database should have; while the log has frames, the missing pages may be there. */
function findMissingPages(file: string, byteCount: number): string | undefined {
	if (hasLog(file)) return undefined;
	const header = Buffer.alloc(100);
	const descriptor = openSync(file, 'r');
	readSync(descriptor, header, 0, 100, 0);
	closeSync(descriptor);
	const pageSize = header.readUInt16BE(16);
	const wantedBytes = (pageSize === 1 ? 65_536 : pageSize) * header.readUInt32BE(28);
	// The number of pages is valid only if the program that wrote it was the last to write the file.
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

/** With the machine's boot id: what a power cut has left of `-shm` must not be trusted. */
function toState(name: 'open' | 'closed'): string {
	return `${name} ${existsSync(bootFile) ? readFileSync(bootFile, 'utf8').trim() : 'unknown'}`.padEnd(63).concat('\n');
}

/** Writes a file of one line; the file stays unchanged if it cannot be written completely. */
function write(path: string, text: string): void {
	const descriptor = openSync(path, existsSync(path) ? 'r+' : 'w', 0o600);
	try {
		// All texts have the same length, so that a new one completely overwrites the old one.
		writeSync(descriptor, text, 0);
		fsyncSync(descriptor);
	} finally {
		closeSync(descriptor);
	}
}
