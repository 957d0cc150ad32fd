/**
 * The right to do a job that only one process at a time may do: background work on data that several processes share.
 *
 *     hold ──► fence 7 ──► step ──► hold ──► fence 7 ──► step ──► release
 *          └─► undefined: another process has it, ask again later
 *
 * A holder that is slow or cut off may find out late that it has lost its lease. So a lease is held anew before every
 * step, and each holder has a fence that is greater than those of the holders before: what a step writes can be refused
 * by it.
 */
export interface Lease {
	/**
	 * Takes the lease, or keeps it. @returns the fence, a whole number that only grows with a change of the holder;
	 * undefined while another process has the lease. Rejects like a write to the database.
	 */
	hold(): Promise<number | undefined>;
	/** Leaves it to others at once, instead of when its time is over. Rejects like a write; the time ends it then. */
	release(): Promise<void>;
}

/** The jobs of a zone that run under a lease each. */
export type LeasedJob =
	| 'item copies'
	| 'garbage collection'
	| 'event retention'
	| 'event partitions'
	| 'widget rollups';

/** Opens the lease of a job without taking it. */
export type OpenLease = (job: LeasedJob) => Lease;
