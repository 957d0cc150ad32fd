import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ItemRepository } from '../../ports/item-repository.ts';
import { createItems } from './items.ts';

test('items that are too long together are refused with what to do about it', async () => {
	const repository: Pick<ItemRepository, 'findMany'> = { findMany: async () => 'too_large' };
	const items = createItems({
		items: repository as ItemRepository,
		clock: { steadyMs: () => 0 },
		randomness: { hex: () => '', uuid: () => '' },
	});
	const target = { hashid: '', indexName: '', generation: 'live' } as const;
	const answer = await items.readMany(target, ['1', '2']);
	assert(!answer.ok);
	assert.equal(answer.failure.code, 'batch_too_large');
	assert.match(answer.failure.message, /16 MB.*fewer items/);
});
