/** What the indexer may take of the machine, and how soon it does its work. */
export interface IndexerLimits {
	/** Indexes in memory together; those with writes that are not saved may exceed it for a moment. */
	readonly memoryBytesMax: number;
	/** Of the segments that one merge reads: what it makes of them is in memory beside them. */
	readonly mergeBytesMax: number;
	/** Between two polls for writes: what a shop waits at most for a small write, but for the work itself. */
	readonly pollIntervalMs: number;
	/** From a change to its save. */
	readonly saveDelayMs: number;
	/** Between two searches for directories of generations that are gone. */
	readonly cleanIntervalMs: number;
	/** Between two lists of what shoppers of an engine ask, which every thread that searches prepares anew. */
	readonly publishQueriesIntervalMs: number;
	/** Merges of more documents run in a thread of their own; this many take some 50 ms. */
	readonly mergeHereCountMax: number;
	/** From a change to a merge that leaves few segments, for searches; it waits while there is more to index. */
	readonly thoroughMergeDelayMs: number;
}

export const defaultIndexerLimits: IndexerLimits = {
	memoryBytesMax: 2 * 1024 ** 3,
	mergeBytesMax: 2 * 1024 ** 3,
	pollIntervalMs: 250,
	saveDelayMs: 3_000,
	cleanIntervalMs: 5_000,
	publishQueriesIntervalMs: 10_000,
	mergeHereCountMax: 10_000,
	thoroughMergeDelayMs: 2_000,
};
