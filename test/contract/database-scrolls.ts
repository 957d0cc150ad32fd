import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Database } from '../../src/ports/database.ts';
import type { ItemPage, ScrollRequest } from '../../src/ports/item-repository.ts';
import type { OpenDatabase } from './database.ts';
import { fillDatabase, live, put, remove, sampleIndex, temporary, toHexId } from './sample-data.ts';

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

		test('it shows the items as they were when it was opened', async (t) => {
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
			while ((await items.sweepNext(2, request.nowMs)) === 'swept');
			const ids = (await readRest(items)).flatMap((page) => page.items.map(({ id }) => id));
			assert.deepEqual(ids, ['c', 'd', 'e']);
		});

		test('it may show one group alone', async (t) => {
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

		test('each page puts the expiry off', async (t) => {
			const { items } = await openFilled(t, 'abcdef');
			await items.openScroll(live, scrollId, request);
			toPage(await items.continueScroll(live, scrollId, { ...request, nowMs: 1900, expiresAtMs: 2900 }));
			toPage(await items.continueScroll(live, scrollId, { ...request, nowMs: 2800, expiresAtMs: 3800 }));
		});

		test('open scrolls are bounded, expired ones do not count', async (t) => {
			const { items } = await openFilled(t, 'a');
			const numbers = Array.from({ length: 1000 }, (_, index) => index + 1);
			await Promise.all(numbers.map((number) => items.openScroll(live, toHexId(number, 32), request)));
			assert.equal(await items.openScroll(live, toHexId(5000, 32), request), 'full');
			const later = { ...request, nowMs: 2000, expiresAtMs: 3000 };
			toPage(await items.openScroll(live, toHexId(5000, 32), later));
		});

		test('a page ends early when its texts are long, and nothing is lost', async (t) => {
			const { items } = await openFilled(t, '');
			const text = (id: string) => JSON.stringify({ id, text: 'x'.repeat(1_000_000) });
			const ids = Array.from({ length: 40 }, (_, index) => String(index));
			for (const id of ids) await items.write(live, [{ kind: 'put', id, text: text(id), groupId: null }]);
			const first = toPage(await items.openScroll(live, scrollId, { ...request, itemCountMax: 100 }));
			assert(first.items.length < 40, 'the page is shorter than the index');
			const rest = await readRest(items, scrollId, 100);
			assert.deepEqual(
				[first, ...rest].flatMap((page) => page.items.map(({ id }) => id)),
				ids,
			);
		});
	});
}

function toPage(page: ItemPage | 'missing' | 'full'): ItemPage {
	assert(typeof page === 'object', `a page and not ${page}`);
	return page;
}

/** The pages that are left, with the empty one at the end. */
async function readRest(items: Database['items'], id = scrollId, itemCountMax = 2): Promise<ItemPage[]> {
	const pages: ItemPage[] = [];
	for (;;) {
		const page = toPage(await items.continueScroll(live, id, { ...request, itemCountMax }));
		pages.push(page);
		if (page.items.length === 0) return pages;
	}
}
