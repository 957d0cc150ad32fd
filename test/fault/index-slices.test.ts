/** What the indexer does first, as its readers observe it: no clock decides the order. */

import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { comparePositions, type Position, toPosition } from '../../src/domain/log/position.ts';
import type { SearchProgress } from '../../src/domain/query/search-progress.ts';
import { createDurableFiles } from '../../src/followers/runtime/durable-files.ts';
import { systemTiming } from '../../src/followers/runtime/timing.ts';
import type { IndexerMessage } from '../../src/followers/search-index/index-messages.ts';
import { startIndexer } from '../../src/followers/search-index/indexer.ts';
import { defaultIndexerLimits } from '../../src/followers/search-index/indexer-limits.ts';
import { createMergeThread } from '../../src/followers/search-index/start-merge-thread.ts';
import type { Database } from '../../src/ports/database.ts';
import type { GenerationState } from '../../src/ports/generation-repository.ts';
import type { StoreHistory } from '../../src/ports/store-history.ts';
import { fillDatabase, live, sampleEngine, sampleIndex } from '../contract/sample-data.ts';
import { makeTemporaryDirectory } from '../contract/temporary-directory.ts';
import { toStampedText } from '../support/indexed-zone.ts';
import { chosenStore } from '../support/store/test-store.ts';

const other = { ...live, hashid: sampleEngine(2).hashid };

interface Heard {
	/** In the order of their arrival. */
	readonly published: readonly { readonly generationId: number; readonly position: Position }[];
	readonly progress: readonly SearchProgress[];
	/** Resolves when a message has arrived that `test` accepts. */
	until(test: (message: IndexerMessage) => boolean): Promise<void>;
	stop(): Promise<void>;
}

interface More {
	readonly history?: StoreHistory;
	/** How long the indexer has waited for a processor, in ms. */
	readonly readWaitMs?: () => number;
}

async function openScratch(t: TestContext) {
	const directory = makeTemporaryDirectory();
	const database = await chosenStore().open(directory.path);
	const running: (() => Promise<void>)[] = [];
	t.after(async () => {
		for (const stop of running) await stop();
		await database.close();
		directory.remove();
	});
	await fillDatabase(database);
	await database.searchEngines.create(sampleEngine(2));
	await database.searchEngines.createIndex(other.hashid, sampleIndex());
	const path = join(directory.path, 'search');
	const start = (onRound: () => void = () => undefined, generations = database.generations, more: More = {}): Heard => {
		const heard = listen({ ...database, generations }, path, onRound, more);
		running.push(heard.stop);
		return heard;
	};
	return { database, path, start };
}

function isBefore({ position }: { readonly position: Position }, writeCount: number): boolean {
	return comparePositions(position, toPosition(writeCount)) < 0;
}

/** @param onRound called whenever a batch of a log is read. */
function listen(database: Database, directory: string, onRound: () => void, { history, readWaitMs }: More): Heard {
	const published: { generationId: number; position: Position }[] = [];
	const progress: SearchProgress[] = [];
	const waiting = new Set<(message: IndexerMessage) => void>();
	const readLog: Database['items']['readLog'] = (...call) => {
		onRound();
		return database.items.readLog(...call);
	};
	const indexer = startIndexer({
		store: {
			generations: database.generations,
			items: { readLog, moveFollower: database.items.moveFollower },
			history,
		},
		files: createDurableFiles(),
		directory,
		follower: 'fulltext',
		mergeThread: createMergeThread(),
		...{ timing: systemTiming, readWaitMs },
		onEvent: (event) => assert.equal(event.kind, 'rebuilding'),
		onMeasure: () => undefined,
		limits: { ...defaultIndexerLimits, pollIntervalMs: 0, saveDelayMs: 1 },
	});
	indexer.attach({
		send(message) {
			if (message.kind === 'published') published.push(message.index);
			if (message.kind === 'progress') progress.push(message.progress);
			for (const tell of waiting) tell(message);
		},
	});
	let ended: Promise<void> | undefined;
	return {
		published,
		progress,
		until: (holds) =>
			new Promise((resolve) => {
				const tell = (message: IndexerMessage): void => {
					if (!holds(message)) return;
					waiting.delete(tell);
					resolve();
				};
				waiting.add(tell);
			}),
		stop: () => (ended ??= indexer.stop()),
	};
}

async function write(database: Database, target: typeof live, prefix: string, count: number): Promise<void> {
	const writes = Array.from({ length: count }, (_, at) => {
		const id = `${prefix}${at}`;
		return { kind: 'put', id, text: toStampedText(id, 1), groupId: null } as const;
	});
	for (let at = 0; at < count; at += 1_000) {
		assert(Array.isArray(await database.items.write(target, writes.slice(at, at + 1_000))));
	}
}

async function findGeneration(database: Database, { hashid }: typeof live): Promise<number> {
	const [state] = await database.generations.listOfSearchEngine(hashid, 'live', 'fulltext');
	assert(state);
	return state.generationId;
}

