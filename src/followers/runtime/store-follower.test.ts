import assert from 'node:assert/strict';
import { test } from 'node:test';
import { heldLease as lease } from '../../../test/support/settable-lease.ts';
import { startStoreFollower } from './store-follower.ts';
import type { Timing } from './timing.ts';

const stepMs = 20;

/** Timers are due in their order at once, and time is what they say. */
function createTiming() {
	let nowMs = 0;
	const timing: Timing = {
		nowMs: () => nowMs,
		startTimer(delayMs, run) {
			const dueMs = nowMs + delayMs;
			const timer = setImmediate(() => {
				nowMs = Math.max(nowMs, dueMs);
				run();
			});
			return () => clearImmediate(timer);
		},
		yieldNow: () => new Promise((resolve) => setImmediate(resolve)),
		random: () => 0,
	};
	return {
		timing,
		pass(ms: number) {
			nowMs += ms;
		},
	};
}

/** The pauses after steps that have waited for a processor so long; `begun` is called when a step begins. */
async function listPauses(
	waitsMs: readonly number[],
	{ canTell = true, begun }: { readonly canTell?: boolean; readonly begun?: (hint: () => void) => void } = {},
): Promise<number[]> {
	const { timing, pass } = createTiming();
	const ended = Promise.withResolvers<void>();
	const pauses: number[] = [];
	let waitedMs = 0;
	let stepCount = 0;
	let endMs = 0;
	const follower = startStoreFollower<'step'>({
		...{ timing, lease, onFailure: ended.reject, readWaitMs: canTell ? () => waitedMs : undefined },
		read: async () => 'step',
		async apply() {
			begun?.(follower.hint);
			if (stepCount > 0) pauses.push(timing.nowMs() - endMs);
			waitedMs += waitsMs[stepCount] ?? 0;
			stepCount += 1;
			pass(stepMs);
			endMs = timing.nowMs();
			if (stepCount > waitsMs.length) ended.resolve();
			return 'more';
		},
		forget: () => undefined,
	});
	await ended.promise;
	await follower.stop();
	return pauses;
}

test('a pause is ten times as long as its step waited for a processor, within its bounds', async () => {
	assert.deepEqual(await listPauses([0, 3, 12.5, 0.1, 400, 0]), [5, 30, 125, 5, 500, 5]);
});

test('where nothing says how long a step waited, pauses are short', async () => {
	assert.deepEqual(await listPauses([100, 100], { canTell: false }), [5, 5]);
});

test('a hint does not shorten a pause', async () => {
	const begun = (hint: () => void) => void setImmediate(hint);
	assert.deepEqual(await listPauses([3, 3, 3], { begun }), [30, 30, 30]);
});
