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

it('is started again until it can be', async () => {
	const failures: string[] = [];
	const started = Promise.withResolvers<void>();
	let startCount = 0;
	const { stop } = startFollowerThread({
		name: 'statistics',
		url: new URL(
			'data:text/javascript,import { workerData } from "node:worker_threads"; if (workerData < 3) process.exit(1);',
		),
		toData() {
			startCount += 1;
			if (startCount === 2) throw new Error('no thread is left');
			if (startCount === 3) started.resolve();
			return { workerData: startCount };
		},
		onMessage: () => undefined,
		onFailure: ({ message }) => failures.push(message),
	});
	await started.promise;
	await stop();
	assert.deepEqual(failures, ['no thread is left']);
});

it('is ended before it began, too', async () => {
	const { stop, failures } = startThread('', 1);
	await stop();
	assert.deepEqual(failures, []);
});
