import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextRound } from 'node:timers/promises';
import { createSettableLease, heldLease } from '../../test/support/settable-lease.ts';
import { startBackgroundLoop } from './background-loop.ts';

const idle = { lease: heldLease, busyPauseMs: 0, idlePauseMs: 3_600_000, onFailure: assert.ifError };

test('a loop stopped during a long pause ends at once, and one stopped during a step ends after it', async () => {
	const paused = Promise.withResolvers<void>();
	const pausing = startBackgroundLoop({
		...idle,
		async step() {
			setImmediate(paused.resolve);
			return false;
		},
	});
	await paused.promise;
	await pausing.stop();

	const { promise: end, resolve: endStep } = Promise.withResolvers<boolean>();
	const begun = Promise.withResolvers<void>();
	let stepCount = 0;
	const stepping = startBackgroundLoop({
		...idle,
		step() {
			stepCount += 1;
			begun.resolve();
			return end;
		},
	});
	await begun.promise;
	const stopped = stepping.stop();
	endStep(true);
	await stopped;
	assert.equal(stepCount, 1);
});

test('a loop with a share of the time rests longer the longer its steps take', async (t) => {
	t.mock.timers.enable({ apis: ['setTimeout'] });
	let nowMs = 0;
	let stepCount = 0;
	const loop = startBackgroundLoop({
		...idle,
		readShareMax: () => 1 / 4,
		nowMs: () => nowMs,
		async step() {
			stepCount += 1;
			nowMs += 10 * stepCount;
			return true;
		},
	});
	for (const restMs of [30, 60, 90]) {
		await nextRound();
		const before = stepCount;
		t.mock.timers.tick(restMs - 1);
		await nextRound();
		assert.equal(stepCount, before, `it rests for ${restMs} ms`);
		t.mock.timers.tick(1);
		await nextRound();
		assert.equal(stepCount, before + 1);
	}
	await loop.stop();
});

test('a step that fails is reported and tried again', async () => {
	const failures: unknown[] = [];
	const tried = Promise.withResolvers<void>();
	const loop = startBackgroundLoop({
		async step() {
			if (failures.length === 2) tried.resolve();
			if (failures.length < 2) throw new Error(`failure ${failures.length}`);
			return false;
		},
		lease: heldLease,
		busyPauseMs: 0,
		idlePauseMs: 0,
		onFailure: (error) => failures.push(error),
	});
	await tried.promise;
	await loop.stop();
	assert.deepEqual(failures.map(String), ['Error: failure 0', 'Error: failure 1']);
});

test('a loop does nothing while its lease is refused, and stops before a step when the lease is lost', async () => {
	const lease = createSettableLease();
	const fences: number[] = [];
	const loop = startBackgroundLoop({
		...idle,
		idlePauseMs: 0,
		lease,
		async step(fence) {
			fences.push(fence);
			if (fences.length === 3) lease.fence = undefined;
			return true;
		},
	});
	await lease.whenAsked(3);
	assert.deepEqual(fences, []);
	lease.fence = 7;
	// Three steps, and three refused requests after them.
	await lease.whenAsked(6);
	assert.deepEqual(fences, [7, 7, 7]);
	await loop.stop();
	assert.equal(lease.releaseCount, 0);
});

test('a lease is released when the loop has stopped, and not while a step runs', async () => {
	const lease = createSettableLease(1);
	const begun = Promise.withResolvers<void>();
	const { promise: end, resolve: endStep } = Promise.withResolvers<boolean>();
	const loop = startBackgroundLoop({
		...idle,
		lease,
		step() {
			begun.resolve();
			return end;
		},
	});
	await begun.promise;
	const stopped = loop.stop();
	assert.equal(lease.releaseCount, 0);
	endStep(false);
	await stopped;
	assert.equal(lease.releaseCount, 1);
});

test('a loop that fails to request its lease reports it and tries again', async () => {
	const lease = createSettableLease(1);
	const failed = Promise.withResolvers<unknown>();
	const stepped = Promise.withResolvers<void>();
	lease.failure = new Error('no database');
	const loop = startBackgroundLoop({
		...{ lease, busyPauseMs: 0, idlePauseMs: 0 },
		async step() {
			stepped.resolve();
			return false;
		},
		onFailure: failed.resolve,
	});
	assert.match(String(await failed.promise), /no database/);
	lease.failure = undefined;
	await stepped.promise;
	await loop.stop();
});
