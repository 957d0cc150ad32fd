import { defaultEngineLimits, type EngineLimits } from '../../recommend/engine-parts.ts';

/** What the recommender may take of the machine, and how soon it does its work. */
export interface RecommenderLimits {
	/** Models in memory together; those that are being saved or built may exceed it for a moment, and so may the last one. */
	readonly memoryBytesMax: number;
	/** Between two polls for events when there were none. */
	readonly pollIntervalMs: number;
	/** From a change to its snapshot, at least; of large models more, see `shareMax` of checkpoints. */
	readonly saveDelayMs: number;
	/** Between two searches for models of search engines that are gone. */
	readonly cleanIntervalMs: number;
	/** After something went wrong. */
	readonly retryDelayMs: number;
	/** How long a question waits for a model that is behind; then it is answered from what is there. */
	readonly patienceMs: number;
	readonly engine: EngineLimits;
}

export const defaultRecommenderLimits: RecommenderLimits = {
	memoryBytesMax: 512 * 1024 ** 2,
	pollIntervalMs: 100,
	saveDelayMs: 15_000,
	cleanIntervalMs: 5_000,
	retryDelayMs: 1_000,
	patienceMs: 250,
	engine: defaultEngineLimits,
};
