/**
 * How far are the search indexes that are being built? An index is searchable once it is complete: it has every write
 * that the store had when the server started, or when the index was found to be damaged. Later writes become searchable
 * soon after.
 */

/** An index that is not complete yet, or takes no writes. */
export interface IndexBuild {
	readonly hashid: string;
	readonly indexName: string;
	/** How many writes it has, and how many make it complete; 0 ≤ indexed < wanted. */
	readonly writesIndexed: number;
	readonly writesWanted: number;
	/** Whether building it, or writing to it, failed repeatedly. The log says why, and it is tried again. */
	readonly isFailing: boolean;
}

export interface SearchProgress {
	/**
	 * Whether the start is over: all indexes have been checked, and those that were incomplete are complete or failing.
	 * It stays true afterwards: an index that is built later only affects its own searches.
	 */
	readonly isStarted: boolean;
	/** Indexes of live items that are being built, and those that are failing; the former do not include the latter. */
	readonly buildingCount: number;
	readonly failingCount: number;
	/** Summed over all of them. */
	readonly writesIndexed: number;
	readonly writesWanted: number;
	/** The first of them, at most `listedBuildsMax`. */
	readonly builds: readonly IndexBuild[];
	/**
	 * The first of the indexes that are being built to replace one that is searched meanwhile, at most `listedBuildsMax`.
	 */
	readonly replacements: readonly IndexBuild[];
}

export const listedBuildsMax = 100;

/** The progress before the indexer has reported any. */
export const unknownProgress: SearchProgress = {
	isStarted: false,
	...{ buildingCount: 0, failingCount: 0, writesIndexed: 0, writesWanted: 0 },
	...{ builds: [], replacements: [] },
};
