import assert from 'node:assert/strict';
import { test } from 'node:test';
import { heldLease } from '../../test/support/settable-lease.ts';
import type { ForgettingLimits } from '../ports/event-repository.ts';
import { startEventRetention } from './event-retention.ts';

const dayMs = 24 * 3600 * 1000;
const nowMs = 400 * dayMs;

/** The calls of the store, until it reports that nothing is left to delete. */
async function listCalls(retentionDays: number, wallMs = nowMs): Promise<readonly ForgettingLimits[]> {
	const calls: ForgettingLimits[] = [];
	const idle = Promise.withResolvers<void>();
	const retention = startEventRetention({
		events: {
			async forgetOld(limits) {
				calls.push(limits);
				if (calls.length < 3) return 'forgotten';
				idle.resolve();
				return 'idle';
			},
		},
		clock: { nowMs: () => wallMs, steadyMs: () => nowMs },
		lease: heldLease,
		retentionDays,
		onFailure: idle.reject,
	});
	await idle.promise;
	await retention.stop();
	return calls;
}

test('events older than the retention are deleted step by step', async () => {
	const calls = await listCalls(365);
	assert.equal(calls.length, 3);
	for (const { eventsBeforeMs, suppressionsBeforeMs } of calls) {
		assert.equal(eventsBeforeMs, 35 * dayMs);
		assert(suppressionsBeforeMs < nowMs && suppressionsBeforeMs > nowMs - dayMs);
	}
});

test('a clock that jumps forward deletes no events, and one that jumps back delays their deletion', async () => {
	for (const { eventsBeforeMs } of await listCalls(365, nowMs + 1000 * dayMs)) assert.equal(eventsBeforeMs, 35 * dayMs);
	for (const { eventsBeforeMs } of await listCalls(365, nowMs - dayMs)) assert.equal(eventsBeforeMs, 34 * dayMs);
});

test('events without a retention limit are kept for ever', async () => {
	for (const { eventsBeforeMs } of await listCalls(0)) assert.equal(eventsBeforeMs, null);
});
