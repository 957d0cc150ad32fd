/**
 * How many files may the process have open, connections among them, and are they enough? Known before anything is opened:
 * a server that runs out of them while it starts fails somewhere, with an error that names another file each time.
 */
import { readFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { devNull } from 'node:os';
import type { Settings } from './settings.ts';

/** What nearly every system gives a process at least. */
const openFilesMaxUsual = 1_024;
/** Without which nobody could ask whether the server is ready: with fewer it does not start. */
export const connectionsMin = 4;
/** From here on the log says nothing. */
const connectionsMany = 64;

/** Counted in /proc/self/fd of a server that imports, by the kind of what holds them. */
const ownFiles = { process: 24, zone: 33, furtherThread: 12, furtherThreadOfZone: 2 } as const;

/** The limit that is in force, which Node raises at its start to the highest allowed. Known on Linux. */
export function readOpenFilesMax(): number {
	try {
		const limits = readFileSync('/proc/self/limits', 'utf8');
		const [, most = ''] = /^Max open files\s+(\S+)/m.exec(limits) ?? [];
		return most === 'unlimited' ? Number.POSITIVE_INFINITY : Number(most) || openFilesMaxUsual;
	} catch {
		// Other systems have no such file.
		return openFilesMaxUsual;
	}
}

/** What the server has open beside connections: databases, event loops of threads, what is being saved. */
export function countOwnFiles({ zones, httpThreads }: Pick<Settings, 'zones' | 'httpThreads'>): number {
	const { process, zone, furtherThread, furtherThreadOfZone } = ownFiles;
	return process + zones.length * zone + (httpThreads - 1) * (furtherThread + zones.length * furtherThreadOfZone);
}

/**
 * @returns what the log should say; undefined when there are enough.
 * @throws {Error} when there are too few to start with.
 */
export function checkOpenFilesMax(
	settings: Pick<Settings, 'zones' | 'httpThreads'>,
	openFilesMax = readOpenFilesMax(),
): string | undefined {
	const own = countOwnFiles(settings);
	const advice = 'raise it (ulimit -n 1024; LimitNOFILE= of systemd)';
	if (openFilesMax < own + connectionsMin) {
		throw new Error(
			`the process may have ${openFilesMax} files open, and needs ${own + connectionsMin} for itself and ${connectionsMin} connections: ${advice}`,
		);
	}
	if (openFilesMax >= own + connectionsMany) return undefined;
	return `the process may have ${openFilesMax} files open, which leaves ${openFilesMax - own} connections at the same time: ${advice}`;
}

/** Rejects when no further file can be opened. */
export async function checkFilesAreLeft(): Promise<void> {
	const file = await open(devNull, 'r');
	await file.close();
}
