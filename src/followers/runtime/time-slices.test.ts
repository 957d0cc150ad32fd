import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createTimeSlices, type Lane } from './time-slices.ts';

/** Tasks that are their own keys. */
function createQueue() {
	const slices = createTimeSlices<number, number>();
	return { ...slices, put: (id: number, lane: Lane) => slices.put(id, id, lane) };
}

describe('the time slices of streams', () => {
	it('go to a small write within two, however many imports wait', () => {
		const queue = createQueue();
		for (let id = 1; id <= 100; id++) queue.put(id, 'large');
		queue.put(500, 'small');
		const taken = [queue.take(), queue.take()];
		assert(taken.includes(500));
	});

	it('go to an import once in seven, however many small writes come', () => {
		const queue = createQueue();
		queue.put(1, 'large');
		for (let id = 2; id <= 100; id++) queue.put(id, 'small');
		const taken = Array.from({ length: 7 }, () => queue.take());
		assert(taken.includes(1));
	});

	it('go round among imports', () => {
		const queue = createQueue();
		const order: (number | undefined)[] = [];
		for (const id of [1, 2, 3]) queue.put(id, 'large');
		for (let slice = 0; slice < 6; slice++) {
			const id = queue.take();
			order.push(id);
			if (id !== undefined) queue.put(id, 'large');
		}
		assert.deepEqual(order, [1, 2, 3, 1, 2, 3]);
	});

	it('go to no import that pauses, but to others behind it', () => {
		const queue = createQueue();
		for (const id of [1, 3]) queue.put(id, 'large');
		queue.put(2, 'wanted');
		const mayTake = (id: number) => id > 2;
		const taken = [queue.take(mayTake), queue.take(mayTake)].sort();
		assert.deepEqual(taken, [2, 3]);
		assert.equal(queue.hasNext(mayTake), false);
		assert.equal(queue.take(mayTake), undefined);
		assert.equal(queue.take(), 1);
	});

	it('change their lane with the remaining work, and are served once', () => {
		const queue = createQueue();
		queue.put(1, 'large');
		queue.put(1, 'wanted');
		queue.put(1, 'small');
		assert.equal(queue.takeSmall(), 1);
		assert.equal(queue.has(1), false);
		assert.equal(queue.take(), undefined);
		queue.put(2, 'large');
		assert.equal(queue.takeSmall(), undefined);
		queue.delete(2);
		assert.equal(queue.take(), undefined);
	});

	it('use the newest task of a stream, which replaces the previous one', () => {
		const slices = createTimeSlices<string, number>();
		for (const [key, task] of [
			['a', 1],
			['b', 2],
			['a', 3],
		] as const)
			slices.put(key, task, 'large');
		assert.deepEqual([slices.take(), slices.take(), slices.take()], [3, 2, undefined]);
	});
});
