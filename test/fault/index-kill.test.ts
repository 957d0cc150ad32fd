/**
 * A process is killed in the middle of refreshes, merges, saves and replacements, again and again on the same directory:
 * each time the indexes come back as they were saved, catch up with the store, and equal it.
 */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { createIndexFiles } from '../../src/adapters/fulltext-index/index-files.ts';
import { listManifestNames, parseManifest } from '../../src/adapters/fulltext-index/index-manifest.ts';
import { createSeededRandom } from '../../src/lib/seeded-random.ts';
import { fillDatabase, sampleEngine, sampleIndex } from '../contract/sample-data.ts';
import { makeTemporaryDirectory } from '../contract/temporary-directory.ts';
import { chooseSeed } from '../support/chosen-seed.ts';
import { compareWithStore, openIndexedZone, waitUntil } from '../support/indexed-zone.ts';

const roundCount = process.env.VITRINE_SOAK === undefined ? 8 : 50;
const program = fileURLToPath(new URL('../support/index-writing-process.ts', import.meta.url));

test(`${roundCount} kills leave indexes that equal the store, and none has to be built anew`, async (t) => {
	const random = createSeededRandom(chooseSeed(t));
	const directory = makeTemporaryDirectory();
	t.after(() => directory.remove());
	await prepare(directory.path);
	let itemCount = 0;
	let savedCount = 0;
	for (let round = 1; round <= roundCount; round += 1) {
		const delayMs = random.integer(0, 600);
		await runAndKill(directory.path, { seed: random.uint32(), delayMs });
		savedCount += await checkFiles(join(directory.path, 'search'));
		const zone = await openIndexedZone(directory.path, { cleanIntervalMs: 20 });
		try {
			await zone.settle();
			itemCount += await compareWithStore(zone);
			assert.deepEqual(zone.events, [], `round ${round}: everything on disk could be used`);
			const ids = new Set(await zone.database.generations.listIds());
			await waitUntil(() => zone.listDirectories().every((id) => ids.has(id)));
		} finally {
			await zone.close();
		}
	}
	t.diagnostic(`${itemCount} items compared, ${savedCount} saved indexes found`);
	assert(savedCount > 0);
});

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

async function runAndKill(
	path: string,
	{ seed, delayMs }: { readonly seed: number; readonly delayMs: number },
): Promise<void> {
	const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', program, path, String(seed)], {
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	let complaint = '';
	child.stderr.on('data', (chunk) => {
		complaint += chunk;
	});
	const ended = once(child, 'exit');
	await Promise.race([waitForReady(child), ended]);
	await new Promise((resolve) => setTimeout(resolve, delayMs));
	child.kill('SIGKILL');
	const [, signal] = await ended;
	assert.equal(signal, 'SIGKILL', complaint);
}

async function waitForReady({ stdout }: ChildProcess): Promise<void> {
	assert(stdout);
	await once(stdout, 'data');
}

/** After a kill every manifest is whole, and so are the names it has. @returns how many there are. */
async function checkFiles(path: string): Promise<number> {
	const files = createIndexFiles();
	let count = 0;
	for (const name of await files.list(path)) {
		const bytes = await files.read(join(path, name, 'manifest'));
		if (bytes === undefined) continue;
		const manifest = parseManifest(new Uint8Array(bytes));
		assert(!('problem' in manifest), 'problem' in manifest ? manifest.problem : '');
		const names = readdirSync(join(path, name));
		for (const needed of listManifestNames(manifest)) assert(names.includes(needed), `${needed} is missing`);
		count += 1;
	}
	return count;
}
