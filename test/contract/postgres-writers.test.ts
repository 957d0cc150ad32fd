/**
 * Many writers at once, in several processes as far as PostgreSQL can tell, and readers of the logs meanwhile: the order of
 * `seq` is that of the commits, no reader skips a write, and what is left is what a simple model has.
 *
 * A short form runs with all tests; `VITRINE_SOAK=1` runs the long one.
 */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { ItemTarget } from '../../src/domain/item/item.ts';
import { createSeededRandom, type SeededRandom } from '../../src/lib/seeded-random.ts';
import type { Database } from '../../src/ports/database.ts';
import { chooseSeed } from '../support/chosen-seed.ts';
import { createPreparedDatabase, openTestDatabase } from '../support/prepared-postgres.ts';
import { queryPostgres } from '../support/query-postgres.ts';
import { chooseLength } from '../support/test-length.ts';
import { createGenerationWriters } from '../support/writers/generation-writers.ts';
import { followItemLog, type ItemLogFollower, replayChanges } from '../support/writers/item-log-follower.ts';
import { createItemWriters } from '../support/writers/item-writers.ts';
import { createWriteClock } from '../support/writers/write-times.ts';
import { fillDatabase, live, sampleIndex } from './sample-data.ts';

const historyCount = chooseLength(3, 60);
const processCount = 3;
const writerCount = 8;

interface Setup {
	readonly url: string;
	/** Each with connections of its own. */
	readonly databases: readonly [Database, ...Database[]];
	readonly randomFor: () => SeededRandom;
}

async function setUp(t: TestContext, random: SeededRandom): Promise<Setup> {
	const url = await createPreparedDatabase();
	const open = () => openTestDatabase(t, url);
	const databases = [open(), ...Array.from({ length: processCount - 1 }, open)] as const;
	await fillDatabase(databases[0]);
	return { url, databases, randomFor: () => createSeededRandom(random.uint32()) };
}

/** Two readers of the log of each, of large batches and of small ones. */
function followAll({ databases }: Setup, targets: readonly ItemTarget[]): ItemLogFollower[] {
	return targets.flatMap((target) =>
		[100, 3].map((countMax, at) => followItemLog(databases[at % processCount] ?? databases[0], target, countMax)),
	);
}

async function listRows(url: string) {
	const rows = await queryPostgres(url, 'select generation_id, seq, id from item order by 1, 2');
	return rows.map(({ generation_id: generationId, seq, id }) => {
		return { generationId: Number(generationId), seq: Number(seq), id: String(id) };
	});
}

async function testItems(t: TestContext, random: SeededRandom): Promise<void> {
	const setup = await setUp(t, random);
	const { databases, randomFor } = setup;
	await databases[0].searchEngines.createIndex(live.hashid, sampleIndex('other'));
	const targets = [live, { ...live, indexName: 'other' }];
	const clock = createWriteClock();
	const indices = targets.map((target) => createItemWriters(target, clock));
	const followers = followAll(setup, targets);
	const writing = Array.from({ length: writerCount }, (_, number) => {
		const database = databases[number % processCount] ?? databases[0];
		const plan = { random: randomFor(), bulkCount: 12 };
		return (indices[number % indices.length] ?? assert.fail()).run(`writer ${number}`, database, plan);
	});
	await Promise.all(writing);
	await Promise.all(followers.map(({ stop }) => stop()));
	for (const [at, { logs }] of followers.entries()) {
		const [log, ...others] = logs.values();
		assert(log !== undefined && others.length === 0);
		(indices[Math.floor(at / 2)] ?? assert.fail()).check(log.changes);
		const target = targets[Math.floor(at / 2)] ?? live;
		assert.equal(await databases[0].items.count(target), replayChanges(log.changes).size);
	}
}

async function testGenerations(t: TestContext, random: SeededRandom): Promise<void> {
	const setup = await setUp(t, random);
	const { url, databases, randomFor } = setup;
	const index = createGenerationWriters(live, createWriteClock());
	const followers = followAll(setup, [live, { ...live, generation: 'temporary' }]);
	await Promise.all([
		index.runOwner(databases[0], { random: randomFor(), stepCount: 7 }),
		...Array.from({ length: writerCount }, (_, number) =>
			index.runWriter(`writer ${number}`, databases[number % processCount] ?? databases[0], randomFor()),
		),
	]);
	await Promise.all(followers.map(({ stop }) => stop()));
	const rows = await listRows(url);
	const [state] = await databases[0].generations.listOfSearchEngine(live.hashid, 'live', '');
	assert(state);
	index.check(rows, state.generationId);
	for (const { logs } of followers) {
		for (const [generationId, { changes }] of logs) {
			const expected = rows.filter((row) => row.generationId === generationId).map(({ id }) => id);
			const read = changes.map(({ id }) => id);
			assert.deepEqual(read, expected.slice(0, read.length), 'a reader skips nothing');
		}
	}
	const [ofLive] = followers;
	const liveRows = rows.filter(({ generationId }) => generationId === state.generationId);
	assert.equal(ofLive?.logs.get(state.generationId)?.changes.length, liveRows.length, 'and reads on to the end');
}

for (const [name, run] of [
	['items that many write to are as the order of their log says', testItems],
	['items that are written while an index is replaced are in the generation of that moment', testGenerations],
] as const) {
	test(`${historyCount} histories: ${name}`, async (t) => {
		const random = createSeededRandom(chooseSeed(t));
		for (let history = 1; history <= historyCount; history += 1) {
			await t.test(`history ${history}`, (own) => run(own, random));
		}
	});
}
