/**
 * How far are search indexes that are being built? An index is searched when it is whole: when it has every write that
 * its store had when the server started, or when the index was found damaged. What is written later is found soon after.
 */

/** An index that is not whole yet. */
export interface IndexBuild {
	readonly hashid: string;
	readonly indexName: string;
	/** How many writes it has, and with how many it is whole; 0 ≤ indexed < wanted. */
	readonly writesIndexed: number;
	readonly writesWanted: number;
	/** Whether it failed again and again: what is wrong is in the log, and it is tried again. */
	readonly isFailing: boolean;
}

export interface SearchProgress {
	/**
	 * Whether the start is over: all indexes have been looked through, and those that were not whole are, or are failing.
	 * From then on it stays true: one that has to be built later is a matter of its own searches.
	 */
	readonly isStarted: boolean;
	/** Indexes of live items that are being built; those that are failing are not among the first. */
	readonly buildingCount: number;
	readonly failingCount: number;
	/** Over all of them. */
	readonly writesIndexed: number;
	readonly writesWanted: number;
	/** The first of them, at most `listedBuildsMax`. */
	readonly builds: readonly IndexBuild[];
	/** The first of the indexes that are built anew while the ones before them are searched, at most `listedBuildsMax`. */
	readonly replacements: readonly IndexBuild[];
}

export const listedBuildsMax = 100;

/** What is known of a start whose indexer has said nothing yet. */
export const unknownProgress: SearchProgress = {
	isStarted: false,
	...{ buildingCount: 0, failingCount: 0, writesIndexed: 0, writesWanted: 0 },
	...{ builds: [], replacements: [] },
};
