/**
 * Parses bulk bodies without delaying other requests: small ones in this thread, large ones in a thread of their own.
 *
 * Checking eight megabytes of items takes some 60 ms, during which no other request would be answered. Handing bytes to
 * the thread and getting the parsed writes back costs a copy, which is not worthwhile below `inlineBytesMax`.
 */

import { Worker } from 'node:worker_threads';
import type { ThreadName } from '../../domain/health/server-state.ts';
import type { ItemWrite } from '../../domain/item/item.ts';
import { decodeJsonText, type ItemBatch, parseItemBatch } from '../../domain/item/parse-items.ts';
import type { ItemRules } from '../../domain/item/preset-rules.ts';
import { FailureError, fail, type Result } from '../../lib/failure.ts';
import { readMonotonicMs } from '../../lib/monotonic-time.ts';
import { release } from '../../lib/reclaim-memory.ts';
import { limitYoungObjects } from '../../lib/thread-heap.ts';
import { createThreadCalls } from '../../lib/thread-rpc.ts';
import type { Randomness } from '../../ports/randomness.ts';

const inlineBytesMax = 128 * 1024;
/** Bodies waiting for the thread; each has at most 8 MB. */
const waitingMax = 16;
/** For young objects in the thread: a few times the body that it parses. */
const youngSpaceMb = 16;

export interface BatchQuery extends ItemRules {
	readonly kind: ItemWrite['kind'];
}

export interface BatchParser {
	/** As `parseItemBatch`; `overloaded` when too many large bodies are waiting. Takes ownership of `body`. */
	parse(body: Uint8Array<ArrayBuffer>, query: BatchQuery): Promise<Result<ItemBatch>>;
	close(): Promise<void>;
}

export interface ParseJob extends BatchQuery {
	readonly jobId: number;
	readonly body: Uint8Array<ArrayBuffer>;
}

export interface ParsedJob {
	readonly jobId: number;
	readonly result: Result<ItemBatch>;
}

export function createBatchParser(randomness: Randomness): BatchParser {
	const jobs = createThreadCalls<Result<ItemBatch>>({ nowMs: readMonotonicMs });
	let thread: Worker | undefined;

	/** Another thread may have been started since this one failed. */
	function abandon(worker: Worker, cause: unknown): void {
		if (thread !== worker) return;
		thread = undefined;
		jobs.close(new FailureError(fail('internal').failure, { cause }));
		jobs.open();
	}

	function startThread(): Worker {
		const worker = new Worker(new URL('./batch-parser-thread.ts', import.meta.url), {
			name: 'batch parser' satisfies ThreadName,
			resourceLimits: limitYoungObjects(youngSpaceMb),
		});
		worker.unref();
		worker.on('message', ({ jobId, result }: ParsedJob) => jobs.settle(jobId, result));
		worker.on('error', (error) => abandon(worker, error));
		worker.on('exit', () => abandon(worker, new Error('the thread ended')));
		return worker;
	}

	function parseInThread(body: Uint8Array<ArrayBuffer>, query: BatchQuery): Promise<Result<ItemBatch>> {
		if (jobs.count >= waitingMax) return Promise.resolve(fail('overloaded', { retryAfterSeconds: 1 }));
		const worker = thread ?? startThread();
		thread = worker;
		return jobs.ask((jobId) => worker.postMessage({ ...query, body, jobId } satisfies ParseJob, [body.buffer]));
	}

	return {
		async parse(body, query) {
			if (body.byteLength > inlineBytesMax) return parseInThread(body, query);
			const batch = parseBatch(body, query, randomness);
			release(body);
			return batch;
		},
		async close() {
			await thread?.terminate();
		},
	};
}

/** The writes in the bytes of a bulk body. */
export function parseBatch(body: Uint8Array, query: BatchQuery, randomness: Randomness): Result<ItemBatch> {
	const text = decodeJsonText(body);
	if (!text.ok) return text;
	return parseItemBatch(text.value, { ...query, makeId: () => randomness.hex(16) });
}
