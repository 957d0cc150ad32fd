/** How many statements a bulk of items takes: as many for a hundred as for one. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { type ItemTarget, type ItemWrite, itemsPerBatchMax } from '../../src/domain/item/item.ts';
import type { Database } from '../../src/ports/database.ts';
import { openInlineDatabase } from './inline-database.ts';
import { fillDatabase, live, merge, put, remove, temporary, toHexId } from './sample-data.ts';
import { makeTemporaryDirectory } from './temporary-directory.ts';

const statementsMax = 8;
const ids = Array.from({ length: itemsPerBatchMax }, (_, number) => `item ${number}`);

interface Setup {
	readonly database: Database;
	/** @returns the statements of one bulk, without those that begin and end its transaction. */
	count(target: ItemTarget, writes: readonly ItemWrite[]): Promise<number>;
}

async function setUp(t: TestContext): Promise<Setup> {
	const directory = makeTemporaryDirectory();
	const statements: string[] = [];
	const database = openInlineDatabase(join(directory.path, 'vitrine.db'), (sql) => statements.push(sql));
	t.after(async () => {
		await database.close();
		directory.remove();
	});
	await fillDatabase(database);
	return {
		database,
		async count(target, writes) {
			statements.length = 0;
			const results = await database.items.write(target, writes);
			assert.equal(results.length, writes.length);
			return statements.filter((sql) => !isOfTransaction(sql)).length;
		},
	};
}

/** The last is what the writer asks about carts before it commits. */
function isOfTransaction(sql: string): boolean {
	return /^(begin|commit|rollback)/.test(sql) || sql.includes('"cart_watermark"');
}

const bulks: readonly (readonly [name: string, write: (id: string, at: number) => ItemWrite])[] = [
	['puts', (id) => put(id)],
	['merges', (id) => merge(id, { x: 1 })],
	['all kinds', (id, at) => [put(id, 2), merge(id, { y: 1 }), remove(id)][at % 3] as ItemWrite],
	['deletions', (id) => remove(id)],
];

test(`a bulk takes at most ${statementsMax} statements, while scrolls are open, too`, async (t) => {
	const { database, count } = await setUp(t);
	for (const isScrolled of [false, true]) {
		await database.items.write(
			live,
			ids.map((id) => put(id)),
		);
		const scroll = { itemCountMax: 1, groupId: null, nowMs: 1, expiresAtMs: 2 };
		if (isScrolled) await database.items.openScroll(live, toHexId(1, 32), scroll);
		for (const [name, write] of bulks) {
			const statementCount = await count(live, ids.map(write));
			assert(statementCount <= statementsMax, `${name}: ${statementCount} statements`);
			assert(statementCount > 3, `${name}: ${statementCount} statements were seen`);
		}
	}
});

test('and while a copy is running', async (t) => {
	const { database, count } = await setUp(t);
	await database.items.write(
		live,
		ids.map((id) => put(id)),
	);
	await database.searchEngines.createTemporary(live.hashid, live.indexName);
	await database.searchEngines.startReindex(live.hashid, live.indexName);
	for (const [name, write] of bulks) {
		const statementCount = await count(temporary, ids.map(write));
		assert(statementCount <= statementsMax, `${name}: ${statementCount} statements`);
	}
});

test('the same item may be in a bulk many times', async (t) => {
	const { database, count } = await setUp(t);
	const statementCount = await count(
		live,
		ids.map((_, at) => put('one', at)),
	);
	assert(statementCount <= statementsMax);
	assert.equal(await database.items.count(live), 1);
});
