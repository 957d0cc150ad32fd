/** Waits until this process's searches find what a client has written, perhaps through another process. */
import { FailureError, fail, type Result, succeed } from '../../lib/failure.ts';
import type { Invalidation } from '../../ports/invalidation.ts';

/** `index_building` when it takes too long; the client may ask again. */
export type AwaitWrites = (hashid: string, indexName: string) => Promise<Result<void>>;

export interface WriteWaiting {
	/** Resolves when searches find everything that the index has now. Rejects with a `FailureError`. */
	readonly prepare: (hashid: string, indexName: string, timeoutMs: number) => Promise<unknown>;
	readonly invalidation: Pick<Invalidation, 'expire'>;
}

/** Longer than it takes to index a write, where the index is whole. */
const waitMsMax = 2_000;
const lateMessage = 'What was written cannot be searched yet, try again in a moment';

export function createAwaitWrites({ prepare, invalidation }: WriteWaiting): AwaitWrites {
	return async (hashid, indexName) => {
		// Texts of items, and which generation is live, may have been read before the write.
		invalidation.expire?.();
		try {
			await prepare(hashid, indexName, waitMsMax);
			return succeed(undefined);
		} catch (error) {
			if (error instanceof FailureError) return fail('index_building', { message: lateMessage, retryAfterSeconds: 1 });
			throw error;
		}
	};
}
