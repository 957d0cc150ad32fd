/**
 * A disk that fails under the search indexes: searches go on, nothing spins, and everything recovers once it works again.
 */
import assert from 'node:assert/strict';
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { createFulltextSearchIndex } from '../../src/adapters/fulltext-index/fulltext-search-index.ts';
import { createIndexReader } from '../../src/adapters/fulltext-index/index-reader.ts';
import { emptyQuery } from '../../src/domain/query/index-query.ts';
import { createDurableFiles, type FileCall } from '../../src/followers/runtime/durable-files.ts';
import { systemTiming } from '../../src/followers/runtime/timing.ts';
import { startIndexer } from '../../src/followers/search-index/indexer.ts';
import { defaultIndexerLimits, type IndexerLimits } from '../../src/followers/search-index/indexer-limits.ts';
import type { IndexerEvent } from '../../src/followers/search-index/indexer-options.ts';
import { createMergeThread } from '../../src/followers/search-index/start-merge-thread.ts';
import { FailureError } from '../../src/lib/failure.ts';
import { searchScheduler } from '../../src/main/search-scheduler.ts';
import type { Database } from '../../src/ports/database.ts';
import { fillDatabase, live, sampleIndex } from '../contract/sample-data.ts';
import { makeTemporaryDirectory } from '../contract/temporary-directory.ts';
import { toStampedText } from '../support/indexed-zone.ts';
import { chosenStore } from '../support/store/test-store.ts';
import { neverMs, waitFor } from '../support/wait-for.ts';

const { hashid } = live;

/**
 * An indexer in this thread, whose disk and clock the test controls. The clock stands still until the test sets it, so an
 * operation that failed is retried only then, however slow the machine is. Whatever has not failed is due at once.
 */
function startHere({ database, path: directory, running }: Scratch, more: Partial<IndexerLimits> = {}) {
	const events: IndexerEvent[] = [];
	const calls: FileCall[] = [];
	const disk = { isBad: (_: FileCall): boolean => false };
	const clock = { nowMs: 0 };
	const files = createDurableFiles((call) => {
		calls.push(call);
		if (disk.isBad(call)) throw Object.assign(new Error('the disk is bad'), { code: 'ENOSPC' });
	});
	const indexer = startIndexer({
		store: database,
		files,
		directory,
		follower: 'fulltext',
		mergeThread: createMergeThread(),
		timing: { ...systemTiming, nowMs: () => clock.nowMs },
		onEvent: (event) => events.push(event),
		onMeasure: () => undefined,
		limits: { ...defaultIndexerLimits, pollIntervalMs: 0, saveDelayMs: 0, ...more },
	});
	const reader = createIndexReader((message) => indexer.receive(link, message));
	const link = { send: reader.receive };
	indexer.attach(link);
	const searchIndex = createFulltextSearchIndex({
		reader,
		generations: database.generations,
		listSearched: (id) => database.generations.listOfSearchEngine(id, 'live', 'fulltext'),
		items: database.items,
		follower: 'fulltext',
		scheduler: searchScheduler,
		keptAnswers: { bytesMax: 0, monotonicMs: () => 0 },
		openTimeoutMs: neverMs,
		buildWaitMs: neverMs,
	});
	const search = async () => (await searchIndex.search({ hashid, indexNames: ['product'] }, emptyQuery)).count;
	let ended: Promise<void> | undefined;
	const stop = () => {
		ended ??= indexer.stop();
		return ended;
	};
	running.push(stop);
	return { stop, events, calls, disk, clock, search };
}

interface Scratch {
	readonly database: Database;
	readonly path: string;
	/** Stops indexers when the test ends, even if it fails. */
	readonly running: (() => Promise<void>)[];
}

async function openScratch(t: TestContext) {
	const directory = makeTemporaryDirectory();
	const database = await chosenStore().open(directory.path);
	const running: Scratch['running'] = [];
	t.after(async () => {
		for (const stop of running) await stop();
		await database.close();
		directory.remove();
	});
	await fillDatabase(database);
	const put = (id: string) =>
		database.items.write(live, [{ kind: 'put', id, text: toStampedText(id, 1), groupId: null }]);
	const isSaved = async () => {
		const [state] = await database.generations.listOfSearchEngine(hashid, 'live', 'fulltext');
		return state !== undefined && state.followed === state.end;
	};
	return { database, running, put, isSaved, path: join(directory.path, 'search') };
}

function isUnavailable(error: unknown): boolean {
	return error instanceof FailureError && error.failure.code === 'unavailable';
}

