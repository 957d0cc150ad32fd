import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { ItemTarget } from '../../src/domain/item/item.ts';
import type { Database } from '../../src/ports/database.ts';
import type { ItemPage, ScrollRequest } from '../../src/ports/item-repository.ts';
import { collectAllGarbage } from '../support/collect-all-garbage.ts';
import type { OpenDatabase } from './database.ts';
import {
	fillDatabase,
	live,
	put,
	remove,
	sampleAccount,
	sampleEngine,
	sampleIndex,
	sampleUser,
	temporary,
	toHexId,
} from './sample-data.ts';

const scrollId = toHexId(1, 32);
const request: ScrollRequest = { itemCountMax: 2, groupId: null, nowMs: 1000, expiresAtMs: 2000 };

export function testScrolls(open: OpenDatabase): void {
	async function openFilled(t: Parameters<OpenDatabase>[0], ids: string): Promise<Database> {
		const database = await open(t);
		await fillDatabase(database);
		await database.items.write(
			live,
			[...ids].map((id) => put(id)),
		);
		return database;
	}

	describe('scrolls', () => {
		test('pages go through all items once, then are empty', async (t) => {
			const { items } = await openFilled(t, 'abcde');
			const first = toPage(await items.openScroll(live, scrollId, request));
			assert.equal(first.totalCount, 5);
			assert.equal(first.scrollId, scrollId);
			const ids = [first, ...(await readRest(items))].map((page) => page.items.map(({ id }) => id).join(''));
			assert.deepEqual(ids, ['ab', 'cd', 'e', '']);
		});

		test('an empty index has an empty first page', async (t) => {
			const { items } = await openFilled(t, '');
			const page = await items.openScroll(live, scrollId, request);
			assert.deepEqual(page, { scrollId, totalCount: 0, items: [] });
		});

		test('it shows the items in the state of its opening', async (t) => {
			const { items } = await openFilled(t, 'abcdef');
			await items.openScroll(live, scrollId, request);
			await items.write(live, [put('c', 99), remove('d'), put('a', 99), put('g'), remove('e'), put('e', 98)]);
			await items.write(live, [put('c', 100), put('d', 97)]);
			const rest = (await readRest(items)).flatMap((page) => page.items);
			assert.deepEqual(
				rest,
				[...'cdef'].map((id) => ({ id, text: JSON.stringify({ id, price: 1 }) })),
			);
		});

		test('two scrolls opened at different times show different pasts', async (t) => {
			const { items } = await openFilled(t, 'abc');
			const second = toHexId(2, 32);
			await items.openScroll(live, scrollId, { ...request, itemCountMax: 1 });
			await items.write(live, [put('b', 2)]);
			await items.openScroll(live, second, { ...request, itemCountMax: 1 });
			await items.write(live, [put('b', 3), remove('c')]);
			const texts = async (id: string) =>
				(await readRest(items, id)).flatMap((page) => page.items.map(({ text }) => JSON.parse(text).price));
			assert.deepEqual(await texts(scrollId), [1, 1]);
			assert.deepEqual(await texts(second), [1, 2].toSorted());
		});

		test('it goes on through the replaced generation', async (t) => {
			const { items, searchEngines } = await openFilled(t, 'abcde');
			await items.openScroll(live, scrollId, request);
			await searchEngines.createTemporary(live.hashid, live.indexName);
			await items.write(temporary, [put('z')]);
			await searchEngines.replaceByTemporary(live.hashid, live.indexName);
			await collectAllGarbage(items, 2, request.nowMs);
			const ids = (await readRest(items)).flatMap((page) => page.items.map(({ id }) => id));
			assert.deepEqual(ids, ['c', 'd', 'e']);
		});

		test('it may show only one group', async (t) => {
			const { items } = await openFilled(t, 'ab');
			await items.write(live, [put('g1', 1, 'g'), put('h1', 1, 'h'), put('g2', 1, 'g'), put('g3', 1, 'g')]);
			const first = toPage(await items.openScroll(live, scrollId, { ...request, groupId: 'g' }));
			assert.equal(first.totalCount, 3);
			await items.write(live, [put('g3', 1, 'h'), put('g4', 1, 'g')]);
			const ids = [first, ...(await readRest(items))].flatMap((page) => page.items.map(({ id }) => id));
			assert.deepEqual(ids, ['g1', 'g2', 'g3']);
		});

		test('a scroll is missing when it is unknown, of another index, or expired', async (t) => {
			const { items, searchEngines } = await openFilled(t, 'abcde');
			await searchEngines.createIndex(live.hashid, sampleIndex('page'));
			await items.openScroll(live, scrollId, request);
			assert.equal(await items.continueScroll(live, toHexId(9, 32), request), 'missing');
			assert.equal(await items.continueScroll({ ...live, indexName: 'page' }, scrollId, request), 'missing');
			assert.equal(await items.continueScroll(live, scrollId, { ...request, nowMs: 2000 }), 'missing');
			assert.notEqual(await items.continueScroll(live, scrollId, { ...request, nowMs: 1999 }), 'missing');
		});

		test('one that was opened before the clock was set back by years does not stay open for years', async (t) => {
			const { items } = await openFilled(t, 'abcde');
			const yearsMs = 3 * 365 * 24 * 3600 * 1000;
			await items.openScroll(live, toHexId(1, 32), { ...request, nowMs: yearsMs, expiresAtMs: yearsMs + 300_000 });
			await items.openScroll(live, toHexId(2, 32), { ...request, nowMs: 1000, expiresAtMs: 301_000 });
			await collectAllGarbage(items, 2, 1000);
			assert.equal(await items.continueScroll(live, toHexId(1, 32), request), 'missing');
			assert.notEqual(await items.continueScroll(live, toHexId(2, 32), request), 'missing');
		});

		test('each page puts the expiry off', async (t) => {
			const { items } = await openFilled(t, 'abcdef');
			await items.openScroll(live, scrollId, request);
			toPage(await items.continueScroll(live, scrollId, { ...request, nowMs: 1900, expiresAtMs: 2900 }));
			toPage(await items.continueScroll(live, scrollId, { ...request, nowMs: 2800, expiresAtMs: 3800 }));
		});

		test('the open scrolls of an account are bounded, expired ones and those that are through do not count', async (t) => {
			const database = await openFilled(t, 'ab');
			const other = await addTenant(database, 2);
			const { items } = database;
			const short = { ...request, itemCountMax: 1 };
			await openMany(items, live, 0);
			assert.equal(await items.openScroll(live, toHexId(900, 32), short), 'full');
			toPage(await items.openScroll(other, toHexId(901, 32), short));

			toPage(await items.continueScroll(live, toHexId(7, 32), { ...short, itemCountMax: 2 }));
			toPage(await items.openScroll(live, toHexId(902, 32), { ...short, itemCountMax: 3 }));
			toPage(await items.openScroll(live, toHexId(903, 32), short));
			assert.equal(await items.openScroll(live, toHexId(904, 32), short), 'full');

			const later = { ...short, nowMs: 2000, expiresAtMs: 3000 };
			toPage(await items.openScroll(live, toHexId(905, 32), later));
		});

		test('the open scrolls of all accounts are bounded', async (t) => {
			const database = await openFilled(t, 'ab');
			await openMany(database.items, live, 0);
			for (const number of [2, 3, 4, 5]) {
				await openMany(database.items, await addTenant(database, number), number * 1000);
			}
			const last = await addTenant(database, 6);
			assert.equal(await database.items.openScroll(last, toHexId(9000, 32), { ...request, itemCountMax: 1 }), 'full');
		});

		test('a page ends early when its texts are long, and nothing is lost', async (t) => {
			const { items } = await openFilled(t, '');
			const text = (id: string) => JSON.stringify({ id, text: 'x'.repeat(1_000_000) });
			const ids = Array.from({ length: 40 }, (_, index) => String(index));
			for (const id of ids) await items.write(live, [{ kind: 'put', id, text: text(id), groupId: null }]);
			const first = toPage(await items.openScroll(live, scrollId, { ...request, itemCountMax: 100 }));
			await items.write(live, [put('10', 2), remove('20')]);
			const pages = [first, ...(await readRest(items, scrollId, 100))];
			assert.deepEqual(
				pages.flatMap((page) => page.items.map(({ id }) => id)),
				ids,
			);
			const lengths = pages.map((page) => page.items.reduce((sum, item) => sum + item.text.length, 0));
			assert(Math.max(...lengths) <= 4 * 1024 * 1024, `${lengths} characters`);
			assert.equal(pages.length, 11, 'ten full pages and the empty one');
		});

		test('an item that is longer than a page is a page', async (t) => {
			const { items } = await openFilled(t, 'a');
			const text = JSON.stringify({ id: 'b', text: 'ñ'.repeat(2_500_000) });
			await items.write(live, [{ kind: 'put', id: 'b', text, groupId: null }, put('c')]);
			const first = toPage(await items.openScroll(live, scrollId, request));
			const pages = [first, ...(await readRest(items))].map((page) => page.items.map(({ id }) => id).join(''));
			assert.deepEqual(pages, ['a', 'b', 'c', '']);
		});
	});
}

