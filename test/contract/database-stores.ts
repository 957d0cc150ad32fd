import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { ShopperAction } from '../../src/domain/event/shopper-event.ts';
import { toItemKey } from '../../src/domain/item/dfid.ts';
import { storesPerAccountMax } from '../../src/domain/store/store.ts';
import { widgetsPerStoreMax } from '../../src/domain/widget/widget.ts';
import type { Database } from '../../src/ports/database.ts';
import type { OpenDatabase } from './database.ts';
import {
	fillDatabase,
	live,
	put,
	remove,
	sampleAccount,
	sampleCart,
	sampleEngine,
	sampleEvent,
	sampleIndex,
	sampleStore,
	sampleUser,
	sampleWidget,
	toHexId,
} from './sample-data.ts';

export function testStores(open: OpenDatabase): void {
	describe('stores', () => {
		test('a store comes back as it was created', async (t) => {
			const { accounts, stores } = await open(t);
			await accounts.createAccount(sampleAccount(), sampleUser());
			assert.equal(await stores.createStore(sampleStore()), 'created');
			assert.deepEqual(await stores.findStore(sampleStore().id), sampleStore());
			assert.deepEqual(await stores.listStores(sampleAccount().id), [sampleStore()]);
			assert.deepEqual(await stores.listStores(sampleAccount(2).id), []);
		});

		test('what is not there is missing', async (t) => {
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

		test('an update changes what is named and keeps the rest', async (t) => {
			const database = await open(t);
			await fillDatabase(database);
			const { id } = sampleStore();
			assert.equal(await database.stores.updateStore(id, { isCorsEnforced: false }), 'updated');
			assert.deepEqual(await database.stores.findStore(id), { ...sampleStore(), isCorsEnforced: false });
			const change = { name: 'New', allowedDomains: [], blockedIps: ['::1'] };
			assert.equal(await database.stores.updateStore(id, change), 'updated');
			assert.deepEqual(await database.stores.findStore(id), { ...sampleStore(), ...change, isCorsEnforced: false });
		});

		test('removing a store takes its widgets and leaves its search engines to no store', async (t) => {
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

export function testEvents(open: OpenDatabase): void {
	describe('events', () => {
		test('cart events come back in the order they were recorded', async (t) => {
			const database = await open(t);
			await fillDatabase(database);
			await database.items.write(live, [put('7')]);
			for (const number of [3, 1, 2]) {
				assert.equal(await database.events.recordCart(sampleCart(number, '7')), 'recorded');
			}
			const expected = [3, 1, 2].map((number) => sampleCart(number, '7'));
			assert.deepEqual(await database.events.listCart(sampleStore().id, 10), expected);
			assert.deepEqual(await database.events.listCart(sampleStore().id, 2), expected.slice(0, 2));
			assert.deepEqual(await database.events.listCart(toHexId(9, 32), 10), []);
		});

		test('an item that is not live in an engine of the store is unknown, and nothing is written', async (t) => {
			const database = await open(t);
			await fillDatabase(database);
			await database.items.write(live, [put('7'), put('8'), remove('8')]);
			const event = sampleCart(1, '7');
			for (const unknown of [
				sampleCart(1, '8'),
				sampleCart(1, '9'),
				{ ...event, hashid: toHexId(9, 32) },
				{ ...event, indexName: 'page' },
				{ ...event, storeId: toHexId(9, 32) },
			]) {
				assert.equal(await database.events.recordCart(unknown), 'unknown_item');
			}
			assert.deepEqual(await database.events.listCart(sampleStore().id, 10), []);
		});

		test('what shoppers did comes back as it was recorded, by search engine and kind', async (t) => {
			const database = await open(t);
			await fillDatabase(database);
			const item = { indexName: 'product', itemKey: toItemKey('7') };
			const filters = [
				{ kind: 'terms', fieldName: 'brand', values: ['ü'] },
				{ kind: 'range', fieldName: 'price', gte: 1, lt: 2.5 },
			] as const;
			const search = { text: 'a "b"', queryName: 'fuzzy', indexNames: ['product'], page: 2, hitCount: 7 } as const;
			const actions: readonly ShopperAction[] = [
				{ kind: 'init' },
				{ kind: 'search', ...search, filters },
				{ kind: 'click', ...item, text: 'shoe', position: 3, resourceId: null, customResultsId: '9' },
				{ kind: 'redirect', targetId: 4, text: null },
				{ kind: 'image', targetId: 5, text: 'x' },
				{ kind: 'checkout', sources: ['search'] },
				{ kind: 'cart_addition', ...item, title: 'T', amount: 2, price: null },
				{ kind: 'cart_removal', ...item, amount: 1 },
				{ kind: 'cart_clearing' },
			];
			const recorded = actions.map((action, index) => sampleEvent(index, action));
			assert.equal(await database.events.recordMany(recorded), 'recorded');
			const unattached = sampleEvent(50, { kind: 'init' }, { storeId: null, sessionId: null, userId: null });
			const elsewhere = sampleEvent(51, { kind: 'init' }, { hashid: toHexId(2, 32) });
			await database.events.recordMany([unattached, elsewhere]);
			await database.events.recordMany([]);
			const { hashid } = sampleEngine();
			for (const event of recorded.slice(1)) {
				assert.deepEqual(await database.events.listOfEngine(hashid, event.action.kind, 10), [event]);
			}
			assert.deepEqual(await database.events.listOfEngine(hashid, 'init', 10), [recorded[0], unattached]);
			assert.deepEqual(await database.events.listOfEngine(hashid, 'init', 1), [recorded[0]]);
			assert.deepEqual(await database.events.listCart(sampleStore().id, 10), []);
		});

		test('events of a removed store are forgotten, those of a removed search engine stay', async (t) => {
			const database = await open(t);
			await fillWithEvents(database);
			const sweep = async () => {
				while ((await database.items.sweepNext(2, 1)) === 'swept');
			};
			const counts = async () => {
				const lists = await Promise.all([1, 2].map((number) => database.events.listCart(sampleStore(number).id, 10)));
				return lists.map((events) => events.length);
			};
			await database.searchEngines.remove(sampleEngine().hashid);
			await sweep();
			assert.deepEqual(await counts(), [5, 1]);
			await database.stores.removeStore(sampleStore().id);
			await sweep();
			assert.deepEqual(await counts(), [0, 1]);
			await database.accounts.removeAccount(sampleAccount().id);
			await sweep();
			assert.deepEqual(await counts(), [0, 0]);
		});

		test('an item of a temporary index is unknown until it is live', async (t) => {
			const database = await open(t);
			await fillDatabase(database);
			const { hashid } = sampleEngine();
			await database.searchEngines.createTemporary(hashid, 'product');
			await database.items.write({ ...live, generation: 'temporary' }, [put('7')]);
			assert.equal(await database.events.recordCart(sampleCart(1, '7')), 'unknown_item');
			await database.searchEngines.replaceByTemporary(hashid, 'product');
			assert.equal(await database.events.recordCart(sampleCart(1, '7')), 'recorded');
		});
	});
}

/** Five events of store 1 and one of store 2, which has an engine of its own. */
async function fillWithEvents(database: Database): Promise<void> {
	await fillDatabase(database);
	const { hashid } = sampleEngine(2);
	const { id: storeId } = sampleStore(2);
	await database.stores.createStore(sampleStore(2));
	await database.searchEngines.create(sampleEngine(2, { storeId }));
	await database.searchEngines.createIndex(hashid, sampleIndex());
	await database.items.write(live, [put('7')]);
	await database.items.write({ ...live, hashid }, [put('7')]);
	for (const number of [1, 2, 3, 4, 5]) await database.events.recordCart(sampleCart(number, '7'));
	assert.equal(await database.events.recordCart({ ...sampleCart(6, '7'), hashid, storeId }), 'recorded');
}
