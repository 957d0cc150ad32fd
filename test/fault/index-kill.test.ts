/**
 * A process is killed in the middle of refreshes, merges, saves and replacements, repeatedly on the same directory: each
 * time the indexes come back as they were saved, catch up with the store, and equal it.
 */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { createDurableFiles } from '../../src/followers/runtime/durable-files.ts';
import { listManifestNames, parseManifest } from '../../src/followers/search-index/index-manifest.ts';
import { createSeededRandom } from '../../src/lib/seeded-random.ts';
import { fillDatabase, sampleEngine, sampleIndex } from '../contract/sample-data.ts';
import { makeTemporaryDirectory } from '../contract/temporary-directory.ts';
import { chooseSeed } from '../support/chosen-seed.ts';
import { compareWithStore, openIndexedZone } from '../support/indexed-zone.ts';
import { killAtExit } from '../support/last-resort.ts';
import { chooseLength } from '../support/test-length.ts';
import { awaiting, waitFor } from '../support/wait-for.ts';

const roundCount = chooseLength(1, 50);
/** As many saves are noticed at most before a kill: it comes after some work of the process, however slow the machine is. */
const saveCountMax = 20;
const program = fileURLToPath(new URL('../support/index-writing-process.ts', import.meta.url));

test(`kills, ${roundCount} of them, leave indexes that equal the store, and none has to be rebuilt`, async (t) => {
	const random = createSeededRandom(chooseSeed(t));
	const directory = makeTemporaryDirectory();
	t.after(() => directory.remove());
	await prepare(directory.path);
	let itemCount = 0;
	const seen: Seen = { savedCount: 0, brokenSaveCount: 0, mergedCount: 0, replacementCount: 0 };
	for (let round = 1; round <= roundCount; round += 1) {
		const killing = { saveCount: random.integer(1, saveCountMax), delayMs: random.integer(0, 20) };
		seen.mergedCount += await runAndKill(directory.path, { seed: random.uint32(), ...killing });
		await checkFiles(join(directory.path, 'search'), seen);
		const zone = await openIndexedZone(directory.path, { cleanIntervalMs: 20 });
		try {
			const { hashid } = sampleEngine(3);
			if ((await zone.database.generations.listOfSearchEngine(hashid, 'temporary', '')).length > 0) {
				seen.replacementCount += 1;
			}
			await zone.settle();
			itemCount += await compareWithStore(zone);
			assert.deepEqual(zone.events, [], `round ${round}: everything on disk could be used`);
			const ids = new Set(await zone.database.generations.listIds());
			await waitFor(`no directories but ${[...ids]}`, zone.listDirectories, (directories) =>
				directories.every((id) => ids.has(id)),
			);
		} finally {
			await zone.close();
		}
	}
	t.diagnostic(`${itemCount} items compared; ${JSON.stringify(seen)}`);
	assert(seen.savedCount > 0);
	// In a few rounds one of them may not occur by chance.
	if (roundCount >= 50) for (const [what, count] of Object.entries(seen)) assert(count > 0, `no kill hit: ${what}`);
});

/** What the kills hit, over all rounds. */
interface Seen {
	/** Indexes that were on disk. */
	savedCount: number;
	/** Saves that were under way: there are files that no manifest names. */
	brokenSaveCount: number;
	/** Merges that were made shortly before. */
	mergedCount: number;
	/** Replacements that were under way: the temporary index existed. */
	replacementCount: number;
}

async function prepare(path: string): Promise<void> {
	const zone = await openIndexedZone(path);
	await fillDatabase(zone.database);
	for (const number of [2, 3, 4]) {
		const engine = sampleEngine(number);
		await zone.database.searchEngines.create(engine);
		await zone.database.searchEngines.createIndex(engine.hashid, sampleIndex());
	}
	await zone.close();
}

interface Killing {
	readonly seed: number;
	/** The process is killed when it has announced saves so many times, and after a delay, in the middle of something. */
	readonly saveCount: number;
	readonly delayMs: number;
}

/** @returns how many merges the process has made. */
async function runAndKill(path: string, { seed, saveCount, delayMs }: Killing): Promise<number> {
	const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', program, path, String(seed)], {
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	let complaint = '';
	child.stderr.on('data', (chunk) => {
		complaint += chunk;
	});
	killAtExit(child);
	const ended = once(child, 'exit');
	const saves = waitForSaves(child, saveCount);
	await awaiting(`${saveCount} saves`, Promise.race([saves, ended]), () => complaint);
	await new Promise((resolve) => setTimeout(resolve, delayMs));
	child.kill('SIGKILL');
	const [, signal] = await ended;
	assert.equal(signal, 'SIGKILL', complaint);
	return saves;
}

/** Resolves when so many saves were announced, with the number of merges before. */
async function waitForSaves({ stdout }: ChildProcess, saveCount: number): Promise<number> {
	assert(stdout);
	const counts = { saved: 0, merged: 0 };
	for await (const line of createInterface(stdout)) {
		counts[line as keyof typeof counts] += 1;
		if (counts.saved === saveCount) break;
	}
	return counts.merged;
}

/** After a kill every manifest is whole, and so are the files it names. */
async function checkFiles(path: string, seen: Seen): Promise<void> {
	const files = createDurableFiles();
	for (const name of await files.list(path)) {
		const bytes = await files.read(join(path, name, 'manifest'));
		if (bytes === undefined) continue;
		const manifest = parseManifest(new Uint8Array(bytes));
		assert(!('problem' in manifest), 'problem' in manifest ? manifest.problem : '');
		const names = readdirSync(join(path, name));
		const needed = listManifestNames(manifest);
		for (const name of needed) assert(names.includes(name), `${name} is missing`);
		seen.savedCount += 1;
		if (names.some((name) => !needed.has(name))) seen.brokenSaveCount += 1;
	}
}
