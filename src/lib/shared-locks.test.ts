import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { Worker } from 'node:worker_threads';
import { createLockMemory, openSharedLocks } from './shared-locks.ts';

const waitMsMax = 60_000;

test('work under a name runs alone, in whatever thread', async () => {
	const memory = createLockMemory();
	const sum = new Int32Array(new SharedArrayBuffer(4));
	const roundCount = 200;
	// Whoever reads the sum between another's reading and writing makes it too small.
	const source = `
		import { setImmediate as pause } from 'node:timers/promises';
		import { parentPort, workerData } from 'node:worker_threads';
		import { openSharedLocks } from ${JSON.stringify(new URL('./shared-locks.ts', import.meta.url).href)};
		const { memory, sum, roundCount, waitMsMax } = workerData;
		const locks = openSharedLocks(memory);
		parentPort.on('message', async () => {
			for (let round = 0; round < roundCount; round++) {
				await locks.hold(['sum'], async () => {
					const before = sum[0];
					await pause();
					sum[0] = before + 1;
				}, waitMsMax);
			}
			parentPort.close();
		});`;
	const url = new URL(`data:text/javascript,${encodeURIComponent(source)}`);
	const workers = [1, 2, 3].map(() => new Worker(url, { workerData: { memory, sum, roundCount, waitMsMax } }));
	const ended = workers.map((worker) => once(worker, 'exit'));
	for (const worker of workers) worker.postMessage('go');
	await Promise.all(ended);
	assert.equal(sum[0], workers.length * roundCount);
});

test('a name that is held is waited for no longer than said, and is free after a failure', async () => {
	const locks = openSharedLocks(createLockMemory());
	const held = Promise.withResolvers<string>();
	const first = locks.hold(['a', 'b'], () => held.promise, waitMsMax);
	assert.equal(await locks.hold(['a', 'b'], async () => 'never', 1), undefined);
	held.resolve('first');
	assert.deepEqual(await first, { value: 'first' });
	const failing = locks.hold(['a', 'b'], () => Promise.reject(new Error('failed')), waitMsMax);
	await assert.rejects(failing, /failed/);
	assert.deepEqual(await locks.hold(['a', 'b'], async () => 'next', 1), { value: 'next' });
});
