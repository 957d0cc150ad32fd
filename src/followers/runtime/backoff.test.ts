import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createBackoff } from './backoff.ts';

test('a repeated failure doubles the wait, up to a minute, and a success resets it', () => {
	let nowMs = 0;
	const backoff = createBackoff<number>({ nowMs: () => nowMs, random: () => 0 });
	assert(!backoff.isWaiting(1) && !backoff.hasFailed(1));
	for (const waitMs of [1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000]) {
		assert.equal(backoff.fail(1), waitMs);
		assert(backoff.isWaiting(1) && !backoff.isWaiting(2));
		nowMs += waitMs;
	}
	assert(!backoff.isWaiting(1) && backoff.hasFailed(1));
	backoff.clear(1);
	assert.equal(backoff.fail(1), 1_000);
});

test('up to a quarter of a delay is random, and the next one doubles the whole of it', () => {
	const chances = [0.5, 0.999];
	let nowMs = 0;
	const backoff = createBackoff<string>(
		{ nowMs: () => nowMs, random: () => chances.shift() ?? 0 },
		{ firstMs: 100, maxMs: 300 },
	);
	assert.equal(backoff.fail('a'), 87.5);
	nowMs = 100;
	assert(Math.abs(backoff.fail('a') - 150) < 0.1);
	nowMs = 300;
	assert.equal(backoff.fail('a'), 300);
});

test('what many callers meet at once is one failure', () => {
	let nowMs = 0;
	const backoff = createBackoff<string>({ nowMs: () => nowMs, random: () => 0 });
	for (let count = 0; count < 10; count += 1) assert.equal(backoff.fail('a'), 1_000);
	nowMs = 400;
	assert.deepEqual([backoff.fail('a'), backoff.readWaitMs('a'), backoff.readWaitMs('b')], [600, 600, 0]);
	nowMs = 1_000;
	assert.equal(backoff.fail('a'), 2_000);
});
