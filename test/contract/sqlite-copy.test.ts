/**
 * A step of the copy into a temporary index fails. After a problem with the disk it is tried again. Any other failure
 * would only happen again, so it ends the copy with an error that the caller can read.
 */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { FailureError } from '../../src/lib/failure.ts';
import type { Database } from '../../src/ports/database.ts';
import { collectAllGarbage } from '../support/collect-all-garbage.ts';
import { openInlineDatabase } from './inline-database.ts';
import { fillDatabase, live, put, temporary } from './sample-data.ts';
import { makeTemporaryDirectory } from './temporary-directory.ts';

const { hashid, indexName } = live;

/** The error of `node:sqlite` for a result code of SQLite. */
function sqliteError(errcode: number): Error {
	return Object.assign(new Error('UNIQUE constraint failed: item.seq'), { code: 'ERR_SQLITE_ERROR', errcode });
}

interface Setup {
	readonly database: Database;
	/** From now on matching statements of writes fail; undefined lets all pass. */
	fail(pattern: RegExp | undefined, errcode?: number): void;
}

/** A temporary index with a copy of five items that has not begun. */
async function setUp(t: TestContext): Promise<Setup> {
	const directory = makeTemporaryDirectory();
	let failing: { pattern: RegExp; errcode: number } | undefined;
	const database = openInlineDatabase(join(directory.path, 'vitrine.db'), (sql) => {
		if (failing?.pattern.test(sql)) throw sqliteError(failing.errcode);
	});
	t.after(async () => {
		await database.close();
		directory.remove();
	});
	await fillDatabase(database);
	await database.items.write(
		live,
		[...'abcde'].map((id) => put(id)),
	);
	await database.searchEngines.createTemporary(hashid, indexName);
	await database.searchEngines.startReindex(hashid, indexName);
	return {
		database,
		fail(pattern, errcode = 19) {
			failing = pattern && { pattern, errcode };
		},
	};
}

async function copyAll({ items }: Database): Promise<void> {
	while ((await items.copyNext(2, 7)) === 'copied');
}

for (const pattern of [/^insert into "item"/, /^update "generation"/, /^update "reindex_task" set "position"/]) {
	test(`a step that fails for good ends the copy with an error: ${pattern.source}`, async (t) => {
		const { database, fail } = await setUp(t);
		await database.items.copyNext(2, 7);
		fail(pattern);

		await assert.rejects(database.items.copyNext(2, 8), /UNIQUE/, 'the log learns the cause');

		const task = await database.searchEngines.findReindex(hashid, indexName, 0);
		assert.equal(task?.status, 'error');
		assert.equal(task.copiedCount, 2);
		assert.equal(task.finishedAtMs, 8);
		assert.match(task.error ?? '', /temporary index/);
		assert.doesNotMatch(task.error ?? '', /UNIQUE|seq/);
		assert.equal(await database.items.copyNext(2, 9), 'idle', 'it is not tried again');
		assert.equal(await database.items.count(temporary), 2, 'nothing of the step is left');

		fail(undefined);
		assert.equal(await database.searchEngines.startReindex(hashid, indexName), 'started');
		await copyAll(database);
		assert.equal(await database.items.count(temporary), 5);
		assert.equal((await database.searchEngines.findReindex(hashid, indexName, 0))?.status, 'completed');
	});
}

test('what a failed copy has left half done does not go live, however long that is ago', async (t) => {
	const { database, fail } = await setUp(t);
	const { searchEngines, items } = database;
	await items.copyNext(2, 7);
	fail(/^insert into "item"/);
	await assert.rejects(items.copyNext(2, 8), /UNIQUE/);
	fail(undefined);

	assert.equal(await searchEngines.replaceByTemporary(hashid, indexName), 'incomplete');
	assert.equal(await items.count(live), 5);
	await collectAllGarbage(items, 100, 8 + 100 * 24 * 3_600_000);
	assert.equal(await searchEngines.replaceByTemporary(hashid, indexName), 'incomplete');

	assert.equal(await searchEngines.startReindex(hashid, indexName), 'started');
	assert.equal(await searchEngines.replaceByTemporary(hashid, indexName), 'processing');
	await copyAll(database);
	assert.equal(await searchEngines.replaceByTemporary(hashid, indexName), 'replaced');
	assert.equal(await items.count(live), 5);
});

test('deleting a temporary index also clears the failure of its copy', async (t) => {
	const { database, fail } = await setUp(t);
	const { searchEngines, items } = database;
	fail(/^insert into "item"/);
	await assert.rejects(items.copyNext(2, 8), /UNIQUE/);
	fail(undefined);
	await searchEngines.removeTemporary(hashid, indexName);
	await searchEngines.createTemporary(hashid, indexName);
	await items.write(temporary, [put('z')]);
	assert.equal(await searchEngines.replaceByTemporary(hashid, indexName), 'replaced');
	assert.equal(await items.count(live), 1);
});

test('a step that fails for want of a working disk is tried again', async (t) => {
	const { database, fail } = await setUp(t);
	fail(/^insert into "item"/, 13);
	await assert.rejects(database.items.copyNext(2, 7), (error) => {
		return error instanceof FailureError && error.failure.code === 'unavailable';
	});
	assert.equal((await database.searchEngines.findReindex(hashid, indexName, 0))?.status, 'reindexing');
	fail(undefined);
	await copyAll(database);
	assert.equal((await database.searchEngines.findReindex(hashid, indexName, 0))?.status, 'completed');
});