function toPage(page: ItemPage | 'missing' | 'full'): ItemPage {
	assert(typeof page === 'object', `a page and not ${page}`);
	return page;
}

/** Adds an account with an engine of its own that has the items a and b. */
async function addTenant({ accounts, searchEngines, items }: Database, number: number): Promise<ItemTarget> {
	const { id: accountId } = sampleAccount(number);
	await accounts.createAccount(sampleAccount(number), sampleUser(number, { accountId }));
	const engine = sampleEngine(number, { accountId, storeId: null });
	await searchEngines.create(engine);
	await searchEngines.createIndex(engine.hashid, sampleIndex());
	const target = { ...live, hashid: engine.hashid };
	await items.write(target, [put('a'), put('b')]);
	return target;
}

/** Opens as many scrolls as an account may have, none of them complete. */
async function openMany(items: Database['items'], target: ItemTarget, firstNumber: number): Promise<void> {
	const numbers = Array.from({ length: 200 }, (_, index) => firstNumber + index);
	const pages = numbers.map((number) => items.openScroll(target, toHexId(number, 32), { ...request, itemCountMax: 1 }));
	for (const page of await Promise.all(pages)) toPage(page);
}

/** The remaining pages, including the empty one at the end. */
async function readRest(items: Database['items'], id = scrollId, itemCountMax = 2): Promise<ItemPage[]> {
	const pages: ItemPage[] = [];
	for (;;) {
		const page = toPage(await items.continueScroll(live, id, { ...request, itemCountMax }));
		pages.push(page);
		if (page.items.length === 0) return pages;
	}
}
