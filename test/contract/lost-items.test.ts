/** An indexer beside a store that loses its last writes at any moment: afterwards it has what the store has. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { createIndexReader, type IndexReader } from '../../src/adapters/fulltext-index/index-reader.ts';
import { openTextKeeper } from '../../src/adapters/item-texts/text-keeper.ts';
import { openItemTexts } from '../../src/adapters/item-texts/text-reader.ts';
import { toItemKey } from '../../src/domain/item/dfid.ts';
import {
	comparePositions,
	type Position,
	readSerial,
	startPosition,
	toPosition,
} from '../../src/domain/log/position.ts';
import { createDurableFiles } from '../../src/followers/runtime/durable-files.ts';
import { systemTiming } from '../../src/followers/runtime/timing.ts';
import type { IndexReaderLink } from '../../src/followers/search-index/index-messages.ts';
import { startIndexer } from '../../src/followers/search-index/indexer.ts';
import { defaultIndexerLimits } from '../../src/followers/search-index/indexer-limits.ts';
import { createMergeThread } from '../../src/followers/search-index/start-merge-thread.ts';
import { createTextFollower } from '../../src/followers/search-index/text-follower.ts';
import { decodeString } from '../../src/fulltext/index/segment/sorted-strings.ts';
import { isLive } from '../../src/fulltext/query/index-view.ts';
import { createSeededRandom } from '../../src/lib/seeded-random.ts';
import { createFreshnessMemory, openFreshnessWriter } from '../../src/lib/shared-freshness.ts';
import type { GenerationState } from '../../src/ports/generation-repository.ts';
import type { ItemBatch, ItemChange } from '../../src/ports/item-repository.ts';
import type { StoreHistory } from '../../src/ports/store-history.ts';
import { chooseSeed } from '../support/chosen-seed.ts';
import { chooseLength } from '../support/test-length.ts';
import { neverMs, waitFor } from '../support/wait-for.ts';
import { makeTemporaryDirectory } from './temporary-directory.ts';

const generationId = 7;
const hashid = 'a'.repeat(32);
const ids = Array.from({ length: 8 }, (_, at) => `item ${at}`);

interface StoreState {
	readonly rows: ReadonlyMap<string, ItemChange>;
	readonly seq: number;
	readonly noted: Position | null;
}

/** A generation, with the states that a standby may have. */
function createLossyStore() {
	let now: StoreState = { rows: new Map(), seq: 0, noted: null };
	let states: StoreState[] = [now];
	const incarnations = [{ id: 'first', start: 0 }];
	const newest = () => incarnations.at(-1)?.id ?? assert.fail();
	const become = (next: StoreState) => {
		now = next;
		states = [...states.slice(-7), now];
	};
	const history: StoreHistory = {
		readIncarnation: async () => newest(),
		async findCommonPast(since) {
			const at = incarnations.findIndex(({ id }) => id === since);
			const starts = incarnations.slice(at + 1).map(({ start }) => start);
			return {
				...{ incarnation: newest(), eventsEnd: undefined },
				hasItems: (_, upTo) => starts.every((start) => at >= 0 && readSerial(upTo) <= start) || upTo === startPosition,
			};
		},
	};
	const toState = (): GenerationState => ({
		...{ generationId, hashid, indexName: 'product', kind: 'live', locale: 'en', currency: 'EUR' },
		...{ schema: '', end: toPosition(now.seq), incarnation: newest(), followed: now.noted },
	});
	const list = async () => [toState()];
	return {
		write(id: string, text: string | null) {
			const seq = now.seq + 1;
			const rows = new Map(now.rows);
			rows.set(id, { position: toPosition(seq), id, text, createdSeq: seq });
			become({ ...now, rows, seq });
		},
		collectGarbage() {
			const isSeen = ({ text, position }: ItemChange) =>
				text === null && comparePositions(position, now.noted ?? startPosition) <= 0;
			become({ ...now, rows: new Map([...now.rows].filter(([, row]) => !isSeen(row))) });
		},
		/** @param count of changes, which may be none */
		lose(count: number) {
			become(states.at(-1 - Math.min(count, states.length - 1)) ?? assert.fail());
			states = [now];
			incarnations.push({ id: `after ${incarnations.length}`, start: now.seq });
		},
		listTexts: () => [...now.rows.values()].flatMap(({ id, text }) => (text === null ? [] : [`${id} ${text}`])).sort(),
		history,
		generations: {
			listOfSearchEngine: async (_: string, kind: string) => (kind === 'live' ? list() : []),
			listAll: async (_: string, afterId: number) => (afterId < generationId ? list() : []),
			async listBehind(_: string, afterId: number) {
				const isBehind = now.noted === null || readSerial(now.noted) < now.seq;
				return isBehind && afterId < generationId ? list() : [];
			},
			listIds: async () => [generationId],
		},
		items: {
			async readLog(_: unknown, after: Position, { changeCountMax }: { readonly changeCountMax: number }) {
				const changes = [...now.rows.values()]
					.filter(({ position }) => comparePositions(position, after) > 0)
					.sort((a, b) => comparePositions(a.position, b.position))
					.slice(0, Math.min(3, changeCountMax));
				const batch: ItemBatch = {
					...{ generationId, changes, isEnd: changes.length < 3, end: toPosition(now.seq) },
					position: changes.at(-1)?.position ?? after,
				};
				// The answer is on its way, while other things happen.
				await new Promise((resolve) => setImmediate(resolve));
				return batch;
			},
			async moveFollower(_: number, _name: string, position: Position) {
				become({ ...now, noted: position });
				return 'moved' as const;
			},
		},
	};
}

