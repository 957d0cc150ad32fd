/**
 * Are the files that the process may have open enough for the server? Known before anything is opened: a server that runs
 * out of them while it starts fails somewhere, with an error that names another file each time.
 */
import { readOpenFilesMax } from '../adapters/system/open-files.ts';
import { connectionsMin } from '../http/server/choose-connection-caps.ts';
import type { Settings } from './settings/settings.ts';

/** From here on the log says nothing. */
const connectionsMany = 64;

/** Counted in /proc/self/fd of a server that imports, by the kind of what holds them. */
const ownFiles = { process: 24, zone: 33, furtherThread: 12, furtherThreadOfZone: 2 } as const;

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
