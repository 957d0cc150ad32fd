import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { defineUnit } from '../sql/unit-of-work.ts';
import { createFairQueue } from './fair-queue.ts';
import type { WriteCall } from './write-group.ts';

const unit = defineUnit('tests.write', async () => undefined);

/** A write of items to an engine. */
function toWrite(id: number, hashid: string, byteCount = 128 * 1024): WriteCall {
	return { id, unit, args: [], byteCount, lane: hashid };
}

describe('the calls of the next commit', () => {
	it("have one shop's write among them, however many batches of another wait before it", () => {
		const queue = createFairQueue<string>();
		const batches = Array.from({ length: 1_000 }, (_, id) => toWrite(id, 'importer'));
		queue.put('thread 1', batches);
		queue.put('thread 2', [toWrite(5_000, 'small', 1_000)]);
		const first = queue.take();
		assert(first.some(({ call }) => call.id === 5_000));
		assert(first.length < 20, 'a commit is not all that waits');
	});

	it('keep the order of each engine, and are all there in the end', () => {
		const queue = createFairQueue<string>();
		const health = (id: number): WriteCall => ({ id, unit, args: [], byteCount: 512, lane: '' });
		queue.put('thread', [toWrite(1, 'a'), health(2), toWrite(3, 'b'), toWrite(4, 'a'), health(5), toWrite(6, 'a')]);
		const ids = queue.take().map(({ call }) => call.id);
		assert.deepEqual(
			ids.toSorted((a, b) => a - b),
			[1, 2, 3, 4, 5, 6],
		);
		for (const own of [[1, 4, 6], [2, 5], [3]]) {
			assert.deepEqual(
				ids.filter((id) => own.includes(id)),
				own,
			);
		}
		assert.deepEqual(queue.take(), []);
	});

	it('are a single call if it is larger than a commit should be', () => {
		const queue = createFairQueue<string>();
		queue.put('thread', [toWrite(1, 'a', 64 * 1024 * 1024), toWrite(2, 'a')]);
		assert.deepEqual(
			queue.take().map(({ call }) => call.id),
			[1],
		);
	});

	it('begin with lanes that were not served in the previous one', () => {
		const queue = createFairQueue<string>();
		const large = 3 * 1024 * 1024;
		queue.put('thread', [toWrite(1, 'a', large), toWrite(2, 'a', large), toWrite(3, 'b', large)]);
		const order = [queue.take(), queue.take(), queue.take()].map((group) => group.map(({ call }) => call.id));
		assert.deepEqual(order, [[1], [3], [2]]);
	});

	it('contain no call of a client that is gone', () => {
		const queue = createFairQueue<string>();
		queue.put('gone', [toWrite(1, 'a')]);
		queue.put('there', [toWrite(2, 'a')]);
		queue.drop('gone');
		assert.deepEqual(
			queue.take().map(({ call }) => call.id),
			[2],
		);
	});
});
