import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { Worker } from 'node:worker_threads';
import { createBucketMemory, openSharedTokenBuckets } from './shared-token-buckets.ts';

const rate = { perSecond: 1, burst: 50_000 };

test('threads that spend at the same time get no token twice', async () => {
	const memory = createBucketMemory();
	const module = JSON.stringify(new URL('./shared-token-buckets.ts', import.meta.url).href);
	const code = `
		const { parentPort, workerData } = require('node:worker_threads');
		import(${module}).then(({ openSharedTokenBuckets }) => {
			const buckets = openSharedTokenBuckets(workerData);
			let count = 0;
			for (let call = 0; call < 40000; call += 1) if (buckets.spend('key', 0) === 0) count += 1;
			parentPort.postMessage(count);
		});`;
	const options = { memory, seed: 3, ...rate };
	const workers = [0, 1].map(() => new Worker(code, { eval: true, workerData: options }));
	const counts = await Promise.all(workers.map(async (worker) => (await once(worker, 'message'))[0] as number));
	assert.equal(
		counts.reduce((sum, count) => sum + count, 0),
		rate.burst,
	);
});

test('a lock whose holder has ended does not stop the others', () => {
	const memory = createBucketMemory(8);
	const buckets = openSharedTokenBuckets({ memory, seed: 3, ...rate });
	new Int32Array(memory)[0] = 1;
	assert.equal(buckets.spend('key', 0), 0);
	assert.equal(buckets.spend('key', 0), 0);
});
