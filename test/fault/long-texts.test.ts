/**
 * What reads texts of strangers and of items is done with the longest ones, whatever they repeat. A search that begins again at
 * each of a million characters takes hours, so the file is given up, and its output names who is not done.
 */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { it } from 'node:test';
import { Worker } from 'node:worker_threads';
import { longItemReaders, longTextReaders } from '../support/long-text-thread.ts';
import { awaiting } from '../support/wait-for.ts';

for (const name of Object.keys({ ...longTextReaders, ...longItemReaders })) {
	it(`${name} may be any long text`, async () => {
		const thread = new Worker(new URL('../support/long-text-thread.ts', import.meta.url));
		thread.postMessage(name);
		const [done] = await awaiting(`the end of ${name}`, once(thread, 'message'));
		assert.equal(done, name);
		await thread.terminate();
	});
}
