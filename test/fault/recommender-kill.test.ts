/**
 * A process is killed repeatedly while it records events and models follow them. Every acknowledged event is in the log,
 * and models that continue from the remaining snapshots equal those that are built from the log, byte by byte.
 *
 * A short form runs with all tests; `npm run test:fault` runs the long one.
 */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { startModelFollower } from '../../src/followers/recommendations/model-follower.ts';
import type { RecommenderEvent } from '../../src/followers/recommendations/model-state.ts';
import { defaultRecommenderLimits } from '../../src/followers/recommendations/recommender-limits.ts';
import { createDurableFiles } from '../../src/followers/runtime/durable-files.ts';
import { systemTiming } from '../../src/followers/runtime/timing.ts';
import { createSeededRandom } from '../../src/lib/seeded-random.ts';
import type { Database } from '../../src/ports/database.ts';
import { createEngineModel } from '../../src/recommend/engine-model.ts';
import { chooseSeed } from '../support/chosen-seed.ts';
import { readEvents } from '../support/read-events.ts';
import { recommendedHashids } from '../support/recommended-engines.ts';
import { chosenStore } from '../support/store/test-store.ts';
import { chooseLength } from '../support/test-length.ts';

const roundCount = chooseLength(2, 50);
const program = fileURLToPath(new URL('../support/event-writing-process.ts', import.meta.url));

test(`${roundCount} kills under event load lose no acknowledged event, and no model differs from the log`, async (t) => {
	const random = createSeededRandom(chooseSeed(t));
	const directory = await mkdtemp(join(tmpdir(), 'vitrine-recommender-kill-'));
	t.after(() => rm(directory, { recursive: true, force: true }));
	await chosenStore().create(directory);
	const acknowledged = new Set<string>();
	for (let round = 1; round <= roundCount; round += 1) {
		const seed = random.integer(1, 1_000_000) * 100 + round;
		for (const id of await writeUntilKilled(directory, seed, random.integer(50, 1_500))) acknowledged.add(id);
		const database = await chosenStore().open(directory);
		try {
			await checkLog(database, acknowledged);
			await checkModels(database, join(directory, 'recommend'));
		} finally {
			await database.close();
		}
	}
	assert.equal((await readdir(join(directory, 'recommend'))).filter((name) => name.endsWith('.model')).length, 3);
	t.diagnostic(`${roundCount} kills among ${acknowledged.size} events`);
});

/** Kills the process after at least `eventCountMin` events were acknowledged. @returns their ids. */
async function writeUntilKilled(directory: string, seed: number, eventCountMin: number): Promise<string[]> {
	const words = ['--disable-warning=ExperimentalWarning', program, directory, String(seed)];
	const child = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'pipe'] });
	let complaint = '';
	child.stderr.on('data', (chunk) => {
		complaint += chunk;
	});
	const ids: string[] = [];
	createInterface(child.stdout).on('line', (line) => {
		// The last line of a killed process may be incomplete.
		if (line.length === 32 && ids.push(line) === eventCountMin) child.kill('SIGKILL');
	});
	const [, signal] = await once(child, 'close');
	assert.equal(signal, 'SIGKILL', complaint);
	return ids;
}

async function checkLog({ events }: Database, acknowledged: ReadonlySet<string>): Promise<void> {
	const found = new Set<string>();
	for (const hashid of recommendedHashids) {
		for (const kind of ['view', 'cart_addition', 'cart_removal', 'checkout'] as const) {
			for (const { id } of await events.listOfEngine(hashid, kind, 1_000_000)) found.add(id);
		}
	}
	assert.deepEqual([...acknowledged.difference(found)], [], 'acknowledged events that are not there');
}

async function checkModels(database: Database, directory: string): Promise<void> {
	const problems: RecommenderEvent[] = [];
	const follower = startModelFollower({
		store: { events: database.events, hasEngine: async () => true },
		files: createDurableFiles(),
		directory,
		limits: { ...defaultRecommenderLimits, patienceMs: 600_000 },
		timing: systemTiming,
		onEvent: (event) => problems.push(event),
	});
	const logged = await readEvents(database.events);
	for (const hashid of recommendedHashids) {
		const following = await new Promise<ReturnType<typeof follower.find>>((resolve) => follower.wait(hashid, resolve));
		const expected = createEngineModel(defaultRecommenderLimits.engine);
		for (const event of logged) if (event.hashid === hashid) expected.apply(event);
		const [ours, theirs] = [following?.model, expected].map((model) =>
			Buffer.concat([...(model?.listPartBytes() ?? [])]),
		);
		assert.ok(ours !== undefined && theirs !== undefined && ours.equals(theirs), `the model of ${hashid} differs`);
	}
	await follower.stop();
	// A kill leaves whole snapshots or none: nothing had to be built from the beginning.
	assert.deepEqual(problems, []);
}
