import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { type AskedEngines, createAskedEngines } from './asked-engines.ts';
import { chooseMostAsked } from './follow-asked.ts';

const keepMs = 1_000;
const path = (directory: string, name: string) => `${directory}/${name}`;

describe('the search engines that a node is asked for', () => {
	let files: Map<string, Uint8Array>;
	let nowMs: number;
	let isFull: boolean;
	beforeEach(() => {
		files = new Map();
		nowMs = 5_000;
		isFull = false;
	});

	function create(): AskedEngines {
		return createAskedEngines({
			files: {
				read: async (name) => {
					const bytes = files.get(name);
					return bytes === undefined ? undefined : toShared(bytes);
				},
				async replace(directory, name, ...parts) {
					if (isFull) throw new Error('the disk is full');
					files.set(path(directory, name), Buffer.concat(parts));
				},
				makeDirectory: async () => false,
			},
			...{ directory: 'search', keepMs, nowMs: () => nowMs },
		});
	}

	async function start(hashids: readonly string[], first: readonly string[] = []): Promise<AskedEngines> {
		const engines = create();
		await engines.begin(hashids, async () => first);
		return engines;
	}

	const listFollowed = (engines: AskedEngines, ...hashids: string[]) =>
		hashids.filter((hashid) => engines.isFollowed(hashid));

	it('are at the start those that were chosen, and later all new ones', async () => {
		const engines = await start(['a', 'b', 'c'], ['b']);
		assert.deepEqual(listFollowed(engines, 'a', 'b', 'c', 'new'), ['b', 'new']);
		assert.equal(engines.lapsedCount, 2);
	});

	it('lapse when nobody asks for long enough, each at its time', async () => {
		const engines = await start(['a', 'b'], ['a', 'b']);
		nowMs += keepMs - 1;
		assert.equal(engines.note('a'), false);
		assert.deepEqual(engines.lapseDue(), []);
		nowMs += 1;
		assert.deepEqual(engines.lapseDue(), ['b']);
		assert.deepEqual(listFollowed(engines, 'a', 'b'), ['a']);
		nowMs += keepMs;
		assert.deepEqual(engines.lapseDue(), ['b', 'a']);
	});

	it('are to be left until they were left, or somebody asks', async () => {
		const engines = await start(['a', 'b'], ['a', 'b']);
		nowMs += keepMs;
		assert.deepEqual(engines.lapseDue(), ['a', 'b']);
		engines.noteLeft('a');
		assert.deepEqual(engines.lapseDue(), ['b']);
		assert.equal(engines.note('b'), true);
		assert.deepEqual(engines.lapseDue(), []);
		assert.equal(engines.note('b'), false);
		assert.deepEqual(listFollowed(engines, 'a', 'b'), ['b']);
		engines.forget('a');
		assert.equal(engines.lapsedCount, 0);
	});

	it('are known to the next process, for which the time in between did not pass', async () => {
		const engines = await start(['a', 'b', 'c', 'gone'], ['a', 'b', 'gone']);
		nowMs += 600;
		engines.note('b');
		await engines.save();
		nowMs += 1_000_000;
		const next = await start(['a', 'b', 'c', 'since'], ['c']);
		assert.deepEqual(listFollowed(next, 'a', 'b', 'c', 'since'), ['a', 'b', 'since']);
		nowMs += 400;
		assert.deepEqual(next.lapseDue(), ['a']);
		nowMs += 600;
		assert.deepEqual(next.lapseDue(), ['a', 'b', 'since']);
	});

	it('are chosen anew where what was noted is damaged', async () => {
		const engines = await start(['a', 'b'], ['a']);
		await engines.save();
		const bytes = files.get('search/asked');
		assert(bytes);
		bytes[bytes.length - 5] = 0;
		assert.deepEqual(listFollowed(await start(['a', 'b'], ['b']), 'a', 'b'), ['b']);
	});

	it('are forgotten once they are gone, and nothing is noted before it is known which there are', async () => {
		const engines = await start(['a', 'b', 'c'], ['a', 'b']);
		nowMs += 600_000;
		await engines.saveDue(async () => ['a', 'new']);
		assert.equal(engines.lapsedCount, 0);
		files.clear();
		await create().save();
		assert.equal(files.size, 0);
	});

	it('are saved when one lapsed or came back, else every ten minutes, and again after a failure', async () => {
		const engines = await start(['a'], ['a']);
		await engines.saveDue(async () => ['a']);
		files.clear();
		engines.note('a');
		await engines.saveDue(async () => ['a']);
		assert.equal(files.size, 0);
		nowMs += keepMs;
		engines.lapseDue();
		isFull = true;
		await assert.rejects(
			engines.saveDue(async () => ['a']),
			/full/,
		);
		isFull = false;
		await engines.saveDue(async () => ['a']);
		assert.equal(files.size, 1);
		files.clear();
		nowMs += 600_000;
		await engines.saveDue(async () => ['a']);
		assert.equal(files.size, 1);
	});
});

describe('the search engines that a new node begins with', () => {
	it('are those that nine of ten calls are for', () => {
		const calls = [
			{ hashid: 'rare', callCount: 4 },
			{ hashid: 'most', callCount: 70 },
			{ hashid: 'often', callCount: 20 },
			{ hashid: 'seldom', callCount: 6 },
		];
		assert.deepEqual(chooseMostAsked(calls), ['most', 'often']);
		assert.deepEqual(chooseMostAsked(calls.slice(0, 1)), ['rare']);
	});
});

function toShared(bytes: Uint8Array): SharedArrayBuffer {
	const shared = new SharedArrayBuffer(bytes.length);
	new Uint8Array(shared).set(bytes);
	return shared;
}
