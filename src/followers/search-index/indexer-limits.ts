/** How much of the machine the indexer may use, and how soon it does its work. */
export interface IndexerLimits {
	/** For all indexes in memory; those with unsaved writes may exceed it for a moment. */
	readonly memoryBytesMax: number;
	/** For the segments that one merge reads; its result takes as much memory again. */
	readonly mergeBytesMax: number;
	/** Between two polls for writes, where no hints are sent: the longest that a small write waits, apart from the work itself. */
	readonly pollIntervalMs: number;
	/** From a change to its save. */
	readonly saveDelayMs: number;
	/** Between two checks for directories of removed generations. */
	readonly cleanIntervalMs: number;
	/** Between two lists of popular queries of an engine, which every searching thread prepares anew. */
	readonly publishQueriesIntervalMs: number;
	/** Merges of more documents run in a thread of their own; this many take some 50 ms. */
	readonly mergeHereCountMax: number;
	/** From a change to a merge that leaves few segments for searches; it waits while there is more to index. */
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
