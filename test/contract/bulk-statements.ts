/** How many statements a bulk of items takes: as many for a large one as for one item. */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { ItemTarget, ItemWrite } from '../../src/domain/item/item.ts';
import type { Database } from '../../src/ports/database.ts';
import { fillDatabase, live, merge, put, remove, temporary, toHexId } from './sample-data.ts';

export interface WatchedDatabase {
	readonly database: Database;
	/** Texts of statements of writes so far; to be emptied at will. */
	readonly statements: string[];
}

const statementsMax = 8;

const bulks: readonly (readonly [name: string, write: (id: string, at: number) => ItemWrite])[] = [
	['puts', (id) => put(id)],
	['merges', (id) => merge(id, { x: 1 })],
	['all kinds', (id, at) => [put(id, 2), merge(id, { y: 1 }), remove(id)][at % 3] as ItemWrite],
	['deletions', (id) => remove(id)],
];

/** The last is what SQLite's writer asks about carts before it commits. */
function isOfTransaction(sql: string): boolean {
	return /^(begin|commit|rollback)/.test(sql) || sql.includes('"cart_watermark"');
}

/** @param sizes of bulks; HTTP has bulks of at most a hundred items. */
export function testBulkStatements(sizes: readonly number[], open: (t: TestContext) => Promise<WatchedDatabase>): void {
	async function setUp(t: TestContext) {
		const { database, statements } = await open(t);
		await fillDatabase(database);
		/** Fails where a bulk takes more statements, without those that begin and end its transaction. */
		async function check(name: string, target: ItemTarget, writes: readonly ItemWrite[]): Promise<number> {
			statements.length = 0;
			const results = await database.items.write(target, writes);
			assert.equal(results.length, writes.length);
			const { length } = statements.filter((sql) => !isOfTransaction(sql));
			assert(length <= statementsMax, `${writes.length} ${name}: ${length} statements`);
			assert(length > 0, `${writes.length} ${name}: no statement was seen`);
			return length;
		}
		return { database, check };
	}

	for (const size of sizes) {
		const ids = Array.from({ length: size }, (_, number) => `item ${number}`);
		const puts = ids.map((id) => put(id));

		test(`a bulk of ${size} takes at most ${statementsMax} statements, while scrolls are open, too`, async (t) => {
			const { database, check } = await setUp(t);
			for (const isScrolled of [false, true]) {
				await database.items.write(live, puts);
				const scroll = { itemCountMax: 1, groupId: null, nowMs: 1, expiresAtMs: 2 };
				if (isScrolled) await database.items.openScroll(live, toHexId(1, 32), scroll);
				for (const [name, write] of bulks) await check(name, live, ids.map(write));
			}
		});

		test(`a bulk of ${size} takes no more while a copy is running`, async (t) => {
			const { database, check } = await setUp(t);
			await database.items.write(live, puts);
			await database.searchEngines.createTemporary(live.hashid, live.indexName);
			await database.searchEngines.startReindex(live.hashid, live.indexName);
			for (const [name, write] of bulks) await check(name, temporary, ids.map(write));
		});

		test(`the same item may be in a bulk ${size} times`, async (t) => {
			const { database, check } = await setUp(t);
			await check(
				'puts of one item',
				live,
				ids.map((_, at) => put('one', at)),
			);
			assert.equal(await database.items.count(live), 1);
		});
	}
}
