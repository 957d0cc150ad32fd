import { defaultEngineLimits, type EngineLimits } from '../../recommend/engine-parts.ts';

/** How much of the machine the recommender may use, and how soon it does its work. */
export interface RecommenderLimits {
	/**
	 * For all models in memory; those that are being saved or built may exceed it for a moment, and so may the last one.
	 */
	readonly memoryBytesMax: number;
	/** Between two polls for events after one that found none, where no hints are sent. */
	readonly pollIntervalMs: number;
	/** From a change to its snapshot, at least; longer for large models, see `shareMax` of checkpoints. */
	readonly saveDelayMs: number;
	/** Between two checks for models of deleted search engines. */
	readonly cleanIntervalMs: number;
	/** After a failure. */
	readonly retryDelayMs: number;
	/** How long a question waits for a model that is behind; after that the model answers as it is. */
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
