/** The search index in OpenSearch, against a real node. All tests share the node; each has indexes of its own. */
import { join } from 'node:path';
import { after, before, type TestContext, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { createLinkedIndexReader } from '../../src/adapters/fulltext-index/linked-index-reader.ts';
import { createItemIndexer } from '../../src/adapters/opensearch/item-indexer.ts';
import { openConnection } from '../../src/adapters/opensearch/opensearch-connection.ts';
import { createOpenSearchIndex } from '../../src/adapters/opensearch/opensearch-search-index.ts';
import { startBackgroundLoop } from '../../src/lib/background-loop.ts';
import { readMonotonicMs } from '../../src/lib/monotonic-time.ts';
import { searchScheduler } from '../../src/main/search-scheduler.ts';
import { openInlineDatabase } from '../contract/inline-database.ts';
import { compareWithScan } from '../contract/search-index-comparison.ts';
import { type OpenedSearchIndex, testSearchIndex } from '../contract/search-index-contract.ts';
import { makeTemporaryDirectory } from '../contract/temporary-directory.ts';
import { chooseSeed } from '../support/chosen-seed.ts';
import { type OpenSearchNode, startOpenSearch, whyNoOpenSearch } from '../support/opensearch/opensearch-node.ts';
import { heldLease } from '../support/settable-lease.ts';
import { chooseLength } from '../support/test-length.ts';
import { neverMs } from '../support/wait-for.ts';

const skip = whyNoOpenSearch();
let node: OpenSearchNode;
let testCount = 0;

before(async () => {
	if (skip === false) node = await startOpenSearch();
});
after(() => node?.[Symbol.asyncDispose]());

async function open(t: TestContext): Promise<OpenedSearchIndex> {
	testCount += 1;
	const directory = makeTemporaryDirectory();
	const database = openInlineDatabase(join(directory.path, 'vitrine.db'));
	const prefix = `test-${process.pid}-${testCount}`;
	const connection = openConnection({
		...{ url: node.url, user: undefined, password: undefined, caFile: undefined, prefix },
		...{ shards: 2, replicas: 0, timeoutMs: neverMs },
	});
	const { generations, items } = database;
	const zone = 'eu1';
	const failures: Error[] = [];
	const onFailure = (error: unknown) => failures.push(error as Error);
	const indexer = createItemIndexer({
		connection,
		zone,
		generations,
		items,
		onFailure,
		nowMs: readMonotonicMs,
		random: Math.random,
	});
	const loop = startBackgroundLoop({
		step: indexer.step,
		lease: heldLease,
		busyPauseMs: 0,
		idlePauseMs: 10,
		onFailure,
	});
	const listSearched = (hashid: string) => generations.listOfSearchEngine(hashid, 'live', '');
	const { reader } = createLinkedIndexReader();
	const searchIndex = createOpenSearchIndex({
		...{ connection, zone, reader, generations, listSearched, items, pause },
		...{ scheduler: searchScheduler, nowMs: readMonotonicMs },
	});
	t.after(async () => {
		await loop.stop();
		await connection.send({ path: `/${prefix}-*`, method: 'DELETE', accepted: [404] });
		await connection.close();
		await database.close();
		directory.remove();
		for (const failure of failures) t.diagnostic(`${failure} ${failure.cause}`);
	});
	async function settle(): Promise<void> {
		for (const { id } of await database.accounts.listAccounts()) {
			for (const { hashid } of await database.searchEngines.list(id)) {
				for (const kind of ['live', 'temporary'] as const) {
					for (const { indexName } of await generations.listOfSearchEngine(hashid, kind, '')) {
						await searchIndex.prepare(hashid, indexName, { kind, timeoutMs: neverMs });
					}
				}
			}
		}
	}
	return { database, searchIndex, settle };
}

if (skip !== false) test('OpenSearch: the search index contract', { skip });
else {
	testSearchIndex('OpenSearch', open);

	test('OpenSearch: answers random searches as the scan does', async (t) => {
		await compareWithScan(await open(t), { numRuns: chooseLength(4, 100), seed: chooseSeed(t), hasWide: true });
	});
}
