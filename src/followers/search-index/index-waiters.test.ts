import assert from 'node:assert/strict';
import { it } from 'node:test';
import { startPosition, toPosition } from '../../domain/log/position.ts';
import type { IndexerMessage } from './index-messages.ts';
import { createIndexWaiters } from './index-waiters.ts';

it('who waits for writes that the store has lost is answered once the index has what there is', () => {
	const heard: IndexerMessage[] = [];
	const reader = { send: (message: IndexerMessage) => heard.push(message) };
	const waiters = createIndexWaiters();
	const lost = { reader, requestId: 1, position: toPosition(9), incarnation: 'one' };
	waiters.add(7, lost);
	waiters.add(7, { reader, requestId: 2, position: toPosition(4), incarnation: 'two' });
	const index = { generationId: 7, incarnation: 'two', visible: toPosition(3), isHidden: false };
	waiters.answer(index);
	waiters.carryOver(index, toPosition(3));
	assert.deepEqual(heard, []);
	waiters.answer(index);
	assert.deepEqual(heard, [{ kind: 'answered', requestId: 1, outcome: 'ready' }]);
	assert(waiters.has(7));
	waiters.answer({ ...index, visible: toPosition(4) });
	assert.equal(heard.length, 2);
	assert(!waiters.has(7));
});

it('one that was carried over can be dismissed by who added it', () => {
	const heard: IndexerMessage[] = [];
	const waiters = createIndexWaiters();
	const waiter = {
		...{ reader: { send: (message: IndexerMessage) => heard.push(message) }, requestId: 1 },
		...{ position: toPosition(9), incarnation: 'one' },
	};
	waiters.add(7, waiter);
	waiters.carryOver({ generationId: 7, incarnation: 'two' }, startPosition);
	waiters.dismissOne(7, waiter, 'failed');
	waiters.dismissOne(7, waiter, 'failed');
	assert.deepEqual(heard, [{ kind: 'answered', requestId: 1, outcome: 'failed' }]);
	assert(!waiters.has(7));
});
