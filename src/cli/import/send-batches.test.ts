import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as afterIo } from 'node:timers/promises';
import type { Batch } from '../../ingest/to-batches.ts';
import { sendBatches } from './send-batches.ts';

/** Sends one batch per list of ids; each stays under way until it is ended by its number. */
function start(batchIds: readonly (readonly string[])[], concurrency: number) {
	const startedNumbers: number[] = [];
	const endings = batchIds.map(() => Promise.withResolvers<void>());
	const abort = new AbortController();
	async function* batches(): AsyncGenerator<Batch> {
		for (const [number, ids] of batchIds.entries()) {
			yield { items: ids.map((id) => ({ line: number, id, text: '', byteCount: 0 })) };
		}
	}
	const done = sendBatches({
		batches: batches(),
		concurrency,
		abort,
		async send({ items }) {
			const number = items[0]?.line ?? -1;
			startedNumbers.push(number);
			await endings[number]?.promise;
		},
	});
	return {
		done,
		abort,
		startedNumbers,
		end: (number: number) => endings[number]?.resolve(),
		fail: (number: number, error: Error) => endings[number]?.reject(error),
	};
}

test('as many batches as allowed are under way, and each that ends makes room for the next', async () => {
	const run = start([['a'], ['b'], ['c'], ['d']], 2);
	await afterIo();
	assert.deepEqual(run.startedNumbers, [0, 1]);
	run.end(1);
	await afterIo();
	assert.deepEqual(run.startedNumbers, [0, 1, 2]);
	for (const number of [0, 2, 3]) run.end(number);
	await run.done;
	assert.deepEqual(run.startedNumbers, [0, 1, 2, 3]);
});

test('a batch with an item that is under way waits for it, so that the later one of the file wins', async () => {
	const run = start([['a', 'b'], ['c'], ['d', 'b']], 8);
	await afterIo();
	assert.deepEqual(run.startedNumbers, [0, 1]);
	run.end(1);
	await afterIo();
	assert.deepEqual(run.startedNumbers, [0, 1]);
	run.end(0);
	await afterIo();
	assert.deepEqual(run.startedNumbers, [0, 1, 2]);
	run.end(2);
	await run.done;
});

test('the first error aborts the others, starts no more, and is what comes out once all have ended', async () => {
	const run = start([['a'], ['b'], ['c']], 2);
	await afterIo();
	run.fail(1, new Error('refused'));
	await afterIo();
	assert.equal(run.abort.signal.aborted, true);
	run.fail(0, new Error('only the echo of the abort'));
	await assert.rejects(run.done, /refused/);
	assert.deepEqual(run.startedNumbers, [0, 1]);
});

test('an abort from outside rejects with its reason, even when everything was sent', async () => {
	const run = start([['a']], 2);
	await afterIo();
	run.abort.abort(new Error('stopped'));
	run.end(0);
	await assert.rejects(run.done, /stopped/);
});
