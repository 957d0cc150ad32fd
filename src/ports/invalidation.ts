/**
 * When must a cache read again? Each version is a number that differs after every change of what it covers. Compare
 * versions for equality only; they may also change when nothing did.
 *
 * A change made by this process increments the version, in every thread, before its promise resolves. So a client that
 * received an answer never finds a cache from before its change. Other changes do not increment it: those of another
 * process, unless the store is told of them, and calls that were given up as `timed_out` but happened all the same. So do not
 * use a cached value for longer than `stalenessMsMax` after its read began, or after `readTrueAtMs`.
 */
export interface Invalidation {
	/** Covers everything that may be cached, except items: all but items, events and copies. Cost: some nanoseconds. */
	readonly readSettingsVersion: () => number;
	/** Covers live items and all that `readSettingsVersion` covers; what changes no item that can be read does not count. */
	readonly readItemsVersion: () => number;
	/**
	 * When what `readSettingsVersion` covers, and whose version is the same, was last known to be as the store has it, on the
	 * monotonic clock: whatever is cached was as good as read then. To be asked before the version. Left out where nobody watches.
	 */
	readonly readTrueAtMs?: () => number;
	/**
	 * When this process, in any of its threads, was last answered a write of items of the engine, on the monotonic clock; later ones
	 * of other engines may count. Left out where nothing is kept beside the store.
	 */
	readonly readOwnWriteMs?: (hashid: string) => number;
	/** ≥ 1. */
	readonly stalenessMsMax: number;
	/** For how long what is cached may be used while the store does not answer; left out: not at all. */
	readonly graceMsMax?: number;
	/**
	 * Has everything that is cached read again, because another process may have changed it just now. Left out where there is no
	 * other process.
	 */
	readonly expire?: () => void;
}
