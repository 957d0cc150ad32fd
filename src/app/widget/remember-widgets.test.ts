import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { StoreRepository, WidgetWithStore } from '../../ports/store-repository.ts';
import { rememberWidgets } from './remember-widgets.ts';

/** A repository that counts its reads; only what is used here works. */
function createCounting() {
	let nowMs = 1000;
	let readCount = 0;
	const found = { widget: { id: 'w' }, store: {} } as WidgetWithStore;
	const inner = {
		findWidget: async (id: string) => {
			readCount += 1;
			return id === 'w' ? found : undefined;
		},
		updateStore: async () => 'updated',
		removeStore: async () => 'deleted',
		updateWidget: async () => 'updated',
		removeWidget: async () => 'deleted',
	} as unknown as StoreRepository;
	const stores = rememberWidgets(inner, { nowMs: () => nowMs });
	return {
		stores,
		reads: () => readCount,
		wait: (ms: number) => {
			nowMs += ms;
		},
	};
}

test('a widget is read once, and again after a second', async () => {
	const { stores, reads, wait } = createCounting();
	await stores.findWidget('w');
	await stores.findWidget('w');
	assert.equal(reads(), 1);
	wait(1000);
	await stores.findWidget('w');
	assert.equal(reads(), 2);
});

test('a widget that does not exist is looked for every time, as it may be made at any moment', async () => {
	const { stores, reads } = createCounting();
	await stores.findWidget('x');
	await stores.findWidget('x');
	assert.equal(reads(), 2);
});

test('a change of any store or widget is seen by the next read', async () => {
	const { stores, reads } = createCounting();
	const changes = [
		() => stores.updateStore('s', {}),
		() => stores.removeStore('s'),
		() => stores.updateWidget('w', { name: 'n' }),
		() => stores.removeWidget('w'),
	];
	for (const [index, change] of changes.entries()) {
		await stores.findWidget('w');
		await change();
		await stores.findWidget('w');
		assert.equal(reads(), index + 2);
	}
});

test('a read that was under way during a change is not remembered', async () => {
	const { stores, reads } = createCounting();
	const reading = stores.findWidget('w');
	const changing = stores.updateWidget('w', { name: 'n' });
	await Promise.all([reading, changing]);
	await stores.findWidget('w');
	assert.equal(reads(), 2);
});
