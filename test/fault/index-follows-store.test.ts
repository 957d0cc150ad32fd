/** The search index beside a real store: writes are found, and deletions free their memory and files. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import type { ItemWrite } from '../../src/domain/item/item.ts';
import { emptyQuery } from '../../src/domain/query/index-query.ts';
import type { IndexerLimits } from '../../src/followers/search-index/indexer-limits.ts';
import { fillDatabase, live, sampleEngine, sampleIndex, temporary } from '../contract/sample-data.ts';
import { makeTemporaryDirectory } from '../contract/temporary-directory.ts';
import {
	allStamps,
	compareWithStore,
	type IndexedZone,
	openIndexedZone,
	readStamps,
	toStampedText,
} from '../support/indexed-zone.ts';
import { readProcessResources } from '../support/process-resources.ts';
import { isSoak } from '../support/test-length.ts';
import { neverMs, waitFor } from '../support/wait-for.ts';

const { hashid } = live;
const product = { hashid, indexNames: ['product'] };

async function openScratch(t: TestContext, limits: Partial<IndexerLimits> = {}) {
	const directory = makeTemporaryDirectory();
	let zone = await openIndexedZone(directory.path, limits);
	t.after(async () => {
		await zone.close();
		directory.remove();
	});
	await fillDatabase(zone.database);
	return {
		path: join(directory.path, 'search'),
		get zone() {
			return zone;
		},
		/** Stops everything, does the work, and starts again. */
		async reopen(work: () => void = () => undefined): Promise<IndexedZone> {
			await zone.close();
			work();
			zone = await openIndexedZone(directory.path, limits);
			return zone;
		},
	};
}

function puts(prefix: string, count: number, version: number): ItemWrite[] {
	return Array.from({ length: count }, (_, at) => {
		const id = `${prefix}${at}`;
		return { kind: 'put', id, text: toStampedText(id, version), groupId: null };
	});
}

async function write({ database }: IndexedZone, writes: readonly ItemWrite[], target = live): Promise<void> {
	for (let at = 0; at < writes.length; at += 1000) {
		assert(Array.isArray(await database.items.write(target, writes.slice(at, at + 1000))));
	}
}

test('a write is found soon without any call, and so is a delete', async (t) => {
	const { zone } = await openScratch(t, { pollIntervalMs: 250 });
	await write(zone, puts('warm', 100, 1));
	await zone.settle();
	await zone.searchIndex.search(product, { ...emptyQuery, text: 'warm' });
	const count = async (text: string) => (await zone.searchIndex.search(product, { ...emptyQuery, text })).count;
	for (let round = 1; round <= 5; round += 1) {
		await write(zone, puts(`fresh${round}x`, 1, round));
		const untilFound = (expected: number) =>
			waitFor(
				`${expected} items fresh${round}x0`,
				() => count(`fresh${round}x0`),
				(found) => found === expected,
			);
		await untilFound(1);
		await zone.database.items.write(live, [{ kind: 'delete', id: `fresh${round}x0` }]);
		await untilFound(0);
	}
});

test('an index that was saved is loaded again, and only what came later is read from the log', async (t) => {
	const scratch = await openScratch(t);
	await write(scratch.zone, puts('a', 3000, 1));
	await scratch.zone.settle();
	await write(scratch.zone, [...puts('a', 100, 2), { kind: 'delete', id: 'a500' }]);
	await scratch.zone.settle();
	await scratch.reopen();
	const [state] = await scratch.zone.database.generations.listOfSearchEngine(hashid, 'live', 'fulltext');
	assert.equal(state?.followed, state?.end, 'a stop leaves nothing to be read again');
	await write(scratch.zone, puts('a', 10, 3));
	await scratch.zone.settle();
	assert.equal(await compareWithStore(scratch.zone), 2999);
	assert.deepEqual(scratch.zone.events, []);
});

test('a replacement shows all new items at once, whatever is searched meanwhile', async (t) => {
	const { zone } = await openScratch(t);
	await write(zone, puts('a', 500, 1));
	await zone.settle();
	let isDone = false;
	let searchCount = 0;
	const seen = new Set<string>();
	async function search(): Promise<void> {
		while (!isDone) {
			const stamps = readStamps(await zone.searchIndex.search(product, allStamps));
			const versions = new Set([...stamps].map((stamp) => stamp.split('-')[1]));
			assert.equal(versions.size, 1, `items of versions ${[...versions]} together`);
			assert.equal(stamps.size, 500);
			for (const version of versions) seen.add(String(version));
			searchCount += 1;
			await new Promise((resolve) => setImmediate(resolve));
		}
	}
	const searching = search();
	for (let version = 2; version <= 6; version += 1) {
		await zone.database.searchEngines.createTemporary(hashid, 'product');
		await write(zone, puts('a', 500, version), temporary);
		const outcome = await zone.searchIndex.prepare(hashid, 'product', { kind: 'temporary', timeoutMs: neverMs });
		assert.equal(outcome, 'ready');
		assert.equal(await zone.database.searchEngines.replaceByTemporary(hashid, 'product'), 'replaced');
		const stamps = readStamps(await zone.searchIndex.search(product, allStamps));
		assert(stamps.has(`a0-${version}`), 'the search after the replacement sees the new items');
	}
	isDone = true;
	await searching;
	t.diagnostic(`${searchCount} searches saw versions ${[...seen]}`);
	assert.deepEqual(zone.events, []);
});

