/**
 * The server is killed repeatedly in the middle of writes of every kind, always on the same data directory.
 *
 * A short form runs with all tests; `npm run test:fault` runs the long one.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatDfid, toItemKey } from '../../src/domain/item/dfid.ts';
import { createSeededRandom, type SeededRandom } from '../../src/lib/seeded-random.ts';
import { openReads } from '../../src/main/topologies/store.ts';
import { type Api, createApi, type Json } from '../support/api.ts';
import { chooseSeed } from '../support/chosen-seed.ts';
import { type Actor, expectStatus, ServerGoneError, watchForEnd } from '../support/crash/actor.ts';
import { createCartActor } from '../support/crash/cart-actor.ts';
import { createEngineActor } from '../support/crash/engine-actor.ts';
import { createEventFollower, type EventFollower } from '../support/crash/event-follower.ts';
import { createBulkWriter, createSingleWriter } from '../support/crash/item-actors.ts';
import { scrollAll } from '../support/crash/item-reading.ts';
import { createTemporaryIndexActor } from '../support/crash/temporary-index-actor.ts';
import { checkDatabase, inspectDatabase, replayLog } from '../support/database-checks.ts';
import { type FirstRun, startServer, type TestServer } from '../support/server.ts';
import { chosenStore, toZoneHome } from '../support/store/test-store.ts';
import { chooseLength } from '../support/test-length.ts';
import { waitFor } from '../support/wait-for.ts';

const roundCount = chooseLength(2, 20);
/** All actors together take at most this many steps before a kill. */
const stepsMax = chooseLength(200, 1000);

interface Cast {
	readonly actors: readonly Actor[];
	/** An index that several actors write to. */
	readonly shared: { readonly hashid: string; readonly path: string };
	/** Reads the log of events as another process would, before each kill and after it. */
	readonly follower: EventFollower;
}

test(`${roundCount} kills lose nothing that was acknowledged and leave nothing by halves`, async (context) => {
	const random = createSeededRandom(chooseSeed(context));
	let server = await startServer();
	const { dataDir, firstRun } = server;
	try {
		assert(firstRun);
		const cast = await assemble(createApi(server.url, firstRun.key), firstRun);
		let stepCount = 0;
		for (let round = 1; round <= roundCount; round += 1) {
			stepCount += await runUntilKilled(server, cast, { random, key: firstRun.key });
			const logged = random.chance(0.5) ? await checkStore(dataDir, cast) : undefined;
			if (random.chance(0.25)) await killWhileStarting(dataDir, random);
			server = await startServer({ dataDir });
			await describeFailure(round, server, () => checkOverHttp(createApi(server.url, firstRun.key), cast, logged));
		}
		await describeFailure(roundCount, server, async () => {
			await checkSearch(createApi(server.url, firstRun.key), cast);
			assert.equal(await server.stop(), 0);
		});
		await checkStore(dataDir, cast);
		await checkDatabase(dataDir);
		context.diagnostic(`${roundCount} kills among ${stepCount} steps`);
	} finally {
		await server[Symbol.asyncDispose]();
	}
});

/** Says which round failed and what the server had to say. */
async function describeFailure(round: number, server: TestServer, work: () => Promise<void>): Promise<void> {
	try {
		await work();
	} catch (cause) {
		throw new Error(`round ${round}: ${(cause as Error).message}\n${server.log().slice(-4000)}`, { cause });
	}
}

async function assemble(api: Api, { hashid: demo, widget_id: widgetId }: FirstRun): Promise<Cast> {
	const engines = '/api/v2/search_engines';
	async function createEngine(name: string, indexNames: readonly string[]): Promise<string> {
		const { json } = await expectStatus(api, 201, engines, { method: 'POST', body: { name } });
		for (const index of indexNames) {
			const body = { name: index, preset: 'generic' };
			await expectStatus(api, 201, `${engines}/${json.hashid}/indices`, { method: 'POST', body });
		}
		return json.hashid;
	}
	const hashid = await createEngine('Shared', ['product']);
	const path = `${engines}/${hashid}/indices/product`;
	const refilled = await createEngine('Re-filled', ['refilled']);
	const copied = await createEngine('Copied', ['copied']);
	const { json: page } = await expectStatus(api, 200, `${engines}/${demo}/indices/product/items?rpp=1`);
	const cart = { widgetId, dfid: toDfid(demo, page.items[0]) };
	return {
		follower: createEventFollower(),
		shared: { hashid, path },
		actors: [
			createSingleWriter(path, 's1'),
			createSingleWriter(path, 's2'),
			createBulkWriter(path, 'b1'),
			createBulkWriter(path, 'b2'),
			createTemporaryIndexActor({
				engine: `${engines}/${refilled}`,
				indexName: 'refilled',
				blockCount: 2,
				hasCopies: false,
			}),
			createTemporaryIndexActor({
				engine: `${engines}/${copied}`,
				indexName: 'copied',
				blockCount: 12,
				hasCopies: true,
			}),
			createCartActor({ ...cart, name: 'c1' }),
			createCartActor({ ...cart, name: 'c2' }),
			createEngineActor('Engine'),
		],
	};
}

