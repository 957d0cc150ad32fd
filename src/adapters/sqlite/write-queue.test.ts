import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { neverMs } from '../../../test/support/wait-for.ts';
import { FailureError } from '../../lib/failure.ts';
import { createUnitRegistry, defineUnit } from '../sql/unit-of-work.ts';
import type { QueuedCall } from './write-messages.ts';
import { createWriteQueue, type WriteQueue, type WriteQueueOptions } from './write-queue.ts';

const unit = defineUnit('tests.write', async (_, text: string): Promise<number> => text.length);
const pack = defineUnit('tests.pack', async (_, bytes: Uint8Array): Promise<number> => bytes.length);

interface Setup {
	readonly queue: WriteQueue;
	/** The posted batches. */
	readonly batches: (readonly QueuedCall[])[];
	/** Resolves with the next batch. */
	nextBatch(): Promise<readonly QueuedCall[]>;
	/** Calls a unit with a text of `length` characters. */
	call(length?: number): Promise<unknown>;
}

function setUp(options: Partial<WriteQueueOptions> = {}): Setup {
	const batches: (readonly QueuedCall[])[] = [];
	let notify: ((batch: readonly QueuedCall[]) => void) | undefined;
	const queue = createWriteQueue({
		units: createUnitRegistry([unit, pack]),
		deadlineMs: neverMs,
		queuedCallsMax: 100,
		queuedBytesMax: 100_000,
		post(calls) {
			batches.push(calls);
			notify?.(calls);
		},
		...options,
	});
	return {
		queue,
		batches,
		nextBatch: () =>
			new Promise((resolve) => {
				notify = resolve;
			}),
		call: (length = 0) => queue.run(unit, 'x'.repeat(length)),
	};
}

function answer(queue: WriteQueue, calls: readonly QueuedCall[]): void {
	queue.settle(calls.map(({ id }) => ({ id, value: id })));
}

function hasCode(code: string): (error: unknown) => boolean {
	return (error) => error instanceof FailureError && error.failure.code === code;
}

describe('the write queue', () => {
	test('posts the calls of one tick together and gives each its answer', async () => {
		const { queue, nextBatch, batches, call } = setUp();
		const results = Promise.all([call(), call(), call()]);
		answer(queue, await nextBatch());
		assert.deepEqual(await results, [1, 2, 3]);
		assert.equal(batches.length, 1);
	});

	test('rejects a call with what went wrong, cause and all', async () => {
		const { queue, nextBatch, call } = setUp();
		const result = call();
		const [first] = await nextBatch();
		queue.settle([{ id: first?.id ?? 0, error: { code: 'unavailable', message: 'disk full', stack: 'at x' } }]);
		await assert.rejects(result, (error) => {
			assert(hasCode('unavailable')(error));
			assert(error instanceof Error && error.cause instanceof Error);
			assert.equal(error.cause.message, 'disk full');
			assert(!error.message.includes('disk full'), 'the caller does not see the cause');
			return true;
		});
	});

	test('refuses calls beyond its bounds, and accepts calls again when there is room', async () => {
		const { queue, nextBatch, call } = setUp({ queuedCallsMax: 2 });
		const results = [call(), call()];
		await assert.rejects(call(), (error) => error instanceof FailureError && error.failure.retryAfterSeconds === 1);
		await assert.rejects(call(), hasCode('overloaded'));
		answer(queue, await nextBatch());
		await Promise.all(results);
		const later = call();
		answer(queue, await nextBatch());
		assert.equal(await later, 3);
	});

	test('counts the texts of queued calls', async () => {
		const { queue, nextBatch, call } = setUp({ queuedBytesMax: 10_000 });
		const result = call(4000);
		await assert.rejects(call(4000), hasCode('overloaded'));
		answer(queue, await nextBatch());
		await result;
		const later = call(4000);
		answer(queue, await nextBatch());
		await later;
	});

	test('counts bytes as they are', async () => {
		const { queue, nextBatch } = setUp({ queuedBytesMax: 10_000 });
		const result = queue.run(pack, new Uint8Array(5000));
		await assert.rejects(queue.run(pack, new Uint8Array(5000)), hasCode('overloaded'));
		answer(queue, await nextBatch());
		await result;
	});

	test('rejects each call at its deadline and counts it until it is answered', async () => {
		const { queue, batches, call } = setUp({ deadlineMs: 10, queuedCallsMax: 2 });
		const results = await Promise.allSettled([call(), call()]);
		assert(results.every((result) => result.status === 'rejected' && hasCode('timed_out')(result.reason)));
		await assert.rejects(call(), hasCode('overloaded'));
		answer(queue, batches.flat());
		await assert.rejects(call(), hasCode('timed_out'));
	});

	test('drains: refuses new calls, waits for the queued ones', async () => {
		const { queue, nextBatch, call } = setUp();
		const result = call();
		let isDrained = false;
		const drained = queue.drain(new Error('closed')).then(() => {
			isDrained = true;
		});
		await assert.rejects(call(), /closed/);
		const batch = await nextBatch();
		assert.equal(isDrained, false);
		answer(queue, batch);
		await drained;
		assert.equal(await result, 1);
		await queue.drain(new Error('closed'));
	});

	test('refuses a unit that the writer would not find', () => {
		const { queue } = setUp();
		const unknown = defineUnit('tests.unknown', async () => 0);
		assert.throws(() => queue.run(unknown), /tests.unknown/);
	});

	test('drains at once when nothing is queued', async () => {
		const { queue } = setUp();
		await queue.drain(new Error('closed'));
	});

	test('fails everything when the writer is gone', async () => {
		const { queue, nextBatch, call } = setUp();
		const result = call();
		await nextBatch();
		queue.abandon(new Error('lost'));
		await assert.rejects(result, /lost/);
		await assert.rejects(call(), /lost/);
		await queue.drain(new Error('closed'));
	});
});
