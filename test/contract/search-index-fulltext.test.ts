import { join } from 'node:path';
import { openSqliteDatabase } from '../../src/adapters/sql/open-sqlite-database.ts';
import { startIndexerThread } from '../../src/main/start-indexer.ts';
import { testSearchIndex } from './search-index-contract.ts';
import { makeTemporaryDirectory } from './temporary-directory.ts';

testSearchIndex('Full-text', async (t) => {
	const directory = makeTemporaryDirectory();
	const databaseFile = join(directory.path, 'vitrine.db');
	const database = await openSqliteDatabase({ file: databaseFile });
	const indexer = startIndexerThread({
		database,
		databaseFile,
		directory: join(directory.path, 'search'),
		limits: { lookIntervalMs: 20 },
		onEvent: (event) => t.diagnostic(JSON.stringify(event)),
	});
	t.after(async () => {
		await indexer.stop();
		await database.close();
		directory.remove();
	});
	async function settle(): Promise<void> {
		for (const { hashid } of await listEngines(database)) await settleEngine(hashid);
	}
	async function settleEngine(hashid: string): Promise<void> {
		for (const kind of ['live', 'temporary'] as const) {
			for (const { indexName } of await database.generations.listOfSearchEngine(hashid, kind, '')) {
				await indexer.searchIndex.prepare(hashid, indexName, { kind, timeoutMs: 10_000 });
			}
		}
	}
	return { database, searchIndex: indexer.searchIndex, settle };
});

async function listEngines(database: Awaited<ReturnType<typeof openSqliteDatabase>>) {
	const accounts = await database.accounts.listAccounts();
	return (await Promise.all(accounts.map(({ id }) => database.searchEngines.list(id)))).flat();
}
