import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextRound } from 'node:timers/promises';
import { createSettableLease, type SettableLease } from '../../test/support/settable-lease.ts';
import { toPosition } from '../domain/log/position.ts';
import { startWidgetCounting } from '../followers/widget-rollups/widget-counting.ts';
import type { BackgroundLoop } from '../lib/background-loop.ts';
import type { ChangeFeed } from '../ports/change-feed.ts';
import { startGarbageCollection } from './collect-garbage.ts';
import { startItemCopies } from './copy-items.ts';
import { startEventRetention } from './event-retention.ts';

const clock = { nowMs: () => 0, steadyMs: () => 0, monotonicMs: () => 0 };
const onFailure = assert.ifError;

type Start = (lease: SettableLease, step: () => void) => BackgroundLoop;

/** A call of the store that always finds more to do. */
function toCall<T>(step: () => void, outcome: T): () => Promise<T> {
	return async () => {
		step();
		return outcome;
	};
}

const jobs: Readonly<Record<string, Start>> = {
	'copies of items': (lease, step) =>
		startItemCopies({ items: { copyNext: toCall(step, 'copied') }, clock, lease, onFailure }),
	'garbage collection': (lease, step) => {
		const items = { collectGarbage: toCall(step, { outcome: 'collected', cursor: '' } as const) };
		return startGarbageCollection({ items, invalidation: { readItemsVersion: () => 0 }, clock, lease, onFailure });
	},
	'retention of events': (lease, step) => {
		const events = { forgetOld: toCall(step, 'forgotten' as const) };
		return startEventRetention({ events, clock, lease, retentionDays: 1, onFailure });
	},
	'rollups of widgets': (lease, step) => {
		const log: ChangeFeed<never> = { read: assert.fail, readEnd: async () => toPosition(1_000_000) };
		const events = { log: () => log, countWidgetEvents: toCall(step, toPosition(1)) };
		return startWidgetCounting({ events, lease, onFailure });
	},
};

for (const [name, start] of Object.entries(jobs)) {
	test(`${name}: nothing is done while the lease is another's`, async () => {
		const lease = createSettableLease();
		const asked = lease.whenAsked(1);
		const loop = start(lease, assert.fail);
		await asked;
		await loop.stop();
		assert.equal(lease.releaseCount, 0);
	});

	test(`${name}: the work ends at the next step when the lease is lost`, async () => {
		const lease = createSettableLease(1);
		const refused = Promise.withResolvers<void>();
		let stepCount = 0;
		const loop = start(lease, () => {
			stepCount += 1;
			if (stepCount < 3) return;
			lease.fence = undefined;
			void lease.whenAsked(1).then(refused.resolve);
		});
		await refused.promise;
		await loop.stop();
		assert.equal(stepCount, 3);
	});
}

test('garbage collection has a third of the time, and a twentieth while items are written', async (t) => {
	t.mock.timers.enable({ apis: ['setTimeout'] });
	const stepMs = 10;
	let [nowMs, version, stepCount, isWriting] = [0, 0, 0, false];
	const loop = startGarbageCollection({
		items: {
			async collectGarbage() {
				nowMs += stepMs;
				stepCount += 1;
				if (isWriting) version += 1;
				return { outcome: 'collected', cursor: '' };
			},
		},
		invalidation: { readItemsVersion: () => version },
		clock: { steadyMs: () => 0, monotonicMs: () => nowMs },
		lease: createSettableLease(1),
		onFailure,
	});
	await nextRound();
	const rests: number[] = [];
	for (const writes of [false, true, true, false, false]) {
		isWriting = writes;
		const before = stepCount;
		let restMs = 0;
		for (; stepCount === before; restMs += 1) {
			t.mock.timers.tick(1);
			await nextRound();
		}
		rests.push(restMs);
	}
	assert.deepEqual(rests, [20, 20, 190, 190, 20]);
	isWriting = false;
	await loop.stop();
});
