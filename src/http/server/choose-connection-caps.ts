/** How many connections there may be, where the settings leave it to us: what the system lets the process have open. */
import type { ConnectionCaps } from './connection-caps.ts';

/** A connection that pipelines holds 64 kB of it and what they were parsed into: more would be a question of memory. */
const connectionsMaxUsual = 10_000;
/** Without which nobody could ask whether the server is ready: with fewer it does not start. */
export const connectionsMin = 4;

export interface ConnectionLimits {
	/** Of the process, as set. */
	readonly connectionsMax: number | undefined;
	readonly connectionsPerClientMax: number | undefined;
	readonly httpThreads: number;
	/** Of the process, connections among them; may be infinite. */
	readonly openFilesMax: number;
	/** What the process has open beside connections. */
	readonly ownFileCount: number;
}

/** Of one HTTP thread: the system spreads connections over all of them. */
export function chooseConnectionCaps(limits: ConnectionLimits): ConnectionCaps {
	const { connectionsMax, connectionsPerClientMax, httpThreads, openFilesMax, ownFileCount } = limits;
	// A quarter is for databases, indexes and the log; of few files they need more.
	const left = Math.min(Math.floor(openFilesMax * 0.75), openFilesMax - ownFileCount);
	const countMax = connectionsMax ?? Math.max(connectionsMin, Math.min(connectionsMaxUsual, left));
	const perClientCountMax = connectionsPerClientMax ?? Math.max(8, Math.floor(countMax / 4));
	return {
		countMax: Math.ceil(countMax / httpThreads),
		perClientCountMax: Math.ceil(Math.min(perClientCountMax, countMax) / httpThreads),
	};
}
