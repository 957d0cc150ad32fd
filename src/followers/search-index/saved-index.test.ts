import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { type Position, toPosition } from '../../domain/log/position.ts';
import { createAnalyzer } from '../../fulltext/analysis/analyzer.ts';
import { createIndexWriter } from '../../fulltext/index/index-writer.ts';
import { createDurableFiles, type DurableFiles } from '../runtime/durable-files.ts';
import {
	type LoadedIndex,
	loadIndex,
	type NumberedSegment,
	removeIndex,
	type SavedIndex,
	saveIndex,
} from './saved-index.ts';

/** An index in three states: one segment; one more, and deletions in the first; the first of them merged away. */
function makeStates(): readonly { readonly position: Position; readonly segments: readonly NumberedSegment[] }[] {
	const writer = createIndexWriter(createAnalyzer('en'));
	const put = (id: number, price: number) => writer.put({ id: `${id}`, fields: { title: `shoe ${id}`, price } });
	for (let id = 0; id < 50; id += 1) put(id, 1);
	const [first] = writer.refresh();
	for (let id = 0; id < 10; id += 1) put(id, 2);
	const [mostlyDeleted, second] = writer.refresh();
	for (let id = 10; id < 50; id += 1) writer.remove(`${id}`);
	const [last] = writer.refresh();
	assert(first && mostlyDeleted && second && last);
	return [
		{ position: toPosition(50), segments: [{ ...first, number: 1 }] },
		{
			position: toPosition(60),
			segments: [
				{ ...mostlyDeleted, number: 1 },
				{ ...second, number: 2 },
			],
		},
		{ position: toPosition(100), segments: [{ ...last, number: 2 }] },
	];
}

const states = makeStates();

function makeDirectory(t: TestContext): string {
	const path = mkdtempSync(join(tmpdir(), 'vitrine-index-'));
	t.after(() => rmSync(path, { recursive: true, force: true }));
	return join(path, '7');
}

/** Saves the states up to and including `last`, one after another. */
async function saveStates(
	files: DurableFiles,
	directory: string,
	last = states.length - 1,
): Promise<SavedIndex | undefined> {
	let saved: SavedIndex | undefined;
	let nextNumber = 3;
	for (const state of states.slice(0, last + 1)) {
		const index = {
			generationId: 7,
			language: 'en',
			prices: '.,2',
			schema: '',
			incarnation: '',
			readEnd: state.position,
			takeNumber: () => nextNumber++,
			...state,
		};
		saved = await saveIndex(files, directory, { index, saved });
	}
	return saved;
}

function describe(loaded: LoadedIndex): unknown {
	if (loaded.kind !== 'loaded') return loaded.kind;
	return {
		position: loaded.saved.manifest.position,
		segments: loaded.segments.map(({ number, segment, live, liveCount }) => ({
			number,
			liveCount,
			live: live === undefined ? undefined : [...live],
			bytes: Buffer.from(new Uint8Array(segment.bytes)).toString('base64'),
		})),
	};
}

function expect({ position, segments }: (typeof states)[number]): unknown {
	return {
		position,
		segments: segments.map(({ number, segment, live, liveCount }) => ({
			number,
			liveCount,
			live: live === undefined ? undefined : [...live],
			bytes: Buffer.from(new Uint8Array(segment.bytes)).toString('base64'),
		})),
	};
}

test('an index is loaded as it was saved, and files it no longer has are gone', async (t) => {
	const files = createDurableFiles();
	for (const [last, state] of states.entries()) {
		const directory = makeDirectory(t);
		await saveStates(files, directory, last);
		assert.deepEqual(describe(await loadIndex(files, directory)), expect(state));
	}
	const directory = makeDirectory(t);
	assert.deepEqual(await loadIndex(files, directory), { kind: 'absent' });
	await saveStates(files, directory);
	assert.deepEqual(
		readdirSync(directory).filter((name) => name.endsWith('.segment')),
		['2.segment'],
	);
});

test('directories in the place of files are logged and removed when the index is opened, whatever else is valid', async (t) => {
	const named: string[] = [];
	const files = createDurableFiles(undefined, (path) => named.push(path));
	for (const last of [states.length - 1, -1]) {
		const directory = makeDirectory(t);
		await saveStates(files, directory, last);
		const before = describe(await loadIndex(files, directory));
		const inTheWay = ['98.segment', '99.live', 'manifest.tmp'].map((name) => join(directory, name));
		for (const path of inTheWay) mkdirSync(join(path, 'inside'), { recursive: true });
		assert.deepEqual(describe(await loadIndex(files, directory)), before);
		assert.deepEqual(named.splice(0).sort(), inTheWay);
		await loadIndex(files, directory);
		assert.deepEqual(named, []);
	}
});

