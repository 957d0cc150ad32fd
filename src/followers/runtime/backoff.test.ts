import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createBackoff } from './backoff.ts';

test('what fails again waits twice as long, up to a minute, and anew once it went well', () => {
	let nowMs = 0;
	const backoff = createBackoff(() => nowMs);
	assert(!backoff.isWaiting(1) && !backoff.hasFailed(1));
	assert.deepEqual(
		Array.from({ length: 8 }, () => backoff.fail(1)),
		[1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000],
	);
	assert(backoff.isWaiting(1) && !backoff.isWaiting(2));
	nowMs = 60_000;
	assert(!backoff.isWaiting(1) && backoff.hasFailed(1));
	backoff.clear(1);
	assert.equal(backoff.fail(1), 1_000);
});
