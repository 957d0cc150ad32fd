/** A search index that has not had the latest writes of its items for long. Usually it takes less than a second. */
export interface LateIndex {
	readonly hashid: string;
	readonly indexName: string;
	/** Writes that searches cannot see yet, ≥ 1. */
	readonly writeCount: number;
	/** For how long the oldest of them has been waiting, to some seconds. */
	readonly ms: number;
}

export const lateMsMin = 10_000;
/** So many are listed of a zone, those that have been waiting longest. */
export const lateIndexesMax = 100;
