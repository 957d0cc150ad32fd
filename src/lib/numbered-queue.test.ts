import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createNumberedQueue } from './numbered-queue.ts';

test('it behaves like a map, however long and in whatever order values wait', () => {
	const step = fc.oneof(
		{ weight: 3, arbitrary: fc.constant({ kind: 'put' as const, back: 0 }) },
		{ weight: 2, arbitrary: fc.nat({ max: 300 }).map((back) => ({ kind: 'take' as const, back })) },
		{ weight: 1, arbitrary: fc.constant({ kind: 'take first' as const, back: 0 }) },
	);
	fc.assert(
		fc.property(fc.array(step, { maxLength: 1000, size: 'max' }), (steps) => {
			const queue = createNumberedQueue<{ readonly name: number }>();
			const model = new Map<number, { readonly name: number }>();
			let last = 0;
			for (const { kind, back } of steps) {
				if (kind === 'put') {
					last += 1;
					const value = { name: last };
					assert.equal(queue.put(value), last);
					model.set(last, value);
				} else {
					const number = kind === 'take' ? last - back : (queue.first()?.number ?? 0);
					assert.equal(queue.take(number), model.get(number));
					model.delete(number);
				}
				const [first] = model;
				assert.deepEqual(queue.first(), first && { number: first[0], value: first[1] });
				assert.equal(queue.count(), model.size);
			}
		}),
	);
});

test('it grows with what waits, not with what has passed', () => {
	const queue = createNumberedQueue<object>();
	const kept = queue.put({});
	for (let round = 0; round < 10_000; round += 1) queue.take(queue.put({}));
	assert.deepEqual(queue.first(), { number: kept, value: {} });
	assert.equal(queue.take(kept + 1), undefined);
	assert.notEqual(queue.take(kept), undefined);
	assert.equal(queue.first(), undefined);
	assert.equal(queue.count(), 0);
});
