/**
 * The store keeps every version of an item that an open scroll still has to show, and no other. The port does not show
 * this, so these tests read the file.
 */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import type { Database } from '../../src/ports/database.ts';
import { collectAllGarbage } from '../support/collect-all-garbage.ts';
import { openInlineDatabase } from './inline-database.ts';
import { fillDatabase, live, put, toHexId } from './sample-data.ts';
import { makeTemporaryDirectory } from './temporary-directory.ts';

const minuteMs = 60_000;

interface Setup {
	readonly database: Database;
	/** Opens scroll `number`, of one item a page. */
	open(number: number, nowMs?: number): Promise<void>;
	/** The ids of the next page. */
	next(number: number, nowMs?: number): Promise<string>;
	rewrite(price: number): Promise<void>;
	collect(nowMs?: number): Promise<void>;
	/** Ids and prices of the versions in the history, in the order of their `seq`. */
	readHistory(): readonly string[];
	countGenerations(): number;
}

/** An index with an item of price 1 for each letter. */
async function setUp(t: TestContext, ids = 'abc'): Promise<Setup> {
	const directory = makeTemporaryDirectory();
	const file = join(directory.path, 'vitrine.db');
	const database = openInlineDatabase(file);
	const raw = new DatabaseSync(file, { readOnly: true });
	t.after(async () => {
		raw.close();
		await database.close();
		directory.remove();
	});
	await fillDatabase(database);
	const { items } = database;
	const rewrite = async (price: number) =>
		void (await items.write(
			live,
			[...ids].map((id) => put(id, price)),
		));
	await rewrite(1);
	const request = (nowMs: number) => ({ itemCountMax: 1, groupId: null, nowMs, expiresAtMs: nowMs + 5 * minuteMs });
	return {
		database,
		rewrite,
		async open(number, nowMs = 0) {
			assert(typeof (await items.openScroll(live, toHexId(number, 32), request(nowMs))) === 'object');
		},
		async next(number, nowMs = 0) {
			const page = await items.continueScroll(live, toHexId(number, 32), request(nowMs));
			assert(typeof page === 'object', `a page and not ${page}`);
			return page.items.map(({ text }) => toShort(text)).join(' ');
		},
		async collect(nowMs = 0) {
			await collectAllGarbage(items, 2, nowMs);
		},
		readHistory: () =>
			raw
				.prepare('select body from item_history order by generation_id, seq')
				.all()
				.map(({ body }) => toShort(String(body))),
		countGenerations: () => Number(raw.prepare('select count(*) as total from generation').get()?.total),
	};
}

function toShort(text: string): string {
	const { id, price } = JSON.parse(text) as { id: string; price: number };
	return `${id}${price}`;
}

test('a scroll that is opened every four minutes does not keep the history for ever', async (t) => {
	const { open, rewrite, collect, readHistory } = await setUp(t);
	for (let round = 1; round <= 10; round += 1) {
		const nowMs = round * 4 * minuteMs;
		await open(round, nowMs);
		await rewrite(round + 1);
		await collect(nowMs);
		// Two are open at a time, and each has shown the first of three items.
		assert(readHistory().length <= 4, `${readHistory()} after round ${round}`);
	}
});

test('nor with a slow scroll beside it, which needs only the oldest versions', async (t) => {
	const { open, next, rewrite, collect, readHistory } = await setUp(t, 'abcdefghijkl');
	await open(100);
	for (let round = 1; round <= 10; round += 1) {
		const nowMs = round * 4 * minuteMs;
		assert.equal(await next(100, nowMs), `${'abcdefghijkl'[round]}1`);
		await open(round, nowMs);
		await rewrite(round + 1);
		await collect(nowMs);
		// Three are open at a time, and each has shown at least the first of twelve items.
		assert(readHistory().length <= 33, `${readHistory()} after round ${round}`);
	}
});

test('versions between two scrolls are not kept', async (t) => {
	const { open, next, rewrite, collect, readHistory } = await setUp(t);
	await open(1);
	await rewrite(2);
	await rewrite(3);
	await open(2);
	await rewrite(4);
	await collect();
	assert.deepEqual(readHistory(), ['b1', 'c1', 'b3', 'c3']);
	assert.equal(await next(1), 'b1');
	await collect();
	assert.deepEqual(readHistory(), ['c1', 'b3', 'c3']);
	assert.equal(await next(2), 'b3');
	assert.equal(await next(1), 'c1');
	await collect();
	assert.deepEqual(readHistory(), ['c3']);
	assert.equal(await next(2), 'c3');
});

test('a version that ends with one scroll stays for another', async (t) => {
	const { open, next, rewrite, collect, readHistory } = await setUp(t);
	await open(1);
	await open(2, minuteMs);
	await rewrite(2);
	await collect(5 * minuteMs);
	assert.deepEqual(readHistory(), ['b1', 'c1']);
	assert.equal(await next(2, 5 * minuteMs), 'b1');
});

test('a scroll that is through keeps nothing, and answers an empty page until it expires', async (t) => {
	const { database, open, next, rewrite, collect, readHistory, countGenerations } = await setUp(t);
	await open(1);
	assert.deepEqual([await next(1), await next(1)], ['b1', 'c1']);
	await rewrite(2);
	assert.deepEqual(readHistory(), [], 'a write keeps no version for it');
	await database.searchEngines.createTemporary(live.hashid, live.indexName);
	await database.searchEngines.replaceByTemporary(live.hashid, live.indexName);
	await collect();
	assert.equal(countGenerations(), 1, 'the replaced generation is gone');
	assert.equal(await next(1, 4 * minuteMs), '');
	assert.equal(await next(1, 8 * minuteMs), '');
	await assert.rejects(next(1, 14 * minuteMs), /missing/);
});

test('versions of a scroll that came to its end are forgotten while it still answers', async (t) => {
	const { open, next, rewrite, collect, readHistory } = await setUp(t);
	await open(1);
	await rewrite(2);
	assert.deepEqual([await next(1), await next(1)], ['b1', 'c1']);
	await collect();
	assert.deepEqual(readHistory(), []);
	assert.equal(await next(1), '');
});
