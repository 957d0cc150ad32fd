/** A zone that cannot be opened leaves nothing running: a process with a thread left would neither serve nor end. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Worker } from 'node:worker_threads';
import { serveApp } from '../support/served-app.ts';
import { openScan } from '../support/shop.ts';

it('ends every thread that was started before the failure', async () => {
	const workers: Worker[] = [];
	const add = (worker: Worker) => void workers.push(worker);
	process.on('worker', add);
	const failing = serveApp({}, openScan, () => {
		throw new Error('there is no model');
	});
	await assert.rejects(failing, /there is no model/);
	process.off('worker', add);
	assert.deepEqual(
		workers.map(({ threadId }) => threadId),
		workers.map(() => -1),
	);
});
