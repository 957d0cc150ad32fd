import assert from 'node:assert/strict';
import { once } from 'node:events';
import { getPriority } from 'node:os';
import { test } from 'node:test';
import { Worker } from 'node:worker_threads';
import { readProcessorWaitMs } from './thread-priority.ts';

const isLinux = process.platform === 'linux';

test('a thread knows how long it has waited for a processor', { skip: !isLinux && 'only Linux says it' }, () => {
	const before = readProcessorWaitMs();
	const after = readProcessorWaitMs();
	assert(before >= 0 && after >= before, `${before} ms, then ${after} ms`);
});

test('one thread of the process yields, the others do not', { skip: !isLinux && 'only Linux has it' }, async () => {
	const module = JSON.stringify(new URL('./thread-priority.ts', import.meta.url).href);
	const code = `import(${module}).then(({ yieldToOtherThreads }) => {
		const thread = yieldToOtherThreads();
		require('node:worker_threads').parentPort.postMessage(require('node:os').getPriority(thread));
	});`;
	const before = getPriority();
	const worker = new Worker(code, { eval: true });
	const [priority] = await once(worker, 'message');
	assert.equal(priority, Math.max(10, before));
	assert.equal(getPriority(), before);
	await worker.terminate();
});
