import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import type { LoggedEvent } from '../../src/domain/event/logged-event.ts';
import { packHits } from '../../src/domain/event/packed-hits.ts';
import type { ShopperAction } from '../../src/domain/event/shopper-event.ts';
import { toItemKey } from '../../src/domain/item/dfid.ts';
import { comparePositions, type Position, startPosition } from '../../src/domain/log/position.ts';
import type { Filter } from '../../src/domain/query/filter.ts';
import type { Database } from '../../src/ports/database.ts';
import { blankEvent } from '../support/blank-event.ts';
import { readEvents } from '../support/read-events.ts';
import type { OpenDatabase } from './database.ts';
import {
	fillDatabase,
	live,
	put,
	sampleCart,
	sampleEngine,
	sampleEvent,
	sampleWidget,
	toHexId,
} from './sample-data.ts';

const { hashid } = sampleEngine();
const { id: widgetId } = sampleWidget();
const item = { indexName: 'product', itemKey: toItemKey('7') };
const other = { indexName: 'product', itemKey: toItemKey('8') };

const searchFilters: readonly Filter[] = [
	{ kind: 'terms', fieldName: 'brand', values: ['ü'] },
	{ kind: 'range', fieldName: 'price', gte: 1, lt: 2.5 },
];

/** One of each kind that callers record; none of them creates further events. */
export const actions: readonly ShopperAction[] = [
	{ kind: 'init' },
	{
		kind: 'search',
		text: 'a "b"',
		queryName: 'fuzzy',
		indexNames: ['product'],
		page: 2,
		hitCount: 7,
		firstRank: 11,
		hits: packHits([other, item]),
		draft: { run: 1_700_000_000_000, teams: 'lp' },
		filters: searchFilters,
		source: 'voice',
		facetNames: ['brand', 'price'],
		isCorrected: true,
	},
	{ kind: 'click', ...item, text: 'shoe', position: 3, resourceId: null, customResultsId: '9' },
	{ kind: 'view', ...item, widgetId: null },
	{ kind: 'widget_click', ...item, widgetId, position: 2 },
	{ kind: 'impression', widgetId, shown: [other, item] },
	{ kind: 'purchase', ...item, widgetId: null, amount: 3, price: null },
	{ kind: 'redirect', targetId: 4, text: null },
	{ kind: 'image', targetId: 5, text: 'x' },
	{ kind: 'image_impression', targetId: 6, text: null },
	{ kind: 'checkout', sources: ['search'], hasInit: false },
	{ kind: 'visit', url: 'https://shop.example/shoes', pageType: 'category' },
	{ kind: 'cart', ...item, widgetId, title: 'T', amount: 2, price: 9.5 },
	{ kind: 'cart_addition', ...item, title: 'T', amount: 2, price: null },
	{ kind: 'cart_removal', ...item, amount: 1 },
	{ kind: 'cart_replacement', lines: [{ ...item, amount: 2, price: '19.99', isNew: true }], currency: 'USD' },
	{ kind: 'cart_clearing' },
];

