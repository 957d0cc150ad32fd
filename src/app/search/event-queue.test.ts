import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { type ShopperEvent, unknownClient } from '../../domain/event/shopper-event.ts';
import { FailureError, fail } from '../../lib/failure.ts';
import { createEventQueue, type EventQueueOptions } from './event-queue.ts';

function toEvent(number: number): ShopperEvent {
	return {
		id: String(number),
		storeId: null,
		hashid: '',
		sessionId: null,
		userId: null,
		occurredAtMs: number,
		...unknownClient,
		action: { kind: 'init' },
	};
}

const refused = new FailureError(fail('overloaded').failure);

/**
 * A queue whose time the test controls; `answers` are the store's outcomes for the first batches, and it accepts all
 * later ones.
 */
function openQueue(t: TestContext, options: Partial<EventQueueOptions> = {}, answers: (Error | Promise<void>)[] = []) {
	t.mock.timers.enable({ apis: ['setTimeout'] });
	const batches: string[][] = [];
	let lostCount = 0;
	const queue = createEventQueue({
		gatherMs: 100,
		retryMs: 1000,
		clock: { steadyMs: () => 0 },
		...options,
		events: {
			async recordQueued(events) {
				batches.push(events.map(({ id }) => id));
				const answer = answers.shift();
				if (answer instanceof Error) throw answer;
				await answer;
				return 'recorded';
			},
		},
		onLost(eventCount) {
			lostCount += eventCount;
		},
	});
	return {
		queue,
		batches,
		add: (from: number, to: number) => {
			for (let number = from; number <= to; number += 1) queue.add(toEvent(number));
		},
		countLost: () => lostCount,
		async passMs(ms: number) {
			t.mock.timers.tick(ms);
			for (let round = 0; round < 20; round += 1) await new Promise((resolve) => setImmediate(resolve));
		},
	};
}

describe('the queue of events', () => {
	it('writes queued events in batches, in order', async (t) => {
		const { add, batches, passMs } = openQueue(t, { batchEventsMax: 2 });
		add(1, 3);
		assert.deepEqual(batches, []);
		await passMs(100);
		assert.deepEqual(batches, [['1', '2'], ['3']]);
		add(4, 4);
		await passMs(100);
		assert.deepEqual(batches.at(-1), ['4']);
	});

	it('writes one batch at a time, and then what came meanwhile', async (t) => {
		const slow = Promise.withResolvers<void>();
		const { add, batches, passMs } = openQueue(t, {}, [slow.promise]);
		add(1, 1);
		await passMs(100);
		add(2, 3);
		await passMs(500);
		assert.deepEqual(batches, [['1']]);
		slow.resolve();
		await passMs(0);
		await passMs(100);
		assert.deepEqual(batches, [['1'], ['2', '3']]);
	});

	it('gathers what comes while it writes, instead of writing it at once', async (t) => {
		const slow = Promise.withResolvers<void>();
		const { add, batches, passMs } = openQueue(t, {}, [slow.promise]);
		add(1, 1);
		await passMs(100);
		add(2, 2);
		slow.resolve();
		await passMs(0);
		await passMs(50);
		add(3, 3);
		await passMs(50);
		assert.deepEqual(batches, [['1'], ['2', '3']]);
	});

	it('retries refused events after a while, in front of the rest', async (t) => {
		const { add, batches, passMs, countLost } = openQueue(t, { batchEventsMax: 2 }, [refused]);
		add(1, 2);
		await passMs(100);
		add(3, 3);
		await passMs(900);
		assert.deepEqual(batches, [['1', '2']]);
		await passMs(100);
		assert.deepEqual(batches, [['1', '2'], ['1', '2'], ['3']]);
		assert.equal(countLost(), 0);
	});

	it('never writes twice what may have been written: it is lost, and counted', async (t) => {
		const unclear = new FailureError(fail('timed_out').failure);
		const { add, batches, passMs, countLost } = openQueue(t, { batchEventsMax: 2 }, [unclear]);
		add(1, 3);
		await passMs(100);
		assert.deepEqual(batches, [['1', '2'], ['3']]);
		assert.equal(countLost(), 2);
	});

	it('is bounded: the oldest are lost, and counted', async (t) => {
		const { add, batches, passMs, countLost } = openQueue(t, { queuedEventsMax: 3 });
		add(1, 10);
		await passMs(100);
		assert.deepEqual(batches, [['8', '9', '10']]);
		assert.equal(countLost(), 7);
	});

	it('is bounded even when a refused batch is put back', async (t) => {
		const slow = Promise.withResolvers<void>();
		const { add, batches, passMs, countLost } = openQueue(t, { queuedEventsMax: 3 }, [slow.promise]);
		add(1, 3);
		await passMs(100);
		add(4, 5);
		slow.reject(refused);
		await passMs(0);
		await passMs(1000);
		assert.deepEqual(batches, [
			['1', '2', '3'],
			['3', '4', '5'],
		]);
		assert.equal(countLost(), 2);
	});

	it('writes the rest when it is closed', async (t) => {
		const { queue, add, batches, countLost } = openQueue(t);
		add(1, 2);
		await queue.close();
		assert.deepEqual(batches, [['1', '2']]);
		assert.equal(countLost(), 0);
	});

	it('counts events that are refused while it is closed', async (t) => {
		const { queue, add, countLost } = openQueue(t, {}, [refused]);
		add(1, 2);
		await queue.close();
		assert.equal(countLost(), 2);
	});

	it('closes when there is nothing to write', async (t) => {
		const { queue, batches } = openQueue(t);
		await queue.close();
		assert.deepEqual(batches, []);
	});
});
