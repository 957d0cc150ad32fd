/** An index that OpenSearch does not make, or that takes no writes: the others go on, and it is told which one fails. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { createLinkedIndexReader } from '../../src/adapters/fulltext-index/linked-index-reader.ts';
import { createProgressStore } from '../../src/adapters/opensearch/build-progress.ts';
import { createIndexNames, openSearchFollower } from '../../src/adapters/opensearch/index-names.ts';
import { createItemIndexer } from '../../src/adapters/opensearch/item-indexer.ts';
import {
	IndexRefusal,
	type OpenSearchConnection,
	OpenSearchError,
	type OpenSearchRequest,
} from '../../src/adapters/opensearch/opensearch-connection.ts';
import { createOpenSearchIndex } from '../../src/adapters/opensearch/opensearch-search-index.ts';
import { readSearchProgress } from '../../src/adapters/opensearch/read-progress.ts';
import { toIndexReport } from '../../src/domain/health/index-report.ts';
import { emptyQuery } from '../../src/domain/query/index-query.ts';
import { FailureError, fail } from '../../src/lib/failure.ts';
import { searchScheduler } from '../../src/main/search-scheduler.ts';
import { live, put, remove, sampleIndex } from '../contract/sample-data.ts';
import { type IndexerParts, openIndexerParts } from '../support/opensearch/indexer-parts.ts';
import { type OpenSearchNode, startOwnOpenSearch, whyNoOwnOpenSearch } from '../support/opensearch/opensearch-node.ts';

/** A setting of the whole cluster is changed. */
const skip = whyNoOwnOpenSearch();

let node: OpenSearchNode;
before(async () => {
	if (skip === false) node = await startOwnOpenSearch();
});
after(() => node?.[Symbol.asyncDispose]());

const second = { ...live, indexName: 'second' };
const longestPauseMs = 15_000;

type Send = OpenSearchConnection['send'];

/** @param send in the place of that of the connection, for the indexer */
async function start({ database, connection, prefix }: IndexerParts, send: Send = connection.send) {
	const { generations, items, searchEngines } = database;
	await searchEngines.createIndex(live.hashid, { ...sampleIndex(), name: 'second' });
	const names = createIndexNames(prefix, 'eu1');
	const progress = createProgressStore(connection, names);
	const clock = { ms: 0 };
	const failures: Error[] = [];
	const indexer = createItemIndexer({
		...{ connection: { ...connection, send }, zone: 'eu1', generations, items },
		...{ nowMs: () => clock.ms, random: Math.random },
		onFailure: (error) => failures.push(error),
	});
	const searchIndex = createOpenSearchIndex({
		...{ connection, zone: 'eu1', reader: createLinkedIndexReader().reader, generations, items, pause },
		...{ scheduler: searchScheduler, nowMs: () => clock.ms },
		listSearched: (hashid: string) => generations.listOfSearchEngine(hashid, 'live', ''),
	});

	async function readState(indexName: string) {
		const states = await generations.listOfSearchEngine(live.hashid, 'live', openSearchFollower);
		return states.find((state) => state.indexName === indexName) ?? assert.fail();
	}

	async function readAlias(indexName: string): Promise<string> {
		return names.toAlias((await readState(indexName)).generationId);
	}

	return {
		...{ clock, failures, readAlias },
		step: () => indexer.step(1),
		readFailing: progress.readFailing,
		readProgress: () => readSearchProgress({ connection, generations, progress }),
		async readReport(indexName: string) {
			const described = await searchIndex.describe(live.hashid, indexName);
			return toIndexReport({ hashid: live.hashid, engineName: 'Shop', indexName }, described).state;
		},
		search: (indexName: string) => searchIndex.search({ hashid: live.hashid, indexNames: [indexName] }, emptyQuery),
		async isThrough(indexName: string) {
			const { followed, end } = await readState(indexName);
			return followed === end;
		},
		async listFound(indexName: string) {
			const path = `/${await readAlias(indexName)}/_search`;
			type Found = { readonly hits: { readonly hits: readonly { readonly _source: { readonly id: string } }[] } };
			const { body } = await connection.send<Found>({ path, body: { _source: ['id'] } });
			return body.hits.hits.map(({ _source: { id } }) => id).sort();
		},
	};
}

const isNewIndex = ({ method, path }: OpenSearchRequest) => method === 'PUT' && !path.includes('progress');

/** As `start`, with an OpenSearch that makes no index while `refusal.isOn`. */
async function startRefusing(parts: IndexerParts) {
	const refusal = { isOn: false };
	const started = await start(parts, (request) => {
		if (refusal.isOn && isNewIndex(request)) throw new IndexRefusal(fail('unavailable').failure);
		return parts.connection.send(request);
	});
	return { ...started, refusal };
}