export function testEventLog(open: OpenDatabase): void {
	describe('the log of events', () => {
		test('has all events of all search engines in the order in which they were recorded', async (t) => {
			const { events, items } = await openFilled(t, open);
			const start = await events.log().readEnd();
			await items.write(live, [put('7')]);
			const recorded = actions.map((action, index) =>
				sampleEvent(index, action, {
					...{ isBot: index % 2 === 1, device: index % 3 === 1 ? 'mobile' : null },
					...{ location: index % 4 === 1 ? location : null },
					...(index > 3 ? { queryId: toHexId(index, 32) } : {}),
				}),
			);
			await events.recordMany(recorded);
			await events.recordOfItem(sampleCart(60, '7', { isBot: true, sessionId: 'another' }));
			const none = { storeId: null, sessionId: null, userId: null, clientKey: null };
			await events.recordMany([sampleEvent(61, { kind: 'init' }, { hashid: toHexId(2, 32), ...none })]);
			const log = await readEvents(events, start);
			const positions = log.map(({ position }) => position);
			assert(positions.every((position, index) => comparePositions(position, positions[index - 1] ?? start) > 0));
			assert.equal(await events.log().readEnd(), positions.at(-1));
			assert.deepEqual(
				log.map(({ kind }) => kind),
				[...actions.map(({ kind }) => kind), 'cart', 'init'],
			);
			for (const [index, event] of recorded.entries()) {
				const { sessionId, userId, clientKey, occurredAtMs, device, location: at } = event;
				const who = { sessionId, userId, clientKey, isBot: index % 2 === 1, device, location: at };
				const shared = { ...who, occurredAtMs, hashid };
				const { kind } = event.action;
				const queryId = kind === 'search' ? event.id : (event.queryId ?? null);
				const expected = { ...blankEvent, ...shared, kind, queryId, ...details[kind] };
				assert.deepEqual(log[index], { ...expected, position: positions[index] });
			}
			assert.deepEqual(
				log.slice(-2).map((event) => [event.hashid, event.sessionId, event.userId, event.clientKey, event.amount]),
				[
					[hashid, 'another', null, toHexId(60, 16), 60],
					[toHexId(2, 32), null, null, null, 1],
				],
			);
		});

		test('says that a search was typed and named no facets unless the event says otherwise', async (t) => {
			const { events } = await openFilled(t, open);
			const start = await events.log().readEnd();
			const asked = { text: 'a', queryName: 'match_or', indexNames: [], page: 1, filters: [] } as const;
			await events.recordMany([sampleEvent(1, { kind: 'search', ...asked, hitCount: 0, firstRank: 1, hits: [] })]);
			const { text: _, ...search } = { ...asked, source: 'text', facetNames: [], isCorrected: false };
			assert.deepEqual((await readEvents(events, start))[0]?.search, search);
		});

		test('returns the events of one search engine in batches, without searches and impressions', async (t) => {
			const { events } = await openFilled(t, open);
			await events.recordMany(actions.map((action, index) => sampleEvent(index, action)));
			await events.recordMany([sampleEvent(61, { kind: 'init' }, { hashid: toHexId(2, 32) })]);
			const all = await readEvents(events);
			const kinds = [...new Set(actions.map(({ kind }) => kind))].filter(
				(kind) => kind !== 'search' && kind !== 'impression',
			);
			const expected = all.filter((event) => event.hashid === hashid && (kinds as string[]).includes(event.kind));
			const read = async (after: Position, countMax: number) =>
				(await events.log({ hashid, kinds }).read(after, countMax)).changes;
			assert.deepEqual(await read(startPosition, 100), expected);
			assert.deepEqual(await read(startPosition, 3), expected.slice(0, 3));
			assert.deepEqual(await read(expected[2]?.position ?? startPosition, 100), expected.slice(3));
		});

		test('is read in batches for selected kinds, and skipped events are not read again', async (t) => {
			const { events } = await openFilled(t, open);
			await events.recordMany(actions.map((action, index) => sampleEvent(index, action)));
			const all = await readEvents(events);
			const kinds = ['view', 'cart'] as const;
			const isOfKinds = ({ kind }: LoggedEvent) => (kinds as readonly string[]).includes(kind);
			assert(all.some(isOfKinds) && !all.every(isOfKinds));
			for (const countMax of [1, 2, 5, all.length, all.length + 1]) {
				const found: LoggedEvent[] = [];
				let after = startPosition;
				for (let start = 0; start <= all.length; start += countMax) {
					const window = all.slice(start, start + countMax);
					const batch = await events.log({ kinds }).read(after, countMax);
					assert.equal(batch.position, window.at(-1)?.position ?? after, 'skipped events move the position');
					assert.equal(batch.isEnd, start + countMax >= all.length);
					found.push(...batch.changes);
					after = batch.position;
				}
				assert.deepEqual(found, all.filter(isOfKinds), `${countMax} at a time`);
			}
		});

		test('is read in batches past deleted events', async (t) => {
			const { events } = await openFilled(t, open);
			await events.recordMany([1, 2, 3, 4, 5, 6].map((number) => sampleEvent(number, { kind: 'init' })));
			const all = await readEvents(events);
			const positions = all.slice(1, 4).map(({ position }) => position);
			const { storeId, hashid } = sampleEvent(1, { kind: 'init' });
			assert.equal(
				await events.eraseEvents({ id: toHexId(9, 32), storeId, hashid, erasedAtMs: 9000, positions }),
				positions.length,
			);
			const found: Position[] = [];
			let after = startPosition;
			const kinds = ['init'] as const;
			for (let isEnd = false; !isEnd; ) {
				const batch = await events.log({ kinds }).read(after, 2);
				assert(batch.changes.length <= 2);
				found.push(...batch.changes.map(({ position }) => position));
				({ position: after, isEnd } = batch);
			}
			assert.deepEqual(
				found,
				[0, 4, 5].map((index) => all[index]?.position),
			);
		});

		test('is read in batches', async (t) => {
			const { events } = await openFilled(t, open);
			await events.recordMany([1, 2, 3, 4, 5].map((number) => sampleEvent(number, { kind: 'init' })));
			const batchSizes: number[] = [];
			for (let after = startPosition; ; ) {
				const batch = await events.log().read(after, 2);
				if (batch.changes.length === 0) break;
				batchSizes.push(batch.changes.length);
				after = batch.position;
			}
			assert.deepEqual(batchSizes, [2, 2, 1]);
		});
	});
}

const location = { country: 'ES', continent: 'EU', city: 'Málaga', latitude: 36.72, longitude: -4.42 };

const details: { readonly [K in ShopperAction['kind']]?: Partial<LoggedEvent> } = {
	search: {
		...{ text: 'a "b"', hitCount: 7, firstRank: 11, hits: packHits([other, item]) },
		draft: { run: 1_700_000_000_000, teams: 'lp' },
		search: {
			...{ queryName: 'fuzzy', indexNames: ['product'], page: 2, filters: searchFilters },
			...{ source: 'voice', facetNames: ['brand', 'price'], isCorrected: true },
		},
	},
	redirect: { targetId: 4 },
	click: { item, text: 'shoe', rank: 3, customResultsId: '9' },
	view: { item },
	widget_click: { item, widgetId, rank: 2 },
	impression: { widgetId, shown: [other, item] },
	purchase: { item, amount: 3 },
	image: { text: 'x', targetId: 5 },
	image_impression: { targetId: 6 },
	cart: { item, widgetId, amount: 2, price: 9.5 },
	cart_addition: { item, amount: 2 },
	cart_removal: { item },
	cart_replacement: { lines: [{ ...item, amount: 2, price: '19.99', isNew: true }], currency: 'USD' },
	checkout: { hasInit: false },
	visit: { url: 'https://shop.example/shoes', pageType: 'category' },
};

async function openFilled(t: TestContext, open: OpenDatabase): Promise<Database> {
	const database = await open(t);
	await fillDatabase(database);
	return database;
}
