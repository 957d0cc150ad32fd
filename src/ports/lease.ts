/**
 * The right to do a job that only one process at a time may do: background work on data that several processes share.
 *
 *     hold ──► fence 7 ──► step ──► hold ──► fence 7 ──► step ──► release
 *          └─► undefined: another process has it, ask again later
 *
 * A holder that is slow or cut off may find out late that it has lost its lease. So each holder has a fence greater than
 * those of all holders before it, and what a job writes is written through its own `database`: each transaction there checks
 * the fence, and keeps others from taking the lease until it has ended. A lease that expired, but that nobody else took, is
 * still good.
 */
import type { Database } from './database.ts';

export interface Lease {
	/**
	 * Takes or renews the lease, or returns what is known from a moment ago. @returns the fence, a whole number that
	 * increases with each change of the holder; undefined while another process has the lease. Rejects like a write to the
	 * database.
	 */
	hold(): Promise<number | undefined>;
	/** Frees the lease at once, instead of when it expires. Rejects like a write; the lease then expires. */
	release(): Promise<void>;
}

/** The jobs of a zone that each run under a lease of their own. */
export const leasedJobs = [
	'first run',
	'item copies',
	'search indexing',
	'search snapshots',
	'garbage collection',
	'event retention',
	'change retention',
	'event partitions',
	'forgotten nodes',
	'widget rollups',
	'statistics',
] as const;
export type LeasedJob = (typeof leasedJobs)[number];

export interface JobAccess {
	readonly lease: Lease;
	/**
	 * The database as the job sees it. A write rejects as `unavailable`, and changes nothing, unless this process has held
	 * the lease without a gap since the last `hold`.
	 */
	readonly database: Database;
}

/** Opens the lease of a job without taking it. To be called once for each job. */
export type OpenJob = (job: LeasedJob) => JobAccess;
