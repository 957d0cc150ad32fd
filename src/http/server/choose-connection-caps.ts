/**
 * How many connections there may be, if the settings do not say: derived from how many files the system lets the process
 * open.
 */
import type { ConnectionCaps } from './connection-caps.ts';

/**
 * A connection that pipelines holds 64 kB of requests and their parsed form: beyond this number memory would be the
 * limit.
 */
const connectionsMaxUsual = 10_000;
/** With fewer, not even health checks might get through: the server does not start. */
export const connectionsMin = 4;

export interface ConnectionLimits {
	/** For the whole process, as set. */
	readonly connectionsMax: number | undefined;
	readonly connectionsPerClientMax: number | undefined;
	readonly httpThreads: number;
	/** For the whole process, connections included; may be infinite. */
	readonly openFilesMax: number;
	/** Files that the process has open besides connections. */
	readonly ownFileCount: number;
}

/** The caps of one HTTP thread: the system distributes connections over all threads. */
export function chooseConnectionCaps(limits: ConnectionLimits): ConnectionCaps {
	const { connectionsMax, connectionsPerClientMax, httpThreads, openFilesMax, ownFileCount } = limits;
	// A quarter is left for databases, indexes and the log; if the limit is low, they need more than that.
	const left = Math.min(Math.floor(openFilesMax * 0.75), openFilesMax - ownFileCount);
	const countMax = connectionsMax ?? Math.max(connectionsMin, Math.min(connectionsMaxUsual, left));
	const perClientCountMax = connectionsPerClientMax ?? Math.max(8, Math.floor(countMax / 4));
	return {
		countMax: Math.ceil(countMax / httpThreads),
		perClientCountMax: Math.ceil(Math.min(perClientCountMax, countMax) / httpThreads),
	};
}
