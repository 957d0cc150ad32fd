/**
 * The right to do a job that only one process at a time may do: background work on data that several processes share.
 *
 *     hold ──► fence 7 ──► step ──► hold ──► fence 7 ──► step ──► release
 *          └─► undefined: another process has it, ask again later
 *
 * A holder that is slow or cut off may find out late that it has lost its lease. So a lease is renewed before every
 * step, and each holder has a fence greater than those of all holders before it. The store can refuse writes with an
 * older fence.
 */
export interface Lease {
	/**
	 * Takes or renews the lease. @returns the fence, a whole number that increases with each change of the holder;
	 * undefined while another process has the lease. Rejects like a write to the database.
	 */
	hold(): Promise<number | undefined>;
	/** Frees the lease at once, instead of when it expires. Rejects like a write; the lease then expires. */
	release(): Promise<void>;
}

/** The jobs of a zone that each run under a lease of their own. */
export type LeasedJob =
	| 'item copies'
	| 'garbage collection'
	| 'event retention'
	| 'change retention'
	| 'event partitions'
	| 'widget rollups'
	| 'statistics';

/** Opens the lease of a job without taking it. */
export type OpenLease = (job: LeasedJob) => Lease;
