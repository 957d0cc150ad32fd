import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { storesPerAccountMax } from '../../src/domain/store/store.ts';
import { widgetsPerStoreMax } from '../../src/domain/widget/widget.ts';
import type { OpenDatabase } from './database.ts';
import { fillDatabase, sampleAccount, sampleEngine, sampleStore, sampleUser, sampleWidget } from './sample-data.ts';

export function testStores(open: OpenDatabase): void {
	describe('stores', () => {
		test('a store is read as it was created', async (t) => {
			const { accounts, stores } = await open(t);
			await accounts.createAccount(sampleAccount(), sampleUser());
			assert.equal(await stores.createStore(sampleStore()), 'created');
			assert.deepEqual(await stores.findStore(sampleStore().id), sampleStore());
			assert.deepEqual(await stores.listStores(sampleAccount().id), [sampleStore()]);
			assert.deepEqual(await stores.listStores(sampleAccount(2).id), []);
		});

		test('a missing object is reported as missing', async (t) => {
			const { stores } = await open(t);
			assert.equal(await stores.findStore('x'), undefined);
			assert.equal(await stores.createStore(sampleStore()), 'missing');
			assert.equal(await stores.updateStore('x', { name: 'y' }), 'missing');
			assert.equal(await stores.removeStore('x'), 'missing');
			assert.equal(await stores.findWidget('x'), undefined);
			assert.equal(await stores.createWidget(sampleWidget()), 'missing');
			assert.equal(await stores.updateWidget('x', { name: 'y' }), 'missing');
			assert.equal(await stores.removeWidget('x'), 'missing');
		});

		test('an update changes only the named fields', async (t) => {
			const database = await open(t);
			await fillDatabase(database);
			const { id } = sampleStore();
			assert.equal(await database.stores.updateStore(id, { isCorsEnforced: false }), 'updated');
			assert.deepEqual(await database.stores.findStore(id), { ...sampleStore(), isCorsEnforced: false });
			const change = { name: 'New', allowedDomains: [], blockedIps: ['::1'] };
			assert.equal(await database.stores.updateStore(id, change), 'updated');
			assert.deepEqual(await database.stores.findStore(id), { ...sampleStore(), ...change, isCorsEnforced: false });
		});

		test('removing a store removes its widgets, and leaves its search engines without a store', async (t) => {
			const database = await open(t);
			await fillDatabase(database);
			assert.equal(await database.stores.removeStore(sampleStore().id), 'deleted');
			assert.equal(await database.stores.findWidget(sampleWidget().id), undefined);
			assert.equal((await database.searchEngines.find(sampleEngine().hashid))?.storeId, null);
		});

		test('an account has a bounded number of stores, a store of widgets', async (t) => {
			const { accounts, stores } = await open(t);
			await accounts.createAccount(sampleAccount(), sampleUser());
			const numbers = Array.from({ length: storesPerAccountMax }, (_, index) => index + 1);
			await Promise.all(numbers.map((number) => stores.createStore(sampleStore(number))));
			assert.equal(await stores.createStore(sampleStore(5000)), 'full');
			assert.equal(storesPerAccountMax, widgetsPerStoreMax);
			await Promise.all(numbers.map((number) => stores.createWidget(sampleWidget(number))));
			assert.equal(await stores.createWidget(sampleWidget(5000)), 'full');
		});
	});

	describe('widgets', () => {
		test('a widget is found with its store', async (t) => {
			const database = await open(t);
			await fillDatabase(database);
			const found = await database.stores.findWidget(sampleWidget().id);
			assert.deepEqual(found, { widget: sampleWidget(), store: sampleStore() });
		});

		test('widgets of all stores of an account are listed, renamed and removed', async (t) => {
			const database = await open(t);
			await fillDatabase(database);
			await database.stores.createStore(sampleStore(2));
			await database.stores.createWidget(sampleWidget(2, { storeId: sampleStore(2).id }));
			assert.equal(await database.stores.updateWidget(sampleWidget().id, { name: 'New' }), 'updated');
			assert.deepEqual(await database.stores.listWidgets(sampleAccount().id), [
				sampleWidget(1, { name: 'New' }),
				sampleWidget(2, { storeId: sampleStore(2).id }),
			]);
			assert.equal(await database.stores.removeWidget(sampleWidget().id), 'deleted');
			assert.equal((await database.stores.listWidgets(sampleAccount().id)).length, 1);
		});
	});
}
