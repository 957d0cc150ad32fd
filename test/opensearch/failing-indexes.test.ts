/** An index that OpenSearch does not make, or that takes no writes: the others go on, and it is told which one fails. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createProgressStore } from '../../src/adapters/opensearch/build-progress.ts';
import { createIndexNames, openSearchFollower } from '../../src/adapters/opensearch/index-names.ts';
import { createItemIndexer } from '../../src/adapters/opensearch/item-indexer.ts';
import { readSearchProgress } from '../../src/adapters/opensearch/read-progress.ts';
import { live, put, remove, sampleIndex } from '../contract/sample-data.ts';
import { type IndexerParts, openIndexerParts } from '../support/opensearch/indexer-parts.ts';
import { type OpenSearchNode, startOpenSearch, whyNoOpenSearch } from '../support/opensearch/opensearch-node.ts';

const skip = whyNoOpenSearch();

let node: OpenSearchNode;
before(async () => {
	if (skip === false) node = await startOpenSearch();
});
after(() => node?.[Symbol.asyncDispose]());

const second = { ...live, indexName: 'second' };
const longestPauseMs = 15_000;

async function start({ database, connection, prefix }: IndexerParts) {
	const { generations, items, searchEngines } = database;
	await searchEngines.createIndex(live.hashid, { ...sampleIndex(), name: 'second' });
	const names = createIndexNames(prefix, 'eu1');
	const progress = createProgressStore(connection, names);
	const clock = { ms: 0 };
	const failures: Error[] = [];
	const indexer = createItemIndexer({
		...{ connection, zone: 'eu1', generations, items, nowMs: () => clock.ms },
		onFailure: (error) => failures.push(error),
	});

	async function readState(indexName: string) {
		const states = await generations.listOfSearchEngine(live.hashid, 'live', openSearchFollower);
		return states.find((state) => state.indexName === indexName) ?? assert.fail();
	}

	return {
		...{ clock, failures, names },
		step: () => indexer.step(1),
		readProgress: () => readSearchProgress({ connection, generations, progress }),
		async isThrough(indexName: string) {
			const { followed, end } = await readState(indexName);
			return followed === end;
		},
		async readAlias(indexName: string) {
			return names.toAlias((await readState(indexName)).generationId);
		},
		async listFound(indexName: string) {
			const path = `/${names.toAlias((await readState(indexName)).generationId)}/_search`;
			type Found = { readonly hits: { readonly hits: readonly { readonly _source: { readonly id: string } }[] } };
			const { body } = await connection.send<Found>({ path, body: { _source: ['id'] } });
			return body.hits.hits.map(({ _source: { id } }) => id).sort();
		},
	};
}

test('where OpenSearch has no room for another shard, the others go on, and no start waits for it', {
	skip,
}, async (t) => {
	const parts = await openIndexerParts(t, node);
	const { database, connection } = parts;
	const { clock, failures, step, readProgress, isThrough, listFound } = await start(parts);
	const limit = (shards: number | null) =>
		connection.send({
			...{ path: '/_cluster/settings', method: 'PUT' },
			body: { persistent: { 'cluster.max_shards_per_node': shards } },
		});
	try {
		await database.items.write(live, [put('a')]);
		await step();
		assert(await isThrough(live.indexName));
		await limit(1);
		await database.items.write(live, [put('b')]);
		await database.items.write(second, [put('c')]);
		const before = await readProgress();
		assert.deepEqual([before.isStarted, before.buildingCount, before.failingCount], [false, 1, 0]);
		for (let count = 0; count < 10; count += 1) {
			await step();
			clock.ms += 100;
		}
		// Once, and again after a second at most.
		assert(failures.length >= 1 && failures.length <= 2, String(failures.length));
		assert.match(String((failures[0]?.cause as Error | undefined)?.message), /maximum shards open/);
		assert.deepEqual(await listFound(live.indexName), ['a', 'b']);
		for (let count = 0; count < 3; count += 1) {
			clock.ms += longestPauseMs;
			await step();
		}
		const failing = await readProgress();
		assert.deepEqual([failing.isStarted, failing.buildingCount, failing.failingCount], [true, 0, 1]);
		assert.deepEqual(
			failing.builds.map(({ indexName, isFailing }) => [indexName, isFailing]),
			[['second', true]],
		);
	} finally {
		await limit(null);
	}
	clock.ms += longestPauseMs;
	await step();
	assert(await isThrough('second'));
	assert.deepEqual(await listFound('second'), ['c']);
	const built = await readProgress();
	assert.deepEqual([built.isStarted, built.buildingCount, built.failingCount], [true, 0, 0]);
});

test('an index that is closed for a while has all that was written meanwhile', { skip }, async (t) => {
	const parts = await openIndexerParts(t, node);
	const { database, connection } = parts;
	const { clock, step, isThrough, listFound, readAlias, readProgress } = await start(parts);
	await database.items.write(live, [put('a'), put('b')]);
	await database.items.write(second, [put('c')]);
	await step();
	const alias = await readAlias(live.indexName);
	await connection.send({ path: `/${alias}/_close`, method: 'POST' });
	await database.items.write(live, [put('d'), remove('a')]);
	await database.items.write(second, [put('e')]);
	await step();
	assert(!(await isThrough(live.indexName)));
	assert.deepEqual(await listFound('second'), ['c', 'e']);
	for (let count = 0; count < 3; count += 1) {
		clock.ms += longestPauseMs;
		await step();
	}
	const { isStarted, builds } = await readProgress();
	assert.deepEqual(
		[isStarted, builds.map(({ indexName, isFailing }) => [indexName, isFailing])],
		[true, [[live.indexName, true]]],
	);
	await connection.send({ path: `/${alias}/_open`, method: 'POST' });
	clock.ms += longestPauseMs;
	await step();
	assert.deepEqual(await listFound(live.indexName), ['b', 'd']);
});
