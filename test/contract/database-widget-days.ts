import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import type { ShopperAction, ShopperEvent } from '../../src/domain/event/shopper-event.ts';
import { toItemKey } from '../../src/domain/item/dfid.ts';
import { comparePositions, startPosition } from '../../src/domain/log/position.ts';
import { createSeededRandom } from '../../src/lib/seeded-random.ts';
import type { Database } from '../../src/ports/database.ts';
import { chooseSeed } from '../support/chosen-seed.ts';
import { readEvents } from '../support/read-events.ts';
import type { OpenDatabase } from './database.ts';
import { fillDatabase, sampleAccount, sampleEngine, sampleEvent, sampleStore, sampleWidget } from './sample-data.ts';

const { hashid } = sampleEngine();
const { id: widgetId } = sampleWidget();
const item = { indexName: 'product', itemKey: toItemKey('7') };
const dayMs = 24 * 3600 * 1000;

const impression = (id: string): ShopperAction => ({ kind: 'impression', widgetId: id, shown: [item] });
const click = (id: string): ShopperAction => ({ kind: 'widget_click', ...item, widgetId: id, position: 1 });
const cart = (id: string, amount: number, price: number): ShopperAction => ({
	...{ kind: 'cart', ...item, widgetId: id, title: 'T' },
	amount,
	price,
});
const purchase = (id: string | null, amount: number, price: number | null): ShopperAction => ({
	...{ kind: 'purchase', ...item, widgetId: id },
	amount,
	price,
});

let eventCount = 0;

function on(day: number, action: ShopperAction, change: Partial<ShopperEvent> = {}): ShopperEvent {
	eventCount += 1;
	return sampleEvent(eventCount, action, { occurredAtMs: day * dayMs + 5, sessionId: 's', ...change });
}

async function countAll({ events }: Database, eventCountMax = 1000): Promise<void> {
	const end = await events.log().readEnd();
	while (comparePositions(await events.countWidgetEvents(eventCountMax), end) < 0);
}

function list({ events }: Database, id = widgetId, firstDay = 0, lastDay = 1000) {
	return events.listWidgetDays({ widgetId: id, firstDay, lastDay });
}

