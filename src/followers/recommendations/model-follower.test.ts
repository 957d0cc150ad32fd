import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { blankEvent } from '../../../test/support/blank-event.ts';
import { createListFeed } from '../../../test/support/read-events.ts';
import { waitFor } from '../../../test/support/wait-for.ts';
import type { LoggedEvent } from '../../domain/event/logged-event.ts';
import { comparePositions, type Position, startPosition, toPosition } from '../../domain/log/position.ts';
import { createEngineModel, type EngineModel } from '../../recommend/engine-model.ts';
import { createDurableFiles, type DurableFiles } from '../runtime/durable-files.ts';
import { systemTiming } from '../runtime/timing.ts';
import { type ModelFollower, startModelFollower } from './model-follower.ts';
import type { FollowedStore, RecommenderEvent } from './model-state.ts';
import { defaultRecommenderLimits, type RecommenderLimits } from './recommender-limits.ts';

const hashids = ['a', 'b', 'c'].map((digit) => digit.repeat(32)) as [string, string, string];
const [shop, other] = hashids;
/** Limits without any delay. */
const hasty: Partial<RecommenderLimits> = {
	...{ pollIntervalMs: 1, saveDelayMs: 0, cleanIntervalMs: 1, retryDelayMs: 1, patienceMs: 10_000 },
};

/** A log in memory; reads of it can be made to fail. */
function createStore() {
	const log: LoggedEvent[] = [];
	const engines = new Set<string>(hashids);
	const reads: Position[] = [];
	let failures = 0;
	let nextSerial = 1;
	const mayFail = () => {
		if (failures-- > 0) throw new Error('the store cannot be read');
	};
	const store: FollowedStore = {
		events: {
			log({ hashid, kinds = [] } = {}) {
				const own = hashid === undefined ? log : log.filter((event) => event.hashid === hashid);
				const feed = createListFeed(own, ({ kind }) => kinds.includes(kind));
				return {
					async read(after, countMax) {
						mayFail();
						if (hashid !== undefined) reads.push(after);
						return feed.read(after, countMax);
					},
					async readEnd() {
						mayFail();
						return toPosition(nextSerial - 1);
					},
				};
			},
		},
		hasEngine: async (hashid) => engines.has(hashid),
	};
	function add(hashid: string, event: Partial<LoggedEvent>): void {
		const serial = nextSerial++;
		log.push({
			...blankEvent,
			...{ position: toPosition(serial), kind: 'view', hashid, sessionId: 's', occurredAtMs: 60_000 * serial },
			...event,
		});
	}
	return {
		store,
		log,
		engines,
		/** Where every read of one engine's log began. */
		reads,
		addView: (hashid: string, sessionId: string, item: number) => add(hashid, { sessionId, item: toItem(item) }),
		erase(hashid: string, sessionId: string) {
			const left = log.filter((event) => event.sessionId !== sessionId);
			log.splice(0, log.length, ...left);
			add(hashid, { kind: 'erasure', sessionId: null });
		},
		failNext(count: number) {
			failures = count;
		},
	};
}

type Store = ReturnType<typeof createStore>;

function toItem(n: number) {
	return { indexName: 'product', itemKey: n.toString(16).padStart(32, '0') };
}

function addSessions({ addView }: Store, hashid: string, sessionCount: number): void {
	for (let n = 0; n < sessionCount; n += 1) {
		for (let step = 0; step < 3; step += 1) addView(hashid, `s${n}`, (n * 7 + step) % 50);
	}
}

interface Following {
	readonly follower: ModelFollower;
	readonly events: RecommenderEvent[];
	stop(): Promise<void>;
}

async function makeDirectory(t: TestContext): Promise<string> {
	const directory = await mkdtemp(join(tmpdir(), 'vitrine-models-'));
	t.after(async () => {
		for (const stop of running.splice(0)) await stop();
		await rm(directory, { recursive: true, force: true });
	});
	return directory;
}

/** Followers must stop before their directory is removed. */
const running: (() => Promise<void>)[] = [];

function follow(
	{ store }: Store,
	directory: string,
	more: Partial<RecommenderLimits> & { readonly files?: DurableFiles } = {},
): Following {
	const { files = createDurableFiles(), ...limits } = more;
	const events: RecommenderEvent[] = [];
	const follower = startModelFollower({
		store,
		files,
		directory,
		limits: { ...defaultRecommenderLimits, ...hasty, ...limits },
		timing: systemTiming,
		onEvent: (event) => events.push(event),
	});
	let stopped: Promise<void> | undefined;
	const stop = () => (stopped ??= follower.stop());
	running.push(stop);
	return { follower, events, stop };
}

