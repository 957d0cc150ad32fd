import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FailureError, fail } from '../../lib/failure.ts';
import { createAwaitWrites } from './await-writes.ts';

test('what was read before is forgotten first, because another process may have changed it', async () => {
	const calls: unknown[] = [];
	const awaitWrites = createAwaitWrites({
		prepare: async (...call) => void calls.push(call),
		invalidation: { expire: () => void calls.push('expire') },
	});
	assert.equal((await awaitWrites('h', 'product')).ok, true);
	assert.deepEqual(calls, ['expire', ['h', 'product', 2_000]]);
});

test('a wait that takes too long says when to ask again, and a mistake of ours is no wait', async () => {
	const run = (error: Error) =>
		createAwaitWrites({ prepare: () => Promise.reject(error), invalidation: {} })('h', 'product');
	const late = await run(new FailureError(fail('timed_out').failure));
	assert(!late.ok);
	assert.equal(late.failure.code, 'index_building');
	assert.equal(late.failure.retryAfterSeconds, 1);
	await assert.rejects(run(new TypeError('not a function')), TypeError);
});
