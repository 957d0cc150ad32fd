/** How many connections there may be, where the settings leave it to us: what the system lets the process have open. */
import type { ConnectionCaps } from '../http/server/connection-caps.ts';
import { connectionsMin, countOwnFiles, readOpenFilesMax } from './open-files.ts';
import type { Settings } from './settings.ts';

/** A connection that pipelines holds a piece of 64 kB and what it was parsed into: more would be a question of memory. */
const connectionsMaxUsual = 10_000;

/** Of one HTTP thread: the system spreads connections over all of them. */
export function chooseConnectionCaps(settings: Settings, openFilesMax = readOpenFilesMax()): ConnectionCaps {
	const { connectionsMax, connectionsPerClientMax, httpThreads } = settings;
	// A quarter is for databases, indexes and the log; of few files they need more.
	const left = Math.min(Math.floor(openFilesMax * 0.75), openFilesMax - countOwnFiles(settings));
	const countMax = connectionsMax ?? Math.max(connectionsMin, Math.min(connectionsMaxUsual, left));
	const perClientCountMax = connectionsPerClientMax ?? Math.max(8, Math.floor(countMax / 4));
	return {
		countMax: Math.ceil(countMax / httpThreads),
		perClientCountMax: Math.ceil(Math.min(perClientCountMax, countMax) / httpThreads),
	};
}