async function modelOf({ follower }: Following, hashid: string): Promise<EngineModel> {
	const live = follower.find(hashid) ?? (await new Promise((resolve) => follower.wait(hashid, resolve)));
	assert(live !== undefined);
	return live.model;
}

async function caughtUp({ follower }: Following): Promise<void> {
	await waitFor('models that are not behind', follower.readState, ({ behindCount }) => behindCount === 0);
}

async function allSaved({ follower }: Following): Promise<void> {
	await waitFor('saves of all models', follower.readState, ({ snapshotAgeMs }) => snapshotAgeMs === 0);
}

async function oneModel({ follower }: Following): Promise<void> {
	await waitFor('one model in memory', follower.readState, ({ modelCount }) => modelCount === 1);
}

/** The bytes of a model that is built from the log at once. */
function rebuildFrom({ log }: Store, hashid: string): readonly Uint8Array[] {
	const model = createEngineModel(defaultRecommenderLimits.engine);
	for (const event of log.filter((event) => event.hashid === hashid)) model.apply(event);
	return [...model.listPartBytes()];
}

async function checkRebuilt(following: Following, store: Store, hashid = shop): Promise<void> {
	const model = await modelOf(following, hashid);
	await caughtUp(following);
	assert.deepEqual([...(following.follower.find(hashid)?.model ?? model).listPartBytes()], rebuildFrom(store, hashid));
}

const fileOf = (directory: string, hashid = shop) => join(directory, `${hashid}.model`);

describe('the models follow the log', () => {
	it('of every search engine, from its beginning and live', async (t) => {
		const store = createStore();
		addSessions(store, shop, 300);
		addSessions(store, other, 5);
		const following = follow(store, await makeDirectory(t));
		await checkRebuilt(following, store);
		addSessions(store, shop, 10);
		await checkRebuilt(following, store);
		await checkRebuilt(following, store, other);
	});

	it('from their snapshots on after a stop, without reading again what these have', async (t) => {
		const store = createStore();
		const directory = await makeDirectory(t);
		addSessions(store, shop, 20);
		const first = follow(store, directory);
		await modelOf(first, shop);
		await first.stop();
		store.reads.length = 0;
		const savedUpTo = store.log.at(-1)?.position ?? startPosition;
		addSessions(store, shop, 5);
		await checkRebuilt(follow(store, directory), store);
		assert.equal(store.reads.toSorted(comparePositions)[0], savedUpTo);
	});

	for (const [damage, change] of [
		['a changed byte', (bytes: Buffer) => bytes.fill(bytes[300] === 1 ? 2 : 1, 300, 301)],
		['a missing end', (bytes: Buffer) => bytes.subarray(0, bytes.length - 100)],
		['no content', () => Buffer.alloc(0)],
		['foreign content', () => Buffer.from('this is no model')],
	] as const) {
		it(`from the store again where a snapshot has ${damage}`, async (t) => {
			const store = createStore();
			const directory = await makeDirectory(t);
			addSessions(store, shop, 20);
			const first = follow(store, directory);
			await modelOf(first, shop);
			await first.stop();
			await writeFile(fileOf(directory), change(await readFile(fileOf(directory))));
			const second = follow(store, directory);
			await checkRebuilt(second, store);
			assert.deepEqual(
				second.events.map(({ kind }) => kind),
				['rebuilding'],
			);
		});
	}

	it('from the store again where the snapshot is of another engine, or knows more than the store', async (t) => {
		const store = createStore();
		const directory = await makeDirectory(t);
		addSessions(store, other, 20);
		const first = follow(store, directory);
		await modelOf(first, other);
		await first.stop();
		await writeFile(fileOf(directory), await readFile(fileOf(directory, other)));
		await checkRebuilt(follow(store, directory), store);
		const restored = createStore();
		addSessions(restored, other, 3);
		const second = follow(restored, directory);
		await checkRebuilt(second, restored, other);
		assert.equal(second.events.length, 1);
	});

	it('also when reads fail, the first of all among them', async (t) => {
		const store = createStore();
		addSessions(store, shop, 20);
		store.failNext(3);
		const following = follow(store, await makeDirectory(t));
		await checkRebuilt(following, store);
		assert.ok(following.events.every(({ kind }) => kind === 'failed'));
	});
});

