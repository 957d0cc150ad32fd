import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { startPosition, toPosition } from '../../domain/log/position.ts';
import type { GenerationState } from '../../ports/generation-repository.ts';
import { createTurnQueue, smallWritesMax } from './turn-queue.ts';

function toState(generationId: number): GenerationState {
	const engine = {
		hashid: 'engine',
		indexName: 'product',
		kind: 'live',
		locale: 'en',
		hasStopwords: false,
		currency: 'EUR',
		schema: '',
	} as const;
	return { generationId, ...engine, end: toPosition(1_000_000), followed: startPosition };
}

const small = { writeCount: 1, isWanted: false };
const large = { writeCount: smallWritesMax + 1, isWanted: false };

describe('the turns of generations', () => {
	it('go to a small write within two, however many imports wait', () => {
		const queue = createTurnQueue();
		for (let id = 1; id <= 100; id++) queue.put(toState(id), large);
		queue.put(toState(500), small);
		const taken = [queue.take(), queue.take()].map((state) => state?.generationId);
		assert(taken.includes(500));
	});

	it('go to an import once in seven, however many small writes come', () => {
		const queue = createTurnQueue();
		queue.put(toState(1), large);
		for (let id = 2; id <= 100; id++) queue.put(toState(id), small);
		const taken = Array.from({ length: 7 }, () => queue.take()?.generationId);
		assert(taken.includes(1));
	});

	it('go round among imports', () => {
		const queue = createTurnQueue();
		const order: (number | undefined)[] = [];
		for (const id of [1, 2, 3]) queue.put(toState(id), large);
		for (let turn = 0; turn < 6; turn++) {
			const state = queue.take();
			order.push(state?.generationId);
			if (state !== undefined) queue.put(state, large);
		}
		assert.deepEqual(order, [1, 2, 3, 1, 2, 3]);
	});

	it('change their lane with what is left to do, and are given once', () => {
		const queue = createTurnQueue();
		queue.put(toState(1), large);
		queue.put(toState(1), { ...large, isWanted: true });
		queue.put(toState(1), small);
		assert.equal(queue.takeSmall()?.generationId, 1);
		assert.equal(queue.has(1), false);
		assert.equal(queue.take(), undefined);
		queue.put(toState(2), large);
		assert.equal(queue.takeSmall(), undefined);
		queue.delete(2);
		assert.equal(queue.take(), undefined);
	});
});
