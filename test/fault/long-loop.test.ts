/** A background loop that goes on for years, in a process of its own: its heap is small enough to be looked through. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { queryObjects } from 'node:v8';
import { startBackgroundLoop } from '../../src/lib/background-loop.ts';
import { heldLease } from '../support/settable-lease.ts';

const idle = { lease: heldLease, busyPauseMs: 0, idlePauseMs: 3_600_000, onFailure: assert.ifError };

test('a loop that runs for years keeps nothing of past pauses', async () => {
	let stepCount = 0;
	let promisesBefore = 0;
	const done = Promise.withResolvers<number>();
	const loop = startBackgroundLoop({
		...idle,
		async step() {
			stepCount += 1;
			if (stepCount === 100) promisesBefore = queryObjects(Promise, { format: 'count' });
			if (stepCount === 300) done.resolve(queryObjects(Promise, { format: 'count' }) - promisesBefore);
			return true;
		},
	});
	const promisesMore = await done.promise;
	await loop.stop();
	// A promise shared by all pauses would keep one of each.
	assert(promisesMore < 50, `${promisesMore} promises are left of 200 pauses`);
});
