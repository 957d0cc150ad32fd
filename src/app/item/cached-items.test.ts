import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { toPosition } from '../../domain/log/position.ts';
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
	let writeCount = 0;
	let checkCount = 0;
	const find: ItemRepository['findMany'] = async (_, names) => {
		reads.push([...names]);
		const found = names.map((name) => texts.get(name));
		onRead();
		return found.map((text, at) => (text === undefined ? undefined : { id: names[at] as string, text }));
	};
	const items = { findByKeys: find, findMany: find };
	const generations = {
		async listOfSearchEngine(hashid: string) {
			checkCount += 1;
			const end = toPosition(writeCount);
			const settings = {
				locale: 'en',
				currency: 'EUR',
				hasStopwords: true,
				schema: '',
				followed: null,
				incarnation: '',
			};
			return [{ generationId: 1, hashid, indexName: 'product', kind: 'live' as const, end, ...settings }];
		},
	};
	const invalidation = { readSettingsVersion: () => 0, readItemsVersion: () => version, stalenessMsMax: 1000 };
	const cached = cacheItems({ items, generations, invalidation }, { monotonicMs: () => nowMs });
	return {
		reads,
		async find(...keys: string[]) {
			const found = await cached.findByKeys(target, keys);
			assert(typeof found !== 'string');
			return found.map((item) => item?.text);
		},
		countChecks: () => checkCount,
		change(key: string, text: string | undefined) {
			if (text === undefined) texts.delete(key);
			else texts.set(key, text);
			version += 1;
			writeCount += 1;
		},
		/** As another process does. */
		changeUnnoticed(key: string, text: string) {
			texts.set(key, text);
			writeCount += 1;
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

	it('are as another process wrote them a second ago', async () => {
		const shop = createShop();
		await shop.find('1', '2');
		shop.pass(1_000);
		await shop.find('1', '2');
		shop.changeUnnoticed('1', 'other');
		assert.deepEqual(await shop.find('1', '2'), ['one', 'two']);
		shop.pass(1_000);
		assert.deepEqual(await shop.find('1', '2'), ['other', 'two']);
	});

	it('are not kept from a read that began before another process wrote and ended after that was found out', async () => {
		const shop = createShop();
		await shop.find('1');
		shop.pass(1_000);
		let checking: Promise<unknown> = Promise.resolve();
		shop.during(() => {
			shop.changeUnnoticed('2', 'other');
			shop.pass(1_000);
			checking = shop.find('1');
		});
		await shop.find('2');
		await checking;
		assert.deepEqual(await shop.find('2'), ['other']);
	});

	it('are read again no more than twice where nothing is written: a check each second is enough', async () => {
		const shop = createShop();
		for (let second = 0; second < 10; second++) {
			await shop.find('1', '2');
			await shop.find('2', '1');
			shop.pass(1_000);
		}
		assert.deepEqual(shop.reads, [
			['1', '2'],
			['1', '2'],
		]);
		assert.equal(shop.countChecks(), 9);
	});

	it('are not kept where they are large', async () => {
		const shop = createShop();
		shop.change('1', 'x'.repeat(100_000));
		await shop.find('1', '2');
		await shop.find('1', '2');
		assert.deepEqual(shop.reads, [['1', '2'], ['1']]);
	});
});