export function testWidgetDays(open: OpenDatabase): void {
	async function openFilled(t: TestContext): Promise<Database> {
		const database = await open(t);
		await fillDatabase(database);
		await database.stores.createWidget(sampleWidget(2));
		return database;
	}

	describe('the days of a widget', () => {
		test('have what the widget did and what came of it, each event once', async (t) => {
			const database = await openFilled(t);
			const { events } = database;
			assert.equal(await events.countWidgetEvents(10), startPosition, 'an empty log');
			await events.recordMany([
				on(10, impression(widgetId)),
				on(10, impression(widgetId)),
				on(10, click(widgetId)),
				on(11, cart(widgetId, 3, 2.5)),
				on(11, { kind: 'checkout', sources: [] }),
				on(11, purchase(null, 9, 9)),
				on(11, purchase(widgetId, 2, null)),
				on(12, { kind: 'view', ...item, widgetId }),
				on(12, impression(sampleWidget(2).id)),
			]);
			const position = await events.countWidgetEvents(100);
			assert.equal(position, await events.log().readEnd());
			const none = {
				impressionCount: 0,
				emptyAnswerCount: 0,
				clickCount: 0,
				cartCount: 0,
				purchaseCount: 0,
				revenue: 0,
			};
			const expected = [
				{ ...none, day: 10, impressionCount: 2, clickCount: 1 },
				{ ...none, day: 11, cartCount: 1, purchaseCount: 2, revenue: 7.5 },
			];
			assert.deepEqual(await list(database), expected);
			assert.equal(await events.countWidgetEvents(100), position);
			assert.deepEqual(await list(database), expected, 'nothing came, so nothing is added');
			await events.recordMany([on(10, impression(widgetId))]);
			await countAll(database);
			assert.equal((await list(database))[0]?.impressionCount, 3);
			assert.deepEqual(await list(database, widgetId, 11, 11), expected.slice(1));
			assert.deepEqual(await list(database, widgetId, 12, 99), []);
			assert.equal((await list(database, sampleWidget(2).id)).length, 1);
		});

		test('have the answers without items that are added to them, beside the events', async (t) => {
			const database = await openFilled(t);
			const { events } = database;
			const other = sampleWidget(2).id;
			const count = { widgetId, day: 10, emptyAnswerCount: 3 };
			assert.deepEqual(await list(database), []);
			assert.equal(await events.addEmptyAnswers([count, { ...count, widgetId: other }]), 'added');
			await events.recordMany([on(10, impression(widgetId)), on(11, impression(widgetId))]);
			await countAll(database);
			assert.equal(
				await events.addEmptyAnswers([
					{ ...count, day: 11 },
					{ ...count, emptyAnswerCount: 4 },
				]),
				'added',
			);
			const found = async (id: string) =>
				(await list(database, id)).map((row) => [row.day, row.impressionCount, row.emptyAnswerCount]);
			assert.deepEqual(await found(widgetId), [
				[10, 1, 7],
				[11, 1, 3],
			]);
			assert.deepEqual(await found(other), [[10, 0, 3]]);
			await database.stores.removeWidget(other);
			assert.equal(await events.addEmptyAnswers([{ ...count, widgetId: other }]), 'added', 'the widget is gone');
			assert.deepEqual(await found(other), []);
		});

		test('take empty answers from many threads at once', async (t) => {
			const database = await openFilled(t);
			const counts = [widgetId, sampleWidget(2).id].flatMap((id) =>
				[10, 11].map((day) => ({ widgetId: id, day, emptyAnswerCount: 1 })),
			);
			const all = Array.from({ length: 10 }, (_, at) => (at % 2 === 0 ? counts : counts.toReversed()));
			await Promise.all(all.map((added) => database.events.addEmptyAnswers(added)));
			assert.deepEqual(
				(await list(database)).map(({ emptyAnswerCount }) => emptyAnswerCount),
				[10, 10],
			);
		});

		test('have no bots and no widgets that are gone', async (t) => {
			const database = await openFilled(t);
			const bot = { isBot: true, sessionId: 'bot' };
			await database.events.recordMany([
				...[on(1, impression(widgetId), bot), on(1, click(widgetId), bot), on(1, cart(widgetId, 1, 1), bot)],
				on(1, { kind: 'checkout', sources: [] }, bot),
				on(1, impression(sampleWidget(3).id)),
			]);
			await countAll(database);
			assert.deepEqual(await list(database), []);
			assert.deepEqual(await list(database, sampleWidget(3).id), []);
		});

		test('are the same in steps of any size, and equal to the log added up', async (t) => {
			const database = await openFilled(t);
			const random = createSeededRandom(chooseSeed(t));
			const ids = [widgetId, sampleWidget(2).id];
			const recorded = Array.from({ length: 200 }, () => {
				const id = random.pick(ids);
				const whole = random.integer(1, 9);
				const actions = [
					impression(id),
					click(id),
					cart(id, 1, whole),
					purchase(id, 2, whole),
					{ kind: 'init' } as const,
				];
				return on(random.integer(1, 4), random.pick(actions), { isBot: random.chance(0.1) });
			});
			for (let start = 0; start < recorded.length; start += 50) {
				await database.events.recordMany(recorded.slice(start, start + 50));
				await countAll(database, random.integer(1, 30));
			}
			const counted = recorded.filter(({ isBot }) => !isBot);
			for (const id of ids) {
				for (const day of [1, 2, 3, 4]) {
					const actions = counted
						.filter(({ occurredAtMs }) => Math.floor(occurredAtMs / dayMs) === day)
						.map(({ action }) => action)
						.filter((action) => 'widgetId' in action && action.widgetId === id);
					const count = (kind: string) => actions.filter((action) => action.kind === kind).length;
					const expected = {
						day,
						impressionCount: count('impression'),
						emptyAnswerCount: 0,
						clickCount: count('widget_click'),
						cartCount: count('cart'),
						purchaseCount: count('purchase'),
						revenue: actions.reduce(
							(sum, action) => sum + (action.kind === 'purchase' ? action.amount * Number(action.price ?? 0) : 0),
							0,
						),
					};
					assert.deepEqual(await list(database, id, day, day), actions.length === 0 ? [] : [expected]);
				}
			}
		});
	});

	describe('the days of widgets stay and go', () => {
		test('they survive an erasure, and events that are erased before are not counted', async (t) => {
			const database = await openFilled(t);
			const { events } = database;
			await events.recordMany([on(1, click(widgetId))]);
			await countAll(database);
			await events.recordMany([on(1, click(widgetId))]);
			const positions = (await readEvents(events)).map(({ position }) => position);
			await events.eraseEvents({ id: 'e'.repeat(32), hashid, storeId: null, positions, erasedAtMs: 1 });
			await countAll(database);
			assert.deepEqual(
				(await list(database)).map(({ clickCount }) => clickCount),
				[1],
			);
		});

		test('they are forgotten with the events, when all of the day is old enough', async (t) => {
			const database = await openFilled(t);
			const { events } = database;
			await events.recordMany([3, 1, 2, 4].map((day) => on(day, click(widgetId))));
			await countAll(database);
			const forget = (eventsBeforeMs: number | null) =>
				events.forgetOld({ eventsBeforeMs, suppressionsBeforeMs: 0, eventCountMax: 2 });
			const days = async () => (await list(database)).map(({ day }) => day);
			await forget(null);
			await forget(2 * dayMs - 1);
			assert.deepEqual(await days(), [1, 2, 3, 4]);
			while ((await forget(4 * dayMs + 5)) === 'forgotten');
			assert.deepEqual(await days(), [4]);
			await countAll(database);
			await events.recordMany([on(4, click(widgetId))]);
			await countAll(database);
			assert.deepEqual(
				(await list(database)).map(({ clickCount }) => clickCount),
				[2],
				'counting goes on behind a log that was cut',
			);
		});

		test('they go with their widget, its store and its account', async (t) => {
			const database = await openFilled(t);
			const { stores, accounts, events } = database;
			await stores.createStore(sampleStore(2));
			await stores.createWidget(sampleWidget(3, { storeId: sampleStore(2).id }));
			const ids = [1, 2, 3].map((number) => sampleWidget(number).id);
			await events.recordMany(ids.map((id) => on(1, click(id))));
			await countAll(database);
			const counts = async () => (await Promise.all(ids.map((id) => list(database, id)))).map(({ length }) => length);
			assert.deepEqual(await counts(), [1, 1, 1]);
			await stores.removeWidget(widgetId);
			assert.deepEqual(await counts(), [0, 1, 1]);
			await stores.removeStore(sampleStore(2).id);
			assert.deepEqual(await counts(), [0, 1, 0]);
			await accounts.removeAccount(sampleAccount().id);
			assert.deepEqual(await counts(), [0, 0, 0]);
		});
	});
}