function toDfid(hashid: string, item: Json): string {
	return formatDfid({ hashid, indexName: 'product', itemKey: toItemKey(item.id) });
}

interface Killing {
	readonly random: SeededRandom;
	readonly key: string;
}

/** Lets all actors work for a random number of steps, kills the server, and waits until all of them have noticed. */
async function runUntilKilled(
	server: TestServer,
	{ actors, follower }: Cast,
	{ random, key }: Killing,
): Promise<number> {
	const api = watchForEnd(createApi(server.url, key));
	const killAfterSteps = random.integer(1, stepsMax);
	/** 0: right after the answer to the last step, whose write must not be lost. Otherwise probably during another commit. */
	const delayMs = random.pick([0, 0, 0, 1, 2, 4, 8]);
	const killed = Promise.withResolvers<void>();
	let stepCount = 0;
	let isKilled = false;

	async function work(actor: Actor, ownRandom: SeededRandom): Promise<void> {
		try {
			for (;;) {
				await actor.step(api, ownRandom);
				stepCount += 1;
				if (stepCount !== killAfterSteps) continue;
				if (delayMs === 0) server.process.kill('SIGKILL');
				killed.resolve();
			}
		} catch (error) {
			if (error instanceof ServerGoneError && stepCount >= killAfterSteps) return;
			killed.resolve();
			throw new Error(`${actor.name}: ${(error as Error).message}\n${server.log().slice(-4000)}`, { cause: error });
		}
	}

	/** Opens the store anew for each poll, so that no connection of this process is open when the next server starts. */
	async function follow(): Promise<void> {
		while (!isKilled) {
			const reads = await openReads(chosenStore().address(toZoneHome(server.dataDir)));
			await follower.poll(reads.events).finally(reads.close);
			await new Promise((resolve) => setTimeout(resolve, 10));
		}
	}

	const randoms = actors.map(() => createSeededRandom(random.uint32()));
	const working = Promise.all([follow(), ...actors.map((actor, at) => work(actor, randoms[at] as SeededRandom))]);
	await killed.promise;
	isKilled = true;
	if (delayMs > 0) await new Promise((resolve) => setTimeout(resolve, delayMs));
	await server.kill();
	await working;
	return stepCount;
}

/** Kills a server before it listens, while it opens the database or replays its log. */
async function killWhileStarting(dataDir: string, random: SeededRandom): Promise<void> {
	const delayMs = random.integer(200, 1000);
	let timer: NodeJS.Timeout | undefined;
	const starting = startServer({
		dataDir,
		onSpawn(child) {
			timer = setTimeout(() => child.kill('SIGKILL'), delayMs);
		},
	});
	const [outcome] = await Promise.allSettled([starting]);
	clearTimeout(timer);
	if (outcome.status === 'fulfilled') await outcome.value.kill();
	else assert.doesNotMatch(outcome.reason.message, /"error"|"level":[56]0/, 'it was killed, and had logged no error');
}

/** @returns the texts of the items of the shared index by id, as the log of items leaves them. */
async function checkStore(dataDir: string, { actors, shared, follower }: Cast): Promise<Map<string, string>> {
	const target = { hashid: shared.hashid, indexName: 'product', generation: 'live' } as const;
	let texts = new Map<string, string>();
	await inspectDatabase(dataDir, async (database) => {
		texts = await replayLog(database, target);
		assert.equal(await database.items.count(target), texts.size, 'the count is what the log leaves');
		for (const actor of actors) await actor.checkDatabase?.(database);
		await follower.poll(database.events);
		await follower.check(database.events);
	});
	await checkDatabase(dataDir);
	return texts;
}

async function checkOverHttp(api: Api, { actors, shared }: Cast, logged?: Map<string, string>): Promise<void> {
	await Promise.all(actors.map((actor) => actor.check(api)));
	const items = await scrollAll(api, shared.path);
	if (logged === undefined) return;
	const expected = new Map([...logged].map(([id, text]) => [id, JSON.parse(text)]));
	assert.deepEqual(items, expected, 'the scroll is what the log leaves');
}

/** Waits until the search index has every item, after all kills. */
async function checkSearch(api: Api, { shared }: Cast): Promise<void> {
	const items = await scrollAll(api, shared.path);
	const read = async () => (await expectStatus(api, 200, `/6/${shared.hashid}/_search?query=`)).json.total_found;
	await waitFor(`${items.size} items in the search index`, read, (count) => count === items.size);
}
