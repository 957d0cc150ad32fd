import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { Worker } from 'node:worker_threads';
import { watchThreads } from './running-threads.ts';

const code = `
	const { parentPort } = require('node:worker_threads');
	parentPort.on('message', (work) => {
		if (work === 'stop') return parentPort.close();
		for (let round = 0; round < 1e8; round += 1);
		parentPort.postMessage('done');
	});`;

test('threads that have a known name say how busy they are, until they end', async (t) => {
	const threads = watchThreads();
	t.after(threads.close);
	const named = new Worker(code, { eval: true, name: 'indexer' });
	const unnamed = new Worker(code, { eval: true });
	for (const worker of [named, unnamed]) {
		worker.postMessage('work');
		await once(worker, 'message');
	}
	const [main, indexer, ...others] = await threads.read();
	assert.deepEqual([main?.name, indexer?.name, others], ['main', 'indexer', []]);
	assert.ok((indexer?.busyRatio ?? 0) > 0 && (indexer?.busyRatio ?? 2) <= 1);
	for (const heapBytes of [main?.heapBytes, indexer?.heapBytes]) assert.ok((heapBytes ?? 0) > 1_000_000);
	for (const worker of [named, unnamed]) {
		const ended = once(worker, 'exit');
		worker.postMessage('stop');
		await ended;
	}
	assert.deepEqual(
		(await threads.read()).map(({ name }) => name),
		['main'],
	);
});

test('a thread that computes without end is seen as busy', async (t) => {
	const threads = watchThreads();
	t.after(threads.close);
	const busy = new Worker("require('node:worker_threads').parentPort.postMessage('on'); for (;;);", {
		...{ eval: true, name: 'statistics' },
	});
	await once(busy, 'message');
	const [, state] = await threads.read();
	assert.equal(state?.name, 'statistics');
	await busy.terminate();
});