test('an item is found while another engine has a backlog of thousands of items, after a few batches of its log', async (t) => {
	const { database, start } = await openScratch(t);
	const backlogCount = 12_000;
	await write(database, live, 'import', backlogCount);
	await write(database, other, 'first', 1);
	const small = await findGeneration(database, other);
	let roundCount = 0;
	let writtenAtRound = Number.POSITIVE_INFINITY;
	const written = Promise.withResolvers<void>();
	const heard = start(() => {
		roundCount += 1;
		// In the middle of the import.
		if (roundCount !== 30) return;
		writtenAtRound = roundCount;
		database.items
			.write(other, [{ kind: 'put', id: 'new', text: toStampedText('new', 1), groupId: null }])
			.then(() => written.resolve(), written.reject);
	});
	let roundsUntilFound = 0;
	await heard.until((message) => {
		if (message.kind !== 'published' || message.index.generationId !== small || isBefore(message.index, 2))
			return false;
		roundsUntilFound = roundCount - writtenAtRound;
		return true;
	});
	await written.promise;
	const imported = heard.published.filter(({ generationId }) => generationId !== small);
	assert(
		imported.every((index) => isBefore(index, backlogCount)),
		'the import was not over',
	);
	// The write itself takes a few rounds to reach the disk.
	assert(roundsUntilFound <= 40, `found after ${roundsUntilFound} turns of about ${backlogCount / 100}`);
});

test('an import that pauses for threads that want the processors is found whole, and what another shop writes before that', async (t) => {
	const { database, start } = await openScratch(t);
	await write(database, live, 'first', 1);
	await write(database, other, 'first', 1);
	const small = await findGeneration(database, other);
	let waitedMs = 0;
	const readWaitMs = () => {
		waitedMs += 1_000;
		return waitedMs;
	};
	const heard = start(undefined, undefined, { readWaitMs });
	await heard.until((message) => message.kind === 'progress' && message.progress.isStarted);
	const importCount = 20_000;
	await write(database, live, 'import', importCount);
	const isPublished = (isSmall: boolean, writeCount: number) => (message: IndexerMessage) =>
		message.kind === 'published' &&
		(message.index.generationId === small) === isSmall &&
		!isBefore(message.index, writeCount);
	const found = [heard.until(isPublished(false, importCount + 1)), heard.until(isPublished(true, 2))];
	await write(database, other, 'second', 1);
	await Promise.all(found);
	assert(waitedMs > 0, 'it was asked how long it waits');
	const order = heard.published.map((index) => index.generationId === small && !isBefore(index, 2));
	assert(order.indexOf(true) < order.length - 1, 'the other shop came first');
});

test('an index is not published before it is whole, and the start ends with the last of them', async (t) => {
	const { database, path, start } = await openScratch(t);
	await write(database, live, 'many', 3_000);
	await write(database, other, 'few', 10);
	const sizes = new Map([
		[await findGeneration(database, live), 3_000],
		[await findGeneration(database, other), 10],
	]);
	const isStarted = (message: IndexerMessage) => message.kind === 'progress' && message.progress.isStarted;
	const first = start();
	await first.until(isStarted);
	await first.stop();
	rmSync(path, { recursive: true });
	const heard = start();
	await heard.until(isStarted);
	const partial = heard.published.filter((index) => isBefore(index, sizes.get(index.generationId) ?? 0));
	assert.deepEqual(partial, []);
	assert.deepEqual(new Set(heard.published.map(({ generationId }) => generationId)), new Set(sizes.keys()));
	const told = heard.progress.filter(({ isStarted: isOver }) => !isOver);
	assert(told.some(({ builds }) => builds.some(({ hashid }) => hashid === live.hashid)));
	for (const { writesIndexed, writesWanted } of told) assert(writesIndexed <= writesWanted && writesWanted <= 3_010);
	await heard.stop();
});

test('an engine that is deleted while its index is built keeps the start from nothing', async (t) => {
	const { database, start } = await openScratch(t);
	await write(database, live, 'many', 8_000);
	let removed: Promise<unknown> | undefined;
	const heard = start(() => {
		removed ??= database.searchEngines.remove(live.hashid);
	});
	await heard.until((message) => message.kind === 'progress' && message.progress.isStarted);
	await removed;
	assert.equal(heard.published.filter((index) => !isBefore(index, 1)).length, 0);
	await heard.stop();
});

test('an engine that is deleted after the start has read what there is keeps it from nothing', async (t) => {
	const { database, start } = await openScratch(t);
	await write(database, live, 'many', 200);
	let removed: Promise<unknown> | undefined;
	const listAll: Database['generations']['listAll'] = async (...call) => {
		const listed = await database.generations.listAll(...call);
		removed ??= database.searchEngines.remove(live.hashid);
		await removed;
		return listed;
	};
	const heard = start(undefined, { ...database.generations, listAll });
	await heard.until((message) => message.kind === 'progress' && message.progress.isStarted);
	assert.deepEqual(heard.progress.at(-1)?.builds, []);
	await heard.stop();
});

test('writes that the store has lost after the start has read of them keep it from nothing', async (t) => {
	const { database, start } = await openScratch(t);
	await write(database, live, 'few', 50);
	const first = start();
	await first.until((message) => message.kind === 'progress' && message.progress.isStarted);
	await first.stop();
	// A standby is promoted that has had half of the writes, after the start has read what its primary had.
	let incarnation = 'one';
	const { listAll, listBehind, listOfSearchEngine } = database.generations;
	const stamp = (states: readonly GenerationState[]) => states.map((state) => ({ ...state, incarnation }));
	const generations: Database['generations'] = {
		...database.generations,
		listBehind: async (...call) => stamp(await listBehind(...call)),
		listOfSearchEngine: async (...call) => stamp(await listOfSearchEngine(...call)),
		async listAll(...call) {
			const listed = stamp(await listAll(...call));
			if (incarnation === 'two') return listed;
			incarnation = 'two';
			return listed.map((state) => ({ ...state, end: toPosition(100) }));
		},
	};
	const history: StoreHistory = {
		readIncarnation: async () => incarnation,
		findCommonPast: async () => ({ incarnation, eventsEnd: undefined, hasItems: () => true }),
	};
	const heard = start(undefined, generations, { history });
	await heard.until((message) => message.kind === 'progress' && message.progress.isStarted);
	await heard.stop();
});
