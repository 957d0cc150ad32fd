/**
 * Starting the threads takes longer than a test does, so all tests share one database, emptied for each, and one index,
 * which must notice that.
 */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, test } from 'node:test';
import { openSqliteDatabase } from '../../src/adapters/sqlite/open-sqlite-database.ts';
import { type RunningIndexer, startIndexerThread } from '../../src/main/start-indexer.ts';
import type { Database } from '../../src/ports/database.ts';
import { chooseSeed } from '../support/chosen-seed.ts';
import { chooseLength } from '../support/test-length.ts';
import { neverMs } from '../support/wait-for.ts';
import { compareWithScan } from './search-index-comparison.ts';
import { testSearchIndex } from './search-index-contract.ts';
import { makeTemporaryDirectory } from './temporary-directory.ts';

const directory = makeTemporaryDirectory();
const databaseFile = join(directory.path, 'vitrine.db');
let database: Database;
let indexer: RunningIndexer;

before(async () => {
	database = await openSqliteDatabase({ file: databaseFile });
	indexer = startIndexerThread({
		database,
		store: { kind: 'embedded', file: databaseFile },
		follower: 'fulltext',
		directory: join(directory.path, 'search'),
		limits: { pollIntervalMs: 20 },
		keptBytesMax: 2 * 1024 ** 2,
		onEvent: (event) => console.error(event),
	});
});
after(async () => {
	await indexer.stop();
	await database.close();
	directory.remove();
});

function emptyDatabase(): void {
	const raw = new DatabaseSync(databaseFile, { timeout: neverMs });
	const tables = raw.prepare(`select name from sqlite_schema where type = 'table' and name not like 'sqlite%'`).all();
	raw.exec('begin immediate');
	for (const { name } of tables) if (name !== 'health') raw.exec(`delete from ${name}`);
	raw.exec('commit');
	raw.close();
}

async function settleEngine(hashid: string): Promise<void> {
	for (const kind of ['live', 'temporary'] as const) {
		for (const { indexName } of await database.generations.listOfSearchEngine(hashid, kind, '')) {
			await indexer.searchIndex.prepare(hashid, indexName, { kind, timeoutMs: neverMs });
		}
	}
}

async function open() {
	emptyDatabase();
	async function settle(): Promise<void> {
		for (const { id } of await database.accounts.listAccounts()) {
			for (const { hashid } of await database.searchEngines.list(id)) await settleEngine(hashid);
		}
	}
	return { database, searchIndex: indexer.searchIndex, settle };
}

testSearchIndex('Full-text', open);

test('Full-text: answers random searches as the scan does, everything at once among them', async (t) => {
	const numRuns = chooseLength(12, 500);
	const wideCount = await compareWithScan(await open(), { numRuns, seed: chooseSeed(t), hasWide: true });
	t.diagnostic(`${wideCount} searches had everything at once`);
	assert.ok(wideCount > 0);
});
