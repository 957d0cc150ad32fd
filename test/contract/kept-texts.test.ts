/**
 * The texts beside the search indexes are those of the store, whatever happens to the process, the file and the index: compared
 * with a map after each settling, over random histories.
 */
import assert from 'node:assert/strict';
import { copyFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { openTextKeeper } from '../../src/adapters/item-texts/text-keeper.ts';
import { type OpenItemTexts, openItemTexts } from '../../src/adapters/item-texts/text-reader.ts';
import { toItemKey } from '../../src/domain/item/dfid.ts';
import { comparePositions, type Position, startPosition, toPosition } from '../../src/domain/log/position.ts';
import { catchUpTexts } from '../../src/followers/search-index/catch-up-texts.ts';
import type { IndexerState } from '../../src/followers/search-index/indexer-state.ts';
import { createTextFollower, type TextFollower } from '../../src/followers/search-index/text-follower.ts';
import { createSeededRandom, type SeededRandom } from '../../src/lib/seeded-random.ts';
import { createFreshnessMemory, openFreshnessWriter } from '../../src/lib/shared-freshness.ts';
import type { GenerationState } from '../../src/ports/generation-repository.ts';
import type { ItemChange } from '../../src/ports/item-repository.ts';
import { chooseSeed } from '../support/chosen-seed.ts';
import { chooseLength } from '../support/test-length.ts';
import { makeTemporaryDirectory } from './temporary-directory.ts';

const generationId = 7;
const hashid = 'a'.repeat(32);
const ids = Array.from({ length: 30 }, (_, at) => `item ${at}`);

/** A generation's log: the last write of each item, deletions until every follower has passed them. */
function createStore() {
	const rows = new Map<string, ItemChange & { readonly seq: number }>();
	let seq = 0;
	let noted: Position | null = null;
	return {
		write(id: string, text: string | null) {
			if (text === null && (rows.get(id)?.text ?? null) === null) return;
			seq += 1;
			rows.set(id, { id, text, seq, position: toPosition(seq), createdSeq: seq });
		},
		note(position: Position) {
			noted = position;
		},
		collectGarbage() {
			for (const [id, { text, position }] of rows) {
				if (text === null && comparePositions(position, noted ?? startPosition) <= 0) rows.delete(id);
			}
		},
		read(after: Position, countMax: number) {
			const changes = [...rows.values()]
				.filter(({ position }) => comparePositions(position, after) > 0)
				.sort((a, b) => a.seq - b.seq)
				.slice(0, countMax);
			const position = changes.at(-1)?.position ?? after;
			return { generationId, changes, position, end: toPosition(seq), isEnd: changes.length < countMax };
		},
		state: (): GenerationState => ({
			...{ generationId, hashid, indexName: 'product', kind: 'live', locale: 'en', currency: 'EUR' },
			...{ schema: '', end: toPosition(seq), followed: noted, incarnation: '' },
		}),
		textOf: (id: string) => rows.get(id)?.text ?? undefined,
	};
}

type Store = ReturnType<typeof createStore>;

/** A process: an index that reads the log in batches, and the texts beside it. */
function createProcess(path: string, store: Store, freshness: SharedArrayBuffer) {
	const texts: TextFollower = createTextFollower(openTextKeeper(path), openFreshnessWriter(freshness), (error) => {
		throw error;
	});
	texts.compare([store.state()], { incarnation: '', eventsEnd: undefined, hasItems: () => true });
	/** What the index has, and what of it is on disk. */
	let indexed = store.state().followed ?? startPosition;
	let pollCount = 0;
	let onRead = (): void => undefined;
	let yieldCount = 0;
	const open = { indexed };
	const state = {
		texts,
		catchingUp: undefined as Promise<void> | undefined,
		follower: { streams: { get: () => open }, isStopping: () => false },
		opener: { findState: async () => store.state() },
		options: {
			timing: {
				async yieldNow() {
					yieldCount += 1;
					assert(yieldCount < 10_000, 'catching up does not end');
				},
			},
			onEvent: ({ error }: { error: unknown }) => assert.ifError(error),
			store: {
				items: {
					async readLog(_target: unknown, after: Position) {
						const batch = store.read(after, 3);
						onRead();
						return batch;
					},
				},
			},
		},
	};

	return {
		texts,
		feed() {
			const generation = store.state();
			const batch = store.read(indexed, 2);
			texts.take(generation, indexed, batch);
			indexed = batch.changes.length === 0 ? generation.end : batch.position;
			open.indexed = indexed;
			if (batch.changes.length === 0) texts.commit();
			return batch.changes.length > 0;
		},
		save() {
			texts.commit();
			store.note(indexed);
		},
		poll() {
			pollCount += 1;
			const generation = store.state();
			texts.notePoll(
				pollCount,
				comparePositions(generation.followed ?? startPosition, generation.end) < 0 ? [generation] : [],
			);
			return pollCount;
		},
		async catchUp(during: () => void) {
			onRead = during;
			catchUpTexts(state as unknown as IndexerState);
			await state.catchingUp;
		},
	};
}

function openFiles(t: TestContext) {
	const directory = makeTemporaryDirectory();
	const path = join(directory.path, 'texts.db');
	const freshness = createFreshnessMemory();
	let reader: OpenItemTexts = openItemTexts({ path, freshness });
	t.after(() => {
		reader.close();
		directory.remove();
	});
	return {
		path,
		freshness,
		read: () => reader.find(generationId, ids.map(toItemKey)),
		trueAtMs: () => reader.readTrueAtMs(generationId),
		version: () => reader.readVersion(generationId),
		/** While no process runs. */
		spoil(how: 'lost' | 'no database' | 'as it was before') {
			reader.close();
			const copy = `${path}-copy`;
			const next = existsSync(path) ? readFileSync(path) : undefined;
			for (const suffix of ['', '-wal', '-shm']) rmSync(path + suffix, { force: true });
			if (how === 'no database') writeFileSync(path, 'this is no database');
			if (how === 'as it was before' && existsSync(copy)) copyFileSync(copy, path);
			if (next !== undefined) writeFileSync(copy, next);
			reader = openItemTexts({ path, freshness });
		},
	};
}

async function play(random: SeededRandom, files: ReturnType<typeof openFiles>): Promise<void> {
	const store = createStore();
	let process = createProcess(files.path, store, files.freshness);
	const write = () => store.write(random.pick(ids), random.chance(0.3) ? null : `text ${random.uint32()}`);
	const meanwhile = () => {
		const others = [write, () => process.feed(), () => process.feed(), () => process.save(), store.collectGarbage];
		for (let count = random.integer(0, 8); count > 0; count -= 1) random.pick(others)();
	};
	const restart = () => {
		process.texts.close();
		if (random.chance(0.7)) files.spoil(random.pick(['lost', 'no database', 'as it was before']));
		process = createProcess(files.path, store, files.freshness);
	};
	const steps = [write, write, write, meanwhile, () => process.feed(), () => process.save(), () => process.poll()];
	for (let step = 0; step < 60; step += 1) {
		random.pick(steps)();
		if (random.chance(0.1)) restart();
		if (random.chance(0.1)) await process.catchUp(meanwhile);
		if (!random.chance(0.1)) continue;
		while (process.feed());
		process.save();
		process.poll();
		await process.catchUp(() => undefined);
		const ms = process.poll();
		assert.equal(files.trueAtMs(), ms);
		assert.deepEqual(
			files.read()?.map((item) => item?.text),
			ids.map(store.textOf),
		);
	}
	process.texts.close();
}

describe('texts that are kept beside the indexes', () => {
	it('are those of the store once they have reached it', async (t) => {
		const random = createSeededRandom(chooseSeed(t));
		for (let round = 0; round < chooseLength(15, 100); round += 1) {
			const files = openFiles(t);
			await play(random, files);
		}
	});

	it('are as new as the poll that found what they have, and never said to be newer', (t) => {
		const files = openFiles(t);
		const store = createStore();
		const process = createProcess(files.path, store, files.freshness);
		t.after(() => process.texts.close());
		assert.equal(files.trueAtMs(), Number.NEGATIVE_INFINITY);
		assert.equal(process.poll(), 1);
		assert.equal(files.trueAtMs(), 1);
		store.write('item 1', 'one');
		process.poll();
		assert.equal(files.trueAtMs(), 1, 'the second poll found a write that is not here');
		process.poll();
		assert.equal(files.trueAtMs(), 1);
		const version = files.version();
		store.write('item 2', 'two');
		while (process.feed());
		assert.equal(files.trueAtMs(), 2, 'the second poll found the first of them');
		assert.notEqual(files.version(), version);
		assert.equal(process.poll(), 4);
		assert.equal(files.trueAtMs(), 4);
		process.texts.forget(generationId);
		assert.equal(files.trueAtMs(), Number.NEGATIVE_INFINITY);
	});

	it('are removed with their generation, and that ends', async (t) => {
		const files = openFiles(t);
		const store = createStore();
		const process = createProcess(files.path, store, files.freshness);
		t.after(() => process.texts.close());
		for (const id of ids) store.write(id, 'text');
		while (process.feed());
		process.texts.forget(generationId);
		await process.catchUp(() => undefined);
		assert.deepEqual(process.texts.listIds(), []);
	});
});
