/** How a thread that follows the store ends. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { startFollowerThread } from './start-follower-thread.ts';

/** @param onStop what the thread does when it is told to stop */
function startThread(onStop: string, stopPatienceMs?: number) {
	const started = Promise.withResolvers<void>();
	const failures: Error[] = [];
	const source = `
		import { parentPort } from 'node:worker_threads';
		parentPort.on('message', ({ kind }) => { if (kind === 'stop') { ${onStop} } });
		parentPort.postMessage('started');`;
	const thread = startFollowerThread({
		name: 'statistics',
		url: new URL(`data:text/javascript,${encodeURIComponent(source)}`),
		toData: () => ({ workerData: {} }),
		onMessage: () => started.resolve(),
		onFailure: (error) => failures.push(error),
		...(stopPatienceMs === undefined ? {} : { stopPatienceMs }),
	});
	return { ...thread, failures, started: started.promise };
}

it('ends by itself, however long that takes', async () => {
	const { stop, started, failures } = startThread('setTimeout(() => parentPort.close(), 300);');
	await started;
	await stop();
	assert.deepEqual(failures, []);
});

it('is ended after the time that it may take, also while it computes', async () => {
	for (const never of ['', 'for (;;);']) {
		const { stop, started, failures } = startThread(never, 50);
		await started;
		await stop();
		assert.deepEqual(failures, [], never);
	}
});

it('is ended before it began, too', async () => {
	const { stop, failures } = startThread('', 1);
	await stop();
	assert.deepEqual(failures, []);
});