test('while the disk is full, writes are found; they are saved once there is room', async (t) => {
	const scratch = await openScratch(t);
	const { put, isSaved } = scratch;
	// No index may stay in memory, so all have to be saved at once.
	const here = startHere(scratch, { memoryBytesMax: 1 });
	here.disk.isBad = (call) => call === 'write' || call === 'replace';
	for (const [at, id] of ['a', 'b', 'c'].entries()) {
		await put(id);
		await waitFor(`${at + 1} found items`, here.search, (count) => count === at + 1);
	}
	await waitFor('a report of the indexer', () => here.events.length > 0);
	const [event] = here.events;
	assert(event?.kind === 'failed');
	assert.match(event.error.message, /the disk is bad/);
	const before = here.events.length;
	for (let time = 0; time < 10; time++) {
		await put(`more${time}`);
		await waitFor(`${4 + time} found items`, here.search, (count) => count === 4 + time);
	}
	assert(here.events.length <= before + 4, `${here.events.length} failures in no time`);
	assert.equal(await isSaved(), false);
	here.disk.isBad = () => false;
	here.clock.nowMs += 3_600_000;
	await waitFor('a save', isSaved);
	await here.stop();
	const again = startHere(scratch);
	assert.equal(await again.search(), 13);
	assert.deepEqual(again.events, []);
	assert(again.calls.includes('read'));
	await again.stop();
});

test('an index is opened for a search however full the memory is with others that cannot be saved', async (t) => {
	const scratch = await openScratch(t);
	const { database, put, isSaved } = scratch;
	await put('a');
	const first = startHere(scratch);
	await waitFor('a save', isSaved);
	await first.stop();
	await database.searchEngines.createIndex(hashid, sampleIndex('page'));
	const here = startHere(scratch, { memoryBytesMax: 1 });
	here.disk.isBad = (call) => call === 'write';
	const page = { ...live, indexName: 'page' };
	await database.items.write(page, [{ kind: 'put', id: 'b', text: toStampedText('b', 1), groupId: null }]);
	await waitFor('a report of the indexer', () => here.events.length > 0);
	assert.equal(await here.search(), 1);
	assert(here.calls.filter((call) => call === 'read').length < 20, 'read once and not again and again');
});

test('an index that cannot be read is not retried with every search, and recovers with the disk', async (t) => {
	const scratch = await openScratch(t);
	const { put } = scratch;
	await put('a');
	const here = startHere(scratch);
	here.disk.isBad = (call) => call === 'read';
	const searchOften = () =>
		Promise.all(Array.from({ length: 200 }, () => assert.rejects(here.search(), isUnavailable)));
	await searchOften();
	await put('b');
	await searchOften();
	assert(here.calls.length <= 4, `read ${here.calls.length} times`);
	assert(here.events.length <= 4, `${here.events.length} failures`);
	here.disk.isBad = () => false;
	here.clock.nowMs += 3_600_000;
	assert.equal(await here.search(), 2);
	await here.stop();
});

test('searches wait for the next try of an index that failed once, as many as there are', async (t) => {
	const scratch = await openScratch(t);
	const { put } = scratch;
	await put('a');
	const here = startHere(scratch);
	let failureCount = 0;
	here.disk.isBad = (call) => {
		if (call !== 'read' || failureCount > 0) return false;
		failureCount += 1;
		// Only the next try is due: with a delay for each search it would not be.
		setImmediate(() => {
			here.clock.nowMs += 1_000;
		});
		return true;
	};
	const counts = await Promise.all(Array.from({ length: 20 }, here.search));
	assert.deepEqual(new Set(counts), new Set([1]));
	assert.equal(failureCount, 1);
	assert(here.events.length <= 2, `one failure, reported ${here.events.length} times`);
	await here.stop();
});

test('a save that failed is tried once more when the service stops', async (t) => {
	const scratch = await openScratch(t);
	const { put, isSaved } = scratch;
	const here = startHere(scratch);
	here.disk.isBad = (call) => call === 'write';
	await put('a');
	await waitFor('a report of the indexer', () => here.events.length > 0);
	here.disk.isBad = () => false;
	await here.stop();
	assert.equal(await isSaved(), true);
});

test('files that are removed under a running indexer are all written again', async (t) => {
	const scratch = await openScratch(t);
	const { put, isSaved, path } = scratch;
	const here = startHere(scratch);
	await put('a');
	await waitFor('a save', isSaved);
	for (const name of readdirSync(path)) if (/^\d+$/.test(name)) rmSync(join(path, name), { recursive: true });
	await put('b');
	await waitFor('a save of both', isSaved);
	assert.deepEqual(here.events, [], 'no failure');
	await here.stop();
	const again = startHere(scratch);
	assert.equal(await again.search(), 2);
	assert.deepEqual(again.events, [], 'nothing is missing');
});
