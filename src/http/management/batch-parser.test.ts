/** What becomes of bodies when the thread that parses them dies. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import type { Worker } from 'node:worker_threads';
import { createNodeRandomness } from '../../adapters/crypto/node-randomness.ts';
import { type BatchQuery, createBatchParser } from './batch-parser.ts';

const query: BatchQuery = { kind: 'put', preset: 'product', priceFormat: { currency: 'EUR', locale: 'en' } };

/** Too large to be parsed here. */
function makeBody(): Uint8Array<ArrayBuffer> {
	const items = Array.from({ length: 100 }, (_, number) => ({ id: `i${number}`, title: 'x'.repeat(2_000) }));
	return new Uint8Array(Buffer.from(JSON.stringify(items)));
}

test('a body that comes between the failure of a thread and its end is parsed by the next one', async () => {
	const parser = createBatchParser(createNodeRandomness());
	const created = once(process, 'worker');
	const [before, [worker]] = await Promise.all([parser.parse(makeBody(), query), created as Promise<[Worker]>]);
	assert.equal(before.ok, true);
	const ended = new Promise((resolve) => worker.once('exit', resolve));
	const next = new Promise<boolean>((resolve, reject) => {
		worker.once('error', () => parser.parse(makeBody(), query).then(({ ok }) => resolve(ok), reject));
	});
	worker.postMessage(null);
	assert.equal(await next, true);
	await ended;
	await parser.close();
});