test('a file in the place of the directory is logged and removed when the index is opened', async (t) => {
	const directory = makeDirectory(t);
	const named: string[] = [];
	writeFileSync(directory, 'in the way');
	const files = createDurableFiles(undefined, (path) => named.push(path));
	assert.deepEqual(await loadIndex(files, directory), { kind: 'absent' });
	assert.deepEqual(named, [directory]);
	await loadIndex(files, directory);
	assert.deepEqual(named, [directory]);
});

test('what did not change is not written again', async (t) => {
	const directory = makeDirectory(t);
	const written: string[] = [];
	const files = createDurableFiles((call, path) => {
		if (call === 'write') written.push(path.slice(directory.length + 1));
	});
	const saved = await saveStates(files, directory, 1);
	assert.deepEqual(
		written.filter((name) => name.endsWith('.segment')),
		['1.segment', '2.segment'],
	);
	written.length = 0;
	const [, state] = states;
	assert(state);
	const index = {
		generationId: 7,
		language: 'en',
		prices: '.,2',
		schema: '',
		incarnation: '',
		takeNumber: () => 99,
		readEnd: state.position,
		...state,
	};
	await saveIndex(files, directory, { index, saved });
	assert.deepEqual(written, []);
});

test('a save that fails at any call leaves the index before or the one after, and the next save goes through', async (t) => {
	let callCount = 0;
	await saveStates(
		createDurableFiles(() => {
			callCount += 1;
		}),
		makeDirectory(t),
	);
	assert(callCount > 10);
	const allowed = ['absent', ...states.map((state) => JSON.stringify(expect(state)))];
	for (let failing = 1; failing <= callCount; failing += 1) {
		const directory = makeDirectory(t);
		let count = 0;
		const faulty = createDurableFiles(() => {
			count += 1;
			if (count >= failing) throw new Error('no space left');
		});
		await assert.rejects(saveStates(faulty, directory), /no space left/);
		const sound = createDurableFiles();
		const loaded = describe(await loadIndex(sound, directory));
		assert(allowed.includes(typeof loaded === 'string' ? loaded : JSON.stringify(loaded)), `call ${failing}`);
		rmSync(directory, { recursive: true, force: true });
		await saveStates(sound, directory);
	}
});

test('a removal that is stopped leaves the whole index or none, whichever of its files are gone by then', async (t) => {
	const sound = createDurableFiles();
	for (const first of ['manifest', '1.segment', '2.segment']) {
		const directory = makeDirectory(t);
		await saveStates(sound, directory, 1);
		const remove = async (path: string) => {
			if (path !== directory) return sound.remove(path);
			// A directory is emptied in any order.
			rmSync(join(directory, first), { force: true });
			throw new Error('killed');
		};
		await assert.rejects(removeIndex({ remove }, directory), /killed/);
		assert.equal((await loadIndex(sound, directory)).kind, 'absent', first);
		await removeIndex(sound, directory);
		assert.deepEqual(await sound.list(directory), []);
	}
});

test('no file with a damaged byte, cut short or missing is believed', async (t) => {
	const files = createDurableFiles();
	const directory = makeDirectory(t);
	await saveStates(files, directory, 1);
	for (const name of readdirSync(directory)) {
		const path = join(directory, name);
		const bytes = readFileSync(path);
		const step = Math.max(1, Math.floor(bytes.length / 40));
		for (let at = 0; at < bytes.length; at += step) {
			const damaged = Buffer.from(bytes);
			damaged[at] = (damaged[at] ?? 0) ^ 0x10;
			writeFileSync(path, damaged);
			assert.equal((await loadIndex(files, directory)).kind, 'damaged', `byte ${at} of ${name}`);
			writeFileSync(path, bytes.subarray(0, at));
			assert.equal((await loadIndex(files, directory)).kind, 'damaged', `${name} cut at ${at}`);
		}
		rmSync(path);
		assert.equal((await loadIndex(files, directory)).kind, name === 'manifest' ? 'absent' : 'damaged', `no ${name}`);
		writeFileSync(path, bytes);
	}
	assert.equal((await loadIndex(files, directory)).kind, 'loaded');
});
