import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { packHits } from '../../src/domain/event/packed-hits.ts';
import { erasureKind, type ShopperEvent, unknownClient } from '../../src/domain/event/shopper-event.ts';
import { toItemKey } from '../../src/domain/item/dfid.ts';
import { createSeededRandom, type SeededRandom } from '../../src/lib/seeded-random.ts';
import type { Database } from '../../src/ports/database.ts';
import type { StatisticsRepository } from '../../src/ports/statistics-repository.ts';
import { chooseSeed } from '../support/chosen-seed.ts';
import { collectAllGarbage } from '../support/collect-all-garbage.ts';
import { countAll, eraseSession, startHastyFollower } from '../support/count-statistics.ts';
import { makeEvent, type ShopperWorld, shoppers } from '../support/random-shoppers.ts';
import { readEvents } from '../support/read-events.ts';
import { listRows, readStatistics } from '../support/read-statistics.ts';
import { recountStatistics } from '../support/recount-statistics.ts';
import { chooseLength } from '../support/test-length.ts';
import { awaiting, waitFor } from '../support/wait-for.ts';
import type { OpenDatabase } from './database.ts';
import { fillDatabase, sampleEngine, sampleStore, sampleWidget, toHexId } from './sample-data.ts';

const dayMs = 24 * 3600 * 1000;
const hashids = [sampleEngine().hashid, sampleEngine(2).hashid];

function createWorld(random: SeededRandom): ShopperWorld {
	const { id: storeId } = sampleStore();
	const { id: widgetId } = sampleWidget();
	return { random, hashids, storeId, widgetId, queryIds: [], eventCount: 0, nowMs: Date.UTC(2026, 2, 28, 20) };
}

/** A search without a session, and what a session that names it does with what it found. */
function makeNamingSession(hashid: string): readonly [ShopperEvent, ShopperEvent, ShopperEvent, ShopperEvent] {
	const item = { indexName: 'product', itemKey: toItemKey('1') };
	const text = { text: 'shoes', queryName: 'match_and' } as const;
	const found = { hitCount: 1, firstRank: 1, hits: packHits([item]), indexNames: [], page: 1, filters: [] };
	const queryId = 'a'.repeat(32);
	const make = (number: number, event: Pick<ShopperEvent, 'action'> & Partial<ShopperEvent>): ShopperEvent => ({
		...{ id: toHexId(number, 32), storeId: sampleStore().id, hashid, sessionId: 'alice', userId: null },
		...{ occurredAtMs: Date.UTC(2026, 2, 28, 20, number), ...unknownClient, ...event },
	});
	const clicked = {
		kind: 'click',
		...item,
		text: null,
		position: null,
		resourceId: null,
		customResultsId: null,
	} as const;
	return [
		make(1, { id: queryId, sessionId: null, action: { kind: 'search', ...text, ...found } }),
		make(2, { queryId, action: clicked }),
		make(3, { queryId, action: { kind: 'cart_addition', ...item, title: 'T', amount: 1, price: 5 } }),
		make(4, { action: { kind: 'checkout', sources: [] } }),
	];
}

async function sumSearches({ statistics }: Database, hashid: string): Promise<Readonly<Record<string, bigint>>> {
	const sums: Record<string, bigint> = {};
	for (const [row, measures] of await readStatistics(statistics, hashid, shoppers)) {
		if (!row.startsWith('searches ')) continue;
		for (const [name, value] of Object.entries(measures)) {
			if (name !== 'keystrokes') sums[name] = (sums[name] ?? 0n) + value;
		}
	}
	return sums;
}

async function assertCounted(database: Database, attributionHours = 24): Promise<void> {
	const log = await readEvents(database.events);
	for (const hashid of hashids) {
		const own = log.filter((event) => event.hashid === hashid);
		const counted = listRows(await readStatistics(database.statistics, hashid, shoppers));
		assert.deepEqual(counted, listRows(recountStatistics(own, attributionHours)));
	}
}

