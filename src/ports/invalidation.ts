/**
 * When must be read again what a cache has? Each version is another number after a change of what it counts; compare for
 * equality alone, as it may change more often than there is a change.
 *
 * A change that this process made is counted, in every thread, before its promise resolves: whoever was told of it finds no
 * cache that does not know. Others are not: another process made them, or the call was given up on as `timed_out` and
 * happened all the same. So nothing is to be believed for longer than `stalenessMsMax` after it was read.
 */
export interface Invalidation {
	/** Of all that may be cached but items: of everything but items, events and copies. Cost: some nanoseconds. */
	readonly readSettingsVersion: () => number;
	/** Of items and of all that `readSettingsVersion` counts. */
	readonly readItemsVersion: () => number;
	/** ≥ 1. */
	readonly stalenessMsMax: number;
}
