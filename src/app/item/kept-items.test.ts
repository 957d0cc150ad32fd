import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { toItemKey } from '../../domain/item/dfid.ts';
import { FailureError, fail } from '../../lib/failure.ts';
import type { ItemRepository } from '../../ports/item-repository.ts';
import { keepItems } from './kept-items.ts';

const target = { hashid: 'a'.repeat(32), indexName: 'product', generation: 'live' } as const;

function createShop() {
	const kept = new Map([['1', 'kept one']]);
	const state = {
		nowMs: 0,
		trueAtMs: Number.NEGATIVE_INFINITY,
		ownWriteMs: Number.NEGATIVE_INFINITY,
		version: 0,
		isAway: false,
		isReadable: true,
	};
	let staleCount = 0;
	let askCount = 0;
	let readCount = 0;
	const ask: ItemRepository['findMany'] = async (_, names) => {
		askCount += 1;
		if (state.isAway) throw new FailureError(fail('unavailable').failure);
		return names.map((id) => ({ id, text: `stored ${id}` }));
	};
	const byKey = () => new Map(Array.from(kept, ([id, text]) => [toItemKey(id), { id, text }]));
	const items = keepItems({
		items: { findMany: ask, findByKeys: ask },
		texts: {
			readTrueAtMs: () => state.trueAtMs,
			readVersion: () => state.version,
			find(_, keys) {
				readCount += 1;
				return state.isReadable ? keys.map((key) => byKey().get(key)) : undefined;
			},
		},
		findGeneration: async () => 7,
		invalidation: { stalenessMsMax: 1_000, readOwnWriteMs: () => state.ownWriteMs },
		grace: {
			graceMsMax: 600_000,
			onStale() {
				staleCount += 1;
			},
		},
		monotonicMs: () => state.nowMs,
	});
	return {
		state,
		kept,
		counts: () => ({ askCount, readCount, staleCount }),
		async find(...ids: string[]) {
			const found = await items.findMany(target, ids);
			assert(typeof found !== 'string');
			return found.map((item) => item?.text);
		},
		async findByKey(id: string) {
			const found = await items.findByKeys(target, [toItemKey(id)]);
			assert(typeof found !== 'string');
			return found[0]?.text;
		},
	};
}

describe('kept items', () => {
	it('are shown without a question while they are fresh, those that are not there as missing', async () => {
		const shop = createShop();
		shop.state.trueAtMs = 5;
		shop.state.nowMs = 1_004;
		assert.deepEqual(await shop.find('1', '2'), ['kept one', undefined]);
		assert.equal(await shop.findByKey('1'), 'kept one');
		assert.equal(shop.counts().askCount, 0);
		shop.state.nowMs = 1_005;
		assert.deepEqual(await shop.find('1', '2'), ['stored 1', 'stored 2']);
	});

	it('are the same strings until one of them has changed', async () => {
		const shop = createShop();
		shop.state.trueAtMs = 5;
		await shop.find('1');
		await shop.find('1');
		assert.equal(shop.counts().readCount, 1);
		shop.kept.set('1', 'another');
		shop.state.version += 1;
		assert.deepEqual(await shop.find('1'), ['another']);
	});

	it('are not shown after an own write until they are newer', async () => {
		const shop = createShop();
		shop.state.trueAtMs = 5;
		shop.state.ownWriteMs = 5;
		assert.deepEqual(await shop.find('1'), ['stored 1']);
		shop.state.trueAtMs = 6;
		assert.deepEqual(await shop.find('1'), ['kept one']);
	});

	it('stand in for a store that is away, which is asked once a second', async () => {
		const shop = createShop();
		Object.assign(shop.state, { trueAtMs: 0, nowMs: 2_000, isAway: true });
		assert.deepEqual(await shop.find('1'), ['kept one']);
		assert.deepEqual(await shop.find('1'), ['kept one']);
		assert.deepEqual(shop.counts(), { askCount: 1, readCount: 1, staleCount: 2 });
		shop.state.nowMs = 3_000;
		await shop.find('1');
		assert.equal(shop.counts().askCount, 2);
		shop.state.nowMs = 600_000;
		await assert.rejects(shop.find('1'), FailureError);
		Object.assign(shop.state, { nowMs: 3_000, ownWriteMs: 1 });
		await assert.rejects(shop.find('1'), FailureError, 'they are known to have changed');
	});

	it('are read from the store where they cannot be read, were never whole, or are long', async () => {
		const shop = createShop();
		assert.deepEqual(await shop.find('1'), ['stored 1']);
		shop.state.trueAtMs = 0;
		shop.state.isReadable = false;
		assert.deepEqual(await shop.find('1'), ['stored 1']);
		shop.state.isReadable = true;
		shop.kept.set('1', 'x'.repeat(2_000_000));
		assert.deepEqual(await shop.find('1'), ['stored 1']);
	});
});