describe('snapshots of models', () => {
	it('are whole or of before, whichever call of the disk fails', async (t) => {
		const store = createStore();
		addSessions(store, shop, 5);
		for (let failing = 1; failing <= 9; failing += 1) {
			const directory = await makeDirectory(t);
			let calls = 0;
			const files = createDurableFiles(() => {
				calls += 1;
				if (calls === failing) throw new Error('the disk has had enough');
			});
			const following = follow(store, directory, { files });
			await checkRebuilt(following, store);
			addSessions(store, shop, 1);
			await checkRebuilt(following, store);
			await following.stop();
			await checkRebuilt(follow(store, directory), store);
		}
	});

	it('have nothing of an erased session, and neither has the model', async (t) => {
		const store = createStore();
		const directory = await makeDirectory(t);
		addSessions(store, shop, 20);
		const following = follow(store, directory);
		await modelOf(following, shop);
		await allSaved(following);
		store.erase(shop, 's3');
		await checkRebuilt(following, store);
		await following.stop();
		// Erased while there is no follower: the snapshot is older than the erasure.
		store.erase(shop, 's4');
		const second = follow(store, directory);
		await checkRebuilt(second, store);
		await second.stop();
		assert.equal(second.events.length, 0);
	});

	it('survive obstacles in the place of their files: the next start logs and removes them', async (t) => {
		const directory = await makeDirectory(t);
		const store = createStore();
		const inTheWay = [fileOf(directory), `${fileOf(directory, other)}.tmp`];
		for (const path of [...inTheWay, join(directory, 'other.files')])
			await mkdir(join(path, 'inside'), { recursive: true });
		await writeFile(fileOf(directory, other), 'no directory');
		const named: string[] = [];
		const files = createDurableFiles(undefined, (path) => named.push(path));
		const first = follow(store, directory, { files });
		// Nothing happens, so nothing is saved.
		await first.stop();
		assert.deepEqual(named.splice(0).sort(), inTheWay);
		assert.deepEqual((await readdir(directory)).sort(), [`${other}.model`, 'other.files']);
		const second = follow(store, directory, { files });
		await second.stop();
		assert.deepEqual([...named, ...first.events, ...second.events], []);
	});

	it('survive a file in the place of their directory: the next start logs and removes it', async (t) => {
		const directory = join(await makeDirectory(t), 'recommend');
		const named: string[] = [];
		await writeFile(directory, 'in the way');
		const files = createDurableFiles(undefined, (path) => named.push(path));
		const { events, stop } = follow(createStore(), directory, { files });
		await stop();
		assert.deepEqual(named, [directory]);
		await assert.rejects(readFile(directory), { code: 'ENOENT' });
		assert.deepEqual(events, []);
	});

	it('go with their search engine, and so does the memory', async (t) => {
		const store = createStore();
		const directory = await makeDirectory(t);
		for (const hashid of [shop, other]) addSessions(store, hashid, 5);
		const following = follow(store, directory);
		for (const hashid of [shop, other]) await modelOf(following, hashid);
		await allSaved(following);
		store.engines.delete(shop);
		await waitFor(
			'the file of the other model alone',
			() => readdir(directory),
			(names) => String(names) === `${other}.model`,
		);
		await oneModel(following);
	});

	it('are all that remains of unused models when memory is short', async (t) => {
		const store = createStore();
		const directory = await makeDirectory(t);
		const following = follow(store, directory, { memoryBytesMax: 1 });
		for (const hashid of hashids) addSessions(store, hashid, 5);
		for (const hashid of [...hashids, ...hashids]) {
			await checkRebuilt(following, store, hashid);
			await oneModel(following);
		}
		assert.deepEqual(following.events, []);
	});

	it('are thrown away by a rebuild, which the models of before outlast', async (t) => {
		const store = createStore();
		const directory = await makeDirectory(t);
		addSessions(store, shop, 200);
		const following = follow(store, directory);
		await modelOf(following, shop);
		await allSaved(following);
		store.log.splice(0, 300);
		const rebuilt = following.follower.rebuild();
		assert.ok(following.follower.find(shop));
		await rebuilt;
		await checkRebuilt(following, store);
	});
});