test('deleting an index removes its files', async (t) => {
	const scratch = await openScratch(t, { saveDelayMs: 1, cleanIntervalMs: 20 });
	const { zone } = scratch;
	await zone.database.searchEngines.createIndex(hashid, sampleIndex('page'));
	await write(zone, puts('a', 50, 1));
	await write(zone, puts('a', 50, 1), { ...live, indexName: 'page' });
	await untilDirectories(zone, 2);
	await zone.database.searchEngines.removeIndex(hashid, 'page');
	await untilDirectories(zone, 1);
	assert.equal((await zone.searchIndex.search({ hashid, indexNames: ['page'] }, emptyQuery)).count, 0);
	await zone.database.searchEngines.createTemporary(hashid, 'product');
	await write(zone, puts('b', 50, 2), temporary);
	await untilDirectories(zone, 2);
	await zone.database.searchEngines.removeTemporary(hashid, 'product');
	await untilDirectories(zone, 1);
	await zone.database.searchEngines.remove(hashid);
	await untilDirectories(zone, 0);
	assert.equal((await zone.searchIndex.search(product, emptyQuery)).count, 0);
	assert.equal(await zone.searchIndex.readState(hashid, 'product'), 'missing');
});

/** Ways in which a directory can be damaged; each gets the files of a saved index. */
const damages: readonly { readonly name: string; readonly harm: (path: string, names: readonly string[]) => void }[] = [
	{ name: 'no directory', harm: (path) => rmSync(path, { recursive: true }) },
	{ name: 'a manifest cut short', harm: (path) => truncateSync(join(path, 'manifest'), 60) },
	{ name: 'a bit of a segment', harm: (path, names) => flip(join(path, find(names, '.segment')), 0.5) },
	{ name: 'no live bits', harm: (path, names) => rmSync(join(path, find(names, '.live'))) },
];

function find(names: readonly string[], end: string): string {
	const name = names.find((candidate) => candidate.endsWith(end));
	assert(name);
	return name;
}

function flip(path: string, index: number): void {
	const bytes = readFileSync(path);
	const at = Math.floor(bytes.length * index);
	bytes[at] = (bytes[at] ?? 0) ^ 4;
	writeFileSync(path, bytes);
}

test('damaged and missing files are noticed, and the index is built again from the store', async (t) => {
	const scratch = await openScratch(t);
	// Enough to keep the segment from being small: small ones drop their deleted documents at every refresh.
	await write(scratch.zone, puts('a', 1_200, 1));
	await scratch.zone.settle();
	for (const [round, { name, harm }] of damages.entries()) {
		await write(scratch.zone, [...puts('a', 50, round + 2), { kind: 'delete', id: `a${100 + round}` }]);
		await scratch.zone.settle();
		const zone = await scratch.reopen(() => {
			const [directory] = readdirSync(scratch.path);
			const path = join(scratch.path, String(directory));
			harm(path, readdirSync(path));
		});
		assert.equal(await compareAfterSettling(zone), 1_199 - round, name);
		assert.deepEqual(
			zone.events.map(({ kind }) => kind),
			['rebuilding'],
			name,
		);
		// The next round starts from live bits on disk again.
		await write(zone, puts('a', 20, round + 100));
	}
});

async function compareAfterSettling(zone: IndexedZone): Promise<number> {
	await zone.settle();
	return compareWithStore(zone);
}

test('an index of an older store, or of a newer one, is not believed', async (t) => {
	const scratch = await openScratch(t);
	await write(scratch.zone, puts('a', 20, 1));
	await scratch.zone.settle();
	let older: Map<string, Buffer> = new Map();
	const toPath = () => join(scratch.path, String(readdirSync(scratch.path)[0]));
	await scratch.reopen(() => {
		older = new Map(readdirSync(toPath()).map((name) => [name, readFileSync(join(toPath(), name))]));
	});
	await write(scratch.zone, [{ kind: 'delete', id: 'a1' }]);
	await scratch.zone.settle();
	const zone = await scratch.reopen(() => {
		for (const name of readdirSync(toPath())) rmSync(join(toPath(), name));
		for (const [name, bytes] of older) writeFileSync(join(toPath(), name), bytes);
	});
	assert.equal(await compareAfterSettling(zone), 19);
	assert.deepEqual(
		zone.events.map(({ kind }) => kind),
		['rebuilding'],
	);
});

