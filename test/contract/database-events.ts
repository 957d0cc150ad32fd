import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import type { ShopperAction, ShopperEvent } from '../../src/domain/event/shopper-event.ts';
import { toItemKey } from '../../src/domain/item/dfid.ts';
import { startPosition } from '../../src/domain/log/position.ts';
import type { Database } from '../../src/ports/database.ts';
import { collectAllGarbage } from '../support/collect-all-garbage.ts';
import { readEvents } from '../support/read-events.ts';
import type { OpenDatabase } from './database.ts';
import { actions } from './database-event-log.ts';
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
	sampleWidget,
	toHexId,
} from './sample-data.ts';

const { hashid } = sampleEngine();
const { id: widgetId } = sampleWidget();
const item = { indexName: 'product', itemKey: toItemKey('7') };
const other = { indexName: 'product', itemKey: toItemKey('8') };

export function testEvents(open: OpenDatabase): void {
	describe('events', () => {
		test('of an item are recorded while it is live in an engine of the store', async (t) => {
			const { events, items } = await openFilled(t, open);
			await items.write(live, [put('7')]);
			for (const number of [3, 1, 2]) {
				assert.equal(await events.recordOfItem(sampleCart(number, '7')), 'recorded');
			}
			const expected = [3, 1, 2].map((number) => sampleCart(number, '7'));
			assert.deepEqual(await events.listOfEngine(hashid, 'cart', 10), expected);
			assert.deepEqual(await events.listOfEngine(hashid, 'cart', 2), expected.slice(0, 2));
			assert.deepEqual(await events.listOfEngine(toHexId(9, 32), 'cart', 10), []);
		});

		test('of an item that is not live in an engine of the store are not written', async (t) => {
			const { events, items } = await openFilled(t, open);
			await items.write(live, [put('7'), put('8'), remove('8')]);
			const { action, ...event } = sampleCart(1, '7');
			for (const unknown of [
				sampleCart(1, '8'),
				sampleCart(1, '9'),
				sampleCart(1, '7', { hashid: toHexId(9, 32) }),
				sampleCart(1, '7', { storeId: toHexId(9, 32) }),
				sampleCart(1, '7', { storeId: null }),
				{ ...event, action: { ...action, indexName: 'page' } as ShopperAction },
				sampleEvent(1, { kind: 'init' }),
			]) {
				assert.equal(await events.recordOfItem(unknown), 'unknown_item');
			}
			assert.equal(await events.log().readEnd(), startPosition);
			assert.deepEqual(await events.log().read(startPosition, 10), {
				changes: [],
				position: startPosition,
				isEnd: true,
			});
		});

		test('that come at once are recorded or not, each by its own item', async (t) => {
			const { events, items } = await openFilled(t, open);
			await items.write(live, [put('7')]);
			const carts = Array.from({ length: 30 }, (_, at) => sampleCart(at, at % 3 === 0 ? '9' : '7'));
			const outcomes = await Promise.all(carts.map((cart) => events.recordOfItem(cart)));
			assert.deepEqual(
				outcomes,
				carts.map((_, at) => (at % 3 === 0 ? 'unknown_item' : 'recorded')),
			);
			const recorded = await events.listOfEngine(hashid, 'cart', 100);
			assert.deepEqual(
				recorded.map(({ id }) => id).sort(),
				carts.flatMap(({ id }, at) => (at % 3 === 0 ? [] : [id])).sort(),
			);
		});

		test('an item of a temporary index is unknown until it is live', async (t) => {
			const { events, items, searchEngines } = await openFilled(t, open);
			await searchEngines.createTemporary(hashid, 'product');
			await items.write({ ...live, generation: 'temporary' }, [put('7')]);
			assert.equal(await events.recordOfItem(sampleCart(1, '7')), 'unknown_item');
			await searchEngines.replaceByTemporary(hashid, 'product');
			assert.equal(await events.recordOfItem(sampleCart(1, '7')), 'recorded');
		});

		test('of every kind are read as they were recorded, by search engine and kind', async (t) => {
			const { events } = await openFilled(t, open);
			const recorded = actions.map((action, index) => sampleEvent(index, action, { isBot: index % 2 === 1 }));
			assert.equal(await events.recordMany(recorded), 'recorded');
			const none = { storeId: null, sessionId: null, userId: null, clientKey: null };
			const unattached = sampleEvent(50, { kind: 'init' }, none);
			const elsewhere = sampleEvent(51, { kind: 'init' }, { hashid: toHexId(2, 32) });
			await events.recordMany([unattached, elsewhere]);
			await events.recordMany([]);
			for (const event of recorded.slice(1)) {
				assert.deepEqual(await events.listOfEngine(hashid, event.action.kind, 10), [event]);
			}
			assert.deepEqual(await events.listOfEngine(hashid, 'init', 10), [recorded[0], unattached]);
			assert.deepEqual(await events.listOfEngine(hashid, 'init', 1), [recorded[0]]);
		});

		test('of a removed store are forgotten, those of a removed search engine stay', async (t) => {
			const database = await open(t);
			await fillWithEvents(database);
			const collect = async () => {
				await collectAllGarbage(database.items, 2, 1);
			};
			const counts = async () => {
				const lists = await Promise.all([1, 2].map((n) => database.events.listOfEngine(toHexId(n, 32), 'cart', 10)));
				return lists.map((events) => events.length);
			};
			await database.searchEngines.remove(hashid);
			await collect();
			assert.deepEqual(await counts(), [5, 3]);
			await database.stores.removeStore(sampleStore().id);
			await collect();
			assert.deepEqual(await counts(), [0, 3]);
			await database.accounts.removeAccount(sampleAccount().id);
			await collect();
			assert.deepEqual(await counts(), [0, 0]);
		});
	});
	testPurchases(open);
}

