/** Brings indexes into memory: for a search, which waits for that, or for a description, which does not. */
import type { BuildAnswer } from '../../followers/search-index/index-messages.ts';
import { FailureError, fail } from '../../lib/failure.ts';
import type { GenerationState } from '../../ports/generation-repository.ts';
import type { IndexReader, ReadableIndex } from './index-reader.ts';

export interface IndexOpener {
	/**
	 * The index; undefined when it is gone.
	 * @throws {FailureError} `busy` when it takes too long to load, `index_building`, and as `IndexReader.open`.
	 */
	open(state: GenerationState): Promise<ReadableIndex | undefined>;
	/** The index for its description: what is in memory, or the progress of its build. */
	inspect(state: GenerationState): Promise<ReadableIndex | BuildAnswer | undefined>;
}

export interface IndexOpenerOptions {
	readonly reader: IndexReader;
	/** How long a search waits for an index that is not in memory, and for one that is being built. */
	readonly openTimeoutMs: number;
	readonly buildWaitMs: number;
}

const stillLoading = 'The search index is being loaded, try again in a moment';
/** The least that the indexer applies, except on a busy machine; used to estimate `Retry-After`. */
const writesPerSecond = 10_000;
const retryAfterSecondsMax = 30;

export function createIndexOpener({ reader, openTimeoutMs, buildWaitMs }: IndexOpenerOptions): IndexOpener {
	async function askFor({ hashid, generationId }: GenerationState, waitMs: number) {
		try {
			return await reader.open({
				...{ hashid, generationId, isCaughtUp: false },
				...{ timeoutMs: openTimeoutMs, buildWaitMs: waitMs },
			});
		} catch (error) {
			if (!(error instanceof FailureError) || error.failure.code !== 'timed_out') throw error;
			throw new FailureError(fail('busy', { message: stillLoading }).failure, { cause: error });
		}
	}

	async function open(state: GenerationState): Promise<ReadableIndex | undefined> {
		const index = reader.find(state.generationId);
		if (index !== undefined) return index;
		const outcome = await askFor(state, buildWaitMs);
		if (outcome === 'missing') return undefined;
		if (outcome !== 'ready') throw toBuildFailure(outcome);
		const opened = reader.find(state.generationId);
		// It was evicted again at once, so memory is very short.
		if (opened === undefined) throw new FailureError(fail('busy', { message: stillLoading }).failure);
		return opened;
	}

	return {
		open,
		async inspect(state) {
			const outcome = reader.find(state.generationId) === undefined ? await askFor(state, 0) : 'ready';
			if (outcome === 'missing') return undefined;
			return outcome === 'ready' ? open(state) : outcome;
		},
	};
}

export function toBuildFailure({ writesIndexed, writesWanted }: BuildAnswer): FailureError {
	const seconds = Math.ceil((writesWanted - writesIndexed) / writesPerSecond);
	const retryAfterSeconds = Math.max(1, Math.min(retryAfterSecondsMax, seconds));
	return new FailureError(fail('index_building', { retryAfterSeconds }).failure);
}