test('a search engine that changes its language has its words analysed again; one call rebuilds an index', async (t) => {
	const { zone } = await openScratch(t);
	const text = JSON.stringify({ id: 'x', title: 'running shoes', stamp: 'x-1' });
	await write(zone, [{ kind: 'put', id: 'x', text, groupId: null }]);
	await zone.settle();
	const count = async () =>
		(await zone.searchIndex.search(product, { ...emptyQuery, text: 'run shoes', queryName: 'match_and' })).count;
	assert.equal(sampleEngine().locale, 'es');
	assert.equal(await count(), 0, 'Spanish stems are others');
	await zone.database.searchEngines.update(hashid, { locale: 'en' });
	await waitFor('one found item', count, (found) => found === 1);
	assert.equal(await zone.searchIndex.rebuild(hashid, 'product'), 'started');
	assert.equal(await count(), 1, 'searches go on while it is built');
	await zone.settle();
	assert.equal(await compareWithStore(zone), 1);
});

test('unused indexes leave memory, and answer the same when they are loaded again', async (t) => {
	const { zone } = await openScratch(t, { memoryBytesMax: 400_000, saveDelayMs: 1 });
	const names = Array.from({ length: 12 }, (_, at) => `index_${at}`);
	for (const name of names) {
		await zone.database.searchEngines.createIndex(hashid, sampleIndex(name));
		await write(zone, puts(name, 200, 1), { ...live, indexName: name });
	}
	await zone.settle();
	const query = { ...emptyQuery, text: 'rare shoe', facets: [{ kind: 'terms', fieldName: 'brand', size: 9 }] as const };
	const ask = () => Promise.all(names.map((name) => zone.searchIndex.search({ hashid, indexNames: [name] }, query)));
	const before = await ask();
	for (let round = 0; round < 3; round += 1) {
		for (const [at, name] of names.entries()) {
			assert.deepEqual(await zone.searchIndex.search({ hashid, indexNames: [name] }, query), before[at]);
		}
	}
	assert.equal((await zone.searchIndex.search({ hashid, indexNames: names }, emptyQuery)).count, 2400);
	assert.deepEqual(zone.events, []);
});

test(`${isSoak ? '10,000' : '200'} small indexes are nothing special`, async (t) => {
	// Only a small part of the indexes fits: the others are evicted, and loaded again when they are searched.
	const scratch = await openScratch(t, { memoryBytesMax: isSoak ? 32 * 1024 * 1024 : 3 * 1024 * 1024 });
	const engineCount = isSoak ? 100 : 2;
	const { zone } = scratch;
	const targets = Array.from({ length: engineCount * 100 }, (_, at) => ({
		...live,
		hashid: sampleEngine(1000 + Math.floor(at / 100)).hashid,
		indexName: `index_${at % 100}`,
	}));
	await zone.settle();
	const resourcesBefore = readProcessResources();
	for (let engine = 0; engine < engineCount; engine += 1) {
		await zone.database.searchEngines.create(sampleEngine(1000 + engine));
	}
	// As many at once as the store accepts.
	for (let at = 0; at < targets.length; at += 200) {
		const some = targets.slice(at, at + 200);
		await Promise.all(
			some.map(({ hashid: id, indexName }) => zone.database.searchEngines.createIndex(id, sampleIndex(indexName))),
		);
		await Promise.all(
			some.map((target, index) => zone.database.items.write(target, puts(`i${at + index}x`, 5, at + index))),
		);
	}
	await zone.settle();
	await waitFor(
		'saves of all indexes',
		() => zone.database.generations.listBehind('fulltext', 0, 1),
		({ length }) => length === 0,
	);
	assert.equal(await compareWithStore(zone), targets.length * 5);
	const resources = readProcessResources();
	assert(resources.fileCount <= resourcesBefore.fileCount + 8, `${resources.fileCount} open files`);
	assert(resources.threadCount <= resourcesBefore.threadCount + 2, `${resources.threadCount} threads`);
	assert(resources.timerCount <= resourcesBefore.timerCount + 4, `${resources.timerCount} timers`);
	const again = await scratch.reopen();
	const target = targets[77] ?? live;
	const answer = await again.searchIndex.search({ hashid: target.hashid, indexNames: [target.indexName] }, allStamps);
	assert.equal(answer.count, 5);
	assert.deepEqual(again.events, []);
});

async function untilDirectories(zone: IndexedZone, count: number): Promise<void> {
	await waitFor(`${count} directories`, zone.listDirectories, ({ length }) => length === count);
}

test('segments are merged into one after the writes end, including those from before a restart', async (t) => {
	const never = 3_600_000;
	const limits = { saveDelayMs: 1, thoroughMergeDelayMs: never };
	const scratch = await openScratch(t, limits);
	const countSegments = () => {
		const directories = scratch.zone.listDirectories().map((id) => readdirSync(join(scratch.path, String(id))));
		return directories.flat().filter((name) => name.endsWith('.segment')).length;
	};
	for (const prefix of ['a', 'b', 'c']) {
		// One commit, because the indexer must not reach the end of a part of them and make a segment of that.
		await write(scratch.zone, puts(prefix, 1_000, 1));
		await scratch.zone.settle();
	}
	await scratch.reopen();
	assert.equal(countSegments(), 3);
	limits.thoroughMergeDelayMs = 1;
	await scratch.reopen();
	await write(scratch.zone, [{ kind: 'delete', id: 'b7' }]);
	await scratch.zone.settle();
	await waitFor('one segment', countSegments, (count) => count === 1);
	assert.equal(await compareWithStore(scratch.zone), 2_999);
});