test('where OpenSearch has no room for another shard, the others go on, and no start waits for it', {
	skip,
}, async (t) => {
	const parts = await openIndexerParts(t, node);
	const { database, connection } = parts;
	const { clock, failures, step, search, readProgress, readReport, isThrough, listFound } = await start(parts);
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
		assert.match(String((failures[0]?.cause as Error | undefined)?.message), /maximum .*shards open/);
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
		// Twice: what the report has found out about the index is not an answer.
		for (let count = 0; count < 2; count += 1) {
			assert.equal(await readReport('second'), 'failing');
			const isBuilding = (error: unknown) => error instanceof FailureError && error.failure.code === 'index_building';
			await assert.rejects(search('second'), isBuilding);
		}
		assert.equal((await search(live.indexName)).count, 2);
		assert.equal(await readReport(live.indexName), 'ready');
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

/** What an operator, or a full disk, does to an index, and undoes. */
const refusals: Readonly<Record<string, (isOn: boolean) => Pick<OpenSearchRequest, 'path' | 'method' | 'body'>>> = {
	'is closed': (isOn) => ({ path: isOn ? '_close' : '_open', method: 'POST' }),
	'is blocked': (isOn) => ({ path: '_settings', method: 'PUT', body: { 'index.blocks.write': isOn || null } }),
	'has no disk left': (isOn) => ({
		...{ path: '_settings', method: 'PUT' },
		body: { 'index.blocks.read_only_allow_delete': isOn || null },
	}),
};

for (const [what, toRequest] of Object.entries(refusals))
	test(`an index that ${what} for a while has all that was written meanwhile`, { skip }, async (t) => {
		const parts = await openIndexerParts(t, node);
		const { database, connection } = parts;
		const { clock, step, isThrough, listFound, readAlias, readProgress, readReport } = await start(parts);
		await database.items.write(live, [put('a'), put('b')]);
		await database.items.write(second, [put('c')]);
		await step();
		const alias = await readAlias(live.indexName);
		const refuse = (isOn: boolean) => {
			const request = toRequest(isOn);
			return connection.send({ ...request, path: `/${alias}/${request.path}` });
		};
		await refuse(true);
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
		assert.equal(await readReport(live.indexName), 'failing');
		await refuse(false);
		clock.ms += longestPauseMs;
		await step();
		assert.deepEqual(await listFound(live.indexName), ['b', 'd']);
		assert.equal(await readReport(live.indexName), 'ready');
	});

test('an index that has lost a shard fails by itself, until it is removed', { skip }, async (t) => {
	const parts = await openIndexerParts(t, node);
	const { database, connection } = parts;
	const { clock, step, isThrough, listFound, readAlias, readReport } = await start(parts);
	await database.items.write(live, [put('a')]);
	await database.items.write(second, [put('b')]);
	await step();
	const path = `/_cat/indices/${await readAlias(live.indexName)}-*`;
	const { body } = await connection.send<readonly { readonly index: string; readonly uuid: string }[]>({
		...{ path, query: { format: 'json', h: 'index,uuid' } },
	});
	const [lost] = body;
	assert(lost !== undefined);
	await node.kill();
	await node.loseIndex(lost.uuid);
	await node.start(2);
	await database.items.write(live, [put('c')]);
	await database.items.write(second, [put('d')]);
	for (let count = 0; count < 6; count += 1) {
		// The node has just started, and refuses some of what it is asked.
		await step().catch((error) => assert(error instanceof FailureError));
		clock.ms += longestPauseMs;
	}
	assert(await isThrough('second'));
	assert.deepEqual(await listFound('second'), ['b', 'd']);
	assert.equal(await readReport(live.indexName), 'failing');
	await connection.send({ path: `/${lost.index}`, method: 'DELETE' });
	for (let count = 0; count < 4; count += 1) {
		clock.ms += 2 * longestPauseMs;
		await step();
	}
	assert.deepEqual(await listFound(live.indexName), ['a', 'c']);
	assert.equal(await readReport(live.indexName), 'ready');
});

test('an index that was removed, and cannot be made again, fails, too', { skip }, async (t) => {
	const parts = await openIndexerParts(t, node);
	const { database, connection } = parts;
	const { refusal, clock, step, readAlias, readReport, listFound } = await startRefusing(parts);
	await database.items.write(live, [put('a'), put('b')]);
	await database.items.write(live, [remove('a')]);
	await step();
	refusal.isOn = true;
	await connection.send({ path: `/${await readAlias(live.indexName)}-*`, method: 'DELETE' });
	for (let count = 0; count < 6; count += 1) {
		clock.ms += longestPauseMs;
		await step();
	}
	assert.equal(await readReport(live.indexName), 'failing');
	refusal.isOn = false;
	clock.ms += longestPauseMs;
	await step();
	assert.deepEqual(await listFound(live.indexName), ['b']);
});

test('any number of indexes that fail leave the others alone', { skip }, async (t) => {
	const parts = await openIndexerParts(t, node);
	const { database, connection } = parts;
	const allowed: string[] = [];
	const { step, isThrough, readAlias } = await start(parts, (request) => {
		const isAllowed = allowed.some((alias) => request.path.startsWith(`/${alias}-`));
		if (isNewIndex(request) && !isAllowed) throw new IndexRefusal(fail('unavailable').failure);
		return connection.send(request);
	});
	const { items, searchEngines } = database;
	// More than are read at once.
	for (let number = 0; number < 60; number += 1) {
		const name = `more${number}`;
		await searchEngines.createIndex(live.hashid, { ...sampleIndex(), name });
		await items.write({ ...live, indexName: name }, [put('a')]);
	}
	allowed.push(await readAlias('more59'));
	let stepCount = 1;
	// A pause comes once all have had their chance, also where all wait.
	while (await step()) stepCount += 1;
	assert(stepCount <= 3, String(stepCount));
	assert(await isThrough('more59'));
	while (await step()) stepCount += 1;
	assert(stepCount <= 5, String(stepCount));
	assert(!(await isThrough('more0')));
});

test('while OpenSearch as a whole cannot be used no index is said to fail, and each has its chance', {
	skip,
}, async (t) => {
	const parts = await openIndexerParts(t, node);
	const { database, connection } = parts;
	let slow: string | undefined;
	let isAway = true;
	const { step, isThrough, readAlias, readFailing, failures } = await start(parts, (request) => {
		const isBulk = request.path.endsWith('/_bulk');
		if (isBulk && isAway)
			throw new FailureError(fail('unavailable').failure, { cause: new OpenSearchError('away', false) });
		if (isBulk && slow !== undefined && request.path.startsWith(`/${slow}-`)) {
			throw new FailureError(fail('timed_out').failure);
		}
		return connection.send(request);
	});
	await database.items.write(live, [put('a')]);
	await database.items.write(second, [put('b')]);
	let failedCount = 0;
	for (let count = 0; count < 12; count += 1) {
		await step().catch((error) => {
			assert(error instanceof FailureError);
			failedCount += 1;
		});
	}
	assert(failedCount >= 8, String(failedCount));
	assert.deepEqual([await readFailing(), failures], [[], []]);
	isAway = false;
	slow = await readAlias(live.indexName);
	await assert.rejects(async () => {
		for (let count = 0; count < 3; count += 1) await step();
	}, FailureError);
	await step();
	assert(await isThrough('second'));
	assert(!(await isThrough(live.indexName)));
	slow = undefined;
	for (let count = 0; count < 2; count += 1) await step();
	assert(await isThrough(live.indexName));
	assert.deepEqual([await readFailing(), failures], [[], []]);
});

test('an index whose refresh takes too long, as where a shard is missing, fails by itself', { skip }, async (t) => {
	const parts = await openIndexerParts(t, node);
	const { database, connection } = parts;
	let slow: string | undefined;
	const { clock, step, isThrough, readAlias, readReport } = await start(parts, (request) => {
		const isSlow = slow !== undefined && request.path.startsWith(`/${slow}-`) && request.path.endsWith('/_refresh');
		if (isSlow) throw new FailureError(fail('timed_out').failure);
		return connection.send(request);
	});
	slow = await readAlias(live.indexName);
	await database.items.write(live, [put('a')]);
	await database.items.write(second, [put('b')]);
	for (let count = 0; count < 4; count += 1) {
		await step();
		clock.ms += longestPauseMs;
	}
	assert(await isThrough('second'));
	assert.equal(await readReport(live.indexName), 'failing');
	slow = undefined;
	await step();
	assert(await isThrough(live.indexName));
	assert.equal(await readReport(live.indexName), 'ready');
});

test('a new build that cannot be made leaves the old one searched, and is told', { skip }, async (t) => {
	const parts = await openIndexerParts(t, node);
	const { database } = parts;
	const { refusal, clock, step, readProgress, readReport, listFound } = await startRefusing(parts);
	await database.items.write(live, [put('a')]);
	await step();
	refusal.isOn = true;
	await database.searchEngines.update(live.hashid, { locale: 'de' });
	clock.ms += 2 * longestPauseMs;
	await step();
	// A start does not wait for what is searched.
	assert.equal((await readProgress()).isStarted, true);
	assert.deepEqual(await listFound(live.indexName), ['a']);
	await database.items.write(live, [put('b')]);
	for (let count = 0; count < 4; count += 1) {
		clock.ms += longestPauseMs;
		await step();
	}
	assert.equal(await readReport(live.indexName), 'failing');
	assert.deepEqual(await listFound(live.indexName), ['a']);
	refusal.isOn = false;
	clock.ms += longestPauseMs;
	await step();
	assert.deepEqual(await listFound(live.indexName), ['a', 'b']);
	assert.equal(await readReport(live.indexName), 'ready');
});
