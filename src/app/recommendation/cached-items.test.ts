import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ItemRepository } from '../../ports/item-repository.ts';
import { cacheItems } from './cached-items.ts';

const target = { hashid: 'a'.repeat(32), indexName: 'product', generation: 'live' } as const;

function createShop() {
	const texts = new Map([
		['1', 'one'],
		['2', 'two'],
	]);
	const reads: string[][] = [];
	let version = 0;
	let nowMs = 0;
	let onRead = (): void => undefined;
	const items: Pick<ItemRepository, 'findByKeys'> = {
		async findByKeys(_, keys) {
			reads.push([...keys]);
			const found = keys.map((key) => texts.get(key));
			onRead();
			return found.map((text, at) => (text === undefined ? undefined : { id: keys[at] as string, text }));
		},
	};
	const invalidation = { readSettingsVersion: () => 0, readItemsVersion: () => version, stalenessMsMax: 1000 };
	const cached = cacheItems({ items, invalidation }, { monotonicMs: () => nowMs });
	return {
		reads,
		async find(...keys: string[]) {
			const found = await cached.findByKeys(target, keys);
			assert(typeof found !== 'string');
			return found.map((item) => item?.text);
		},
		change(key: string, text: string | undefined) {
			if (text === undefined) texts.delete(key);
			else texts.set(key, text);
			version += 1;
		},
		during(what: () => void) {
			onRead = () => {
				onRead = () => undefined;
				what();
			};
		},
		pass(ms: number) {
			nowMs += ms;
		},
	};
}

describe('cached items', () => {
	it('are read once, those that are missing together', async () => {
		const shop = createShop();
		assert.deepEqual(await shop.find('1'), ['one']);
		assert.deepEqual(await shop.find('2', '1', '3'), ['two', 'one', undefined]);
		assert.deepEqual(await shop.find('1', '2'), ['one', 'two']);
		assert.deepEqual(shop.reads, [['1'], ['2', '3']]);
	});

	it('are as they were last written', async () => {
		const shop = createShop();
		await shop.find('1', '2');
		shop.change('1', 'other');
		shop.change('2', undefined);
		assert.deepEqual(await shop.find('1', '2'), ['other', undefined]);
	});

	it('are not kept from a read that began before a change', async () => {
		const shop = createShop();
		shop.during(() => shop.change('1', 'other'));
		assert.deepEqual(await shop.find('1'), ['one']);
		assert.deepEqual(await shop.find('1'), ['other']);
	});

	it('are forgotten after a second, and when they are large at once', async () => {
		const shop = createShop();
		shop.change('1', 'x'.repeat(100_000));
		await shop.find('1', '2');
		await shop.find('1', '2');
		shop.pass(1_000);
		await shop.find('1', '2');
		assert.deepEqual(shop.reads, [['1', '2'], ['1'], ['1', '2']]);
	});
});
