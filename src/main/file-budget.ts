/**
 * May the process open enough files for the server? This is checked before anything is opened: a server that runs out of
 * files during its start fails at a random point, with an error that names a different file each time.
 */
import { readOpenFilesMax } from '../adapters/system/open-files.ts';
import { connectionsMin } from '../http/server/choose-connection-caps.ts';
import type { Settings } from './settings/settings.ts';

/** With at least this many connections left, the log says nothing. */
const connectionsMany = 64;

/** Counted in /proc/self/fd of a server during an import, by what uses them. */
const ownFiles = { process: 24, zone: 33, furtherThread: 12, furtherThreadOfZone: 2 } as const;
/** Beyond those on PostgreSQL: connections of threads that answer no HTTP, and kept texts, less the files of SQLite. */
const furtherFilesOnPostgres = 5;

type FileSettings = Pick<Settings, 'zones' | 'httpThreads' | 'databaseUrl' | 'databaseConnectionsMax'>;

/** Files of the server itself, apart from connections of callers: databases, event loops of threads, files being saved. */
export function countOwnFiles(settings: FileSettings): number {
	const { zones, httpThreads, databaseUrl, databaseConnectionsMax } = settings;
	const { process, zone, furtherThread, furtherThreadOfZone } = ownFiles;
	const onPostgres = furtherFilesOnPostgres + 2 * httpThreads * databaseConnectionsMax;
	return (
		process +
		zones.length * zone +
		(httpThreads - 1) * (furtherThread + zones.length * furtherThreadOfZone) +
		(databaseUrl === undefined ? 0 : onPostgres)
	);
}

/**
 * @returns a warning for the log; undefined when there are enough.
 * @throws {Error} when there are too few to start with.
 */
export function checkOpenFilesMax(settings: FileSettings, openFilesMax = readOpenFilesMax()): string | undefined {
	const own = countOwnFiles(settings);
	const advice = 'raise it (ulimit -n 1024; LimitNOFILE= of systemd)';
	if (openFilesMax < own + connectionsMin) {
		throw new Error(
			`the process may open ${openFilesMax} files, and needs ${own + connectionsMin} for itself and ${connectionsMin} connections: ${advice}`,
		);
	}
	if (openFilesMax >= own + connectionsMany) return undefined;
	return `the process may open ${openFilesMax} files, which leaves ${openFilesMax - own} connections at the same time: ${advice}`;
}
