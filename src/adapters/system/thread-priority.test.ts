import assert from 'node:assert/strict';
import { once } from 'node:events';
import { getPriority } from 'node:os';
import { test } from 'node:test';
import { Worker } from 'node:worker_threads';

const isLinux = process.platform === 'linux';

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
