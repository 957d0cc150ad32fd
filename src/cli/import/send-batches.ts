/**
 * Sends batches, a few at a time. Two batches with the same item id are never under way together, so that the later
 * version of an item wins, as if the batches were sent one by one.
 */
import type { Batch } from '../../ingest/to-batches.ts';

export interface SendBatchesOptions {
	readonly batches: AsyncIterable<Batch>;
	readonly concurrency: number;
	/** Aborted by the first error, wherever it occurs; that stops all requests under way. */
	readonly abort: AbortController;
	send(batch: Batch): Promise<void>;
}

/** Resolves when all batches are sent; rejects with the reason of the abort, after everything under way has ended. */
export async function sendBatches({ batches, concurrency, abort, send }: SendBatchesOptions): Promise<void> {
	const underWay = new Map<Promise<void>, ReadonlySet<string>>();
	const { signal } = abort;
	try {
		for await (const batch of batches) {
			const ids = new Set(batch.items.flatMap(({ id }) => id ?? []));
			while (!signal.aborted && (underWay.size >= concurrency || isAnyShared(ids, underWay.values()))) {
				await Promise.race(underWay.keys());
			}
			signal.throwIfAborted();
			const sending: Promise<void> = send(batch)
				.catch((error: unknown) => abort.abort(error))
				.finally(() => underWay.delete(sending));
			underWay.set(sending, ids);
		}
	} catch (error) {
		// Has no effect if this error is itself the result of an abort.
		abort.abort(error);
	}
	await Promise.all(underWay.keys());
	signal.throwIfAborted();
}

function isAnyShared(ids: ReadonlySet<string>, others: Iterable<ReadonlySet<string>>): boolean {
	for (const other of others) {
		if (!ids.isDisjointFrom(other)) return true;
	}
	return false;
}