export function testStatistics(open: OpenDatabase): void {
	async function openFilled(t: TestContext): Promise<Database> {
		const database = await open(t);
		await fillDatabase(database);
		await database.searchEngines.create(sampleEngine(2));
		return database;
	}

	async function openCounted(t: TestContext) {
		const random = createSeededRandom(chooseSeed(t));
		const database = await openFilled(t);
		const world = createWorld(random);
		await database.events.recordMany(Array.from({ length: 100 }, () => makeEvent(world)));
		await countAll(database, { random, killChance: 0 });
		return { database, world };
	}

	describe('statistics', () => {
		test('are those of a recount, however events are delivered, killed at any step, and after erasures', async (t) => {
			const random = createSeededRandom(chooseSeed(t));
			const database = await openFilled(t);
			const world = createWorld(random);
			const roundCount = chooseLength(12, 100);
			for (let round = 0; round < roundCount; round += 1) {
				const events = Array.from({ length: random.integer(1, 60) }, () => makeEvent(world));
				await database.events.recordMany(events);
				if (random.chance(0.2)) {
					const id = (world.eventCount + 0xe0000000).toString(16).padStart(32, 'e');
					const whose = { hashid: random.pick(hashids), sessionId: random.pick(shoppers) };
					await eraseSession(database, { id, storeId: sampleStore().id, ...whose });
				}
				if (random.chance(0.1)) await database.statistics.startRebuild(null);
				if (random.chance(0.7)) await countAll(database, { random, killChance: 0.1 });
			}
			await countAll(database, { random, killChance: 0 });
			await assertCounted(database);
			assert.equal(await database.statistics.startRebuild(null), hashids.length);
			await countAll(database, { random, killChance: 0.05 });
			await assertCounted(database);
			const erased = (await readEvents(database.events)).filter(({ kind }) => kind === erasureKind);
			t.diagnostic(`${world.eventCount} events, ${erased.length} erasures`);
		});

		test('have a search without a session as one of the session that names it first, until that is erased', async (t) => {
			const [hashid = ''] = hashids;
			const [search, click, cart, checkout] = makeNamingSession(hashid);
			// Searches are logged behind their answers.
			for (const events of [
				[search, click, cart, checkout],
				[click, search, cart, checkout],
				[click, cart, checkout, search],
			]) {
				for (const stepEvents of [1, events.length]) {
					const random = createSeededRandom(1);
					const database = await openFilled(t);
					for (const [index, event] of events.entries()) {
						await database.events.recordMany([event]);
						if ((index + 1) % stepEvents === 0) await countAll(database, { random, killChance: 0.1 });
					}
					const sums = await sumSearches(database, hashid);
					assert.deepEqual(sums, { searches: 1n, clicked: 1n, carted: 1n, bought: 1n, clicks: 1n, revenue: 50_000n });
					await assertCounted(database);
					const id = 'e'.repeat(32);
					await eraseSession(database, { id, hashid, storeId: sampleStore().id, sessionId: 'alice' });
					await countAll(database, { random, killChance: 0.1 });
					const left = await sumSearches(database, hashid);
					assert.deepEqual(left, { searches: 1n, clicked: 0n, carted: 0n, bought: 0n, clicks: 0n, revenue: 0n });
				}
			}
		});

		test('attribute purchases to clicks of as many hours before as the store says, whenever it says so', async (t) => {
			const random = createSeededRandom(chooseSeed(t));
			const database = await openFilled(t);
			const world = createWorld(random);
			const { id: storeId } = sampleStore();
			let attributionHours = 24;
			const roundCount = chooseLength(8, 60);
			for (let round = 0; round < roundCount; round += 1) {
				await database.events.recordMany(Array.from({ length: random.integer(1, 60) }, () => makeEvent(world)));
				if (random.chance(0.5)) {
					attributionHours = random.pick([1, 24, 72, 720]);
					assert.equal(await database.stores.updateStore(storeId, { attributionHours }), 'updated');
				}
				if (random.chance(0.7)) await countAll(database, { random, killChance: 0.1 });
			}
			await countAll(database, { random, killChance: 0 });
			await assertCounted(database, attributionHours);
			assert.equal((await database.stores.findStore(storeId))?.attributionHours, attributionHours);
			for (const hashid of hashids) await database.searchEngines.update(hashid, { storeId: null });
			await countAll(database, { random, killChance: 0 });
			await assertCounted(database, 24);
		});

		test('are not counted again when a store changes that does not change its hours', async (t) => {
			const { database } = await openCounted(t);
			const { id: storeId } = sampleStore();
			const [hashid = ''] = hashids;
			const before = await database.statistics.findBuild(hashid);
			await database.stores.updateStore(storeId, { name: 'Other', attributionHours: 24 });
			await database.searchEngines.update(hashid, { storeId: null });
			assert.equal(await database.statistics.findRebuild(), undefined);
			assert.deepEqual(await database.statistics.findBuild(hashid), before);
		});

		test('are counted once by two followers at once, neither of which fails', async (t) => {
			const random = createSeededRandom(chooseSeed(t));
			const database = await openFilled(t);
			const world = createWorld(random);
			for (let round = 0; round < 10; round += 1) {
				await database.events.recordMany(Array.from({ length: 60 }, () => makeEvent(world)));
				if (random.chance(0.3)) await database.statistics.startRebuild(null);
				await Promise.all([1, 2].map(() => countAll(database, { random, killChance: 0 })));
			}
			await assertCounted(database);
		});

		test('that are made again are counted once where another follower went on with them meanwhile', async (t) => {
			const { database, world } = await openCounted(t);
			await database.events.recordMany(Array.from({ length: 200 }, () => makeEvent(world)));
			await countAll(database, { random: createSeededRandom(1), killChance: 0 });
			const { statistics } = database;
			const failures: unknown[] = [];
			const follow = (own: Partial<StatisticsRepository>, eventsPerStepMax: number) => {
				const parts = { statistics: { ...statistics, ...own }, eventsPerStepMax };
				return startHastyFollower(database, { ...parts, onFailure: (error) => void failures.push(error) });
			};
			const steps = { first: 0, second: 0 };
			const isOvertaken = Promise.withResolvers<void>();
			await statistics.startRebuild(hashids[0] ?? null);
			const first = follow(
				{
					async findRebuild() {
						if (steps.first === 3) await isOvertaken.promise;
						return statistics.findRebuild();
					},
					async writeStep(step) {
						steps.first += 1;
						return statistics.writeStep(step);
					},
				},
				3,
			);
			await waitFor('three steps of the first', () => steps.first === 3);
			const hasGoneOn = Promise.withResolvers<void>();
			const second = follow(
				{
					async writeStep(step) {
						steps.second += 1;
						if (steps.second === 12) hasGoneOn.resolve();
						return steps.second > 12 ? 'stale' : statistics.writeStep(step);
					},
				},
				3,
			);
			await awaiting('twelve steps of the second', hasGoneOn.promise);
			await second.stop();
			isOvertaken.resolve();
			await waitFor('the rebuild', async () => (await statistics.findRebuild()) === undefined);
			await first.stop();
			assert.deepEqual(failures, []);
			await assertCounted(database);
		});

		test('of days whose events are forgotten go with them', async (t) => {
			const { database, world } = await openCounted(t);
			const limits = { eventsBeforeMs: world.nowMs + dayMs, suppressionsBeforeMs: 0, eventCountMax: 20 };
			while ((await database.events.forgetOld(limits)) === 'forgotten');
			for (const hashid of hashids) assert.equal((await readStatistics(database.statistics, hashid, shoppers)).size, 0);
		});

		test('keep no text and no session of forgotten days for longer than a month', async (t) => {
			const { database, world } = await openCounted(t);
			const { statistics, events } = database;
			const [hashid = ''] = hashids;
			const forget = async (day: number) => {
				const limits = { suppressionsBeforeMs: 0, eventCountMax: 20 };
				while ((await events.forgetOld({ ...limits, eventsBeforeMs: world.nowMs + day * dayMs })) === 'forgotten');
				await countAll(database, { random: createSeededRandom(1), killChance: 0 });
			};
			const readTexts = async () => {
				const { id = 0 } = (await statistics.findBuild(hashid)) ?? {};
				const names = await statistics.findNameIds(id, ['qshoes', 'qred', ...shoppers.map((shopper) => `s${shopper}`)]);
				return { id, nameCount: names.size, sessionCount: (await statistics.findSessions(id, sessionKeys)).size };
			};
			const sessionKeys = shoppers.map((shopper) => `s${shopper}`);
			const before = await readTexts();
			assert.ok(before.nameCount > 0 && before.sessionCount > 0);
			await forget(1);
			await forget(30);
			assert.deepEqual(await readTexts(), before);
			await forget(31);
			const after = await readTexts();
			assert.deepEqual([after.nameCount, after.sessionCount], [0, 0]);
			assert.notEqual(after.id, before.id);
			await forget(100);
			assert.deepEqual(await readTexts(), after, 'what has no days is not counted again');
		});

		test('of a removed store are counted again without its events', async (t) => {
			const { database } = await openCounted(t);
			await database.stores.removeStore(sampleStore().id);
			await collectAllGarbage(database.items, 20, 0);
			await countAll(database, { random: createSeededRandom(1), killChance: 0 });
			for (const hashid of hashids) assert.equal((await readStatistics(database.statistics, hashid, shoppers)).size, 0);
		});

		test('that were replaced can be read for a minute', async (t) => {
			const { database } = await openCounted(t);
			const { statistics, items } = database;
			const [hashid = ''] = hashids;
			const before = await statistics.findBuild(hashid);
			assert.equal(await statistics.startRebuild(hashid), 1);
			await countAll(database, { random: createSeededRandom(1), killChance: 0 });
			assert.notEqual((await statistics.findBuild(hashid))?.id, before?.id);
			const range = { table: 'searches', firstDay: 0, lastDay: 100_000, bytesMax: 1_000_000 } as const;
			const readReplaced = async () =>
				(await statistics.listParts({ ...range, buildId: before?.id ?? 0 })).parts.length;
			await collectAllGarbage(items, 500, 60_000);
			assert.notEqual(await readReplaced(), 0);
			await collectAllGarbage(items, 500, 60_001);
			assert.equal(await readReplaced(), 0);
			await assertCounted(database);
		});
	});
}
