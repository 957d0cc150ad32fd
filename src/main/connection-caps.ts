/** How many connections there may be, where the settings leave it to us: what the system lets the process have open. */
import { readFileSync } from 'node:fs';
import type { ConnectionCaps } from '../http/server/connection-caps.ts';
import type { Settings } from './settings.ts';

/** What nearly every system gives a process at least. */
const openFilesMaxUsual = 1_024;
/** A connection that pipelines holds a piece of 64 kB and what it was parsed into: more would be a question of memory. */
const connectionsMaxUsual = 10_000;

/** Of one HTTP thread: the system spreads connections over all of them. */
export function chooseConnectionCaps(
	{ connectionsMax, connectionsPerClientMax, httpThreads }: Settings,
	openFilesMax = readOpenFilesMax(),
): ConnectionCaps {
	// A quarter is for databases, indexes and the log.
	const countMax = connectionsMax ?? Math.max(16, Math.min(connectionsMaxUsual, Math.floor(openFilesMax * 0.75)));
	const perClientCountMax = connectionsPerClientMax ?? Math.max(8, Math.floor(countMax / 4));
	return {
		countMax: Math.ceil(countMax / httpThreads),
		perClientCountMax: Math.ceil(Math.min(perClientCountMax, countMax) / httpThreads),
	};
}

/** The limit that is in force, which Node raises at its start to the highest allowed. Known on Linux. */
function readOpenFilesMax(): number {
	try {
		const limits = readFileSync('/proc/self/limits', 'utf8');
		const [, most = ''] = /^Max open files\s+(\S+)/m.exec(limits) ?? [];
		return most === 'unlimited' ? Number.POSITIVE_INFINITY : Number(most) || openFilesMaxUsual;
	} catch {
		// Other systems have no such file.
		return openFilesMaxUsual;
	}
}