function testPurchases(open: OpenDatabase): void {
	const addition = { kind: 'cart_addition', ...item, title: 'T', amount: 2, price: 5 } as const;
	const checkout = { kind: 'checkout', sources: [] } as const;

	/** Events of one session, one after another. */
	function toEvents(...done: readonly ShopperAction[]): readonly ShopperEvent[] {
		return done.map((action, index) => sampleEvent(index, action, { sessionId: 's' }));
	}

	async function listPurchases({ events }: Database, of = hashid) {
		const purchases = await events.listOfEngine(of, 'purchase', 100);
		return purchases.map(({ action, sessionId }) => {
			assert(action.kind === 'purchase');
			return [sessionId, action.itemKey === item.itemKey ? '7' : '8', action.amount, action.price, action.widgetId];
		});
	}

	describe('a checkout', () => {
		test("turns the session's cart into purchases, whatever filled it", async (t) => {
			const database = await openFilled(t, open);
			const { events, items } = database;
			await items.write(live, [put('7')]);
			await events.recordMany(toEvents(addition, { ...addition, ...other, price: null }));
			await events.recordOfItem(sampleCart(3, '7', { sessionId: 's' }));
			await events.recordMany(toEvents({ kind: 'cart_removal', ...item, amount: 1 }, checkout));
			assert.deepEqual(await listPurchases(database), [
				['s', '7', 4, 9.5, widgetId],
				['s', '8', 2, null, null],
			]);
			const [checkedOut] = await events.listOfEngine(hashid, 'checkout', 10);
			for (const purchase of await events.listOfEngine(hashid, 'purchase', 10)) {
				const { id, action: _, ...who } = purchase;
				assert.match(id, /^[0-9a-f]{32}$/);
				assert.deepEqual({ ...who, id: checkedOut?.id, action: checkout }, checkedOut);
			}
			const ids = (await events.listOfEngine(hashid, 'purchase', 10)).map(({ id }) => id);
			assert.equal(new Set([...ids, checkedOut?.id]).size, 3);
		});

		test('buys what a cart was replaced by; each replacement says which of its items are new in the cart', async (t) => {
			const database = await openFilled(t, open);
			const line = { ...item, amount: 3, price: '9.99' };
			const otherLine = { ...other, amount: 1, price: '5' };
			const replace = (...lines: (typeof line)[]) => ({ kind: 'cart_replacement', lines }) as const;
			await database.events.recordMany(toEvents(addition));
			await database.events.recordMany(toEvents(replace(line, otherLine, otherLine)));
			await database.events.recordMany(toEvents(replace(otherLine), replace(otherLine, line), checkout));
			await database.events.recordMany(toEvents(replace(line)));
			await database.events.recordMany([sampleEvent(9, replace(line), { sessionId: null })]);
			const replaced = await database.events.listOfEngine(hashid, 'cart_replacement', 100);
			assert.deepEqual(
				replaced.map(({ action }) => action.kind === 'cart_replacement' && action.lines.map(({ isNew }) => isNew)),
				[[undefined, true, undefined], [undefined], [undefined, true], [true], [undefined]],
			);
			assert.deepEqual(await listPurchases(database), [
				['s', '8', 1, '5', null],
				['s', '7', 3, '9.99', null],
			]);
		});

		test('a replacement knows what is in the cart, however many events that is ago', async (t) => {
			const database = await openFilled(t, open);
			const line = { ...item, amount: 1, price: '5' };
			const many = Array.from({ length: 30 }, () => ({ ...addition, ...other }));
			await database.events.recordMany(toEvents(addition, ...many));
			await database.events.recordMany(toEvents({ kind: 'cart_replacement', lines: [line, { ...line, ...other }] }));
			await database.events.recordMany(toEvents({ kind: 'cart_clearing' }));
			await database.events.recordMany(toEvents({ kind: 'cart_replacement', lines: [line] }));
			const replaced = await database.events.listOfEngine(hashid, 'cart_replacement', 100);
			assert.deepEqual(
				replaced.map(({ action }) => action.kind === 'cart_replacement' && action.lines.map(({ isNew }) => isNew)),
				[[undefined, undefined], [true]],
			);
		});

		test('empties the cart, as a clearing does', async (t) => {
			const database = await openFilled(t, open);
			await database.events.recordMany(toEvents(addition, checkout, checkout));
			assert.equal((await listPurchases(database)).length, 1);
			await database.events.recordMany(toEvents(addition, { kind: 'cart_clearing' }, checkout));
			await database.events.recordMany(toEvents({ ...addition, amount: 9 }, checkout));
			assert.deepEqual(await listPurchases(database), [
				['s', '7', 2, 5, null],
				['s', '7', 9, 5, null],
			]);
		});

		test('buys nothing of another session, another search engine, or an empty cart', async (t) => {
			const database = await openFilled(t, open);
			const elsewhere = toHexId(2, 32);
			const [added] = toEvents(addition);
			assert(added);
			await database.events.recordMany([
				{ ...added, sessionId: 't' },
				{ ...added, sessionId: null },
				{ ...added, hashid: elsewhere },
				...toEvents(checkout, addition, { kind: 'cart_removal', ...item, amount: 5 }, checkout),
				sampleEvent(1, checkout, { sessionId: null }),
			]);
			assert.deepEqual(await listPurchases(database), []);
			assert.deepEqual(await listPurchases(database, elsewhere), []);
			await database.events.recordMany([sampleEvent(1, checkout, { sessionId: 's', hashid: elsewhere })]);
			assert.deepEqual(await listPurchases(database, elsewhere), [['s', '7', 2, 5, null]]);
		});

		test('finds a cart however many events have come since', async (t) => {
			const database = await openFilled(t, open);
			const { events } = database;
			for (let block = 0; block < 3; block += 1) {
				await events.recordMany(toEvents(addition));
				const others = Array.from({ length: 2100 }, (_, index) => index);
				await events.recordMany(others.map((n) => sampleEvent(n, addition, { sessionId: `other ${block} ${n}` })));
			}
			const [first] = await readEvents(events);
			assert(first);
			await events.eraseEvents({
				id: toHexId(9, 32),
				hashid,
				storeId: null,
				positions: [first.position],
				erasedAtMs: 1,
			});
			await events.recordMany(toEvents(addition, checkout));
			assert.deepEqual(await listPurchases(database), [['s', '7', 6, 5, null]], 'and nothing that was erased');
		});

		test('reads only the last events of a cart, when a machine fills it', async (t) => {
			const database = await openFilled(t, open);
			await database.events.recordMany(toEvents({ ...addition, ...other }));
			await database.events.recordMany(Array.from({ length: 1000 }, () => toEvents(addition)).flat());
			await database.events.recordMany(toEvents(checkout));
			assert.deepEqual(await listPurchases(database), [['s', '7', 2000, 5, null]]);
		});
	});
}

async function openFilled(t: TestContext, open: OpenDatabase): Promise<Database> {
	const database = await open(t);
	await fillDatabase(database);
	return database;
}

/** Five cart events of store 1 and three of store 2, which has an engine of its own. */
async function fillWithEvents(database: Database): Promise<void> {
	await fillDatabase(database);
	const { hashid: second } = sampleEngine(2);
	const { id: storeId } = sampleStore(2);
	await database.stores.createStore(sampleStore(2));
	await database.searchEngines.create(sampleEngine(2, { storeId }));
	await database.searchEngines.createIndex(second, sampleIndex());
	await database.items.write(live, [put('7')]);
	await database.items.write({ ...live, hashid: second }, [put('7')]);
	const recordAll = async (numbers: readonly number[], change: Partial<ShopperEvent>) => {
		for (const number of numbers) {
			assert.equal(await database.events.recordOfItem(sampleCart(number, '7', change)), 'recorded');
		}
	};
	await recordAll([6, 7], { hashid: second, storeId });
	await recordAll([1, 2, 3, 4, 5], {});
	await recordAll([8], { hashid: second, storeId });
}