type Store = ReturnType<typeof createLossyStore>;

/** Longer than the pause between two looks of `waitFor`, which ask. A poll during which it passes is followed by ten times as long a pause. */
const keepMs = 100;

interface ProcessOptions {
	readonly directory: string;
	readonly freshness: SharedArrayBuffer;
	/** Whether it leaves what nobody asks for. */
	readonly isOnDemand: boolean;
}

function startProcess(store: Store, { directory, freshness, isOnDemand }: ProcessOptions) {
	let skippedMs = 0;
	const path = join(directory, 'texts.db');
	const fail = (error: unknown) => assert.ifError(error);
	const indexer = startIndexer({
		...{ store, directory, follower: 'node', files: createDurableFiles(), mergeThread: createMergeThread() },
		texts: createTextFollower(openTextKeeper(path), openFreshnessWriter(freshness), fail),
		demand: isOnDemand ? { keepMs, listCalls: async () => [] } : undefined,
		timing: { ...systemTiming, nowMs: () => systemTiming.nowMs() + skippedMs },
		onEvent: (event) => assert.ifError(event.kind === 'failed' ? event.error : undefined),
		onMeasure: () => undefined,
		limits: { ...defaultIndexerLimits, pollIntervalMs: 1, saveDelayMs: 2, cleanIntervalMs: 5 },
	});
	const link: IndexReaderLink = { send: (message) => reader.receive(message) };
	const reader: IndexReader = createIndexReader((message) => indexer.receive(link, message));
	indexer.attach(link);
	const texts = openItemTexts({ path, freshness });
	return {
		hint: indexer.hint,
		letPass() {
			skippedMs += keepMs;
		},
		/** As a search does with an index that is only on disk, because nothing was written since the start. */
		open() {
			if (reader.find(generationId) !== undefined) return;
			void reader.open({ hashid, generationId, isCaughtUp: false, timeoutMs: neverMs }).catch(() => undefined);
		},
		/** What a search finds, with its texts. */
		listTexts() {
			const found = reader.find(generationId)?.segments.flatMap(({ segment, live }) =>
				Array.from({ length: segment.documentCount }, (_, document) => document)
					.filter((document) => isLive(live, document))
					.map((document) => decodeString(segment.ids, document)),
			);
			const kept = texts.find(generationId, (found ?? []).map(toItemKey)) ?? [];
			return (found ?? []).map((id, at) => `${id} ${kept[at]?.text}`).sort();
		},
		async stop() {
			texts.close();
			await indexer.stop();
		},
	};
}

async function play(t: TestContext, seed: number): Promise<void> {
	const random = createSeededRandom(seed);
	const directory = makeTemporaryDirectory();
	const freshness = createFreshnessMemory();
	const store = createLossyStore();
	const path = join(directory.path, 'search');
	const start = () => startProcess(store, { directory: path, freshness, isOnDemand: random.chance(0.8) });
	let process = start();
	t.after(async () => {
		await process.stop();
		directory.remove();
	});
	const write = () =>
		store.write(random.pick(ids), random.chance(0.3) ? null : JSON.stringify({ title: `word${random.uint32()}` }));
	const settle = () =>
		waitFor(
			'an index that has what the store has',
			() => {
				process.open();
				return `${process.listTexts().join('\n')}\n---\n${store.listTexts().join('\n')}`;
			},
			(both) => {
				const [found, stored] = both.split('\n---\n');
				return found === stored;
			},
		);
	const writeSome = (countMin: number, countMax: number) => {
		for (let count = random.integer(countMin, countMax); count > 0; count -= 1) write();
	};
	const loseSome = () => {
		for (let count = random.chance(0.4) ? random.integer(1, 2) : 0; count > 0; count -= 1) {
			store.lose(random.integer(0, 5));
			writeSome(0, 4);
		}
	};
	for (let step = 0; step < chooseLength(60, 400); step += 1) {
		writeSome(1, 4);
		if (random.chance(0.5)) process.hint();
		for (let rest = random.integer(0, 12); rest > 0; rest -= 1) await new Promise((resolve) => setImmediate(resolve));
		if (random.chance(0.3)) await settle();
		if (random.chance(0.3)) process.letPass();
		if (random.chance(0.2)) store.collectGarbage();
		const isStopped = random.chance(0.2);
		if (isStopped) await process.stop();
		loseSome();
		if (isStopped) process = start();
	}
	await settle();
}

describe('an indexer whose store loses its last writes', () => {
	it('finds, with their texts, what the store has, whenever that happens', async (t) => {
		await play(t, chooseSeed(t));
	});
});
